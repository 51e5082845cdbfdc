package faults

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
)

var full = flag.Bool("full", false, "every fault at every request, and the table")

// atOnce is how many crawls run in parallel. Most of the time they wait.
const atOnce = 8

const depth = 2

// TestMain lets more tests run in parallel than there are processors.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(atOnce)); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// A world is an endpoint that serves a graph, with the truth about the graph.
type world struct {
	endpoint string
	graph    string // IRI, or empty
	examples extract.Examples
	reads    extract.Vocabulary
	whole    *interp.Structure
	removed  int // roles that the bounds remove without any fault
}

// reasoned: statements that follow from the axioms are extracted, too.
var reasoned = extract.Vocabulary{RDFS: true}

// TestEmbedded extracts once with reasoning, and once only what is stated. In the second
// case the crawl finds the examples by the counts at them and does not ask for them.
func TestEmbedded(t *testing.T) {
	g, examples := library()
	worlds := map[string]extract.Vocabulary{"embedded": reasoned}
	if testsize.Full() {
		worlds["embedded, stated only"] = extract.Vocabulary{}
	}
	for name, reads := range worlds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			matrix(t, name,
				world{endpoint: engines.StartEmbedded(t, g.String()).Endpoint, examples: examples, reads: reads,
					whole: structure(t, g, examples, reads)}, testsize.Choose(1, 2))
		})
	}
}

func TestEngines(t *testing.T) {
	g, examples := library()
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			if s.Name == "blazegraph" && !*full {
				t.Skipf("%s: blazegraph is in the full matrix only (-full), because it is slow", t.Name())
			}
			t.Parallel()
			e := s.Start(t, g.String())
			matrix(t, s.Name,
				world{endpoint: e.Endpoint, graph: e.Graph, examples: examples, reads: reasoned,
					whole: structure(t, g, examples, reasoned)}, 1)
		})
	}
}

// crawl extracts the neighbourhood of the examples through the proxy. hubs reports
// whether there were individuals at which the endpoint could not count.
func (w world) crawl(ctx context.Context, p *Proxy, depth int,
	timeout time.Duration) (problem *interp.Problem, hubs bool, err error) {
	o := connector.Options{URL: p.URL, Timeout: timeout, FirstWait: time.Millisecond, Requests: 2,
		Retries: testsize.Choose(1, connector.DefaultRetries)} // to wait for a second as asked takes long
	if w.graph != "" {
		o.DefaultGraph = []string{w.graph}
	}
	c, err := connector.New(o)
	if err != nil {
		return nil, false, err
	}
	defer c.Close()
	db, err := store.OpenMemory(ctx)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = db.Close() }()
	bounds := extract.Bounds{Depth: depth, Successors: 7}
	_, report, err := extract.Crawl(ctx, c, db, w.examples.All(),
		extract.CrawlOptions{Bounds: bounds, Vocabulary: w.reads, Batch: 4, Rows: 12})
	if err != nil {
		return nil, false, err
	}
	for _, warning := range report.Warnings {
		hubs = hubs || strings.Contains(warning, "asked one by one")
	}
	loaded, _, err := extract.Load(ctx, db, w.examples, extract.LoadOptions{})
	return &loaded, hubs, err
}

// outcomes counts how crawls ended.
type outcomes struct{ complete, cut, failed, wrong int }

func (o outcomes) String() string { return fmt.Sprintf("%d | %d | %d", o.complete, o.cut, o.failed) }

// matrix runs every fault at some requests of a crawl, or with -full at all requests,
// once and from there on.
func matrix(t *testing.T, name string, w world, some int) {
	clean := Start(t, w.endpoint, func(int) *Fault { return nil })
	p, hubs := require.Values(w.crawl(t.Context(), clean, depth, time.Minute))(t)
	diff := differs(p, w.whole, depth, false)
	require.That(t, diff == "" && !hubs, "without a fault:  %v", diff)
	w.removed = len(p.Removed)
	check.That(t, w.removed != 0, "nothing is over a bound: the test tests less than it could")
	requests := clean.Requests()
	type cell struct {
		outcomes
		crawls int
	}
	cells := make([][2]cell, len(All())) // by fault; once, from then on
	var mu sync.Mutex
	var crawls errgroup.Group
	crawls.SetLimit(atOnce)
	for f, fault := range All() {
		for how := range cells[f] {
			for n := range requests {
				if !*full && n%(requests/some) != f%(requests/some) {
					continue
				}
				crawls.Go(func() error {
					got := w.crawlWithFault(t, fault, n, how == 0)
					mu.Lock()
					defer mu.Unlock()
					c := &cells[f][how]
					c.crawls++
					c.complete += got.complete
					c.cut += got.cut
					c.failed += got.failed
					c.wrong += got.wrong
					return nil
				})
			}
		}
	}
	_ = crawls.Wait()
	var lines []string
	for f, fault := range All() {
		line := "| " + fault.Name + " "
		for how, c := range cells[f] {
			what := fmt.Sprintf("%s, %s, %s", name, fault.Name, []string{"once", "from then on"}[how])
			check.That(t, c.wrong <= 0, "%s: %d of %d neighbourhoods are wrong", what, c.wrong, c.crawls)
			check.That(t, !fault.Harmless || c.complete >= c.crawls, "%s: %d of %d are not complete", what, c.crawls-c.complete,
				c.crawls)
			line += fmt.Sprintf("| %s ", c)
		}
		lines = append(lines, line)
	}
	if *full {
		fmt.Fprintf(os.Stdout,
			"\n%s, %d requests:\n\n| fault | once: complete | roles left out | error | from then on: complete | roles left "+
				"out | error |\n|---|---:|---:|---:|---:|---:|---:|\n%s|\n",
			name, requests, strings.Join(lines, "|\n"))
	}
}

// crawlWithFault runs one crawl with the fault at its nth request.
func (w world) crawlWithFault(t *testing.T, fault Fault, n int, once bool) (o outcomes) {
	proxy := Start(t, w.endpoint, func(i int) *Fault {
		if i == n || i > n && !once {
			return &fault
		}
		return nil
	})
	defer proxy.Close()
	timeout := time.Minute
	if strings.HasPrefix(fault.Name, "delay") {
		timeout = 500 * time.Millisecond
	}
	p, hubs, err := w.crawl(t.Context(), proxy, depth, timeout)
	what := fmt.Sprintf("%s at request %d (once: %v)", fault.Name, n, once)
	switch {
	case err != nil:
		check.That(t, !strings.ContainsAny(err.Error(), "\n\r"), "%s: not one line: %q", what, err)
		o.failed++
	case differs(p, w.whole, depth, hubs) != "":
		t.Errorf("%s: %s", what, differs(p, w.whole, depth, hubs))
		o.wrong++
	case hubs && differs(p, w.whole, depth, false) != "":
		o.cut++ // with a warning
	case len(p.Removed) > w.removed:
		for _, r := range p.Removed {
			check.That(t, r.Reason != "", "%s: removed without a reason: %+v", what, r)
		}
		o.cut++
	default:
		o.complete++
	}
	return o
}

// One statement comes, goes or changes between two requests, at every request in turn.
// What was extracted is true before or after.
func TestEmbeddedSourceChanges(t *testing.T) {
	const deep = 3 // with less, no new statement makes a way shorter
	g, examples := library()
	original := engines.StartEmbedded(t, g.String()).Endpoint
	for name, h := range map[string]graph{
		"a shortcut":       g.with(func(g *graph) { g.role("book0", "cites", "town2") }),
		"another shortcut": g.with(func(g *graph) { g.role("author2", "livesIn", "town3") }),
		"a role goes":      g.with(func(*graph) {}, "<"+ns+"book2> <"+ns+"by>"),
		"far away":         g.with(func(*graph) {}, "<"+ns+"author1> <"+ns+"livesIn>"),
		"a value changes":  g.with(func(g *graph) { g.value("book1", "pages", 7) }, "<"+ns+"book1> <"+ns+"pages>"),
		"a class comes":    g.with(func(g *graph) { g.member("book0", "Author") }),
		"a class goes":     g.with(func(*graph) {}, "<"+ns+"author0> <"+rdfNS+"type>"),
		"a superclass":     g.with(func(g *graph) { g.below("Novel", "Fiction") }),
		"a chain grows":    g.with(func(g *graph) { g.role("land", "within", "country") }),
		"a chain forks":    g.with(func(g *graph) { g.role("author0", "inCounty", "book6") }),
		"a chain breaks":   g.with(func(*graph) {}, "<"+ns+"county> <"+ns+"within>"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reads := extract.Vocabulary{}
			if strings.HasPrefix(name, "a chain") {
				reads = reasoned
			}
			before := world{endpoint: original, examples: examples, reads: reads, whole: structure(t, g, examples, reads)}
			after := world{endpoint: engines.StartEmbedded(t, h.String()).Endpoint, whole: structure(t, h, examples, reads)}
			n := 0
			step := testsize.Choose(24, 3)
			failed := 0
			if *full {
				step = 1
			}
			for changed := true; changed; n += step {
				changed = false
				var proxy *Proxy
				proxy = Start(t, before.endpoint, func(i int) *Fault {
					if i == n {
						proxy.Redirect(after.endpoint)
						changed = true
					}
					return nil
				})
				p, _, err := before.crawl(t.Context(), proxy, deep, time.Minute)
				proxy.Close()
				if err != nil {
					failed++
					continue
				}
				then, now := differs(p, before.whole, deep, false), differs(p, after.whole, deep, false)
				check.That(t, then == "" || now == "",
					"changed at request %d: neither as before (%s) nor as after (%s)", n, then, now)
			}
			check.That(t, failed*4 <= n/step, "%d of %d crawls failed", failed, n/step)
			t.Logf("%d crawls, %d failed", n/step, failed)
		})
	}
}
