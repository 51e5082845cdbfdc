package syntax

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

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

// dataRange reads a data range and returns the restriction of the feature to it.
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
	r := dataRange{kind: p.kind()}
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
