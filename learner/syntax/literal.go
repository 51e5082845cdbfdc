package syntax

import (
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
)

// bareKinds are the kinds that a literal without quotes may have, in the order in which
// the parser tries them. Their canonical spellings are disjoint.
var bareKinds = []dl.Kind{dl.Integer, dl.Decimal, dl.Double, dl.Date, dl.DateTime}

// parseBareLiteral returns the value of a literal without quotes, whose spelling determines
// its kind.
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

// floatSuffix removes the f that makes a number an xsd:float (Manchester Syntax, Section
// 2.1, floatingPointLiteral).
func floatSuffix(text string) (lexical string, float bool) {
	n := len(text) - 1
	if n > 0 && (text[n] == 'f' || text[n] == 'F') {
		return text[:n], true
	}
	return text, false
}

// formatValue returns the literal of a value. It has no quotes if its spelling determines
// its kind in that notation: Manchester syntax has no doubles and dates without quotes,
// and DL syntax no floats. Otherwise it has quotes and, unless it is a string, its
// datatype.
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
	if v.Kind() == dl.InUnit {
		return `"` + lexical + `"^^` + bracket(v.Datatype())
	}
	return `"` + lexical + `"^^xsd:` + v.Kind().String()
}

// quotedString returns a string in quotes for the parser, with escapes for characters that
// are not printable.
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

// literal reads a literal. In a range, want is the kind of the range, and the value gets
// this kind. Elsewhere, want is 0.
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
	if want == dl.InUnit {
		p.fail(t, `%s has no unit: write "…"^^unit`, quote(lexical))
	}
	// A literal without quotes takes the datatype of its range, and numbers convert as
	// far as their spelling allows. "…"^^xsd:date does not become a gYear.
	if t.kind == tokNumber || v.Kind().Numeric() && want.Numeric() {
		if w, err := dl.NewValue(want, lexical); err == nil {
			return w
		}
	}
	p.fail(t, "%s is not an xsd:%s", quote(lexical), want)
	return v
}

// kindOf returns the kind of the values of a datatype, and the datatype if it is a unit.
func kindOf(datatype string) (k dl.Kind, unit string, ok bool) {
	if k, ok = dl.KindOf(datatype); ok {
		return k, "", true
	}
	return dl.InUnit, datatype, dl.MayBeUnit(datatype)
}

// datatype reads a datatype that has a kind and returns its IRI. As in Manchester syntax,
// integer stands for xsd:integer.
func (p *parser) datatype() (iri string) {
	t := p.next()
	switch t.kind {
	case tokIRI:
		if iri = t.text; t.isLabel {
			p.failExpected(t, "a datatype")
		}
	case tokName:
		if iri = dl.XSD + t.text; !isKnown(iri) {
			iri = p.resolve(t, Class)
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
	_, _, ok := kindOf(datatype)
	return ok
}
