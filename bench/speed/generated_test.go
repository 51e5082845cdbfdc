package speed

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// plain returns the IRI without its brackets; empty for a literal.
func plain(term string) string {
	if iri, ok := strings.CutPrefix(term, "<"); ok {
		return strings.TrimSuffix(iri, ">")
	}
	return ""
}

// generatedGraph returns the graph of n facts as the generator states it, not read by the code
// under test.
func generatedGraph(t *testing.T, n int) *interp.Structure {
	t.Helper()
	var b interp.Builder
	wikidata(n, func(subject, property, object string) {
		a, p, o := plain(subject), plain(property), plain(object)
		kind := properties[strings.TrimPrefix(p, wdt)]
		switch {
		case p == wdt+"P31":
			b.AddName(o, a)
		case p == wdt+"P279":
			b.AddInclusion(a, o)
		case o != "":
			b.AddRole(p, a, o)
		case kind == "Time" || kind == "Quantity":
			lexical, datatype, _ := strings.Cut(strings.TrimPrefix(object, `"`), `"^^`)
			v, err := dl.ParseLiteral(lexical, plain(datatype))
			require.NoError(t, err)
			b.AddValue(p, a, v)
		}
	})
	s, err := b.Build(t.Context())
	require.NoError(t, err)
	return s
}

// compareAround compares the extraction with the whole graph at every individual within
// depth steps of the examples, and returns their number. Roles to other things than items
// do not count.
func compareAround(t *testing.T, p interp.Problem, whole *interp.Structure, depth int) int {
	t.Helper()
	ignored := neighbourhood.Removed(p.Removed)
	for _, s := range []*interp.Structure{p.Structure, whole} {
		for r := range interp.RoleID(s.Signature().NumRoles()) {
			if role := s.Signature().Role(r); properties[strings.TrimPrefix(role.IRI, wdt)] != "WikibaseItem" {
				ignored[role] = true
			}
		}
	}
	wrong, compared := neighbourhood.Differences(&p, whole, depth, ignored)
	for _, difference := range wrong[:min(3, len(wrong))] {
		t.Error(difference)
	}
	if len(wrong) > 0 {
		t.Errorf("%d of %d individuals are wrong", len(wrong), compared)
	}
	return compared
}

const (
	ns   = "http://example.org/"
	rdf  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	rdfs = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
)

// generate writes about n facts as N-Triples: people with their age and birth, whom they
// know, their children and where they work. The same seed gives the same graph. About one
// in twenty facts is not about people.
func generate(w io.Writer, n int, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 1))
	out := bufio.NewWriterSize(w, 1<<20)
	left := n
	fact := func(s, p, o string) {
		fmt.Fprintf(out, "<%s%s> <%s> %s .\n", ns, s, p, o)
		left--
	}
	iri := func(local string) string { return "<" + ns + local + ">" }
	role := func(s, p, o string) { fact(s, ns+p, iri(o)) }
	typed := func(s, p, lexical string, k dl.Kind) { fact(s, ns+p, fmt.Sprintf("%q^^<%s>", lexical, k.IRI())) }

	for _, sub := range [][2]string{{"Manager", "Employee"}, {"Engineer", "Employee"}, {"Employee", "Person"},
		{"Student", "Person"}, {"Startup", "Company"}} {
		fact(sub[0], rdfs, iri(sub[1]))
	}
	people := max(n/9, 10)
	companies, cities := max(people/50, 2), max(people/5000, 2)
	for i := range cities {
		c := fmt.Sprintf("city%d", i)
		fact(c, rdf, iri([]string{"Capital", "City"}[min(i%10, 1)]))
	}
	for i := range companies {
		c := fmt.Sprintf("company%d", i)
		fact(c, rdf, iri([]string{"Company", "Startup"}[rng.IntN(2)]))
		role(c, "locatedIn", fmt.Sprintf("city%d", rng.IntN(cities)))
	}
	for i := 0; left > 0; i++ {
		p := fmt.Sprintf("person%d", i)
		class := []string{"Manager", "Engineer", "Engineer", "Engineer", "Student", "Person"}[rng.IntN(6)]
		fact(p, rdf, iri(class))
		age := 18 + rng.IntN(70)
		typed(p, "age", fmt.Sprint(age), dl.Integer)
		typed(p, "born", fmt.Sprintf("%04d-%02d-%02d", 2020-age, 1+rng.IntN(12), 1+rng.IntN(28)), dl.Date)
		if class != "Student" && class != "Person" {
			role(p, "worksFor", fmt.Sprintf("company%d", rng.IntN(companies)))
		}
		for range rng.IntN(6) {
			role(p, "knows", fmt.Sprintf("person%d", rng.IntN(people)))
		}
		for range rng.IntN(5) {
			role(p, "parentOf", fmt.Sprintf("person%d", rng.IntN(people)))
		}
	}
	return out.Flush()
}
