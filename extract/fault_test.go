package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// TestSeldomTimeouts: time-outs that do not depend on the size of a request hardly change
// the number of requests.
func TestSeldomTimeouts(t *testing.T) {
	w := &graphs.World{}
	var examples []string
	for i := range 1500 {
		a := fmt.Sprintf("%sa%d", ex, i)
		w.Member(a, ex+"A")
		w.Role(ex+"r", a, fmt.Sprintf("%sb%d", ex, i))
		examples = append(examples, a)
	}
	c := w.Serve(t)
	o := CrawlOptions{Bounds: Bounds{Depth: 2}, Batch: 100}
	o.Workers = 1
	seldom := &endpoint.Client{To: c, Refuse: func(n int, _ string) error {
		if n%10 == 9 {
			return connector.ErrTimeout
		}
		return nil
	}}
	usual := mustCrawl(t, c, memory(t), examples, o)
	report := mustCrawl(t, seldom, memory(t), examples, o)
	check.That(t, usual.Requests >= 50 && report.Requests <= usual.Requests*5/4,
		"%d requests where every tenth times out, %d where none does", report.Requests, usual.Requests)
}

// TestCrawlIsSoundOverFaults: whatever the faults of the endpoint, the crawl ends with an
// error or with a sound extract.
func TestCrawlIsSoundOverFaults(t *testing.T) {
	failed := 0
	done := 0
	hubs := 0
	testsize.Check(t, 8, func(rt *rapid.T) {
		w := graphs.Draw(rt)
		examples := drawExamples(rt, w)
		o := drawOptions(rt)
		f := &endpoint.Faulty{
			Querier: w.Serve(rt),
			Facts:   ex,
			Most:    rapid.SampledFrom([]int{0, 1, 2}).Draw(rt, "most subjects"),
			Drop:    rapid.SampledFrom([]uint32{0, 0, 1, 4}).Draw(rt, "drop"),
			Blur:    rapid.SampledFrom([]uint32{0, 0, 4}).Draw(rt, "blur"),
			Cap:     rapid.SampledFrom([]int{0, 3, 6}).Draw(rt, "cap"),
		}
		f.Hubs = graphs.DrawHubs(rt, w)
		db := memory(rt)
		_, report, err := Crawl(t.Context(), f, db, examples.All(), o)
		if err != nil {
			require.That(rt, errors.Is(err, ErrInconsistent) || errors.Is(err, ErrTooMany) ||
				errors.Is(err, connector.ErrTruncated), "%v", err)
			failed++
			return
		}
		done++
		for _, w := range report.Warnings {
			if strings.Contains(w, "one by one") {
				hubs++
			}
		}
		p, _ := mustLoad(rt, db, examples, LoadOptions{})
		checkSound(rt, w.Structure(), &p, max(o.Bounds.Depth, 0))
	})
	t.Logf("%d failed, %d done, %d hubs", failed, done, hubs)
	check.That(t, failed != 0 && done != 0 && hubs != 0, "%d failed, %d done, %d hubs: the test tests nothing", failed,
		done, hubs)
}

func TestCrawlReportsFaults(t *testing.T) {
	w := &graphs.World{}
	for _, b := range []string{"b", "c", "d", "e"} {
		w.Role(ex+"r", ex+"a", ex+b)
		w.Member(ex+b, ex+"A")
	}
	w.Role(ex+"s", ex+"a", "_:x")
	w.Member(ex+"a", ex+"A")
	c := w.Serve(t)
	long := &graphs.World{}
	long.Value(ex+"f", ex+"a", strings.Repeat("7", dl.MaxLexical+1), xsdNS+"integer")
	for _, tt := range []struct {
		name   string
		client Client
		o      CrawlOptions
		cut    string // of r or s
		reason string
	}{
		{"fan-out", c, CrawlOptions{Bounds: Bounds{Successors: 2}}, ex + "r out",
			"fan-out of <http://example.org/a> is 4, over the bound of 2"},
		{"blank node", c, CrawlOptions{}, ex + "s out",
			"1 of the 1 successors of <http://example.org/a> are blank nodes, which cannot be asked about"},
		{"too long a value", long.Serve(t), CrawlOptions{}, ex + "f value",
			"1 of the 1 values of <http://example.org/a> have more than 2000 characters"},
		{"lost row", losing(c, ex+"r"), CrawlOptions{Batch: 1}, ex + "r out",
			"the endpoint counts 4 statements of <http://example.org/a> and sends 3"},
		{"row cap", endpoint.Capped(c, 3), CrawlOptions{}, ex + "r out", "the endpoint does not send all its statements: "},
		{"individuals", c, CrawlOptions{Bounds: Bounds{Individuals: 2}}, ex + "r out",
			"it leads to 4 of the 5 individuals within distance 1, over the bound of 2"},
		{"facts", c, CrawlOptions{Bounds: Bounds{Facts: 4}}, ex + "r out",
			"4 more facts at distance 0, 4 of them at <http://example.org/a>, would make 6, over the bound of 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			report := mustCrawl(t, tt.client, memory(t), []string{ex + "a"}, tt.o)
			for _, cut := range report.Dropped {
				if cut.Property+" "+string(cut.Direction) == tt.cut {
					check.That(t, strings.HasPrefix(cut.Reason, tt.reason), "reason %q; want %q", cut.Reason, tt.reason)
					check.That(t, cut.Individual == ex+"a", "individual %q", cut.Individual)
					return
				}
			}
			t.Errorf("%s is not cut: %v", tt.cut, report.Dropped)
		})
	}
}

// losing returns a client that loses a row with the property from every result.
func losing(c Client, property string) Client {
	return &endpoint.Client{To: c, Change: func(query string, t *connector.Table) error {
		if endpoint.IsPull(query) {
			if i := slices.IndexFunc(t.Rows, func(row []rdf.Term) bool { return row[1].String() == property }); i >= 0 {
				t.Rows = slices.Delete(t.Rows, i, i+1)
			}
		}
		return nil
	}}
}

// TestCrawlAsksPolitely: requests respect the batch size, and a property that was counted
// over the bound is not fetched.
func TestCrawlAsksPolitely(t *testing.T) {
	w := &graphs.World{}
	for i := range 30 {
		x := fmt.Sprintf("%sx%d", ex, i)
		w.Role(ex+"r", ex+"hub", x)
		w.Role(ex+"s", x, ex+"hub")
	}
	w.Role(ex+"q", ex+"hub", ex+"x0")
	c := &endpoint.Client{To: w.Serve(t)}
	mustCrawl(t, c, memory(t), []string{ex + "hub"}, CrawlOptions{Bounds: Bounds{Successors: 10}, Batch: 4})
	pulled := false
	for _, q := range c.Sent() {
		subjects := endpoint.Subjects(q)
		n := strings.Count(subjects, "<")
		check.That(t, n <= 4, "%d subjects in one request", n)
		if endpoint.IsPull(q) {
			pulled = true
			check.That(t, !strings.Contains(subjects, ex+"hub>") ||
				!strings.Contains(q, ex+"r>") && !strings.Contains(q, ex+"s>"),
				"pulled over the bound: %s", q)
		}
	}
	check.That(t, pulled, "nothing was pulled")
}
