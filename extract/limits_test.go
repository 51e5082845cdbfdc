package extract

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestCapsArePagedAround: the extract is the same as without a row cap, whether the
// endpoint reports that it cuts results or not.
func TestCapsArePagedAround(t *testing.T) {
	if testing.Short() {
		t.Skipf("%s: a large graph, which takes minutes with the race detector: not with -short", t.Name())
	}
	w, examples := wide()
	checkCaps(t, w.Serve(t), examples)
}

func TestEnginesCapsArePagedAround(t *testing.T) {
	if testing.Short() {
		t.Skipf("%s: a large graph, which takes minutes with the race detector: not with -short", t.Name())
	}
	w, examples := wide()
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			checkCaps(t, engine.Start(t, w.NTriples()).Connect(t, connector.Options{}), examples)
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
	cut := false
	silent := &endpoint.Client{To: c, Change: func(_ string, table *connector.Table) error {
		cut = cut || len(table.Rows) > most
		table.Rows = table.Rows[:min(most, len(table.Rows))]
		return nil
	}}
	for _, test := range []struct {
		name string
		c    Client
		o    CrawlOptions
	}{
		{"silent", silent, CrawlOptions{Rows: most - testsize.Choose(5, 10)}},
		{"loud", endpoint.Capped(c, most), CrawlOptions{}},
		{"few rows", c, CrawlOptions{Rows: 70}},
	} {
		got, report := crawl(test.c, test.o)
		check.That(t, got == want, "%s: another result", test.name)
		t.Logf("%s: %d requests, %d without a cap", test.name, report.Requests, free.Requests)
	}
	check.That(t, cut, "nothing was cut: the test tests nothing")
}

// TestBudget: a crawl continues where its budget ended, however small it is, and never
// exceeds it.
func TestBudget(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	whole := memory(t)
	report := mustCrawl(t, c, whole, examples.All(), herdOptions)
	want := fingerprint(t, whole, examples)
	for _, budget := range []int{3, 5, report.Requests - 1} {
		o := herdOptions
		o.MaxRequests = budget
		counter := &endpoint.Client{To: c}
		db := memory(t)
		err, runs := errors.New("none yet"), 0
		for ; err != nil; runs++ {
			before := counter.Requests()
			_, _, err = Crawl(t.Context(), counter, db, examples.All(), o)
			require.That(t, err == nil || errors.Is(err, ErrBudget), "%v", err)
			sent := counter.Requests() - before
			check.That(t, sent <= budget, "%d requests in a run, the budget was %d", sent, budget)
			require.That(t, runs <= report.Requests, "with %d requests a run it gets nowhere: %v", budget, err)
		}
		check.Equal(t, fingerprint(t, db, examples), want, "in %d runs of %d requests: another result", runs, budget)
		t.Logf("%d runs of at most %d requests, one of %d", runs, budget, report.Requests)
	}

	o := herdOptions
	o.MaxTime = time.Nanosecond
	_, _, err := Crawl(t.Context(), c, memory(t), examples.All(), o)
	check.That(t, errors.Is(err, ErrBudget) && strings.Contains(err.Error(), "not finished within the budget of 1ns"),
		"no time: %v", err)
}

// TestNoAnswerIsLost: when one of several requests fails, the answers to the others are
// stored and not asked for again.
func TestNoAnswerIsLost(t *testing.T) {
	w, examples := herd()
	client := w.Serve(t)
	for n := 1; ; n++ { // request 0 asks for reifiers: who does not say has none for now
		o := herdOptions
		o.Workers = 4
		db := memory(t)
		var mu sync.Mutex
		answered := map[string]bool{}
		failing := &endpoint.Client{To: client, Refuse: func(i int, _ string) error {
			if i == n {
				return &connector.StatusError{URL: client.URL(), Status: 403}
			}
			return nil
		}, Change: func(q string, _ *connector.Table) error {
			mu.Lock()
			defer mu.Unlock()
			answered[q] = true
			return nil
		}}
		_, _, err := Crawl(t.Context(), failing, db, examples.All(), o)
		if err == nil {
			check.That(t, n >= 20, "no failure at request %d", n)
			return
		}
		again := &endpoint.Client{To: client}
		mustCrawl(t, again, db, examples.All(), o)
		for _, q := range again.Sent() {
			if answered[q] && !strings.Contains(q, "COUNT(*)") { // an incomplete unit is fetched again as a whole
				t.Errorf("after a failure at request %d it asks again: %s", n, q)
			}
		}
	}
}
