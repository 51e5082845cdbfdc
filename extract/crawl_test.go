package extract

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
)

func memory(t tester) *store.DB {
	t.Helper()
	db, err := store.OpenMemory(context.Background())
	must(err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func drawExamples(t *rapid.T, w *world) Examples {
	n := rapid.IntRange(1, min(3, len(w.names)-1)).Draw(t, "positives")
	shuffled := rapid.Permutation(w.names).Draw(t, "order")
	m := rapid.IntRange(1, min(3, len(w.names)-n)).Draw(t, "negatives")
	e, err := NewExamples(shuffled[:n], shuffled[n:n+m])
	must(err)
	for _, a := range e.All() { // so that the source knows them
		w.value(ex+"id", a, "1", xsdNS+"integer")
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
		c := drawConcept(t, p, depth, 12)
		there, err := global.Extension(c)
		must(err)
		here, err := local.Extension(c)
		must(err)
		for _, a := range append(append([]interp.Individual(nil), p.Pos...), p.Neg...) {
			name := p.Structure.IRI(a)
			b, ok := whole.Lookup(name)
			require.That(t, ok, "%s is not in the graph", name)
			if here.Test(uint(a)) != there.Test(uint(b)) {
				t.Fatalf("%+v at %s: %v in the extract, %v in the graph; removed: %v", c, name, here.Test(uint(a)),
					there.Test(uint(b)), p.Removed)
			}
		}
	}
}

// TestCrawlIsSound: a concept is true at an example in the extract if and only if it is
// true there at the source, whatever was dropped.
func TestCrawlIsSound(t *testing.T) {
	cut, kept := 0, 0
	testsize.Check(t, 8, func(rt *rapid.T) {
		w := drawWorld(rt)
		examples := drawExamples(rt, w)
		o := drawOptions(rt)
		c := w.serve(rt)
		db := memory(rt)
		_, report, err := Crawl(t.Context(), c, db, examples.All(), o)
		if errors.Is(err, ErrTooMany) { // classes alone are over the bound on facts
			return
		}
		must(err)
		p, info := mustLoad(rt, db, examples, LoadOptions{})
		depth := max(o.Bounds.Depth, 0)
		if p.MaxDepth != depth || info.Depth != depth {
			rt.Fatalf("depth %d, %d; want %d", p.MaxDepth, info.Depth, depth)
		}
		if n := o.Bounds.Individuals; p.Structure.Len() > n {
			rt.Fatalf("%d individuals, over the bound of %d", p.Structure.Len(), n)
		}
		cut += len(report.Dropped)
		kept += p.Structure.NumFacts()
		whole := w.structure()
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
	report := mustCrawl(t, w.serve(t), memory(t), examples.All(), o)
	check.That(t, last.Requests == report.Requests && last.Facts != 0, "last %+v; report %+v", last, report)
	for _, want := range []string{"counting, distance 0", "pulling, distance 1, incoming", "pulling, distance 2", "pulling, superclasses", "labels"} {
		check.That(t, slices.Contains(phases, want), "no phase %q in %q", want, phases)
	}
}
