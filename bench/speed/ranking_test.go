package speed

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// The first ranking may take at most mostRequests requests. This is tested on graphs of
// at least largeGraph facts.
const mostRequests, largeGraph = 60, 1_000_000

// TestEnginesHumansRanking ranks what humans have in common, with the preset wikidata, in
// Virtuoso with DBpedia's limits. It compares the numbers of members with the generator,
// and prints the cost.
func TestEnginesHumansRanking(t *testing.T) {
	e, _, _ := startWikidata(t)
	whole := generatedGraph(t, *wikidataFacts)
	eval := interp.NewEvaluator(whole)
	cfg, err := genusyaml.Load(
		config.Given{
			Flags: map[string][]string{"preset": {"wikidata"}, "endpoint": {e.Endpoint}, "graph": {e.Graph}},
			Dir:   t.TempDir(),
		},
	)
	require.NoError(t, err)
	c := connect(t, e, connector.Options{Timeout: cfg.RequestTimeout})
	d := queries.Probe(func(query string) (bool, error) { return c.Ask(t.Context(), query) })
	has := func(p string, o int) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: wdt + p}, C: dl.Nominal{IRI: plain(item(o))}}
	}
	fmt.Print("\n| examples share | requests | seconds | processor time of the engine (s) | numbers not known | first " +
		"candidate |\n|---|---:|---:|---:|---:|---|\n")
	for _, meant := range []dl.Concept{
		has("P27", country+3), has("P19", city+5), dl.And{L: has("P27", country), R: has("P106", occupation)},
		dl.And{L: has("P106", occupation+1), R: has("P21", 6581072)},
		dl.AtLeast{N: 2, Role: dl.Role{IRI: wdt + "P106"}, C: dl.Top{}},
	} {
		in, out := humansIn(t, whole, eval, meant, 5)
		o := queries.Options{Dialect: d, Graphs: cfg.Graph}
		g, endpoint := graph.NewWholeEndpoint(c, cfg.Vocabulary(), cfg.Exclusions(), o)
		s, err := intent.New(g, in, out, intent.Options{})
		require.NoError(t, err)
		start := time.Now()
		before, _ := e.Work()
		ranking, err := s.Rank(t.Context())
		require.NoError(t, err)
		after, _ := e.Work()
		unknown := 0
		for _, x := range ranking.Candidates {
			if !x.Members.Exact() {
				unknown++
			}
		}
		fmt.Printf("| %s | %d | %.1f | %.1f | %d of %d | %s |\n", printShort(meant), endpoint.Requests(),
			time.Since(start).Seconds(), (after - before).Seconds(), unknown, len(ranking.Candidates),
			printShort(ranking.Candidates[0].Concept))
		if *wikidataFacts >= largeGraph && endpoint.Requests() > mostRequests {
			t.Errorf("%s: %d requests", printShort(meant), endpoint.Requests())
		}
		compared := 0
		for _, x := range ranking.Candidates {
			if !isCounted(x.Concept) {
				continue
			}
			compared++
			if n := int64(extension(t, eval, x.Concept).Count()); x.Members.Lower > n || x.Members.Upper < n {
				t.Errorf("%s has %d members, not %d to %d", printShort(x.Concept), n, x.Members.Lower, x.Members.Upper)
			}
		}
		if compared == 0 {
			t.Errorf("%s: no number of members was compared", printShort(meant))
		}
	}
}

func printShort(c dl.Concept) string {
	return syntax.Print(c, syntax.Options{Prefixes: syntax.Prefixes{"wd": wd, "wdt": wdt}})
}

// isCounted reports whether the generated graph decides the concept. It does not decide
// comparisons, because engines have their own order of values.
func isCounted(c dl.Concept) bool {
	return !slices.ContainsFunc(dl.Leaves(c), func(leaf dl.Concept) bool { _, value := leaf.(dl.Compare); return value })
}

// extension returns the members of the concept in the generated graph.
func extension(t *testing.T, e *interp.Evaluator, c dl.Concept) interp.Set {
	t.Helper()
	x, err := e.Extension(c)
	require.NoError(t, err)
	return x
}

// humansIn returns the first humans that are in the concept, and the first that are not.
func humansIn(t *testing.T, s *interp.Structure, e *interp.Evaluator, c dl.Concept, most int) (in, out []string) {
	t.Helper()
	members := extension(t, e, c)
	for i := range humans(*wikidataFacts) {
		iri := plain(human(i))
		to := &out
		if a, ok := s.Lookup(iri); ok && members.Test(uint(a)) {
			to = &in
		}
		if len(*to) < most {
			*to = append(*to, iri)
		}
	}
	return in, out
}

// A question is a concept about people, and the query that a person would write for it.
type question struct {
	concept string
	query   string // the inside of WHERE
}

const person = "?x a/rdfs:subClassOf* :Person . "

var (
	prefixes  = syntax.Prefixes{"": ns}
	questions = []question{
		{"Manager ⊓ ∃worksFor.Startup", "?x a :Manager ; :worksFor ?w . ?w a :Startup ."},
		{"Student ⊓ (age ≥ 60)", "?x a :Student ; :age ?age . FILTER(?age >= 60)"},
		{"Employee ⊓ ¬Manager", "?x a/rdfs:subClassOf* :Employee . FILTER NOT EXISTS { ?x a :Manager }"},
		{"¬Employee", person + "FILTER NOT EXISTS { ?x a/rdfs:subClassOf* :Employee }"},
		{"∀knows.Manager", person + "FILTER NOT EXISTS { ?x :knows ?y . FILTER NOT EXISTS { ?y a :Manager } }"},
		{"≤1 parentOf.⊤", person + "FILTER NOT EXISTS { ?x :parentOf ?y, ?z . FILTER(?y != ?z) }"},
		{
			"≥3 parentOf.Student",
			"{ SELECT ?x WHERE { ?x :parentOf ?y . ?y a :Student } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 3) }",
		},
		{"∃worksFor.∃locatedIn.Capital", "?x :worksFor ?w . ?w :locatedIn ?l . ?l a :Capital ."},
		{"(age ≥ 60) ⊔ Student", "{ ?x :age ?age . FILTER(?age >= 60) } UNION { ?x a :Student }"},
		{"∃parentOf⁻.(born ≤ 1950-12-31)", `?p :parentOf ?x ; :born ?b . FILTER(?b <= "1950-12-31"^^xsd:date)`},
	}
)
