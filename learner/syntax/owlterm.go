package syntax

import (
	"fmt"
	"strconv"

	"github.com/genus-kg/genus/learner/dl"
)

// owlTerm is a term of OWL 2 (OWL 2 Syntax): a class expression, a property, a data
// range, an individual, a literal or a number. RDF has it
// as nodes (rdfForms). Turtle translates concepts to terms, and ReadOWL terms to concepts.
type owlTerm struct {
	kind  termKind
	text  string    // the constructor, the number, the lexical form of a literal, or the name as written
	args  []owlTerm // of a constructor
	iri   string    // of a name
	value dl.Value  // of a literal
	err   error     // why a name has no IRI, or a literal no value
}

type termKind uint8

const (
	termName    termKind = iota
	termApplied          // a constructor with its arguments
	termLiteral
	termNumber
	termBlank // a node of RDF that is not a term of OWL
)

func newTerm(constructor string, args ...owlTerm) owlTerm {
	return owlTerm{kind: termApplied, text: constructor, args: args}
}

func iriTerm(iri string) owlTerm { return owlTerm{text: bracket(iri), iri: iri} }

func valueTerm(v dl.Value) owlTerm { return owlTerm{kind: termLiteral, text: v.Lexical(), value: v} }

func numberTerm(n int) owlTerm { return owlTerm{kind: termNumber, text: strconv.Itoa(n)} }

// literalTerm returns the literal with the datatype. Its err is set if it has no value.
func literalTerm(lexical, datatype string) owlTerm {
	t := owlTerm{kind: termLiteral, text: lexical}
	if _, ok := dl.KindOf(datatype); !ok {
		t.err = errNotSupported(datatype)
		return t
	}
	t.value, t.err = dl.ParseLiteral(lexical, datatype)
	return t
}

// termOf returns the class expression of a concept; for kinds see [OWLOptions].
func termOf(c dl.Concept, kinds map[string][]dl.Kind) (owlTerm, error) {
	w := termWriter{kinds: kinds}
	return w.concept(c), w.err
}

type termWriter struct {
	kinds map[string][]dl.Kind
	err   error // the first
}

func (w *termWriter) concept(c dl.Concept) owlTerm {
	switch c := c.(type) {
	case dl.Top:
		return iriTerm(owl + "Thing")
	case dl.Bottom:
		return iriTerm(owl + "Nothing")
	case dl.Name:
		return iriTerm(c.IRI)
	case dl.Nominal:
		return newTerm("ObjectOneOf", iriTerm(c.IRI))
	case dl.Compare:
		return w.comparison(c)
	case dl.Not:
		return newTerm("ObjectComplementOf", w.concept(c.C))
	case dl.And:
		return w.chain("ObjectIntersectionOf", c)
	case dl.Or:
		return w.chain("ObjectUnionOf", c)
	case dl.Exists:
		return newTerm("ObjectSomeValuesFrom", roleTerm(c.Role), w.concept(c.C))
	case dl.ForAll:
		return newTerm("ObjectAllValuesFrom", roleTerm(c.Role), w.concept(c.C))
	case dl.AtLeast:
		return newTerm("ObjectMinCardinality", numberTerm(c.N), roleTerm(c.Role), w.concept(c.C))
	case dl.AtMost:
		return newTerm("ObjectMaxCardinality", numberTerm(c.N), roleTerm(c.Role), w.concept(c.C))
	}
	w.err = fmt.Errorf("%T cannot be written in this form", c)
	return owlTerm{}
}

func (w *termWriter) chain(constructor string, c dl.Concept) owlTerm {
	t := newTerm(constructor)
	for _, d := range operands(c) {
		t.args = append(t.args, w.concept(d))
	}
	return t
}

func roleTerm(r dl.Role) owlTerm {
	if r.Inverse {
		return newTerm("ObjectInverseOf", iriTerm(r.IRI))
	}
	return iriTerm(r.IRI)
}

func (w *termWriter) comparison(c dl.Compare) owlTerm {
	if isValueEquality(c) {
		return newTerm("DataHasValue", iriTerm(c.Feature), valueTerm(c.Value))
	}
	rs, err := ranges(c, w.kinds[c.Feature])
	if err != nil {
		w.err = err
		return owlTerm{}
	}
	union := newTerm("DataUnionOf")
	for _, r := range rs {
		union.args = append(union.args, rangeTerm(r))
	}
	if len(union.args) == 1 {
		union = union.args[0]
	}
	return newTerm("DataSomeValuesFrom", iriTerm(c.Feature), union)
}

func rangeTerm(r dataRange) owlTerm {
	t := newTerm("DatatypeRestriction", iriTerm(r.kind.IRI()))
	if r.min != (dl.Value{}) {
		t.args = append(t.args, iriTerm(dl.XSD+"minInclusive"), valueTerm(r.min))
	}
	if r.max != (dl.Value{}) {
		t.args = append(t.args, iriTerm(dl.XSD+"maxInclusive"), valueTerm(r.max))
	}
	if len(t.args) == 1 {
		return t.args[0]
	}
	return t
}
