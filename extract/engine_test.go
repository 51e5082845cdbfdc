package extract

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/connector"
)

// TestEngine crawls the herd on another engine and compares with the embedded
// one. Set GENUS_TEST_ENDPOINT to its URL and, if need be, GENUS_TEST_GRAPH to the
// graph; GENUS_TEST_WRITE=FILE.nt writes what has to be loaded there first.
func TestEngine(t *testing.T) {
	w, examples := herd()
	w.value(ex+"weight", ex+"cow0", "3.5E2", xsdNS+"double")
	w.member(ex+"cow4", "_:anonymous")
	w.subclass("_:anonymous", ex+"Special")
	w.subclass(ex+"Bull", "_:other")
	w.subclass("_:other", ex+"Male")
	if path := os.Getenv("GENUS_TEST_WRITE"); path != "" {
		var nt strings.Builder
		for _, tr := range w.triples {
			nt.WriteString(tr.Serialize(0))
		}
		if err := os.WriteFile(path, []byte(nt.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	endpoint := os.Getenv("GENUS_TEST_ENDPOINT")
	if endpoint == "" {
		t.Skipf("%s: no engine to try (set GENUS_TEST_ENDPOINT)", t.Name())
	}
	o := connector.Options{URL: endpoint}
	if graph := os.Getenv("GENUS_TEST_GRAPH"); graph != "" {
		o.DefaultGraph = []string{graph}
	}
	other, err := connector.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var prints [][]string
	for _, c := range []Client{w.serve(t), other} {
		db := memory(t)
		report, err := Crawl(t.Context(), c, db, examples.All(), herdOptions)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Warnings) > 0 {
			t.Errorf("%s: %v", c.URL(), report.Warnings)
		}
		p, info, err := Load(t.Context(), db, examples, LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		// By value: engines may respell literals (3.5E2 as 350.0, true as 1).
		prints = append(prints, append(strings.Fields(facts(p.Structure)), fmt.Sprint(p.Removed), fmt.Sprint(info.Skipped)))
	}
	if diff := cmp.Diff(prints[0], prints[1]); diff != "" {
		t.Errorf("embedded (-) and %s (+): %s", endpoint, diff)
	}
}
