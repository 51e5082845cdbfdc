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
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// compareClasses compares concepts about the classes of random ontologies with their queries over the
// RDF of the ontology. The engine inside the process takes minutes for such paths, and Virtuoso has no right
// answers about axioms.
func compareClasses(t *testing.T, e engine) {
	file := filepath.Join(t.TempDir(), "ontology.nt")
	compared, empty := 0, 0
	checkGraphs(t, func(t *rapid.T) {
		rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
		text := randomOntology(rng)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		o := extract.ImportOptions{
			Individuals: extract.Classes,
			Vocabulary:  extract.Vocabulary{RDFS: rng.IntN(2) == 0, Strings: true},
		}
		d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, o))(t)
		p, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{}))(t)
		eval := interp.NewEvaluator(p.Structure)
		v, language := info.Vocabulary.Vocabulary, (dl.ALCQIF&^dl.WithInverse)|dl.WithStrings
		// the same as triples between classes, as Ubergraph has them
		if rng.IntN(2) == 0 || e.dialect.Has(queries.LooseOrder) {
			text = classTriples(p.Structure)
			v, language = queries.Vocabulary{Type: rdfs + "subClassOf", SubClassOf: rdfs + "subClassOf", NoClosure: true},
				dl.WithAnd|dl.WithOr|dl.WithNot|dl.WithExists|dl.WithTop
		}
		client := e.serve(t, text)
		for range 8 {
			c := dltest.Concept(rng, p.Structure, language, 1+rng.IntN(6), 2)
			if v.ClassTriples() && !isFlat(c) {
				continue
			}
			members := require.Value(eval.Members(c))(t)
			var want []string
			for _, a := range interp.Members(members) {
				want = append(want, p.Structure.IRI(a))
			}
			if compared++; len(want) == 0 {
				empty++
			}
			q := queries.Options{Dialect: e.dialect, Vocabulary: v}
			j := judge{T: t, e: e, g: ntriples(text), client: client, c: c, o: q}
			j.members("Select", j.text(queries.Select(c, q)), want)
		}
	})
	check.That(t, empty < compared*4/5, "%d of %d concepts have no members", empty, compared)
}

const rdfs = "http://www.w3.org/2000/01/rdf-schema#"

// isFlat reports whether only names are below roles: triples between classes do not tell what a class
// expression below a role requires.
func isFlat(c dl.Concept) bool {
	flat := true
	dl.Walk(c, func(d dl.Concept) bool {
		if e, is := d.(dl.Exists); is {
			flat = flat && dl.Size(e.C) == 1
		}
		return flat
	})
	return flat
}

// classTriples returns what is true of the classes as triples between named classes.
func classTriples(s *interp.Structure) string {
	var out strings.Builder
	add := func(a interp.Individual, property, b string) {
		if !queries.BlankNode(s.IRI(a)) && !queries.BlankNode(b) {
			fmt.Fprintf(&out, "<%s> <%s> <%s> .\n", s.IRI(a), property, b)
		}
	}
	above := map[interp.Individual][]string{}
	for id, c := range s.Signature().Atoms() {
		for _, a := range interp.Members(s.Atom(interp.ConceptID(id))) {
			if name, is := c.(dl.Name); is {
				above[a] = append(above[a], name.IRI)
				if s.IsClass(a) {
					add(a, rdfs+"subClassOf", name.IRI)
				}
			}
		}
	}
	for r := interp.RoleID(0); int(r) < s.Signature().NumRoles(); r += 2 {
		s.EachSource(r, func(a interp.Individual, values []interp.Individual) {
			if !s.IsClass(a) {
				return
			}
			for _, b := range values {
				for _, c := range append([]string{s.IRI(b), "http://www.w3.org/2002/07/owl#Thing"}, above[b]...) {
					add(a, s.Signature().Role(r).IRI, c)
				}
			}
		})
	}
	return out.String()
}

// randomOntology returns axioms about eight classes in N-Triples.
func randomOntology(rng *rand.Rand) string {
	var out strings.Builder
	blanks := 0
	add := func(s, p, o string) {
		p = strings.NewReplacer("rdf:", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdfs:",
			"http://www.w3.org/2000/01/rdf-schema#",
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
	integers := blank() // what is equivalent to a datatype is one, and no class
	add(integers, "rdf:type", "<http://www.w3.org/2000/01/rdf-schema#Datatype>")
	for range 3 {
		equivalent := []string{"<http://www.w3.org/2001/XMLSchema#integer>", integers, one("D", 4), one("D", 4)}[rng.IntN(4)]
		add(one("D", 4), "owl:equivalentClass", equivalent)
	}
	return out.String()
}
