package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// ErrNotDefined reports that a document does not define the requested class, or does
// not define exactly one.
var ErrNotDefined = errors.New("no definition")

// mostNodes is the largest size of a concept from OWL. With shared blank nodes, and exact
// cardinalities, which double the concept below them, a short document may have a
// concept of exponential size.
const mostNodes = 100_000

var errTooLarge = fmt.Errorf("the concept has more than %d nodes", mostNodes)

// conceptOf returns the concept of a class expression, or an error if it is too large.
func conceptOf(t owlTerm) (c dl.Concept, err error) {
	defer catch(&err)
	found := t.concept()
	if dl.Size(found) > mostNodes {
		return nil, errTooLarge
	}
	return found, nil
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

// fail ends the reader with an error at the term.
func (t owlTerm) fail(format string, args ...any) {
	panic(failure{fmt.Errorf(format, args...)})
}

func (t owlTerm) nameOf(what string) string {
	switch {
	case t.kind == termBlank:
		t.fail("a blank node is not %s with a name", what)
	case t.kind != termName:
		t.fail("expected %s but found %s", what, t.text)
	case t.err != nil:
		t.fail("%w", t.err)
	}
	return t.iri
}

func (t owlTerm) literalValue() dl.Value {
	switch {
	case t.kind != termLiteral:
		t.fail("expected a literal but found %s", t.text)
	case t.err != nil:
		t.fail("%w", t.err)
	}
	return t.value
}

// requireArgs fails unless the number of arguments is between these.
func (t owlTerm) requireArgs(least, most int, what string) {
	if n := len(t.args); n < least || n > most {
		t.fail("%s needs %s", t.text, what)
	}
}

func (t owlTerm) concept() dl.Concept {
	if t.kind == termBlank {
		t.fail(
			"a blank node is not a class expression: expected owl:intersectionOf, owl:unionOf, owl:complementOf, owl:oneOf, " +
				"or owl:onProperty with owl:someValuesFrom, owl:allValuesFrom, owl:hasValue or a cardinality",
		)
	}
	if t.kind != termApplied {
		switch iri := t.nameOf("a class"); iri {
		case owl + "Thing", rdfsResource:
			return dl.Top{}
		case owl + "Nothing":
			return dl.Bottom{}
		default:
			return dl.Name{IRI: iri}
		}
	}
	switch t.text {
	case "ObjectIntersectionOf":
		return dl.Conj(mapArgs(t.args, owlTerm.concept)...)
	case "ObjectUnionOf":
		return dl.Disj(mapArgs(t.args, owlTerm.concept)...)
	case "ObjectOneOf":
		return dl.Disj(mapArgs(t.args, owlTerm.nominal)...)
	case "ObjectComplementOf":
		t.requireArgs(1, 1, "one class")
		return dl.Not{C: t.args[0].concept()}
	case "ObjectSomeValuesFrom", "ObjectAllValuesFrom", "ObjectHasValue":
		return t.objectRestriction()
	case "ObjectMinCardinality":
		return t.cardinality(tokMin)
	case "ObjectMaxCardinality":
		return t.cardinality(tokMax)
	case "ObjectExactCardinality":
		return t.cardinality(tokExactly)
	case "DataSomeValuesFrom", "DataHasValue":
		return t.dataRestriction()
	case "DataMinCardinality":
		return t.numberOfValues(tokMin)
	case "DataMaxCardinality":
		return t.numberOfValues(tokMax)
	case "DataExactCardinality":
		return t.numberOfValues(tokExactly)
	case "DataAllValuesFrom":
		t.fail("a universal restriction to a data range is not in ALCQI(f)")
	}
	t.fail("%s is not in ALCQI(f)", t.text)
	return nil
}

// mapArgs returns the results of read for the arguments.
func mapArgs[T any](args []owlTerm, read func(owlTerm) T) []T {
	out := make([]T, len(args))
	for i, arg := range args {
		out[i] = read(arg)
	}
	return out
}

func (t owlTerm) nominal() dl.Concept { return dl.Nominal{IRI: t.nameOf("an individual")} }

func (t owlTerm) role() dl.Role {
	if t.kind == termApplied && t.text == "ObjectInverseOf" && len(t.args) == 1 {
		return t.args[0].role().Inv()
	}
	return dl.Role{IRI: t.nameOf("a property")}
}

func (t owlTerm) objectRestriction() dl.Concept {
	t.requireArgs(2, 2, "a property and a class or an individual")
	r := t.args[0].role()
	switch t.text {
	case "ObjectHasValue":
		return dl.Exists{Role: r, C: t.args[1].nominal()}
	case "ObjectAllValuesFrom":
		return dl.ForAll{Role: r, C: t.args[1].concept()}
	}
	if t.args[1].kind == termName && t.args[1].iri == rdfsResource && !r.Inverse {
		return dl.Has(r.IRI)
	}
	return dl.Exists{Role: r, C: t.args[1].concept()}
}

// cardinality returns the concept of a cardinality. Without a class, it counts all
// successors.
func (t owlTerm) cardinality(k kind) dl.Concept {
	t.requireArgs(2, 3, "a number, a property and perhaps a class")
	n := t.number()
	r, c := t.args[1].role(), dl.Concept(dl.Top{})
	if len(t.args) == 3 {
		c = t.args[2].concept()
	}
	return numberRestriction(k, n, r, c)
}

// numberOfValues returns the concept of a cardinality of a data property.
func (t owlTerm) numberOfValues(k kind) dl.Concept {
	t.requireArgs(2, 3, "a number, a property and perhaps a data range")
	if len(t.args) == 3 && t.args[2].iri != rdfsLiteral {
		t.fail("a cardinality of a data range is not in ALCQI(f): only rdfs:Literal is")
	}
	n, role := t.number(), t.args[1].role()
	if role.Inverse {
		t.fail("%s: a feature has no inverse", bracket(role.IRI))
	}
	return numberOfValues(k, n, role.IRI)
}

// number returns the number of a cardinality, its first argument.
func (t owlTerm) number() int {
	number := t.args[0]
	n, err := strconv.Atoi(number.text)
	if err != nil || n < 0 || number.kind != termNumber && number.kind != termLiteral {
		t.fail("%s is not a number of successors", quote(number.text))
	}
	return n
}

func (t owlTerm) dataRestriction() dl.Concept {
	t.requireArgs(2, 2, "one property and a data range or a value")
	role := t.args[0].role()
	if role.Inverse {
		t.fail("%s: a feature has no inverse", bracket(role.IRI))
	}
	c, err := t.args[1].valuesOf(role.IRI, t.text == "DataHasValue")
	if err != nil {
		panic(failure{fmt.Errorf("%s: %w", bracket(role.IRI), err)})
	}
	return c
}

// valuesOf returns the restriction of the feature to t: a value if one is set, otherwise
// a data range.
func (t owlTerm) valuesOf(feature string, one bool) (c dl.Concept, err error) {
	defer catch(&err)
	switch {
	case one:
		return dl.Compare{Feature: feature, Op: dl.Equal, Value: t.literalValue()}, nil
	case t.kind == termName && t.iri == rdfsLiteral:
		return dl.Has(feature), nil
	case t.text == "DatatypeRestriction" && len(t.args) == 3 && t.args[0].iri == plainLiteral:
		c, ok := conditionOf(feature, t.args[1].nameOf("a facet"), t.args[2].text)
		if !ok {
			t.fail("the facet %s of rdf:PlainLiteral with %s is not in the language: only patterns of a beginning, an end or "+
				"a word, and language ranges are", t.args[1].text, quote(t.args[2].text))
		}
		return c, nil
	}
	if c, err = unionConcept(feature, t.dataRanges()); err != nil {
		t.fail("%w", err)
	}
	return c, nil
}

func (t owlTerm) dataRanges() []dataRange {
	switch {
	case t.kind == termBlank:
		t.fail("a data range is not in ALCQI(f): expected owl:onDatatype with bounds, or a union of such")
	case t.kind != termApplied:
		r := t.datatype()
		if r.unit != "" { // it has no bound
			t.fail("%w", errNotSupported(r.unit))
		}
		return []dataRange{r}
	case t.text == "DataUnionOf":
		return slices.Concat(mapArgs(t.args, owlTerm.dataRanges)...)
	case t.text == "DataOneOf": // ranges of one value each
		return mapArgs(t.args, func(arg owlTerm) dataRange {
			v := arg.literalValue()
			return newRange(dl.Equal, v.Kind(), v)
		})
	case t.text == "DatatypeRestriction" && len(t.args)%2 == 1:
		return []dataRange{t.datatypeRestriction()}
	}
	t.fail("%s is not in ALCQI(f)", t.text)
	return nil
}

func (t owlTerm) datatype() (r dataRange) {
	iri, ok := t.nameOf("a datatype"), false
	if r.kind, r.unit, ok = kindOf(iri); !ok {
		t.fail("%w", errNotSupported(iri))
	}
	return r
}

func (t owlTerm) datatypeRestriction() dataRange {
	r := t.args[0].datatype()
	for i := 1; i < len(t.args); i += 2 {
		facet := strings.TrimPrefix(t.args[i].nameOf("a facet"), dl.XSD)
		if err := r.addFacet(facet, t.args[i+1].literalValue()); err != nil {
			t.fail("%w", err)
		}
	}
	return r
}
