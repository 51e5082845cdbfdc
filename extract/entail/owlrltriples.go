package entail

import (
	"strings"

	"github.com/knakk/rdf"
)

// A triple is the numbers of a subject, a property and an object.
type triple [3]int

type triples struct {
	ids      map[key]int
	terms    []rdf.Term
	known    map[triple]bool // the triples of all
	all      []triple
	objects  map[[2]int][]int // by subject and property
	subjects map[[2]int][]int // by property and object
	with     map[int][]triple // by property
	of       map[int][]triple // by subject; nil if not needed
	to       map[int][]triple // by object; nil if not needed

	chained map[triple]bool // triples that follow from a chain of a transitive property

	steps   int          // calls of check
	ended   func() error // of the context; nil before the closure is computed
	stopped error        // what ended the closure; add adds nothing then

	typ, sameAs, thing int
	schemaTriples      int          // number of triples that are parts of axioms
	schema             map[int]bool // the predicates, and the objects of rdf:type, of axioms
}

// newTriples returns a graph. byEnds adds the indexes by subject and by object, which take
// memory.
func newTriples(given []rdf.Triple, byEnds bool) *triples {
	g := &triples{
		ids: map[key]int{}, known: map[triple]bool{}, objects: map[[2]int][]int{}, subjects: map[[2]int][]int{},
		with: map[int][]triple{}, chained: map[triple]bool{}, schema: map[int]bool{},
	}
	if byEnds {
		g.of, g.to = map[int][]triple{}, map[int][]triple{}
	}
	g.typ = g.iri(Type)
	g.sameAs = g.iri(owl + "sameAs")
	g.thing = g.iri(owl + "Thing")
	for _, p := range strings.Fields(schemaTerms) {
		g.schema[g.iri(owl+p)] = true
	}
	for _, p := range []string{SubPropertyOf, Domain, Range, rdfs + "subClassOf", rdf1 + "first", rdf1 + "rest"} {
		g.schema[g.iri(p)] = true
	}
	for _, t := range given {
		g.add(g.id(t.Subj), g.id(t.Pred), g.id(t.Obj))
	}
	return g
}

const (
	owl  = "http://www.w3.org/2002/07/owl#"
	rdfs = "http://www.w3.org/2000/01/rdf-schema#"
	rdf1 = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

	schemaTerms = `inverseOf equivalentProperty equivalentClass propertyChainAxiom hasKey onProperty someValuesFrom
		allValuesFrom hasValue intersectionOf unionOf oneOf maxCardinality maxQualifiedCardinality onClass
		SymmetricProperty TransitiveProperty FunctionalProperty InverseFunctionalProperty`
)

func (g *triples) iri(s string) int {
	i, err := rdf.NewIRI(s)
	if err != nil {
		panic(err) // a constant of this package
	}
	return g.id(i)
}

// A key identifies a term. Literals are the same if their text, datatype and language are.
type key struct {
	kind                 rdf.TermType
	text, datatype, lang string
}

func spell(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return "_:" + t.String()
	}
	return t.String()
}

// id returns the number of a term. It numbers a new term.
func (g *triples) id(t rdf.Term) int {
	k := key{kind: t.Type(), text: t.String()}
	if l, ok := t.(rdf.Literal); ok {
		k.datatype, k.lang = l.DataType.String(), l.Lang()
	}
	n, ok := g.ids[k]
	if !ok {
		n = len(g.terms)
		g.ids[k], g.terms = n, append(g.terms, t)
	}
	return n
}

// check notices the end of the context now and then.
func (g *triples) check() {
	if g.steps++; g.steps%contextEvery == 0 && g.ended != nil && g.stopped == nil {
		g.stopped = g.ended()
	}
}

// add adds a triple, unless its subject is a literal. It reports whether the triple is
// new.
func (g *triples) add(s, p, o int) bool {
	g.check()
	t := triple{s, p, o}
	if g.stopped != nil || g.known[t] || g.terms[s].Type() == rdf.TermLiteral {
		return false
	}
	g.known[t] = true
	g.all = append(g.all, t)
	if g.schema[p] || p == g.typ && g.schema[o] {
		g.schemaTriples++
	}
	g.objects[[2]int{s, p}] = append(g.objects[[2]int{s, p}], o)
	g.subjects[[2]int{p, o}] = append(g.subjects[[2]int{p, o}], s)
	g.with[p] = append(g.with[p], t)
	if g.of != nil {
		g.of[s], g.to[o] = append(g.of[s], t), append(g.to[o], t)
	}
	return true
}

// is reports whether x is a member of the class. Everything is an owl:Thing.
func (g *triples) is(x, class int) bool {
	g.check()
	return class == g.thing || g.known[triple{x, g.typ, class}]
}

func (g *triples) list(node int) (items []int) {
	first, rest := g.iri(rdf1+"first"), g.iri(rdf1+"rest")
	for seen := map[int]bool{}; !seen[node] && len(g.objects[[2]int{node, first}]) > 0; {
		seen[node] = true
		items = append(items, g.objects[[2]int{node, first}][0])
		next := g.objects[[2]int{node, rest}]
		if len(next) == 0 {
			break
		}
		node = next[0]
	}
	return items
}
