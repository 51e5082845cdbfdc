package speed

import (
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/counts"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// mostRequests is how many requests the first ranking may take, and largeGraph from
// how many facts on that is tested.
const mostRequests, largeGraph = 60, 1_000_000

// TestEnginesHumansRanking ranks what humans may have in common, with the preset
// wikidata, in Virtuoso with DBpedia's limits. What it says about numbers of members is
// compared with the generator. What it took is printed.
func TestEnginesHumansRanking(t *testing.T) {
	e := engines.StartVirtuosoWith(t, "", engines.DBpedia)
	r, w := io.Pipe()
	go func() {
		_, err := writeWikidata(w, *wikidataFacts)
		_ = w.CloseWithError(err)
	}()
	if err := e.LoadFrom(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Given{Flags: map[string][]string{"preset": {"wikidata"}, "endpoint": {e.Endpoint}, "graph": {e.Graph}}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	c, err := connector.New(connector.Options{URL: e.Endpoint, DefaultGraph: []string{e.Graph}, Timeout: cfg.RequestTimeout})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	d := queries.Probe(func(query string) (bool, error) { return c.Ask(t.Context(), query) })
	has := func(p string, o int) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: wdt + p}, C: dl.Nominal{IRI: plain(item(o))}}
	}
	fmt.Print("\n| examples share | requests | seconds | processor time of the engine (s) | numbers not known | first candidate |\n|---|---:|---:|---:|---:|---|\n")
	for _, meant := range []dl.Concept{
		has("P27", country+3), has("P19", city+5), dl.And{L: has("P27", country), R: has("P106", occupation)},
		dl.And{L: has("P106", occupation+1), R: has("P21", 6581072)}, dl.AtLeast{N: 2, Role: dl.Role{IRI: wdt + "P106"}, C: dl.Top{}},
	} {
		in, out := membersOf(*wikidataFacts, meant, 5)
		o := queries.Options{Dialect: d, Graphs: cfg.Graph}
		g := counts.New(c, cfg.Vocabulary(), cfg.Exclusions(), o)
		s, err := intent.New(g, in, out, intent.Options{})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		before, _ := e.Work()
		ranking, err := s.Rank(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		after, _ := e.Work()
		unknown := 0
		for _, x := range ranking.Candidates {
			if !x.Members.Exact() {
				unknown++
			}
		}
		fmt.Printf("| %s | %d | %.1f | %.1f | %d of %d | %s |\n", short(meant), g.Requests(), time.Since(start).Seconds(), (after - before).Seconds(),
			unknown, len(ranking.Candidates), short(ranking.Candidates[0].Concept))
		if *wikidataFacts >= largeGraph && g.Requests() > mostRequests {
			t.Errorf("%s: %d requests", short(meant), g.Requests())
		}
		var cs []dl.Concept
		var said []intent.Bounds
		for _, x := range ranking.Candidates {
			if isCounted(x.Concept) {
				cs, said = append(cs, x.Concept), append(said, x.Members)
			}
		}
		for i, n := range countGenerated(*wikidataFacts, cs) {
			if said[i].Lower > n || said[i].Upper < n {
				t.Errorf("%s has %d members, not %d to %d", short(cs[i]), n, said[i].Lower, said[i].Upper)
			}
		}
		if len(cs) == 0 {
			t.Errorf("%s: no number of members was compared", short(meant))
		}
	}
}

func short(c dl.Concept) string {
	return syntax.Print(c, syntax.Options{Prefixes: syntax.Prefixes{"wd": wd, "wdt": wdt}})
}

// statement is what is said about one subject.
type statement struct{ p, o string }

// eachSubject calls do with the statements about every subject, without those that
// come with other subjects (P40), until it returns false.
func eachSubject(n int, do func(s string, about []statement) bool) {
	subject, more := "", true
	var about []statement
	wikidata(n, func(s, p, o string) {
		if p == direct("P40") || !more {
			return
		}
		if s != subject {
			more = len(about) == 0 || do(subject, about)
			subject, about = s, about[:0]
		}
		about = append(about, statement{p, o})
	})
	if more && len(about) > 0 {
		do(subject, about)
	}
}

// isCounted reports whether holdsAt knows the concept.
func isCounted(c dl.Concept) bool {
	ok := true
	dl.Walk(c, func(d dl.Concept) bool {
		switch d := d.(type) {
		case dl.And, dl.Or, dl.Not, dl.Top, dl.Nominal:
		case dl.Exists:
			ok = ok && knows(d.Role, d.C)
		case dl.AtLeast:
			_, top := d.C.(dl.Top)
			ok = ok && top && knows(d.Role, d.C)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func knows(r dl.Role, filler dl.Concept) bool {
	simple := true
	dl.Walk(filler, func(d dl.Concept) bool {
		switch d.(type) {
		case dl.Top, dl.Nominal, dl.Or:
		default:
			simple = false
		}
		return simple
	})
	return simple && !r.Inverse && r.IRI != wdt+"P40"
}

// holdsAt reports whether the concept holds at a subject with these statements.
func holdsAt(c dl.Concept, about []statement) bool {
	successors := func(r dl.Role, filler dl.Concept) int {
		var seen []string
		p := "<" + r.IRI + ">"
		for _, x := range about {
			if x.p == p && x.o[0] == '<' && isOneOf(filler, x.o) && !slices.Contains(seen, x.o) {
				seen = append(seen, x.o)
			}
		}
		return len(seen)
	}
	switch c := c.(type) {
	case dl.And:
		return holdsAt(c.L, about) && holdsAt(c.R, about)
	case dl.Or:
		return holdsAt(c.L, about) || holdsAt(c.R, about)
	case dl.Not:
		return !holdsAt(c.C, about)
	case dl.Exists:
		return successors(c.Role, c.C) > 0
	case dl.AtLeast:
		return successors(c.Role, c.C) >= c.N
	}
	return false
}

func isOneOf(filler dl.Concept, o string) bool {
	switch f := filler.(type) {
	case dl.Top:
		return true
	case dl.Nominal:
		return "<"+f.IRI+">" == o
	case dl.Or:
		return isOneOf(f.L, o) || isOneOf(f.R, o)
	}
	return false
}

// membersOf are the first humans that are in the concept, and the first that are not.
func membersOf(n int, c dl.Concept, most int) (in, out []string) {
	eachSubject(n, func(s string, about []statement) bool {
		if !slices.Contains(about, statement{direct("P31"), item(5)}) {
			return true
		}
		to := &out
		if holdsAt(c, about) {
			to = &in
		}
		if len(*to) < most {
			*to = append(*to, plain(s))
		}
		return len(in) < most || len(out) < most
	})
	return in, out
}

// countGenerated counts the members of the concepts.
func countGenerated(n int, cs []dl.Concept) []int64 {
	numbers := make([]int64, len(cs))
	eachSubject(n, func(_ string, about []statement) bool {
		for i, c := range cs {
			if holdsAt(c, about) {
				numbers[i]++
			}
		}
		return true
	})
	return numbers
}
