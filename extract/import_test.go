package extract

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/queries"
)

func TestImportDepth(t *testing.T) {
	path := testfiles.Write(t, "x.ttl", turtleHead+":a :r :b . :b :r :c . :c :r :d . :z :r :y .")
	d, _ := mustImport(t, ImportOptions{}, path, path)
	for depth, want := range map[int]int{0: 6, 1: 4, 2: 5} {
		p, info, err := d.Problem(t.Context(),
			Examples{Pos: []string{ex + "a"}, Neg: []string{ex + "z"}, NegWeights: []int{4}}, LoadOptions{Depth: depth})
		check.That(t, err == nil && p.MaxDepth == depth && p.Structure.Len() == want && info.Depth == -1,
			"depth %d: %d individuals, MaxDepth %d, %v; want %d", depth, p.Structure.Len(), p.MaxDepth, err, want)
		check.That(t, p.PosWeight(0) == 1 && p.NegWeight(0) == 4, "weights %v and %v", p.PosWeights, p.NegWeights)
	}
}

// TestExportOfCrawl: exporting a crawl and importing it again gives the same problem.
func TestExportOfCrawl(t *testing.T) {
	w, examples := herd()
	w.Member(ex+"barn", ex+"Barn")
	w.Role(ex+"likes", ex+"cow0", ex+"Cow") // a class that is an individual too
	w.State(ex+"Cow", graph.RDFSchema+"label", graphs.LangLiteral("Kuh \"\\\n", "de"))
	db := memory(t)
	o := CrawlOptions{Vocabulary: Vocabulary{Languages: []string{"de"}}}
	mustCrawl(t, w.Serve(t), db, append(examples.All(), ex+"lonely")[:4], o)
	p, info := mustLoad(t, db, examples, LoadOptions{})
	var out bytes.Buffer
	must(mustRead(t, db).WriteNTriples(t.Context(), &out))
	d, _ := mustImport(t, ImportOptions{Vocabulary: o.Vocabulary}, testfiles.Write(t, "x.nt", out.String()))
	q, info2, err := d.Problem(t.Context(), examples, LoadOptions{})
	must(err)
	isLabel := func(fact string) bool { return fact == graph.RDFSchema+"label" } // a file has labels as texts, too
	check.Diff(t, slices.DeleteFunc(strings.Fields(factsOf(q.Structure)), isLabel), strings.Fields(factsOf(p.Structure)))
	check.That(t, info.Labels[ex+"Cow"] == "Kuh \"\\\n" && info2.Labels[ex+"Cow"] == info.Labels[ex+"Cow"],
		"labels %q, %q", info.Labels, info2.Labels)
}

func TestCrawlRefuses(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	o := herdOptions
	db := memory(t)
	_, _, err := Crawl(t.Context(), c, db, append(examples.All(), ex+"unicorn"), o)
	check.That(t, errors.Is(err, ErrUnknownExample) && strings.Contains(err.Error(), "<"+ex+"unicorn>") &&
		strings.Contains(err.Error(), c.URL()), "unknown example: %v", err)
	if _, _, err := Crawl(t.Context(), c, db, append(examples.All(), ex+"barn"), o); err != nil { // known as an object
		t.Error(err)
	}
	for name, bad := range map[string]struct {
		iris []string
		o    CrawlOptions
	}{
		"no examples": {nil, o},
		"blank node":  {[]string{"_:b"}, o},
		"no IRI":      {[]string{"cow0"}, o},
		"bound":       {examples.All(), CrawlOptions{Bounds: Bounds{Facts: -1}}},
		"batch":       {examples.All(), CrawlOptions{Batch: -1}},
		"property":    {examples.All(), CrawlOptions{Vocabulary: Vocabulary{Vocabulary: queries.Vocabulary{Type: "is a"}}}},
	} {
		_, _, err := Crawl(t.Context(), c, memory(t), bad.iris, bad.o)
		check.That(t, err != nil, "%s: no error", name)
	}
	_, _, err = Load(t.Context(), memory(t), examples, LoadOptions{})
	check.That(t, errors.Is(err, ErrIncomplete), "empty database: %v", err)
}
