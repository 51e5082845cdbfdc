package extract

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

const owlHead = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . `

// importOWLRL imports the text as a file with OWL 2 RL. It returns the path of the file,
// too.
func importOWLRL(t *testing.T, text string) (*Data, Report, string) {
	t.Helper()
	path := testfiles.Write(t, "o.ttl", owlHead+text)
	d, report := mustImport(t, ImportOptions{Vocabulary: Vocabulary{RDFS: true, OWLRL: true}}, path)
	return d, report, path
}

func members(s *interp.Structure, c dl.Concept) (iris []string) {
	x, err := interp.NewEvaluator(s).Extension(c)
	must(err)
	for _, a := range interp.Members(x) {
		iris = append(iris, s.IRI(a))
	}
	return iris
}

// A query over the stated graph, with paths for transitive properties, has the members of
// the concept in the closed graph as its result.
func TestOWLRLQueries(t *testing.T) {
	r := rand.New(rand.NewPCG(*testsize.Seed, 4))
	var concepts []dl.Concept
	for _, text := range []string{"∃p.⊤", "∃p.A", "∃p⁻.A", "∃q.A", "∃q⁻.∃p.A", "B ⊓ ¬∃p.A", "∀p.A ⊓ B", "∀q⁻.A ⊓ B",
		"≥2 p.⊤", "≥2 q⁻.A", "≤1 p.⊤ ⊓ B", "C ⊓ ¬∃p.B", "∃s.∃p.B"} {
		c, err := syntax.Parse(text, syntax.Prefixes{"": "http://e/"})
		must(err)
		concepts = append(concepts, c)
	}
	for range 25 {
		var sb strings.Builder
		sb.WriteString(
			":p a owl:TransitiveProperty, owl:ObjectProperty . :q a owl:ObjectProperty . :s a owl:ObjectProperty .\n")
		property := func() string { return []string{":p", ":q", ":s"}[r.IntN(3)] }
		for range r.IntN(4) {
			switch r.IntN(6) {
			case 0:
				fmt.Fprintf(&sb, "%s owl:inverseOf %s .\n", property(), property())
			case 1:
				fmt.Fprintf(&sb, "%s owl:equivalentProperty %s .\n", property(), property())
			case 2:
				fmt.Fprintf(&sb, "%s rdfs:domain :A .\n", property())
			case 3:
				fmt.Fprintf(&sb, ":A owl:equivalentClass :%s .\n", []string{"B", "C"}[r.IntN(2)])
			case 4:
				fmt.Fprintf(&sb, "%s a owl:SymmetricProperty .\n", property())
			default:
				fmt.Fprintf(&sb, "%s rdfs:subPropertyOf %s .\n", property(), property())
			}
		}
		for range 4 + r.IntN(6) {
			fmt.Fprintf(&sb, ":i%d %s :i%d .\n", r.IntN(6), property(), r.IntN(6))
		}
		for range 5 {
			fmt.Fprintf(&sb, ":i%d a :%s .\n", r.IntN(6), []string{"A", "B"}[r.IntN(2)])
		}
		compareOWLRL(t, sb.String(), concepts)
	}
}

func compareOWLRL(t *testing.T, text string, concepts []dl.Concept) {
	t.Helper()
	d, _, path := importOWLRL(t, text)
	p, info, err := d.Problem(t.Context(), Examples{}, LoadOptions{})
	must(err)
	client := engines.ServeFile(t, path)
	for _, c := range concepts {
		want := members(p.Structure, c)
		var got []string
		query, err := queries.Select(c, queries.Options{Axioms: info.Axioms, Domain: info.Domain, Statistics: info.Statistics,
			Dialect: queries.Probe(func(ask string) (bool, error) { return client.Ask(t.Context(), ask) })})
		must(err)
		table, err := client.Select(t.Context(), query)
		require.That(t, err == nil, "%v in %s", err, query)
		for _, row := range table.Rows {
			got = append(got, row[0].String())
		}
		slices.Sort(want)
		slices.Sort(got)
		check.Equal(t, cmp.Diff(want, got), "", "%s\n%s\n%s", text, syntax.Print(c, syntax.Options{}), query)
	}
}

// Definitions and property chains entail members and edges, and a contradiction is a
// warning with its rule.
func TestImportOWLRL(t *testing.T) {
	d, report, _ := importOWLRL(t,
		`:Father owl:equivalentClass [ owl:intersectionOf ( :Male [ a owl:Restriction ; owl:onProperty :hasChild ; owl:someValuesFrom owl:Thing ] ) ] .
		:hasGrandchild owl:propertyChainAxiom ( :hasChild :hasChild ) . :Male owl:disjointWith :Female .
		:adam a :Male ; :hasChild :bert . :bert a :Male ; :hasChild :carl . :carl a :Male, :Female .`)
	p, _, err := d.Problem(t.Context(), Examples{}, LoadOptions{})
	must(err)
	for c, want := range map[dl.Concept]string{
		dl.Name{IRI: "http://e/Father"}:                                      "http://e/adam http://e/bert",
		dl.Exists{Role: dl.Role{IRI: "http://e/hasGrandchild"}, C: dl.Top{}}: "http://e/adam",
	} {
		got := members(p.Structure, c)
		check.That(t, strings.Join(got, " ") == want, "%v: got %v, want %s", c, got, want)
	}
	check.That(t, slices.ContainsFunc(report.Warnings,
		func(w string) bool { return strings.HasPrefix(w, "inconsistent by cax-dw: http://e/carl") }),
		"warnings %q", report.Warnings)
}
