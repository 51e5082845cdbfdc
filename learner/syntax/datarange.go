package syntax

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// isRangeNext reports whether a data range follows, rather than a concept:
// datatype[…], {literal}, or a union in parentheses that begins with one of
// these or with a datatype of XML Schema.
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

// isDatatype reports whether the token is xsd:something. A name in angle
// brackets may be anything.
func (p *parser) isDatatype(t token) bool {
	iri, ok := p.prefixes.Expand(t.text)
	return ok && t.kind == tokName && strings.HasPrefix(iri, dl.XSD)
}

// dataRange reads a data range and returns the restriction of the feature to
// it.
func (p *parser) dataRange(feature string) (dl.Concept, error) {
	at := p.peek()
	rs, err := p.dataRanges()
	if err != nil {
		return nil, err
	}
	c, err := unionConcept(feature, rs)
	if err != nil {
		return nil, p.fail(at, "%v", err)
	}
	return c, nil
}

// dataRanges reads a data range that needs no parentheses, as a union of
// restrictions of one datatype each.
func (p *parser) dataRanges() ([]dataRange, error) {
	defer func() { p.depth-- }()
	if err := p.enterLevel(); err != nil {
		return nil, err
	}
	switch p.peek().kind {
	case tokOpen:
		p.next()
		rs, err := p.dataRanges()
		for err == nil && p.accept(tokOr) {
			var more []dataRange
			more, err = p.dataRanges()
			rs = append(rs, more...)
		}
		if err != nil {
			return nil, err
		}
		return rs, p.expect(tokClose, `")" or "or" between data ranges`)
	case tokBrace:
		p.next()
		return p.enumeration()
	}
	r, err := p.restrictedDatatype()
	return []dataRange{r}, err
}

// enumeration reads the values up to the brace that closes, as ranges of one
// value each.
func (p *parser) enumeration() ([]dataRange, error) {
	var rs []dataRange
	for {
		v, err := p.literal(0)
		if err != nil {
			return nil, err
		}
		rs = append(rs, newRange(dl.Equal, v.Kind(), v))
		if !p.accept(tokComma) && !p.accept(tokOr) { // Ontolearn writes {1 ⊔ 2}
			return rs, p.expect(tokUnbrace, `"}"`)
		}
	}
}

// restrictedDatatype reads datatype[≥ v], datatype[≥ v, ≤ v] or a datatype.
func (p *parser) restrictedDatatype() (r dataRange, err error) {
	t := p.peek()
	iri, err := p.datatype()
	if err != nil {
		return r, err
	}
	k, ok := dl.KindOf(iri)
	if !ok {
		return r, p.fail(t, "%v", errNotSupported(iri))
	}
	r.kind = k
	if !p.accept(tokBracket) {
		return r, nil
	}
	if k == dl.String {
		return r, p.fail(t, "%v: write f value v", errStringOrder)
	}
	first := p.peek().kind
	if err := p.bound(&r); err != nil {
		return r, err
	}
	if p.peek().kind == tokComma && p.kindAt(1) != first { // an upper bound behind a lower one, or the other way round
		p.next()
		if err := p.bound(&r); err != nil {
			return r, err
		}
	}
	return r, p.expect(tokUnbracket, `"]"`)
}

// bound reads one bound into the range.
func (p *parser) bound(r *dataRange) (err error) {
	switch t := p.next(); t.kind {
	case tokGreaterEq:
		r.min, err = p.literal(r.kind)
	case tokLessEq:
		r.max, err = p.literal(r.kind)
	case tokGreater, tokLess:
		err = p.fail(t, "%s is not in ALCQI(f): write >= or <=", quote(t.text))
	default:
		err = p.expected(t, "a bound, >= or <=")
	}
	return err
}
