package extract

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// faulty is an endpoint with the faults of public endpoints. A fault depends on the query
// only.
type faulty struct {
	Client
	most  int    // a query with more subjects times out; 0: none does
	hubs  string // counting all statements of one of these IRIs times out
	drop  uint32 // one in drop results of statements silently loses its last row; 0: none
	blur  uint32 // one in blur results of statements has a malformed last object; 0: none
	cap   int    // a result with more rows is an error; 0: none is
	pulls func(query string)
}

func (f *faulty) Select(ctx context.Context, query string) (*connector.Table, error) {
	if f.pulls != nil {
		f.pulls(query)
	}
	counting := strings.Contains(query, "GROUP BY ?s ?p")
	pulling := strings.HasPrefix(query, "SELECT ?s ?p ?o")
	if f.most > 0 && strings.Count(block(query), "<") > f.most {
		return nil, &connector.TimeoutError{URL: f.URL(), Server: true, Status: 504}
	}
	if counting && !strings.Contains(query, "FILTER") {
		for iri := range strings.FieldsSeq(f.hubs) {
			if strings.Contains(block(query), "<"+iri+">") {
				return nil, &connector.TimeoutError{URL: f.URL(), Server: true, Status: 504}
			}
		}
	}
	t, err := f.Client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	if f.cap > 0 && len(t.Rows) > f.cap {
		return nil, &connector.ResultError{URL: f.URL(), Status: 200, Kind: connector.ErrTruncated, Reason: "row cap"}
	}
	if n := len(t.Rows); pulling && n > 0 {
		h := fnv.New32a()
		_, _ = h.Write([]byte(query))
		sum := h.Sum32()
		if f.drop > 0 && sum%f.drop == 0 {
			t.Rows = t.Rows[:n-1]
		} else if last := t.Rows[n-1]; f.blur > 0 && sum%f.blur == 0 && strings.HasPrefix(last[1].String(), ex) {
			last[2] = nil // not of classes, which cannot be dropped
			t.Malformed++
		}
	}
	return t, nil
}

// block returns the inside of VALUES.
func block(query string) string {
	_, after, _ := strings.Cut(query, "VALUES ?s {")
	inside, _, _ := strings.Cut(after, "}")
	return inside
}

// drawHubs returns random individuals of the graph, each after a space.
func drawHubs(t *rapid.T, w *world) (hubs string) {
	for _, a := range w.names {
		if rapid.IntRange(0, 4).Draw(t, "is hub") == 0 {
			hubs += " " + a
		}
	}
	return hubs
}

// seldom lets every tenth query time out.
type seldom struct {
	Client
	n atomic.Int64
}

func (s *seldom) Select(ctx context.Context, query string) (*connector.Table, error) {
	if s.n.Add(1)%10 == 0 {
		return nil, connector.ErrTimeout
	}
	return s.Client.Select(ctx, query)
}

// TestSeldomTimeouts: time-outs that do not depend on the size of a request hardly change
// the number of requests.
func TestSeldomTimeouts(t *testing.T) {
	w := &world{}
	var examples []string
	for i := range 1500 {
		a := fmt.Sprintf("%sa%d", ex, i)
		w.member(a, ex+"A")
		w.role(ex+"r", a, fmt.Sprintf("%sb%d", ex, i))
		examples = append(examples, a)
	}
	c := w.serve(t)
	o := CrawlOptions{Bounds: Bounds{Depth: 2}, Batch: 100}
	o.Workers = 1
	usual := mustCrawl(t, c, memory(t), examples, o)
	report := mustCrawl(t, &seldom{Client: c}, memory(t), examples, o)
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
		w := drawWorld(rt)
		examples := drawExamples(rt, w)
		o := drawOptions(rt)
		f := &faulty{Client: w.serve(rt), most: rapid.SampledFrom([]int{0, 1, 2}).Draw(rt, "most subjects"),
			drop: rapid.SampledFrom([]uint32{0, 0, 1, 4}).Draw(rt, "drop"),
			blur: rapid.SampledFrom([]uint32{0, 0, 4}).Draw(rt, "blur"),
			cap:  rapid.SampledFrom([]int{0, 3, 6}).Draw(rt, "cap")}
		f.hubs = drawHubs(rt, w)
		db := memory(rt)
		_, report, err := Crawl(t.Context(), f, db, examples.All(), o)
		if err != nil {
			if !errors.Is(err, ErrInconsistent) && !errors.Is(err, ErrTooMany) && !errors.Is(err, connector.ErrTruncated) {
				rt.Fatal(err)
			}
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
		checkSound(rt, w.structure(), &p, max(o.Bounds.Depth, 0))
	})
	t.Logf("%d failed, %d done, %d hubs", failed, done, hubs)
	check.That(t, failed != 0 && done != 0 && hubs != 0, "%d failed, %d done, %d hubs: the test tests nothing", failed, done, hubs)
}

func TestCrawlReportsFaults(t *testing.T) {
	w := &world{}
	for _, b := range []string{"b", "c", "d", "e"} {
		w.role(ex+"r", ex+"a", ex+b)
		w.member(ex+b, ex+"A")
	}
	w.role(ex+"s", ex+"a", "_:x")
	w.member(ex+"a", ex+"A")
	c := w.serve(t)
	long := &world{}
	long.value(ex+"f", ex+"a", strings.Repeat("7", dl.MaxLexical+1), xsdNS+"integer")
	for _, tt := range []struct {
		name   string
		client Client
		o      CrawlOptions
		cut    string // of r or s
		reason string
	}{
		{"fan-out", c, CrawlOptions{Bounds: Bounds{Successors: 2}}, ex + "r out", "fan-out of <http://example.org/a> is 4, over the bound of 2"},
		{"blank node", c, CrawlOptions{}, ex + "s out", "1 of the 1 successors of <http://example.org/a> are blank nodes, which cannot be asked about"},
		{"too long a value", long.serve(t), CrawlOptions{}, ex + "f value", "1 of the 1 values of <http://example.org/a> have more than 2000 characters"},
		{"lost row", losing(c, ex+"r"), CrawlOptions{Batch: 1}, ex + "r out", "the endpoint counts 4 statements of <http://example.org/a> and sends 3"},
		{"row cap", &faulty{Client: c, cap: 3}, CrawlOptions{}, ex + "r out", "the endpoint does not send all its statements: "},
		{"individuals", c, CrawlOptions{Bounds: Bounds{Individuals: 2}}, ex + "r out", "it leads to 4 of the 5 individuals within distance 1, over the bound of 2"},
		{"facts", c, CrawlOptions{Bounds: Bounds{Facts: 4}}, ex + "r out", "4 more facts at distance 0, 4 of them at <http://example.org/a>, would make 6, over the bound of 4"},
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
	return intercepted{c, func(ctx context.Context, query string) (*connector.Table, error) {
		t, err := c.Select(ctx, query)
		if err == nil && strings.HasPrefix(query, "SELECT ?s ?p ?o") {
			if i := slices.IndexFunc(t.Rows, func(row []rdf.Term) bool { return row[1].String() == property }); i >= 0 {
				t.Rows = slices.Delete(t.Rows, i, i+1)
			}
		}
		return t, err
	}}
}

// TestCrawlAsksPolitely: requests respect the batch size, and a property that was counted
// over the bound is not fetched.
func TestCrawlAsksPolitely(t *testing.T) {
	w := &world{}
	for i := range 30 {
		x := fmt.Sprintf("%sx%d", ex, i)
		w.role(ex+"r", ex+"hub", x)
		w.role(ex+"s", x, ex+"hub")
	}
	w.role(ex+"q", ex+"hub", ex+"x0")
	var mu sync.Mutex
	var pulled []string
	f := &faulty{Client: w.serve(t), pulls: func(q string) {
		mu.Lock()
		defer mu.Unlock()
		n := strings.Count(block(q), "<")
		check.That(t, n <= 4, "%d subjects in one request", n)
		if strings.HasPrefix(q, "SELECT ?s ?p ?o") {
			pulled = append(pulled, q)
		}
	}}
	mustCrawl(t, f, memory(t), []string{ex + "hub"}, CrawlOptions{Bounds: Bounds{Successors: 10}, Batch: 4})
	for _, q := range pulled {
		check.That(t, !strings.Contains(block(q), ex+"hub>") || !strings.Contains(q, ex+"r>") && !strings.Contains(q, ex+"s>"),
			"pulled over the bound: %s", q)
	}
	check.That(t, len(pulled) != 0, "nothing was pulled")
}
