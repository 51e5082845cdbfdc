package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/engines"
)

// TestEngines crawls the herd on every engine and compares with the embedded endpoint.
func TestEngines(t *testing.T) {
	w, examples := herd()
	w.value(ex+"weight", ex+"cow0", "3.5E2", xsdNS+"double")
	w.member(ex+"cow4", "_:anonymous")
	w.subclass("_:anonymous", ex+"Special")
	w.subclass(ex+"Bull", "_:other")
	w.subclass("_:other", ex+"Male")
	pull := func(t *testing.T, c Client) []string {
		db := memory(t)
		report := mustCrawl(t, c, db, examples.All(), herdOptions)
		if len(report.Warnings) > 0 {
			t.Errorf("%s: %v", c.URL(), report.Warnings)
		}
		p, info := mustLoad(t, db, examples, LoadOptions{})
		return append(strings.Fields(factsOf(p.Structure)), fmt.Sprint(p.Removed), fmt.Sprint(info.Skipped))
	}
	want := pull(t, w.serve(t))
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			c := engine.Start(t, w.ntriples()).Connect(t, connector.Options{})
			if diff := cmp.Diff(want, pull(t, c)); diff != "" {
				t.Errorf("embedded (-) and %s (+): %s", engine.Name, diff)
			}
		})
	}
}
