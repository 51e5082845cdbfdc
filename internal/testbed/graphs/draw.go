package graphs

import (
	"fmt"
	"slices"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Draw returns a random graph with every feature that a crawl must handle.
func Draw(t *rapid.T) *World {
	w := &World{}
	n := rapid.IntRange(2, 14).Draw(t, "individuals")
	for i := range n {
		w.Names = append(w.Names, fmt.Sprintf("%si%02d", NS, i))
	}
	all := slices.Clone(w.Names)
	if rapid.IntRange(0, 3).Draw(t, "blanks") == 0 {
		all = append(all, "_:b0", "_:b1")
	}
	node := rapid.SampledFrom(all)
	for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
		w.Role(NS+rapid.SampledFrom([]string{"r", "s", "q"}).Draw(t, "role"), node.Draw(t, "from"), node.Draw(t, "to"))
	}
	if rapid.IntRange(0, 2).Draw(t, "star") == 0 {
		hub := node.Draw(t, "hub")
		for _, a := range w.Names[:rapid.IntRange(1, n).Draw(t, "rays")] {
			if rapid.Bool().Draw(t, "outward") {
				w.Role(NS+"r", hub, a)
			} else {
				w.Role(NS+"s", a, hub)
			}
		}
	}
	classes := []string{NS + "A", NS + "B", NS + "C", NS + "D"}
	if rapid.IntRange(0, 3).Draw(t, "anonymous") == 0 {
		classes = append(classes, "_:c0")
	}
	class := rapid.SampledFrom(classes)
	for range rapid.IntRange(0, n).Draw(t, "memberships") {
		w.Member(node.Draw(t, "member"), class.Draw(t, "class"))
	}
	for range rapid.IntRange(0, 4).Draw(t, "subclasses") {
		w.Subclass(class.Draw(t, "sub"), class.Draw(t, "super"))
	}
	for range rapid.IntRange(0, n).Draw(t, "values") {
		v := rapid.SampledFrom([][3]string{
			{"f", "1", "integer"}, {"f", "02", "integer"}, {"f", "2.5", "decimal"}, {"f", "INF", "double"},
			{"f", "words", "string"}, {"f", "more \"words\"", "string"}, {"g", "", "string"}, {"f", "no number", "integer"},
			{"g", "2001-02-03", "date"}, {"g", "1999", "gYear"}, {"h", "true", "boolean"}, {"h", "0", "boolean"},
			{"r", "7", "integer"}, // a role and a feature
		}).Draw(t, "value")
		w.Value(NS+v[0], node.Draw(t, "bearer"), v[1], dl.XSD+v[2])
	}
	if rapid.IntRange(0, 3).Draw(t, "bookkeeping") == 0 {
		w.State(w.Names[0], graph.RDFSchema+"seeAlso", Term(w.Names[n-1]))
	}
	return w
}

// DrawConcept returns a random concept of that size and role depth at most depth over the
// signature of p, without removed roles and features.
func DrawConcept(t *rapid.T, p *interp.Problem, depth, size int) dl.Concept {
	rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
	for {
		if c := dltest.Concept(rng, p.Structure, dl.ALCQIF|dl.Values, size, 4); dl.Depth(c) <= depth &&
			!neighbourhood.Removed(p.Removed).In(c) {
			return c
		}
	}
}

func LangLiteral(text, lang string) rdf.Literal {
	l, err := rdf.NewLangLiteral(text, lang)
	must(err)
	return l
}

// DrawHubs returns random individuals of the graph, each after a space.
func DrawHubs(t *rapid.T, w *World) (hubs string) {
	for _, a := range w.Names {
		if rapid.IntRange(0, 4).Draw(t, "is hub") == 0 {
			hubs += " " + a
		}
	}
	return hubs
}

// DrawAxioms states random axioms about properties and classes, some of which occur in no
// other statement.
func DrawAxioms(t *rapid.T, w *World) {
	property := rapid.SampledFrom([]string{NS + "r", NS + "s", NS + "q", NS + "f", NS + "g", NS + "t", NS + "u"})
	class := rapid.SampledFrom([]string{NS + "A", NS + "B", NS + "E", "_:d0"})
	for range rapid.IntRange(1, 6).Draw(t, "axioms") {
		p := property.Draw(t, "property")
		switch rapid.IntRange(0, 10).Draw(t, "axiom") {
		case 0:
			w.State(p, entail.SubPropertyOf, Term(property.Draw(t, "above")))
		case 1:
			w.State(p, entail.InverseOf, Term(property.Draw(t, "inverse")))
		case 2:
			w.State(p, entail.Type, Term(entail.Symmetric))
		case 3:
			w.State(p, entail.Domain, Term(class.Draw(t, "domain")))
		case 5:
			w.State(p, entail.Equivalent, Term(property.Draw(t, "equivalent")))
		case 4:
			w.State(p, entail.Range, Term(class.Draw(t, "range")))
		case 6, 7, 8:
			w.State(p, entail.Type, Term(entail.Transitive))
		default:
			named := class.Filter(func(c string) bool { return c != "_:d0" })
			w.State(named.Draw(t, "class"), entail.EquivalentClass, Term(named.Draw(t, "equivalent")))
		}
	}
	if rapid.Bool().Draw(t, "named superclass") {
		w.Subclass("_:d0", NS+"F")
	}
	if rapid.Bool().Draw(t, "chain") {
		drawChain(t, w)
	}
}

// drawChain states a chain of a transitive role through all individuals, with steps by its
// subroles in both directions, and perhaps a cycle.
func drawChain(t *rapid.T, w *World) {
	w.State(NS+"r", entail.Type, Term(entail.Transitive))
	steps := []string{"r"}
	if rapid.Bool().Draw(t, "subproperty") {
		w.State(NS+"s", entail.SubPropertyOf, Term(NS+"r"))
		steps = append(steps, "s")
	}
	if rapid.Bool().Draw(t, "inverse") {
		w.State(NS+"q", entail.InverseOf, Term(NS+"r"))
		steps = append(steps, "q")
	}
	if rapid.Bool().Draw(t, "above") {
		w.State(NS+"r", entail.SubPropertyOf, Term(NS+"u"))
	}
	order := rapid.Permutation(w.Names).Draw(t, "chain")
	if rapid.IntRange(0, 3).Draw(t, "cycle") == 0 {
		order = append(order, order[0])
	}
	for i, to := range order[1:] {
		switch step := rapid.SampledFrom(steps).Draw(t, "step"); step {
		case "q":
			w.Role(NS+step, to, order[i])
		default:
			w.Role(NS+step, order[i], to)
		}
	}
}
