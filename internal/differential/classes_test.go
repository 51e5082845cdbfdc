package differential

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// compareClasses compares concepts about the classes of random ontologies with their queries over the
// RDF of the ontology. The engine inside the process takes minutes for such paths.
func compareClasses(t *testing.T, e engine) {
	file := filepath.Join(t.TempDir(), "ontology.nt")
	compared, empty := 0, 0
	checkGraphs(t, func(t *rapid.T) {
		rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
		text := randomOntology(rng)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		o := extract.ImportOptions{Individuals: extract.Classes, Vocabulary: extract.Vocabulary{RDFS: rng.IntN(2) == 0, Strings: true}}
		d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, o))(t)
		p, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
		eval := interp.NewEvaluator(p.Structure)
		client := e.serve(t, text)
		for range 8 {
			c := dltest.Concept(rng, p.Structure, (dl.ALCQIF&^dl.WithInverse)|dl.WithStrings, 1+rng.IntN(6), 2)
			members := require.Value(eval.Members(c))(t)
			var want []string
			for _, a := range interp.Members(members) {
				want = append(want, p.Structure.IRI(a))
			}
			if compared++; len(want) == 0 {
				empty++
			}
			q := queries.Options{Dialect: e.dialect, Vocabulary: info.Vocabulary.Vocabulary}
			j := judge{T: t, e: e, g: &graphs.Random{}, client: client, c: c, o: q}
			j.members("Select", j.text(queries.Select(c, q)), want)
		}
	})
	check.That(t, empty < compared*4/5, "%d of %d concepts have no members", empty, compared)
}

// randomOntology returns axioms about eight classes in N-Triples.
func randomOntology(rng *rand.Rand) string {
	var out strings.Builder
	blanks := 0
	add := func(s, p, o string) {
		p = strings.NewReplacer("rdf:", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdfs:", "http://www.w3.org/2000/01/rdf-schema#",
			"owl:", "http://www.w3.org/2002/07/owl#").Replace(p)
		fmt.Fprintf(&out, "%s <%s> %s .\n", s, p, o)
	}
	one := func(of string, n int) string { return fmt.Sprintf("<http://x/%s%d>", of, rng.IntN(n)) }
	blank := func() string { blanks++; return fmt.Sprintf("_:b%d", blanks) }
	var class func(depth int) string
	class = func(depth int) string {
		kind := rng.IntN(7)
		if depth == 0 || kind < 2 {
			return one("C", 8)
		}
		b := blank()
		if kind < 5 {
			add(b, "owl:onProperty", one("r", 3))
			switch rng.IntN(6) {
			case 0:
				add(b, "owl:hasValue", one("i", 2))
			case 1:
				add(b, "owl:hasValue", fmt.Sprintf("%q", fmt.Sprint("v", rng.IntN(2))))
			case 2:
				add(b, "owl:allValuesFrom", class(depth-1))
			default:
				add(b, "owl:someValuesFrom", class(depth-1))
			}
			return b
		}
		list := "<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>"
		for range 2 {
			cell := blank()
			add(cell, "rdf:first", class(depth-1))
			add(cell, "rdf:rest", list)
			list = cell
		}
		add(b, []string{"owl:intersectionOf", "owl:unionOf"}[max(0, kind-5)], list)
		return b
	}
	for i := range 8 {
		add(fmt.Sprintf("<http://x/C%d>", i), "rdf:type", "<http://www.w3.org/2002/07/owl#Class>")
	}
	add("<http://x/i0>", "rdf:type", one("C", 8))
	add("<http://x/r1>", "rdfs:subPropertyOf", "<http://x/r0>")
	add("<http://x/C7>", "owl:deprecated", `"true"^^<http://www.w3.org/2001/XMLSchema#boolean>`)
	for range 12 {
		add(one("C", 8), []string{"rdfs:subClassOf", "rdfs:subClassOf", "owl:equivalentClass"}[rng.IntN(3)], class(2))
	}
	return out.String()
}
