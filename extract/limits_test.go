package extract

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// wide returns a graph whose individuals together have more properties than some
// endpoints send, and one of whose properties has more values at one individual.
func wide() (*world, Examples) {
	w := &world{}
	var examples Examples
	for i := range 40 {
		a := fmt.Sprintf("%sa%d", ex, i)
		if examples.Pos = append(examples.Pos, a); i%2 == 1 {
			examples.Pos = examples.Pos[:len(examples.Pos)-1]
			examples.Neg = append(examples.Neg, a)
		}
		for p := range 6 {
			w.value(fmt.Sprintf("%sf%d", ex, p), a, fmt.Sprint(i*p), xsdNS+"integer")
		}
		w.member(a, ex+"A")
	}
	for i := range testsize.Choose(200, 400) {
		b := fmt.Sprintf("%sb%d", ex, i)
		w.role(ex+"r", ex+"a0", b)
		w.role(ex+"s", b, ex+"a1")
		w.value(ex+"f0", ex+"a2", fmt.Sprintf("%d.5", i), xsdNS+"decimal")
		w.value(ex+"f0", ex+"a2", fmt.Sprintf("é \\\" %d", i), xsdNS+"string")
		w.member(b, ex+"B")
	}
	w.role(ex+"q", ex+"a2", "_:blank")
	w.role(ex+"f0", ex+"a2", "_:other") // a blank node has no hash
	return w, examples
}

// silent cuts results silently at a number of rows.
type silent struct {
	Client
	most, cut int
}

func (s *silent) Select(ctx context.Context, q string) (*connector.Table, error) {
	t, err := s.Client.Select(ctx, q)
	if err == nil && len(t.Rows) > s.most {
		t.Rows = t.Rows[:s.most]
		s.cut++
	}
	return t, err
}

// TestCapsArePagedAround: the extract is the same as without a row cap, whether the
// endpoint reports that it cuts results or not.
func TestCapsArePagedAround(t *testing.T) {
	if testing.Short() {
		t.Skipf("%s: a large graph, which takes minutes with the race detector: not with -short", t.Name())
	}
	w, examples := wide()
	checkCaps(t, w.serve(t), examples)
}

func TestEnginesCapsArePagedAround(t *testing.T) {
	if testing.Short() {
		t.Skipf("%s: a large graph, which takes minutes with the race detector: not with -short", t.Name())
	}
	w, examples := wide()
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			checkCaps(t, engine.Start(t, w.ntriples()).Connect(t, connector.Options{}), examples)
		})
	}
}

func checkCaps(t *testing.T, c Client, examples Examples) {
	crawl := func(c Client, o CrawlOptions) (string, Report) {
		t.Helper()
		db := memory(t)
		o.Workers = 1
		o.Bounds.Depth = 1
		report := mustCrawl(t, c, db, examples.All(), o)
		return fingerprint(t, db, examples), report
	}
	want, free := crawl(c, CrawlOptions{})
	if n := len(free.Dropped); n != 2 { // the blank nodes
		t.Errorf("without a cap: %v", free.Dropped)
	}
	most := testsize.Choose(110, 150) // rows
	s := &silent{Client: c, most: most}
	loud := &faulty{Client: c, cap: most}
	for _, test := range []struct {
		name string
		c    Client
		o    CrawlOptions
	}{
		{"silent", s, CrawlOptions{Rows: most - testsize.Choose(5, 10)}},
		{"loud", loud, CrawlOptions{}},
		{"few rows", c, CrawlOptions{Rows: 70}},
	} {
		got, report := crawl(test.c, test.o)
		check.That(t, got == want, "%s: another result", test.name)
		t.Logf("%s: %d requests, %d without a cap", test.name, report.Requests, free.Requests)
	}
	check.That(t, s.cut != 0, "nothing was cut: the test tests nothing")
}

// TestBudget: a crawl continues where its budget ended, however small it is, and never
// exceeds it.
func TestBudget(t *testing.T) {
	w, examples := herd()
	c := w.serve(t)
	whole := memory(t)
	report := mustCrawl(t, c, whole, examples.All(), herdOptions)
	want := fingerprint(t, whole, examples)
	for _, budget := range []int{3, 5, report.Requests - 1} {
		o := herdOptions
		o.MaxRequests = budget
		counter := &counter{Client: c}
		db := memory(t)
		err, runs := errors.New("none yet"), 0
		for ; err != nil; runs++ {
			before := counter.n.Load()
			if _, _, err = Crawl(t.Context(), counter, db, examples.All(), o); err != nil && !errors.Is(err, ErrBudget) {
				t.Fatal(err)
			}
			sent := int(counter.n.Load() - before)
			check.That(t, sent <= budget, "%d requests in a run, the budget was %d", sent, budget)
			require.That(t, runs <= report.Requests, "with %d requests a run it gets nowhere: %v", budget, err)
		}
		got := fingerprint(t, db, examples)
		check.That(t, got == want, "in %d runs of %d requests: another result", runs, budget)
		t.Logf("%d runs of at most %d requests, one of %d", runs, budget, report.Requests)
	}

	o := herdOptions
	o.MaxTime = time.Nanosecond
	if _, _, err := Crawl(t.Context(), c, memory(t), examples.All(), o); !errors.Is(err, ErrBudget) ||
		!strings.Contains(err.Error(), "not finished within the budget of 1ns") {
		t.Errorf("no time: %v", err)
	}
}

// TestNoAnswerIsLost: when one of several requests fails, the answers to the others are
// stored and not asked for again.
func TestNoAnswerIsLost(t *testing.T) {
	w, examples := herd()
	client := w.serve(t)
	for n := range 40 {
		o := herdOptions
		o.Workers = 4
		db := memory(t)
		f := &failing{Client: client, at: n, answered: map[string]bool{}}
		_, _, err := Crawl(t.Context(), f, db, examples.All(), o)
		if err == nil {
			check.That(t, n >= 20, "no failure at request %d", n)
			return
		}
		before := f.answered
		f.at = -1
		f.n = 0
		f.answered = map[string]bool{}
		mustCrawl(t, f, db, examples.All(), o)
		for q := range f.answered {
			if before[q] && !strings.Contains(q, "COUNT(*)") { // an incomplete unit is fetched again as a whole
				t.Errorf("after a failure at request %d it asks again: %s", n, q)
			}
		}
	}
}

type failing struct {
	Client
	mu       sync.Mutex
	at, n    int
	answered map[string]bool
}

func (f *failing) Select(ctx context.Context, q string) (*connector.Table, error) {
	f.mu.Lock()
	f.n++
	fails := f.n-1 == f.at
	f.mu.Unlock()
	if fails {
		return nil, &connector.StatusError{URL: f.URL(), Status: 403}
	}
	t, err := f.Client.Select(ctx, q)
	if err == nil {
		f.mu.Lock()
		f.answered[q] = true
		f.mu.Unlock()
	}
	return t, err
}

type counter struct {
	Client
	n atomic.Int64
}

func (c *counter) Select(ctx context.Context, q string) (*connector.Table, error) {
	c.n.Add(1)
	return c.Client.Select(ctx, q)
}

func (c *counter) Ask(ctx context.Context, q string) (bool, error) {
	c.n.Add(1)
	return c.Client.Ask(ctx, q)
}
