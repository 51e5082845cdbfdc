package speed

import (
	"fmt"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/counts"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
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
	e, _, _ := startWikidata(t)
	cfg, err := config.Load(config.Given{Flags: map[string][]string{"preset": {"wikidata"}, "endpoint": {e.Endpoint}, "graph": {e.Graph}}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, e, connector.Options{Timeout: cfg.RequestTimeout})
	d := queries.Probe(func(query string) (bool, error) { return c.Ask(t.Context(), query) })
	has := func(p string, o int) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: wdt + p}, C: dl.Nominal{IRI: plain(item(o))}}
	}
	fmt.Print("\n| examples share | requests | seconds | processor time of the engine (s) | numbers not known | first candidate |\n|---|---:|---:|---:|---:|---|\n")
	for _, meant := range []dl.Concept{
		has("P27", country+3), has("P19", city+5), dl.And{L: has("P27", country), R: has("P106", occupation)},
		dl.And{L: has("P106", occupation+1), R: has("P21", 6581072)}, dl.AtLeast{N: 2, Role: dl.Role{IRI: wdt + "P106"}, C: dl.Top{}},
	} {
		in, out := membersOf(t, *wikidataFacts, meant, 5)
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
		for i, n := range countGenerated(t, *wikidataFacts, cs) {
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

// eachPart calls do with structures of the generated subjects, a part of them each,
// and the subjects; a forward restriction by a value is decided by them. It ends when
// do returns false.
func eachPart(t *testing.T, n int, do func(s *interp.Structure, subjects []string) bool) {
	const most = 100_000 // statements in a part
	var b interp.Builder
	var subjects []string
	in, more := 0, true
	part := func() {
		s, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		more = do(s, subjects)
		b, subjects, in = interp.Builder{}, nil, 0
	}
	subject := ""
	wikidata(n, func(s, p, o string) {
		if p == direct("P40") || !more { // comes with other subjects
			return
		}
		if s != subject {
			if subject = s; in >= most {
				part()
			}
			b.Individual(plain(s))
			subjects = append(subjects, plain(s))
		}
		if in++; o[0] == '<' {
			b.AddRole(plain(p), plain(s), plain(o))
		}
	})
	if more && len(subjects) > 0 {
		part()
	}
}

// isCounted reports whether the parts decide the concept: it has no other restrictions
// than those by values or ⊤, in the direction that is stated.
func isCounted(c dl.Concept) bool {
	if !dl.All.Has(dl.LanguageOf(c)) || dl.LanguageOf(c).Has(dl.WithInverse) || dl.Depth(c) > 1 {
		return false
	}
	ok := true
	dl.Walk(c, func(d dl.Concept) bool {
		switch d.(type) {
		case dl.Name, dl.Compare:
			ok = false
		}
		r, is := dl.RoleOf(d)
		ok = ok && (!is || r.IRI != wdt+"P40")
		return ok
	})
	return ok
}

// extension is the concept in a part; empty if the part has none of its symbols.
func extension(t *testing.T, e *interp.Evaluator, c dl.Concept) interp.Set {
	x, err := e.Extension(c)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// membersOf are the first humans that are in the concept, and the first that are not.
func membersOf(t *testing.T, n int, c dl.Concept, most int) (in, out []string) {
	eachPart(t, n, func(s *interp.Structure, subjects []string) bool {
		e := interp.NewEvaluator(s)
		humans := extension(t, e, dl.Exists{Role: dl.Role{IRI: wdt + "P31"}, C: dl.Nominal{IRI: plain(item(5))}})
		members := extension(t, e, c)
		for _, iri := range subjects {
			a, _ := s.Lookup(iri)
			to := &out
			if members.Test(uint(a)) {
				to = &in
			}
			if humans.Test(uint(a)) && len(*to) < most {
				*to = append(*to, iri)
			}
		}
		return len(in) < most || len(out) < most
	})
	return in, out
}

// countGenerated counts the members of the concepts.
func countGenerated(t *testing.T, n int, cs []dl.Concept) []int64 {
	numbers := make([]int64, len(cs))
	eachPart(t, n, func(s *interp.Structure, subjects []string) bool {
		e := interp.NewEvaluator(s)
		for i, c := range cs {
			members := extension(t, e, c)
			for _, iri := range subjects {
				if a, _ := s.Lookup(iri); members.Test(uint(a)) {
					numbers[i]++
				}
			}
		}
		return true
	})
	return numbers
}
