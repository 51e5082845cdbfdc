package syntax

import (
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
)

// bareKinds are the kinds that a literal without quotes may have, in the order
// in which they are tried. Their canonical spellings do not overlap.
var bareKinds = []dl.Kind{dl.Integer, dl.Decimal, dl.Double, dl.Date, dl.DateTime}

// parseBareLiteral returns the value of a literal without quotes: its spelling tells its kind.
func parseBareLiteral(text string) (v dl.Value, ok bool) {
	if lexical, float := floatSuffix(text); float {
		v, err := dl.NewValue(dl.Float, lexical)
		return v, err == nil
	}
	for _, k := range bareKinds {
		if v, err := dl.NewValue(k, text); err == nil {
			return v, true
		}
	}
	return dl.Value{}, false
}

// floatSuffix cuts off the f that makes a number an xsd:float (Manchester
// Syntax, Section 2.1, floatingPointLiteral).
func floatSuffix(text string) (lexical string, float bool) {
	n := len(text) - 1
	if n > 0 && (text[n] == 'f' || text[n] == 'F') {
		return text[:n], true
	}
	return text, false
}

// formatValue returns the literal of a value: bare if its spelling tells its kind
// in that notation, else in quotes with its datatype, which strings do not
// need. Manchester syntax has no bare doubles and dates, and DL syntax no bare
// floats.
func formatValue(v dl.Value, manchester bool) string {
	lexical := v.Lexical()
	digits := startsNumber(lexical) // not INF, -INF, NaN
	switch v.Kind() {
	case dl.Boolean, dl.Integer, dl.Decimal:
		return lexical
	case dl.String:
		return quotedString(lexical)
	case dl.Float:
		if manchester && digits {
			return lexical + "f"
		}
	case dl.Double, dl.Date, dl.DateTime:
		if !manchester && digits {
			return lexical
		}
	}
	return `"` + lexical + `"^^xsd:` + v.Kind().String()
}

// quotedString returns a string in quotes as the parser reads it and a line of a
// terminal shows it.
func quotedString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(escapeRune(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isLiteral reports whether the token begins a literal.
func isLiteral(k kind) bool {
	return k == tokNumber || k == tokString || k == tokTrue || k == tokFalse
}

// literal reads a literal. If want is not 0 it is the kind of the range that
// the literal stands in, and the value gets that kind.
func (p *parser) literal(want dl.Kind) (v dl.Value) {
	t := p.next()
	lexical := t.text
	switch t.kind {
	case tokTrue, tokFalse:
		v = dl.Bool(t.kind == tokTrue)
		lexical = v.Lexical()
	case tokNumber:
		var ok bool
		if v, ok = parseBareLiteral(t.text); !ok && want == 0 {
			p.fail(t, `%s is not a number, date or dateTime: write other literals as "…"^^xsd:type`, quote(t.text))
		}
		lexical, _ = floatSuffix(t.text)
	case tokString:
		datatype := dl.String.IRI()
		if p.accept(tokTyped) {
			datatype = p.datatype()
		}
		var err error
		if v, err = dl.ParseLiteral(lexical, datatype); err != nil {
			p.fail(t, "%v", err)
		}
	default:
		p.failExpected(t, "a literal")
	}
	if want == 0 || v.Kind() == want {
		return v
	}
	// A bare literal takes the datatype of its range, and numbers convert as
	// far as their spelling allows; "…"^^xsd:date does not become a gYear.
	if t.kind == tokNumber || v.Kind().Numeric() && want.Numeric() {
		if w, err := dl.NewValue(want, lexical); err == nil {
			return w
		}
	}
	p.fail(t, "%s is not an xsd:%s", quote(lexical), want)
	return v
}

// kind reads a datatype as the kind of its values.
func (p *parser) kind() dl.Kind {
	k, _ := dl.KindOf(p.datatype())
	return k
}

// datatype reads the IRI of a datatype that has a kind; integer stands for
// xsd:integer, as Manchester syntax has it.
func (p *parser) datatype() (iri string) {
	t := p.next()
	switch t.kind {
	case tokIRI:
		iri = t.text
	case tokName:
		if iri = dl.XSD + t.text; !isKnown(iri) {
			iri = p.resolve(t)
		}
	default:
		p.failExpected(t, "a datatype")
	}
	if !isKnown(iri) {
		p.fail(t, "%v", errNotSupported(iri))
	}
	return iri
}

func isKnown(datatype string) bool {
	_, ok := dl.KindOf(datatype)
	return ok
}
