package extract

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
)

// picture returns what a learner uses of the examples in a database, at a depth.
func picture(t tester, db *store.DB, ex Examples, depth int) string {
	t.Helper()
	p, info := mustLoad(t, db, ex, LoadOptions{Depth: depth})
	return sortedFacts(p.Structure) + fmt.Sprintf("\n%v\n%v", p.Removed, info.Kinds)
}

// TestGrownEqualsFresh: whatever a database has from earlier runs, with other examples,
// depths and bounds, a crawl gives the same result as into an empty database, and once
// more sends no request. The result may differ only at hubs: they are asked about the
// properties found so far, and a grown database has found more. There it is sound.
func TestGrownEqualsFresh(t *testing.T) {
	saved, hubs := 0, 0
	testsize.Check(t, 8, func(rt *rapid.T) {
		w := graphs.Draw(rt)
		first, second := drawExamples(rt, w), drawExamples(rt, w)
		before, o := drawOptions(rt), drawOptions(rt)
		whole := drawReasoning(rt, w, &o)
		f := &endpoint.Faulty{Querier: w.Serve(rt)}
		if rapid.Bool().Draw(rt, "hubs") {
			f.Hubs = graphs.DrawHubs(rt, w)
		}
		before.Vocabulary = o.Vocabulary                 // the same source
		before.Bounds.Facts, o.Bounds.Facts = 1000, 1000 // stored leaves are not counted
		fresh, grown := memory(rt), memory(rt)
		alone := mustCrawl(rt, f, fresh, second.All(), o)
		earlier := mustCrawl(rt, f, grown, first.All(), before)
		report := mustCrawl(rt, f, grown, second.All(), o)
		depth := max(o.Bounds.Depth, 0)
		if f.Hubs == "" && depth > 0 { // in LoadOptions depth 0 means the depth of the crawl
			got, want := picture(rt, grown, second, depth), picture(rt, fresh, second, depth)
			require.That(rt, got == want, "grown\n%s\nfresh\n%s\n%v\n%v", got, want, report.Dropped, alone.Dropped)
			require.That(rt, report.Individuals == alone.Individuals, "%d individuals; fresh %d", report.Individuals,
				alone.Individuals)
		}
		lis := &endpoint.Client{To: f}
		_, again, err := Crawl(t.Context(), lis, grown, second.All(), o)
		require.That(rt, err == nil && again.Requests == 0, "asked for once more: %d requests, %v %s", again.Requests, err,
			lis.Sent())
		for _, ex := range []Examples{first, second} {
			p, _ := mustLoad(rt, grown, ex, LoadOptions{})
			checkSound(rt, whole, &p, p.MaxDepth)
		}
		saved += alone.Requests - report.Requests
		hubs += len(earlier.Warnings)
	})
	t.Logf("%d requests saved, %d hubs", saved, hubs)
	check.That(t, saved > 0 && hubs != 0, "%d requests saved, %d hubs: the test tests nothing", saved, hubs)
}

// TestHubAtTheRim: a high-degree node that one crawl expanded is at the last level of
// another problem.
func TestHubAtTheRim(t *testing.T) {
	w := &graphs.World{}
	w.Role(ex+"r", ex+"a", ex+"hub")
	w.Role(ex+"r", ex+"hub", ex+"b")
	w.Member(ex+"hub", ex+"A")
	for _, a := range []string{ex + "a", ex + "hub"} {
		w.Value(ex+"f", a, "7", xsdNS+"integer")
	}
	db := memory(t)
	examples := Examples{Pos: []string{ex + "a"}}
	c := &endpoint.Faulty{Querier: w.Serve(t), Hubs: ex + "hub"}
	mustCrawl(t, c, db, []string{ex + "a", ex + "hub"}, CrawlOptions{Bounds: Bounds{Depth: 1}})
	p, _ := mustLoad(t, db, examples, LoadOptions{Depth: 1})
	got, want := factsOf(p.Structure), "A A(hub) a f f(a)=7 f(hub)=7 hub r r(a,hub)"
	check.That(t, got == want && len(p.Removed) <= 0, "%s, removed %v; want %s", got, p.Removed, want)
}

// TestRefresh: after the source has changed, a refresh gives the result of a fresh crawl,
// also if it was interrupted at any request.
func TestRefresh(t *testing.T) {
	w, examples := herd()
	old := w.Serve(t)
	changed, _ := herd()
	changed.Triples = slices.DeleteFunc(changed.Triples, func(tr rdf.Triple) bool {
		return strings.HasSuffix(tr.Subj.String(), "cow0") && strings.HasSuffix(tr.Pred.String(), "eats")
	})
	changed.Role(ex+"eats", ex+"cow0", ex+"salt")
	changed.Member(ex+"salt", ex+"Mineral")
	changed.Subclass(ex+"Mineral", ex+"Thing")
	changed.Value(ex+"weight", ex+"cow2", "999", xsdNS+"integer")
	now := &moved{Client: changed.Serve(t), url: old.URL()}
	o := herdOptions
	o.Workers = 1
	fresh := memory(t)
	mustCrawl(t, now, fresh, examples.All(), o)
	want := picture(t, fresh, examples, 2)
	o.Refresh = true
	fill := func() *store.DB {
		db := memory(t)
		mustCrawl(t, old, db, examples.All(), herdOptions)
		other := Examples{Pos: []string{ex + "cow0"}, Neg: []string{ex + "cow5"}}
		mustCrawl(t, old, db, other.All(), herdOptions)
		return db
	}
	whole := fill()
	report := mustCrawl(t, now, whole, examples.All(), o)
	check.Equal(t, picture(t, whole, examples, 2), want, "refreshed\n")
	check.That(t, report.Requests >= 10, "a refresh asks only %d times", report.Requests)
	for n := 0; n < report.Requests; n += 3 {
		db := fill()
		ctx, s := stopAt(t, now, n)
		_, _, err := Crawl(ctx, s, db, examples.All(), o)
		require.That(t, err != nil, "not stopped at request %d", n)
		rest := mustCrawl(t, now, db, examples.All(), o)
		check.Equal(t, picture(t, db, examples, 2), want, "stopped at request %d\n", n)
		check.That(t, n+rest.Requests <= report.Requests+3,
			"stopped at request %d: %d more; undisturbed %d: it started over", n, rest.Requests, report.Requests)
	}
}

// TestMaxAge: older answers are asked for again and not loaded; younger ones are not asked
// for again.
func TestMaxAge(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	db := memory(t)
	o := herdOptions
	report := mustCrawl(t, c, db, examples.All(), o)
	o.MaxAge = time.Hour
	_, young, err := Crawl(t.Context(), c, db, examples.All(), o)
	check.That(t, err == nil && young.Requests == 0, "within the hour it asks %d times, %v", young.Requests, err)
	if _, _, err := Load(t.Context(), db, examples, LoadOptions{MaxAge: time.Hour}); err != nil {
		t.Error(err)
	}
	time.Sleep(5 * time.Millisecond) // times are in milliseconds
	_, _, err = Load(t.Context(), db, examples, LoadOptions{MaxAge: time.Millisecond})
	check.That(t, errors.Is(err, ErrExpired) && strings.Contains(err.Error(), "--max-age"), "loading: %v", err)
	o.MaxAge = time.Millisecond
	if _, old, err := Crawl(t.Context(), c, db, examples.All(), o); err != nil || old.Requests < report.Requests {
		t.Errorf("after a millisecond it asks %d times, %v; at first %d", old.Requests, err, report.Requests)
	}
	o.MaxAge = -1
	_, _, err = Crawl(t.Context(), c, db, examples.All(), o)
	check.That(t, err != nil, "a negative age is taken")
}

// TestSourcesAreApart: vocabularies and exclusions in the same file do not use each other's
// answers, and other endpoints and graphs need another file.
func TestSourcesAreApart(t *testing.T) {
	w, examples := herd()
	db := memory(t)
	a, b := w.Serve(t), w.Serve(t)
	without := CrawlOptions{Exclusions: Exclusions{Classes: []string{ex + "Cow"}}}
	for i, o := range []CrawlOptions{herdOptions, without} {
		_, report, err := Crawl(t.Context(), a, db, examples.All()[:3-i], o)
		check.That(t, err == nil && report.Requests != 0, "source %d: %d requests, %v", i+1, report.Requests, err)
	}
	_, _, err := Crawl(t.Context(), b, db, examples.All(), herdOptions)
	check.That(t, errors.Is(err, store.ErrOtherEndpoint) && strings.Contains(err.Error(), a.URL()), "another endpoint: %v",
		err)
	if _, _, err := Crawl(t.Context(), a, db, examples.All(), CrawlOptions{Graphs: []string{ex + "g"}}); !errors.Is(err,
		store.ErrOtherEndpoint) {
		t.Errorf("another graph: %v", err)
	}
	for n, want := range map[int]int{2: 2, 3: 1, 4: 2} { // by the number of examples
		s, err := Choose(t.Context(), db, Examples{Pos: examples.All()[:n]})
		check.That(t, err == nil && s.Info().ID == want, "%d examples: %v, %v; want source %d", n, s, err, want)
	}
	check.ErrorIs(t, check.Error(Choose(t.Context(), memory(t), Examples{})), ErrIncomplete, "an empty database")
}

// TestConcurrentCrawls: crawls with overlapping examples, and refreshes, use one file at
// the same time, and each gives the result that it gives alone.
func TestConcurrentCrawls(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	sets := []Examples{
		examples,
		{Pos: []string{ex + "cow0"}, Neg: []string{ex + "cow7"}},
		{Pos: []string{ex + "cow2"}, Neg: []string{ex + "cow1"}},
	}
	var want []string
	for _, e := range sets {
		db := memory(t)
		mustCrawl(t, c, db, e.All(), herdOptions)
		want = append(want, picture(t, db, e, 2))
	}
	path := filepath.Join(t.TempDir(), "shared.db")
	var g sync.WaitGroup
	for i, e := range sets {
		g.Go(func() {
			for round := range 3 {
				db, err := store.Open(t.Context(), path, store.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				o := herdOptions
				o.Refresh = (i+round)%3 == 0
				_, _, err = Crawl(t.Context(), c, db, e.All(), o)
				check.That(t, err == nil, "crawl %d: %v", i, err)
				check.NoError(t, db.Close())
			}
		})
	}
	g.Wait()
	db, err := store.Open(t.Context(), path, store.Options{})
	must(err)
	defer func() { _ = db.Close() }()
	for i, e := range sets {
		mustCrawl(t, c, db, e.All(), herdOptions)
		check.Equal(t, picture(t, db, e, 2), want[i], "crawl %d\n", i)
	}
}

// moved is an endpoint that pretends to be at another address.
type moved struct {
	Client
	url string
}

func (m *moved) URL() string { return m.url }
