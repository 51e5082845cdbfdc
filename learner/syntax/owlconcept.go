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

// mostNodes is the largest concept, as a tree, that is read from OWL. Blank
// nodes that are shared, and exact numbers, which are read twice, make trees of
// exponential size out of short documents.
const mostNodes = 100_000

var errTooLarge = fmt.Errorf("the concept has more than %d nodes", mostNodes)

// conceptOf returns the concept of a class expression, unless it is too large to
// be walked as a tree.
func conceptOf(t owlTerm) (dl.Concept, error) {
	c, err := t.concept()
	switch {
	case err != nil:
		return nil, err
	case dl.Size(c) > mostNodes:
		return nil, errTooLarge
	}
	return c, nil
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

func (t owlTerm) fail(format string, args ...any) error {
	if t.line == 0 {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf("line %d: %w", t.line, fmt.Errorf(format, args...))
}

// nameOf returns the IRI of a name.
func (t owlTerm) nameOf(what string) (string, error) {
	switch {
	case t.kind == termBlank:
		return "", fmt.Errorf("a blank node is not %s with a name", what)
	case t.kind != termName:
		return "", t.fail("expected %s but found %s", what, t.text)
	case t.err != nil:
		return "", t.fail("%w", t.err)
	}
	return t.iri, nil
}

func (t owlTerm) literalValue() (dl.Value, error) {
	switch {
	case t.kind != termLiteral:
		return dl.Value{}, t.fail("expected a literal but found %s", t.text)
	case t.err != nil:
		return dl.Value{}, t.fail("%w", t.err)
	}
	return t.value, nil
}

// needs returns an error unless the number of arguments is between these.
func (t owlTerm) needs(least, most int, what string) error {
	if n := len(t.args); n < least || n > most {
		return t.fail("%s needs %s", t.text, what)
	}
	return nil
}

func (t owlTerm) concept() (dl.Concept, error) {
	if t.kind == termBlank {
		return nil, errors.New("a blank node is not a class expression: expected owl:intersectionOf, owl:unionOf, owl:complementOf, owl:oneOf, " +
			"or owl:onProperty with owl:someValuesFrom, owl:allValuesFrom, owl:hasValue or a cardinality")
	}
	if t.kind != termApplied {
		iri, err := t.nameOf("a class")
		switch {
		case err != nil:
			return nil, err
		case iri == owl+"Thing":
			return dl.Top{}, nil
		case iri == owl+"Nothing":
			return dl.Bottom{}, nil
		}
		return dl.Name{IRI: iri}, nil
	}
	switch t.text {
	case "ObjectIntersectionOf":
		cs, err := eachArg(t.args, owlTerm.concept)
		return dl.Conj(cs...), err
	case "ObjectUnionOf":
		cs, err := eachArg(t.args, owlTerm.concept)
		return dl.Disj(cs...), err
	case "ObjectOneOf":
		cs, err := eachArg(t.args, owlTerm.nominal)
		return dl.Disj(cs...), err
	case "ObjectComplementOf":
		if err := t.needs(1, 1, "one class"); err != nil {
			return nil, err
		}
		c, err := t.args[0].concept()
		return dl.Not{C: c}, err
	case "ObjectSomeValuesFrom", "ObjectAllValuesFrom", "ObjectHasValue":
		return t.quantified()
	case "ObjectMinCardinality":
		return t.counted(tokMin)
	case "ObjectMaxCardinality":
		return t.counted(tokMax)
	case "ObjectExactCardinality":
		return t.counted(tokExactly)
	case "DataSomeValuesFrom", "DataHasValue":
		return t.dataRestriction()
	case "DataAllValuesFrom":
		return nil, t.fail("a universal restriction to a data range is not in ALCQI(f)")
	}
	return nil, t.fail("%s is not in ALCQI(f)", t.text)
}

// eachArg reads every argument.
func eachArg[T any](args []owlTerm, read func(owlTerm) (T, error)) ([]T, error) {
	out := make([]T, len(args))
	for i, arg := range args {
		var err error
		if out[i], err = read(arg); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (t owlTerm) nominal() (dl.Concept, error) {
	iri, err := t.nameOf("an individual")
	return dl.Nominal{IRI: iri}, err
}

func (t owlTerm) role() (dl.Role, error) {
	if t.kind == termApplied && t.text == "ObjectInverseOf" && len(t.args) == 1 {
		r, err := t.args[0].role()
		return r.Inv(), err
	}
	iri, err := t.nameOf("a property")
	return dl.Role{IRI: iri}, err
}

func (t owlTerm) quantified() (dl.Concept, error) {
	if err := t.needs(2, 2, "a property and a class or an individual"); err != nil {
		return nil, err
	}
	r, err := t.args[0].role()
	if err != nil {
		return nil, err
	}
	read := owlTerm.concept
	if t.text == "ObjectHasValue" {
		read = owlTerm.nominal
	}
	c, err := read(t.args[1])
	switch {
	case err != nil:
		return nil, err
	case t.text == "ObjectAllValuesFrom":
		return dl.ForAll{Role: r, C: c}, nil
	}
	return dl.Exists{Role: r, C: c}, nil
}

// counted reads a number restriction; without a class it is about ⊤.
func (t owlTerm) counted(k kind) (dl.Concept, error) {
	if err := t.needs(2, 3, "a number, a property and perhaps a class"); err != nil {
		return nil, err
	}
	number := t.args[0]
	n, err := strconv.Atoi(number.text)
	if err != nil || n < 0 || number.kind != termNumber && number.kind != termLiteral {
		return nil, t.fail("%s is not a number of successors", quote(number.text))
	}
	r, err := t.args[1].role()
	if err != nil {
		return nil, err
	}
	c := dl.Concept(dl.Top{})
	if len(t.args) == 3 {
		if c, err = t.args[2].concept(); err != nil {
			return nil, err
		}
	}
	return numberRestriction(k, n, r, c), nil
}

func (t owlTerm) dataRestriction() (dl.Concept, error) {
	if err := t.needs(2, 2, "one property and a data range or a value"); err != nil {
		return nil, err
	}
	role, err := t.args[0].role()
	switch {
	case err != nil:
		return nil, err
	case role.Inverse:
		return nil, t.fail("%s: a feature has no inverse", bracket(role.IRI))
	}
	var c dl.Concept
	if t.text == "DataHasValue" {
		var v dl.Value
		v, err = t.args[1].literalValue()
		c = dl.Compare{Feature: role.IRI, Op: dl.Equal, Value: v}
	} else {
		var rs []dataRange
		if rs, err = t.args[1].dataRanges(); err == nil {
			if c, err = unionConcept(role.IRI, rs); err != nil {
				err = t.fail("%w", err)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", bracket(role.IRI), err)
	}
	return c, nil
}

// dataRanges returns the members of a data range that is a union.
func (t owlTerm) dataRanges() ([]dataRange, error) {
	switch {
	case t.kind == termBlank:
		return nil, errors.New("a data range is not in ALCQI(f): expected owl:onDatatype with bounds, or a union of such")
	case t.kind != termApplied:
		k, err := t.datatype()
		return []dataRange{{kind: k}}, err
	case t.text == "DataUnionOf":
		members, err := eachArg(t.args, owlTerm.dataRanges)
		return slices.Concat(members...), err
	case t.text == "DataOneOf": // ranges of one value each
		return eachArg(t.args, func(arg owlTerm) (dataRange, error) {
			v, err := arg.literalValue()
			return newRange(dl.Equal, v.Kind(), v), err
		})
	case t.text == "DatatypeRestriction" && len(t.args)%2 == 1:
		r, err := t.datatypeRestriction()
		return []dataRange{r}, err
	}
	return nil, t.fail("%s is not in ALCQI(f)", t.text)
}

func (t owlTerm) datatype() (dl.Kind, error) {
	iri, err := t.nameOf("a datatype")
	if err != nil {
		return 0, err
	}
	k, ok := dl.KindOf(iri)
	if !ok {
		return 0, t.fail("%w", errNotSupported(iri))
	}
	return k, nil
}

// datatypeRestriction reads the datatype and the facets, each a name and a literal.
func (t owlTerm) datatypeRestriction() (r dataRange, err error) {
	if r.kind, err = t.args[0].datatype(); err != nil {
		return r, err
	}
	for i := 1; i < len(t.args); i += 2 {
		facet, err := t.args[i].nameOf("a facet")
		if err != nil {
			return r, err
		}
		v, err := t.args[i+1].literalValue()
		if err != nil {
			return r, err
		}
		if err := r.addFacet(strings.TrimPrefix(facet, dl.XSD), v); err != nil {
			return r, t.fail("%w", err)
		}
	}
	return r, nil
}
