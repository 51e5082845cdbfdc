package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// genus compares by value across datatypes: (weight ≥ 3000) holds for the integer
// 3001, the decimal 3000.5 and the double 3.5E3. A datatype restriction of OWL is a
// subset of one datatype, and in OWL 2 the values of xsd:decimal (with xsd:integer in
// it), xsd:float and xsd:double are disjoint (OWL 2 Syntax, Sections 4.1 and 4.2). So a
// comparison becomes an existential restriction to a union:
//
//	(f ≥ v)  =  ∃f. ⋃ { k[≥ ⌈v⌉ₖ] | k a kind that is comparable with v }
//
// The same holds for dates: genus compares a dateTime with a date and a year, and takes
// a value without a time zone as UTC. In XML Schema, a value without a zone is
// incomparable with one with a zone if they are less than 14 hours apart. So there is a
// restriction for values with a zone and one for those without. A restriction may also
// have values of the other sort, but only values that satisfy the comparison.

// dataRange is a datatype restriction: the values of the kind between min and
// max, both inclusive. The zero Value means no bound.
type dataRange struct {
	kind     dl.Kind
	unit     string // the datatype of numbers in a unit
	min, max dl.Value
}

// Errors for ≥ and ≤ where they do not apply.
var (
	errBooleanOrder = errors.New("booleans have no order")
	errStringOrder  = errors.New("strings have no order")
)

// isValueEquality reports whether the comparison is equality with a boolean or string,
// which OWL expresses without a range.
func isValueEquality(c dl.Compare) bool {
	k := c.Value.Kind()
	return c.Op == dl.Equal && (k == dl.Boolean || k == dl.String)
}

// ranges returns the datatype restrictions whose union has the values that satisfy the
// comparison, that of the kind of its value first. kinds are the kinds of values that
// occur; empty means any.
func ranges(c dl.Compare, kinds []dl.Kind) ([]dataRange, error) {
	k := c.Value.Kind()
	switch {
	case k == 0 || c.Op > dl.Equal:
		return nil, fmt.Errorf("comparison of %s without an operator or a value", bracket(c.Feature))
	case k == dl.Boolean && c.Op != dl.Equal:
		return nil, fmt.Errorf("%s: %w: write (f = true)", bracket(c.Feature), errBooleanOrder)
	case k == dl.String && c.Op != dl.Equal:
		return nil, fmt.Errorf("%s: %w", bracket(c.Feature), errStringOrder)
	}
	own := newRange(c.Op, k, c.Value)
	rs := []dataRange{own}
	for other := dl.Integer; other <= dl.Boolean; other++ {
		if other.Family() != k.Family() || len(kinds) > 0 && !slices.Contains(kinds, other) && other != k {
			continue
		}
		for _, zoned := range []bool{false, true} {
			v, bound := dl.Round(c.Value, c.Op, other, zoned)
			r := dataRange{kind: other}
			switch {
			case bound == dl.NoValue:
				continue
			case bound == dl.AtValue:
				r = newRange(c.Op, other, v)
			case other == dl.Time: // all times with a zone, or all without
				r.min = earliestTime(zoned)
			}
			if r != own {
				rs = append(rs, r)
			}
		}
	}
	return rs, nil
}

func newRange(op dl.Op, k dl.Kind, v dl.Value) dataRange {
	r := dataRange{kind: k}
	if k == dl.InUnit {
		r.unit = v.Datatype()
	}
	if op != dl.LessEq {
		r.min = v
	}
	if op != dl.GreaterEq {
		r.max = v
	}
	return r
}

// iri returns the datatype of the range.
func (r dataRange) iri() string {
	if r.unit != "" {
		return r.unit
	}
	return r.kind.IRI()
}

func earliestTime(zoned bool) dl.Value {
	lexical := "00:00:00"
	if zoned {
		lexical += "+14:00"
	}
	v, _ := dl.NewValue(dl.Time, lexical)
	return v
}

// addFacet adds a facet of XML Schema to the range. It converts a number of another type,
// as in xsd:decimal[>= 3], to the kind of the range.
func (r *dataRange) addFacet(facet string, v dl.Value) (err error) {
	if r.kind == dl.String && (facet == "minInclusive" || facet == "maxInclusive") {
		return errStringOrder
	}
	if v.Kind() == dl.InUnit && r.kind == dl.InUnit && v.Datatype() != r.unit {
		return fmt.Errorf("%s is not in the unit %s", quote(v.Lexical()), bracket(r.unit))
	}
	if v.Kind() != r.kind {
		if !v.Kind().Numeric() || !r.kind.Numeric() {
			return fmt.Errorf("%s is not of the datatype %s", quote(v.Lexical()), bracket(r.iri()))
		}
		if v, err = dl.NewValue(r.kind, v.Lexical()); err != nil {
			return err
		}
	}
	switch facet {
	case "minInclusive":
		r.min = v
	case "maxInclusive":
		r.max = v
	default:
		return fmt.Errorf("the facet %s is not in ALCQI(f): only minInclusive and maxInclusive are", quote(facet))
	}
	return nil
}

func (r dataRange) comparison(feature string) (c dl.Compare, err error) {
	c.Feature = feature
	none := dl.Value{}
	switch {
	case r.min == none && r.max == none:
		return c, errors.New("a datatype without a bound is not in ALCQI(f): only comparisons of values are")
	case r.max == none:
		c.Op, c.Value = dl.GreaterEq, r.min
	case r.min == none:
		c.Op, c.Value = dl.LessEq, r.max
	case r.min == r.max:
		c.Op, c.Value = dl.Equal, r.min
	default:
		return c, errors.New(
			"two bounds on the same value are not in ALCQI(f): write a conjunction if two values of the feature may meet them",
		)
	}
	return c, nil
}

// unionConcept returns the concept of an existential restriction to the union of the
// ranges. It is a single comparison if all of them belong to the [ranges] of one, in
// any order, because OWL tools reorder unions.
func unionConcept(feature string, rs []dataRange) (dl.Concept, error) {
	for _, r := range rs {
		if c, err := r.comparison(feature); err == nil && coversRanges(c, rs) {
			return c, nil
		}
	}
	cs := make([]dl.Concept, len(rs))
	for i, r := range rs {
		c, err := r.comparison(feature)
		if err != nil {
			return nil, err
		}
		cs[i] = c
	}
	return dl.Disj(cs...), nil
}

func coversRanges(c dl.Compare, rs []dataRange) bool {
	all, err := ranges(c, nil)
	if err != nil { // an ordered boolean, which is read and never holds
		return len(rs) == 1
	}
	return !slices.ContainsFunc(rs, func(r dataRange) bool { return !slices.Contains(all, r) })
}

// isRangeNext reports whether a data range follows rather than a concept. A data range is
// datatype[…], {literal}, or a union in parentheses that begins with one of these or
// with a datatype of XML Schema.
func (p *parser) isRangeNext() bool {
	i := 0
	for p.kindAt(i) == tokOpen {
		i++
	}
	switch p.kindAt(i) {
	case tokName, tokIRI:
		return p.kindAt(i+1) == tokBracket || i > 0 && p.isDatatype(p.toks[p.i+i])
	case tokBrace:
		return isLiteral(p.kindAt(i + 1))
	}
	return false
}

// isDatatype reports whether the token is a name in the namespace xsd, not in angle
// brackets.
func (p *parser) isDatatype(t token) bool {
	iri, ok := p.prefixes.Expand(t.text)
	return ok && t.kind == tokName && strings.HasPrefix(iri, dl.XSD)
}

func (p *parser) dataRange(feature string) dl.Concept {
	at := p.peek()
	c, err := unionConcept(feature, p.dataRanges())
	if err != nil {
		p.fail(at, "%v", err)
	}
	return c
}

// dataRanges reads a data range that needs no parentheses, and returns the restrictions
// of one datatype each whose union it is.
func (p *parser) dataRanges() []dataRange {
	defer func() { p.depth-- }()
	p.enterLevel()
	switch {
	case p.accept(tokOpen):
		rs := p.dataRanges()
		for p.accept(tokOr) {
			rs = append(rs, p.dataRanges()...)
		}
		p.expect(tokClose, `")" or "or" between data ranges`)
		return rs
	case p.accept(tokBrace):
		return p.enumeration()
	}
	return []dataRange{p.restrictedDatatype()}
}

// enumeration reads the values up to the closing brace, as ranges of one value each.
func (p *parser) enumeration() (rs []dataRange) {
	for {
		v := p.literal(0)
		rs = append(rs, newRange(dl.Equal, v.Kind(), v))
		if !p.accept(tokComma) && !p.accept(tokOr) { // Ontolearn writes {1 ⊔ 2}
			p.expect(tokUnbrace, `"}"`)
			return rs
		}
	}
}

// restrictedDatatype reads datatype[≥ v], datatype[≥ v, ≤ v] or a datatype.
func (p *parser) restrictedDatatype() dataRange {
	t := p.peek()
	var r dataRange
	r.kind, r.unit, _ = kindOf(p.datatype())
	if !p.accept(tokBracket) {
		return r
	}
	if r.kind == dl.String {
		p.fail(t, "%v: write f value v", errStringOrder)
	}
	first := p.peek().kind
	p.bound(&r)
	if p.peek().kind == tokComma && p.kindAt(1) != first { // an upper bound after a lower one, or the other way round
		p.next()
		p.bound(&r)
	}
	p.expect(tokUnbracket, `"]"`)
	return r
}

// bound reads one bound into the range.
func (p *parser) bound(r *dataRange) {
	switch t := p.next(); t.kind {
	case tokGreaterEq:
		r.min = p.literal(r.kind)
	case tokLessEq:
		r.max = p.literal(r.kind)
	case tokGreater, tokLess:
		p.fail(t, "%s is not in ALCQI(f): write >= or <=", quote(t.text))
	default:
		p.failExpected(t, "a bound, >= or <=")
	}
}
