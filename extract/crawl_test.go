package extract

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

func memory(t tester) *store.DB {
	t.Helper()
	db, err := store.OpenMemory(context.Background())
	must(err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func drawExamples(t *rapid.T, w *graphs.World) Examples {
	n := rapid.IntRange(1, min(3, len(w.Names)-1)).Draw(t, "positives")
	shuffled := rapid.Permutation(w.Names).Draw(t, "order")
	m := rapid.IntRange(1, min(3, len(w.Names)-n)).Draw(t, "negatives")
	e, err := NewExamples(shuffled[:n], shuffled[n:n+m])
	must(err)
	for _, a := range e.All() { // so that the source knows them
		w.Value(ex+"id", a, "1", xsdNS+"integer")
	}
	return e
}

func drawOptions(t *rapid.T) CrawlOptions {
	depth := rapid.IntRange(0, 3).Draw(t, "depth")
	if depth == 0 {
		depth = -1
	}
	return CrawlOptions{
		Bounds: Bounds{Depth: depth, Successors: rapid.SampledFrom([]int{1, 2, 3, 1000}).Draw(t, "successors"),
			Individuals: rapid.SampledFrom([]int{6, 8, 1000}).Draw(t, "individuals bound"),
			Facts:       rapid.SampledFrom([]int{40, 1000}).Draw(t, "facts bound"),
		}, Vocabulary: Vocabulary{Strings: rapid.Bool().Draw(t, "strings")},
		Batch:   rapid.SampledFrom([]int{1, 3, 50}).Draw(t, "batch"),
		Rows:    rapid.SampledFrom([]int{1, 4, 5000}).Draw(t, "rows"),
		Workers: rapid.SampledFrom([]int{1, 3}).Draw(t, "workers"),
	}
}

// checkSound checks that random concepts over p are true at the same examples in p and in the
// whole graph.
func checkSound(t *rapid.T, whole *interp.Structure, p *interp.Problem, depth int) {
	global, local := interp.NewEvaluator(whole), interp.NewEvaluator(p.Structure)
	for range 20 {
		c := graphs.DrawConcept(t, p, depth, 12)
		there, err := global.Extension(c)
		must(err)
		here, err := local.Extension(c)
		must(err)
		for _, a := range append(append([]interp.Individual(nil), p.Pos...), p.Neg...) {
			name := p.Structure.IRI(a)
			b, ok := whole.Lookup(name)
			require.That(t, ok, "%s is not in the graph", name)
			require.That(t, here.Test(uint(a)) == there.Test(uint(b)),
				"%+v at %s: %v in the extract, %v in the graph; removed: %v", c, name, here.Test(uint(a)), there.Test(uint(b)),
				p.Removed)
		}
	}
}

// TestCrawlIsSound: a concept is true at an example in the extract if and only if it is
// true there at the source, whatever was dropped.
func TestCrawlIsSound(t *testing.T) {
	cut, kept := 0, 0
	testsize.Check(t, 8, func(rt *rapid.T) {
		w := graphs.Draw(rt)
		examples := drawExamples(rt, w)
		o := drawOptions(rt)
		c := w.Serve(rt)
		db := memory(rt)
		_, report, err := Crawl(t.Context(), c, db, examples.All(), o)
		if errors.Is(err, ErrTooMany) { // classes alone are over the bound on facts
			return
		}
		must(err)
		p, info := mustLoad(rt, db, examples, LoadOptions{})
		depth := max(o.Bounds.Depth, 0)
		require.That(rt, p.MaxDepth == depth && info.Depth == depth, "depth %d, %d; want %d", p.MaxDepth, info.Depth, depth)
		n := o.Bounds.Individuals
		require.That(rt, p.Structure.Len() <= n, "%d individuals, over the bound of %d", p.Structure.Len(), n)
		cut += len(report.Dropped)
		kept += p.Structure.NumFacts()
		whole := w.Structure()
		checkSound(rt, whole, &p, depth)
		if depth > 1 {
			shallow, _ := mustLoad(rt, db, examples, LoadOptions{Depth: depth - 1})
			checkSound(rt, whole, &shallow, depth-1)
		}
	})
	t.Logf("%d cuts, %d facts", cut, kept)
	check.That(t, cut != 0 && kept != 0, "%d cuts and %d facts: the test tests nothing", cut, kept)
}

func TestProgress(t *testing.T) {
	w, examples := herd()
	o := herdOptions
	var phases []string
	last := Progress{}
	o.Progress = func(p Progress) {
		if p.Phase != last.Phase {
			phases = append(phases, p.Phase)
		} else if p.Done <= last.Done {
			t.Errorf("%+v after %+v", p, last)
		}
		check.That(t, p.Done <= p.Total && p.Requests >= last.Requests && p.Facts >= last.Facts, "%+v after %+v", p, last)
		last = p
	}
	report := mustCrawl(t, w.Serve(t), memory(t), examples.All(), o)
	check.That(t, last.Requests == report.Requests && last.Facts != 0, "last %+v; report %+v", last, report)
	for _, want := range []string{"counting the facts about the examples",
		"reading the facts that lead to what is 1 step from them",
		"reading the facts about what is 2 steps from them", "reading the classes above classes", "reading names"} {
		check.That(t, slices.Contains(phases, want), "no phase %q in %q", want, phases)
	}
}

// TestKnownByCounting: a crawl asks whether the source knows an example only if the
// example has no statements, usable or not, or if the counts cannot tell.
func TestKnownByCounting(t *testing.T) {
	w := &graphs.World{}
	ada := ex + "ada"
	alan := ex + "alan"
	article := ex + "article"
	named := ex + "named"
	w.Role(ex+"wrote", ada, article)
	w.Member(alan, ex+"Person")
	w.Role(ex+"hidden", named, ada) // its only statement, with an excluded property
	examples := []string{ada, alan, article, named}
	for _, at := range []struct {
		name string
		o    CrawlOptions
		ask  [][]string // the examples of each question
	}{
		{"stated", CrawlOptions{Bounds: Bounds{Depth: 1}}, [][]string{{article}}},
		{"depth 0", CrawlOptions{Bounds: Bounds{Depth: -1}}, [][]string{examples}},
		{"axioms", CrawlOptions{Bounds: Bounds{Depth: 1}, Vocabulary: Vocabulary{RDFS: true}}, [][]string{examples}},
	} {
		t.Run(at.name, func(t *testing.T) {
			at.o.Exclusions.Properties = []string{ex + "hidden"}
			c, db := &endpoint.Client{To: w.Serve(t)}, memory(t)
			mustCrawl(t, c, db, examples, at.o)
			asked := slices.DeleteFunc(c.Sent(), func(q string) bool { return !strings.HasPrefix(q, "SELECT ?s ?n ?p ?o") })
			require.That(t, len(asked) == len(at.ask), "asked %q, want questions about %q", asked, at.ask)
			for i, q := range asked {
				for _, a := range examples {
					check.Equal(t, strings.Contains(q, "<"+a+">"), slices.Contains(at.ask[i], a), "%q: about %s", q, a)
				}
			}
			d := mustRead(t, db)
			for _, a := range examples {
				check.That(t, slices.Contains(d.Graph().Individuals(), a), "%s is not in the domain", a)
			}
			c.Forget()
			_, _, err := Crawl(t.Context(), c, db, examples, at.o)
			check.That(t, err == nil && c.Requests() <= 0, "again: %v, %v; want nothing asked", c.Sent(), err)
		})
	}
}

// After a short fault of the endpoint, requests become as large as before.
func TestSizesRecover(t *testing.T) {
	var text strings.Builder
	var examples []string
	for i := range 400 {
		iri := fmt.Sprintf("http://example.org/a%d", i)
		examples = append(examples, iri)
		for j := range 20 {
			fmt.Fprintf(&text, "<%s> <http://example.org/p%d> <http://example.org/b%d> .\n", iri, j, (i+j)%50)
		}
	}
	c := engines.StartEmbedded(t, text.String()).Connect(t, connector.Options{})
	o := CrawlOptions{Bounds: Bounds{Depth: 1, Successors: 1000}, Workers: 1, Batch: 100, Rows: 1000}
	crawl := func(c Client) int { return mustCrawl(t, c, memory(t), examples, o).Requests }
	undisturbed := crawl(c)
	var pulls atomic.Int64
	disturbed := crawl(&endpoint.Client{To: c, Refuse: func(_ int, q string) error {
		if endpoint.IsPull(q) && pulls.Add(1) <= 5 {
			return &connector.ResultError{Kind: connector.ErrTruncated, Reason: "a cut"}
		}
		return nil
	}})
	t.Logf("%d requests, %d after a fault", undisturbed, disturbed)
	check.That(t, disturbed <= 2*undisturbed, "%d requests after a fault, %d without", disturbed, undisturbed)
}

// TestFamilyOverHTTP crawls a real ontology. All individuals in it are related, so the
// crawl finds the whole file within six steps from the examples.
func TestFamilyOverHTTP(t *testing.T) {
	dir := testfiles.Dataset(t, "dl-learner/family-benchmark")
	path := filepath.Join(dir, "family-benchmark_rich_background.owl")
	examples := sides(filepath.Join(dir, "Aunt"))
	db := memory(t)
	report := mustCrawl(t, engines.ServeFile(t, path), db, examples.All(), CrawlOptions{Bounds: Bounds{Depth: 6}})
	t.Logf("%+v", report)
	check.That(t, len(report.Dropped) <= 0, "cut: %v", report.Dropped)
	p, _ := mustLoad(t, db, examples, LoadOptions{})
	d, _ := mustImport(t, ImportOptions{}, path)
	whole, _, err := d.Problem(t.Context(), examples, LoadOptions{Depth: 6})
	must(err)
	got, want := factsOf(p.Structure), factsOf(whole.Structure)
	check.That(t, got == want,
		"crawled %d individuals, %d facts; the file has %d, %d", p.Structure.Len(), p.Structure.NumFacts(),
		whole.Structure.Len(), whole.Structure.NumFacts())
}

func TestStatistics(t *testing.T) {
	zoo := `@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Calf rdfs:subClassOf ex:Elephant .
ex:jumbo a ex:Elephant ; ex:childOf ex:clara, ex:tantor ; ex:weight 4000, 4100 .
ex:dumbo a ex:Calf ; ex:childOf ex:clara ; ex:weight 100 .
ex:clara a ex:Keeper .
`
	d, _ := mustImport(t, ImportOptions{}, testfiles.Write(t, "zoo.ttl", zoo))
	got := d.Statistics()
	const ex = "http://example.org/"
	want := queries.Statistics{Individuals: 4,
		Members: map[string]int{ex + "Elephant": 2, ex + "Calf": 1, ex + "Keeper": 1},
		Properties: map[string]queries.PropertySize{
			ex + "childOf": {Facts: 3, Subjects: 2, Objects: 2},
			ex + "weight":  {Facts: 3, Subjects: 2, Objects: 3},
		},
	}
	check.Diff(t, got, want)
}

// The zones of a feature are those of all its dates, or AnyZones if they differ.
func TestZones(t *testing.T) {
	text := `@prefix : <http://example.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:a :none "2000-01-01"^^xsd:date, "2000"^^xsd:gYear ;
   :utc "2000-01-01T00:00:00Z"^^xsd:dateTime, "2000Z"^^xsd:gYear ;
   :mixed "2000-01-01"^^xsd:date, "2000-01-02Z"^^xsd:date, "2000-01-03"^^xsd:date ;
   :other "2000-01-01-05:30"^^xsd:date ;
   :long "12000-01-01T00:00:00Z"^^xsd:dateTime, "2000-01-01T00:00:00Z"^^xsd:dateTime ;
   :lacking "12000-01-01T00:00:00Z"^^xsd:dateTime, "2000-01-01T00:00:00"^^xsd:dateTime ;
   :free "12000-01-01T00:00:00"^^xsd:dateTime ;
   :number 3 .
`
	d, _ := mustImport(t, ImportOptions{}, testfiles.Write(t, "dates.ttl", text))
	_, info, err := d.Problem(t.Context(), Examples{}, LoadOptions{})
	must(err)
	want := map[string]queries.Zones{
		"http://example.org/none":    queries.NoZones,
		"http://example.org/utc":     queries.UTCOnly,
		"http://example.org/mixed":   queries.AnyZones,
		"http://example.org/other":   queries.AnyZones,
		"http://example.org/long":    queries.UTCAnyYear,
		"http://example.org/lacking": queries.AnyZones,
		"http://example.org/free":    queries.AnyZones,
	}
	check.Diff(t, info.Zones, want, "(-want +got)")
}
