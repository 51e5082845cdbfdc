package syntax

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// ReadOWL returns the definition of the class in the graph: the object of its
// owl:equivalentClass (OWL 2 Mapping to RDF Graphs, Section 3). Without a class, the
// graph must have exactly one definition, or one class expression without a name. Other
// triples are ignored. What is not in ALCQI(f) is an error. Chains of more than two
// operands nest to the right.
func ReadOWL(triples []rdf.Triple, class string) (dl.Concept, error) {
	t, err := readDefinition(newGraph(triples), class)
	if err != nil {
		return nil, err
	}
	return conceptOf(t)
}

func readDefinition(g *graph, class string) (t owlTerm, err error) {
	defer catch(&err)
	root, err := g.definition(class)
	if err != nil {
		return t, err
	}
	r := &owlReader{graph: g, open: map[string]bool{}}
	return r.term(root), nil
}

func (g *graph) definition(class string) (rdf.Term, error) {
	if class == "" {
		switch {
		case len(g.defined) == 1:
			class = g.defined[0]
		case len(g.defined) > 1:
			return nil, fmt.Errorf("%w: %d classes are defined: choose one of %s", ErrNotDefined, len(g.defined),
				listIRIs(g.defined))
		case len(g.anonymous) == 1:
			return rdf.NewBlank(strings.TrimPrefix(g.anonymous[0], "_:"))
		default:
			return nil, fmt.Errorf("%w: there is no owl:equivalentClass in the file", ErrNotDefined)
		}
	}
	definitions := g.objects[class][owl+"equivalentClass"]
	if len(definitions) == 0 { // of two classes with names, either may be the subject
		definitions = g.synonyms[class]
	}
	switch len(definitions) {
	case 1:
		return definitions[0], nil
	case 0:
		return nil, fmt.Errorf("%w: %s has no owl:equivalentClass", ErrNotDefined, bracket(class))
	default:
		return nil, fmt.Errorf("%w: %s has %d: expected one", ErrNotDefined, bracket(class), len(definitions))
	}
}

type owlReader struct {
	*graph
	open  map[string]bool // nodes that are being read
	depth int
	read  int // number of nodes read so far, with repetitions
}

// enter fails if the graph has a cycle, or is too deep or too large.
func (r *owlReader) enter(s string) (leave func()) {
	if r.open[s] {
		panic(failure{errors.New("a class expression contains itself")})
	}
	if r.depth++; r.depth > MaxDepth {
		panic(failure{fmt.Errorf("nested more than %d levels deep", MaxDepth)})
	}
	if r.read++; r.read > mostNodes {
		panic(failure{errTooLarge})
	}
	r.open[s] = true
	return func() { r.depth--; delete(r.open, s) }
}

// term returns the term of a node of the graph.
func (r *owlReader) term(t rdf.Term) owlTerm {
	if literal, ok := t.(rdf.Literal); ok {
		return literalTerm(literal.String(), literal.DataType.String())
	}
	s := nodeKey(t)
	if t.Type() == rdf.TermIRI {
		return iriTerm(s)
	}
	defer r.enter(s)()
	for _, f := range rdfForms {
		if r.hasForm(s, f) {
			r.checkAlone(s, f)
			return r.termWithForm(s, f)
		}
	}
	return owlTerm{kind: termBlank, text: "a blank node"}
}

// hasForm reports whether the node has the predicates of the form, and whether both or
// neither are about literals.
func (r *owlReader) hasForm(s string, f rdfForm) bool {
	for _, p := range f.predicates {
		if len(r.objects[s][owl+p]) == 0 {
			return false
		}
	}
	switch f.predicates[len(f.predicates)-1] {
	case "onClass":
		return !r.isRange(r.objects[s][owl+"onClass"][0])
	case "onProperty": // a cardinality without a class or a data range
		property := r.objects[s][owl+"onProperty"][0]
		return f.isData() == r.hasType(nodeKey(property), func(class string) bool { return class == owl+"DatatypeProperty" })
	case "someValuesFrom", "allValuesFrom", "hasValue":
		filler := r.objects[s][owl+f.predicates[1]][0]
		return f.isData() == r.isRange(filler)
	case "intersectionOf", "unionOf", "oneOf":
		return f.isData() == r.isDataNode(s)
	}
	return true
}

// checkAlone fails if the node has predicates of another form beside those of f, as a
// restriction with owl:minCardinality and owl:maxCardinality has. A node has one form
// (OWL 2 Mapping to RDF Graphs, Table 13), and the other part must not be lost.
func (r *owlReader) checkAlone(s string, f rdfForm) {
	for _, other := range rdfForms {
		for _, p := range other.predicates {
			if len(r.objects[s][owl+p]) > 0 && !slices.Contains(f.predicates, p) {
				panic(failure{fmt.Errorf("%s has owl:%s beside owl:%s: write an owl:intersectionOf of two nodes",
					nodeText(s), p, strings.Join(f.predicates, " and owl:"))})
			}
		}
	}
}

func (r *owlReader) termWithForm(s string, f rdfForm) owlTerm {
	t := newTerm(f.constructor)
	for _, p := range f.predicates {
		o, _ := r.object(s, owl+p)
		objects := []rdf.Term{o}
		if f.isList(p) {
			objects = r.list(o)
		}
		for _, o := range objects {
			if p == "withRestrictions" {
				t.args = append(t.args, r.facets(o)...)
			} else {
				t.args = append(t.args, r.term(o))
			}
		}
	}
	return t
}

// facets returns the facets in a member of owl:withRestrictions: names and literals in
// turn.
func (r *owlReader) facets(o rdf.Term) (ts []owlTerm) {
	s := nodeKey(o)
	for _, p := range slices.Sorted(maps.Keys(r.objects[s])) {
		o, _ := r.object(s, p)
		ts = append(ts, iriTerm(p), r.term(o))
	}
	return ts
}

// isRange reports whether the node is a literal or a data range, rather than an
// individual or a class.
func (r *owlReader) isRange(t rdf.Term) bool {
	switch t.Type() {
	case rdf.TermLiteral:
		return true
	case rdf.TermIRI:
		if iri := t.String(); strings.HasPrefix(iri, dl.XSD) || slices.Contains(otherDatatypes, iri) {
			return true
		}
	}
	return r.isDataNode(nodeKey(t))
}

// otherDatatypes are those of OWL 2 that are not in XML Schema (OWL 2 Syntax, Section 4), and those of RDF 1.1.
var otherDatatypes = []string{rdfsLiteral, plainLiteral, rdfNS + "XMLLiteral", rdfNS + "HTML", rdfNS + "langString",
	owl + "real", owl + "rational"}

// isDataNode reports whether the node is a restriction of a datatype or a list of literals, or the graph
// says that it is an rdfs:Datatype.
func (r *owlReader) isDataNode(s string) bool {
	if len(r.objects[s][owl+"onDatatype"]) > 0 || len(r.objects[s][owl+"datatypeComplementOf"]) > 0 {
		return true
	}
	for _, list := range r.objects[s][owl+"oneOf"] {
		first, ok := r.object(nodeKey(list), rdfNS+"first")
		if ok && first.Type() == rdf.TermLiteral {
			return true
		}
	}
	return r.hasType(s, IsDatatypeClass)
}

// hasType reports whether the graph says that the node is in such a class.
func (r *owlReader) hasType(s string, is func(class string) bool) bool {
	return slices.ContainsFunc(r.objects[s][rdfNS+"type"], func(class rdf.Term) bool { return is(class.String()) })
}
