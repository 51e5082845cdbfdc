package syntax

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// ErrNotDefined reports that a document does not define the requested class, or does
// not define exactly one.
var ErrNotDefined = errors.New("no definition")

// ReadOWL returns the concept that the graph defines the class as: the object of its
// owl:equivalentClass (OWL 2 Mapping to RDF Graphs, Section 3). Without a class,
// the graph must have one definition, or one class expression without a name.
// Everything else in the graph is passed over. What is not in ALCQI(f) is an
// error; chains of more than two operands nest to the right.
func ReadOWL(triples []rdf.Triple, class string) (dl.Concept, error) {
	g := newGraph(triples)
	root, err := g.definition(class)
	if err != nil {
		return nil, err
	}
	r := &owlReader{graph: g, open: map[string]bool{}}
	return limitSize(r.concept(root))
}

// mostNodes is the largest concept, as a tree, that is read from OWL. Blank
// nodes that are shared, and exact numbers, which are read twice, make trees of
// exponential size out of short documents.
const mostNodes = 100_000

// limitSize returns an error for a concept that is too large to be walked as a
// tree.
func limitSize(c dl.Concept, err error) (dl.Concept, error) {
	if err == nil && dl.Size(c) > mostNodes {
		return nil, errTooLarge
	}
	return c, err
}

var errTooLarge = fmt.Errorf("the concept has more than %d nodes", mostNodes)

// definition returns the class expression that the class is defined as.
func (g *graph) definition(class string) (rdf.Term, error) {
	if class == "" {
		switch {
		case len(g.defined) == 1:
			class = g.defined[0]
		case len(g.defined) > 1:
			return nil, fmt.Errorf("%w: %d classes are defined: choose one of %s", ErrNotDefined, len(g.defined), listIRIs(g.defined))
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

// listIRIs returns the first few IRIs, for a message.
func listIRIs(iris []string) string {
	const most = 5
	shown := make([]string, 0, most)
	for _, iri := range iris[:min(most, len(iris))] {
		shown = append(shown, bracket(iri))
	}
	s := strings.Join(shown, ", ")
	if len(iris) > most {
		s += ", …"
	}
	return s
}

type owlReader struct {
	*graph
	open  map[string]bool // nodes that are being read
	depth int
	read  int // nodes so far, with repetitions
}

// enter guards against graphs that lead back to themselves or too deep.
func (r *owlReader) enter(s string) (leave func(), err error) {
	if r.open[s] {
		return nil, fmt.Errorf("a class expression contains itself")
	}
	if r.depth++; r.depth > MaxDepth {
		return nil, fmt.Errorf("nested more than %d levels deep", MaxDepth)
	}
	if r.read++; r.read > mostNodes {
		return nil, errTooLarge
	}
	r.open[s] = true
	return func() { r.depth--; delete(r.open, s) }, nil
}

func (r *owlReader) concept(t rdf.Term) (dl.Concept, error) {
	switch {
	case t.Type() == rdf.TermLiteral:
		return nil, fmt.Errorf("expected a class but found the literal %s", quote(t.String()))
	case t.Type() == rdf.TermIRI:
		switch iri := t.String(); iri {
		case owl + "Thing":
			return dl.Top{}, nil
		case owl + "Nothing":
			return dl.Bottom{}, nil
		default:
			return dl.Name{IRI: iri}, nil
		}
	}
	s := nodeKey(t)
	leave, err := r.enter(s)
	if err != nil {
		return nil, err
	}
	defer leave()
	c, ok, err := readOWLForm(r.graph, s, []owlForm[dl.Concept]{
		{"intersectionOf", func(o rdf.Term) (dl.Concept, error) { return r.chain(o, dl.Conj) }},
		{"unionOf", func(o rdf.Term) (dl.Concept, error) { return r.chain(o, dl.Disj) }},
		{"complementOf", r.complement},
		{"oneOf", r.nominals},
		{"onProperty", func(o rdf.Term) (dl.Concept, error) { return r.restriction(s, o) }},
	})
	if ok || err != nil {
		return c, err
	}
	return nil, errors.New("a blank node is not a class expression: expected owl:intersectionOf, owl:unionOf, owl:complementOf, owl:oneOf or owl:onProperty")
}

func (r *owlReader) chain(o rdf.Term, join func(...dl.Concept) dl.Concept) (dl.Concept, error) {
	items, err := r.list(o)
	if err != nil {
		return nil, err
	}
	cs := make([]dl.Concept, 0, len(items))
	for _, item := range items {
		c, err := r.concept(item)
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
	}
	return join(cs...), nil
}

func (r *owlReader) complement(o rdf.Term) (dl.Concept, error) {
	c, err := r.concept(o)
	if err != nil {
		return nil, err
	}
	return dl.Not{C: c}, nil
}

// nominals reads an enumeration of individuals as the union of their nominals.
func (r *owlReader) nominals(o rdf.Term) (dl.Concept, error) {
	items, err := r.list(o)
	if err != nil {
		return nil, err
	}
	cs := make([]dl.Concept, len(items))
	for i, item := range items {
		if cs[i], err = nominalOf(item); err != nil {
			return nil, err
		}
	}
	return dl.Disj(cs...), nil
}

func nominalOf(t rdf.Term) (dl.Concept, error) {
	if t.Type() != rdf.TermIRI {
		return nil, fmt.Errorf("%s is not an individual with a name", nodeText(nodeKey(t)))
	}
	return dl.Nominal{IRI: t.String()}, nil
}

// restriction reads an owl:Restriction on a property.
func (r *owlReader) restriction(s string, property rdf.Term) (dl.Concept, error) {
	role, err := r.role(property)
	if err != nil {
		return nil, err
	}
	c, ok, err := readOWLForm(r.graph, s, []owlForm[dl.Concept]{
		{"someValuesFrom", func(o rdf.Term) (dl.Concept, error) { return r.quantified(tokSome, role, o) }},
		{"allValuesFrom", func(o rdf.Term) (dl.Concept, error) { return r.quantified(tokOnly, role, o) }},
		{"hasValue", func(o rdf.Term) (dl.Concept, error) { return r.hasValue(role, o) }},
	})
	if ok || err != nil {
		return c, err
	}
	if len(r.objects[s][owl+"hasSelf"]) > 0 {
		return nil, errors.New("owl:hasSelf is not in ALCQI(f)")
	}
	return r.cardinality(s, role)
}

func (r *owlReader) role(t rdf.Term) (dl.Role, error) {
	switch t.Type() {
	case rdf.TermIRI:
		return dl.Role{IRI: t.String()}, nil
	case rdf.TermLiteral:
		return dl.Role{}, fmt.Errorf("expected a property but found the literal %s", quote(t.String()))
	}
	leave, err := r.enter(nodeKey(t))
	if err != nil {
		return dl.Role{}, err
	}
	defer leave()
	o, ok, err := r.object(nodeKey(t), owl+"inverseOf")
	if err != nil {
		return dl.Role{}, err
	}
	if !ok {
		return dl.Role{}, errors.New("a blank node is not a property: expected owl:inverseOf")
	}
	role, err := r.role(o)
	return role.Inv(), err
}

func (r *owlReader) quantified(quantifier kind, role dl.Role, filler rdf.Term) (dl.Concept, error) {
	if r.isRange(filler) {
		switch {
		case quantifier == tokOnly:
			return nil, fmt.Errorf("%s: a universal restriction to a data range is not in ALCQI(f)", bracket(role.IRI))
		case role.Inverse:
			return nil, fmt.Errorf("%s: a feature has no inverse", bracket(role.IRI))
		}
		rs, err := r.dataRanges(filler)
		if err == nil {
			var c dl.Concept
			if c, err = unionConcept(role.IRI, rs); err == nil {
				return c, nil
			}
		}
		return nil, fmt.Errorf("%s: %w", bracket(role.IRI), err)
	}
	c, err := r.concept(filler)
	switch {
	case err != nil:
		return nil, err
	case quantifier == tokSome:
		return dl.Exists{Role: role, C: c}, nil
	}
	return dl.ForAll{Role: role, C: c}, nil
}

func (r *owlReader) hasValue(role dl.Role, o rdf.Term) (dl.Concept, error) {
	literal, ok := o.(rdf.Literal)
	if !ok {
		c, err := nominalOf(o)
		if err != nil {
			return nil, err
		}
		return dl.Exists{Role: role, C: c}, nil
	}
	v, err := valueOf(literal)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", bracket(role.IRI), err)
	case role.Inverse:
		return nil, fmt.Errorf("%s: a feature has no inverse", bracket(role.IRI))
	}
	return dl.Compare{Feature: role.IRI, Op: dl.Equal, Value: v}, nil
}

// cardinality reads the number restrictions, with a class or without, which
// means ⊤.
func (r *owlReader) cardinality(s string, role dl.Role) (dl.Concept, error) {
	for _, form := range []struct {
		predicate string
		kind      kind
		qualified bool
	}{
		{"minQualifiedCardinality", tokMin, true}, {"maxQualifiedCardinality", tokMax, true}, {"qualifiedCardinality", tokExactly, true},
		{"minCardinality", tokMin, false}, {"maxCardinality", tokMax, false}, {"cardinality", tokExactly, false},
	} {
		o, ok, err := r.object(s, owl+form.predicate)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		n, err := strconv.Atoi(o.String())
		if err != nil || n < 0 || o.Type() != rdf.TermLiteral {
			return nil, fmt.Errorf("%s: %s is not a number of successors", bracket(role.IRI), quote(o.String()))
		}
		if !form.qualified {
			return numberRestriction(form.kind, n, role, dl.Top{}), nil
		}
		class, ok, err := r.object(s, owl+"onClass")
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fmt.Errorf("%s: a number restriction without owl:onClass (on a data range, it is not in ALCQI(f))", bracket(role.IRI))
		}
		c, err := r.concept(class)
		if err != nil {
			return nil, err
		}
		return numberRestriction(form.kind, n, role, c), nil
	}
	return nil, fmt.Errorf("a restriction of %s without a kind that is known: expected owl:someValuesFrom, owl:allValuesFrom, owl:hasValue or a cardinality", bracket(role.IRI))
}
