package extract

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
)

// pulledStatements returns the number of statements about individuals in the database,
// counted at both ends.
func pulledStatements(t *testing.T, db *store.DB) (n int) {
	t.Helper()
	stored, err := db.SourceByID(t.Context(), 1)
	must(err)
	for a, err := range stored.All(t.Context()) {
		must(err)
		if a.Kind == graph.Out || a.Kind == graph.In || a.Kind == graph.Leaf {
			for _, r := range a.Rows {
				n += graph.Number(r)
			}
		}
	}
	return n
}

// TestEstimateOfLittleIsExact: if every individual is in the sample, the numbers are those
// of the crawl.
func TestEstimateOfLittleIsExact(t *testing.T) {
	w, examples := herd()
	c := w.serve(t)
	for depth := -1; depth < 3; depth++ {
		o := herdOptions
		o.Bounds.Depth = depth
		if depth == 0 {
			continue // the default
		}
		db := memory(t)
		report := mustCrawl(t, c, db, examples.All(), o)
		e, err := EstimateCrawl(t.Context(), c, "", examples.All(), o)
		must(err)
		individuals, facts := e.Totals()
		if pulled := pulledStatements(t, db); individuals != report.Individuals || facts != pulled {
			t.Errorf("depth %d: %d individuals and %d facts, but there are %d and %d", depth, individuals, facts, report.Individuals, pulled)
		}
		if diff := cmp.Diff(report.Dropped, e.Dropped); diff != "" {
			t.Errorf("depth %d: cuts of the crawl (-) and of the estimate (+): %s", depth, diff)
		}
		if e.Requests*2 < report.Requests || e.Requests > report.Requests*2 {
			t.Errorf("depth %d: about %d requests, but it takes %d", depth, e.Requests, report.Requests)
		}
		for i, l := range e.Levels {
			if !l.Exact || l.Sampled != l.Individuals {
				t.Errorf("depth %d: level %d is %+v", depth, i, l)
			}
		}
	}
}

// TestEstimate: for a crawl of many requests the numbers are right within a factor of two,
// and the estimate needs few requests.
func TestEstimate(t *testing.T) {
	if testing.Short() {
		t.Skipf("%s: a large graph, which takes minutes with the race detector: not with -short", t.Name())
	}
	w := &world{}
	rng := rand.New(rand.NewPCG(1, 2))
	var examples []string
	for i := range 3000 {
		a := fmt.Sprintf("%sa%d", ex, i)
		if i%5 == 0 {
			examples = append(examples, a)
		}
		w.member(a, ex+"A")
		for range rng.IntN(4) {
			w.role(ex+"r", a, fmt.Sprintf("%sb%d", ex, rng.IntN(2000)))
		}
	}
	for i := range 2000 {
		b := fmt.Sprintf("%sb%d", ex, i)
		for j := range rng.IntN(4) {
			w.value(ex+"f", b, fmt.Sprint(j), xsdNS+"integer")
		}
	}
	c := w.serve(t)
	o := CrawlOptions{Batch: 10, Bounds: Bounds{Depth: 1}}
	received := 0
	o.Progress = func(p Progress) { received = p.Facts }
	report := mustCrawl(t, c, memory(t), examples, o)
	o.Progress = nil
	e, err := EstimateCrawl(t.Context(), c, "", examples, o)
	must(err)
	individuals, facts := e.Totals()
	for _, n := range []struct {
		what      string
		got, want int
	}{{"individuals", individuals, report.Individuals}, {"facts", facts, received}, {"requests", e.Requests, report.Requests}} {
		t.Logf("%s: about %d, really %d", n.what, n.got, n.want)
		if n.got*2 < n.want || n.got > n.want*2 {
			t.Errorf("%s: about %d, really %d", n.what, n.got, n.want)
		}
	}
	if e.Asked*3 > report.Requests {
		t.Errorf("%d requests to find that out, and the crawl takes %d", e.Asked, report.Requests)
	}
	o.MaxRequests = 3
	if _, err := EstimateCrawl(t.Context(), c, "", examples, o); !errors.Is(err, ErrBudget) {
		t.Errorf("with 3 requests: %v", err)
	}
}

// TestEstimateTakesOffWhatIsHeld: nothing is left to ask if a database has all answers,
// and less if it has those about some of the examples.
func TestEstimateTakesOffWhatIsHeld(t *testing.T) {
	w, examples := herd()
	c := w.serve(t)
	all := examples.All()
	estimate := func(held string) (e Estimate, facts, about int) {
		t.Helper()
		e, err := EstimateCrawl(t.Context(), c, held, all, herdOptions)
		must(err)
		_, facts = e.Totals()
		for _, l := range e.Levels {
			about += l.Held
		}
		return e, facts, about
	}
	file := filepath.Join(t.TempDir(), "held.db")
	fresh, facts, about := estimate(file)
	if fresh.Requests == 0 || facts == 0 || about != 0 {
		t.Fatalf("a file that is not there yet: %+v", fresh)
	}
	fill := func(examples []string) (requests int) {
		db, err := store.Open(t.Context(), file, store.Options{})
		must(err)
		report := mustCrawl(t, c, db, examples, herdOptions)
		must(db.Close())
		return report.Requests
	}
	fill(all[:1])
	some, someFacts, aboutSome := estimate(file)
	if some.Requests >= fresh.Requests || someFacts >= facts || aboutSome == 0 {
		t.Errorf("with some of it: %+v; with nothing: %+v", some, fresh)
	}
	rest := fill(all)
	if some.Requests*2 < rest || some.Requests > 3*rest {
		t.Errorf("about %d requests are left, but it takes %d", some.Requests, rest)
	}
	if e, facts, _ := estimate(file); e.Requests != 0 || e.Asked != 0 || facts != 0 {
		t.Errorf("with all of it: %+v", e)
	}
}
