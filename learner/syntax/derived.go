package syntax

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
)

// Derived symbols (package dl) in the notations. OWL has presence as an existential
// restriction to rdfs:Literal, and conditions on texts as restrictions of
// rdf:PlainLiteral, whose values are the strings and the texts with a language (W3C
// recommendation "rdf:PlainLiteral", second edition, section 4). It has no closures (only
// a transitive superproperty, which the ontology must state), no agreements and no orders: these are
// written in Manchester syntax as in ASCII, and not in the formats of OWL.

const (
	rdfsLiteral  = rdfsNS + "Literal"
	rdfsResource = rdfsNS + "Resource" // individuals and literals
	plainLiteral = rdfNS + "PlainLiteral"
	langRange    = rdfNS + "langRange"
	xsdPattern   = dl.XSD + "pattern"
)

// textOps are the operators on texts by their words in DL syntax.
var textOps = map[string]dl.Op{
	dl.Starts.String(): dl.Starts, dl.Ends.String(): dl.Ends, dl.HasWord.String(): dl.HasWord, dl.Lang.String(): dl.Lang,
}

// Parts of the patterns of XML Schema, which match whole texts and have no flags.
const (
	anyText = `[\s\S]*`
	noWord  = `[^\p{L}\p{M}\p{N}_]`
)

// facet returns the facet of rdf:PlainLiteral that a condition on texts is, with its value.
func facet(c dl.Compare) (name, value string) {
	s := c.Value.Lexical()
	switch c.Op {
	case dl.Starts:
		return xsdPattern, regexp.QuoteMeta(s) + anyText
	case dl.Ends:
		return xsdPattern, anyText + regexp.QuoteMeta(s)
	case dl.HasWord:
		return xsdPattern, "(" + anyText + noWord + ")?" + inAnyCase(s) + "(" + noWord + anyText + ")?"
	}
	return langRange, s
}

// inAnyCase returns a pattern for the word without regard to case.
func inAnyCase(word string) string {
	var sb strings.Builder
	for _, r := range word {
		variants := string(r)
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			variants += string(f)
		}
		if variants != string(r) {
			variants = "[" + variants + "]"
		} else {
			variants = regexp.QuoteMeta(variants)
		}
		sb.WriteString(variants)
	}
	return sb.String()
}

// anyCase matches a set of letters that differ in case only.
var anyCase = regexp.MustCompile(`\[([^\[\]\\^])[^\[\]\\^]+\]`)

// conditionOf returns the condition that facet writes as this facet. ok is false for other
// facets and patterns.
func conditionOf(feature, name, value string) (c dl.Compare, ok bool) {
	unescape := regexp.MustCompile(`\\(.)`).ReplaceAllString
	word := strings.TrimSuffix(strings.TrimPrefix(value, "("+anyText+noWord+")?"), "("+noWord+anyText+")?")
	for _, try := range []struct {
		op dl.Op
		s  string
	}{
		{dl.Starts, unescape(strings.TrimSuffix(value, anyText), "$1")},
		{dl.Ends, unescape(strings.TrimPrefix(value, anyText), "$1")},
		{dl.HasWord, unescape(anyCase.ReplaceAllString(word, "$1"), "$1")},
		{dl.Lang, strings.ToLower(value)},
	} {
		c = dl.Compare{Feature: feature, Op: try.op, Value: dl.Str(try.s)}
		if n, v := facet(c); n == name && (v == value || n == langRange) && c.Validate() == nil {
			return c, true
		}
	}
	return dl.Compare{}, false
}

// role returns the text of a role without the word for inverse of Manchester syntax.
func (p *printer) role(r dl.Role) string {
	name := p.name(r.IRI)
	if r.Inverse && p.o.Notation != Manchester {
		name += p.w.inverse
	}
	return name + [...]string{"", p.w.plus, p.w.star}[r.Closure]
}

// agreement prints (r ≐ s).
func (p *printer) agreement(c dl.Agree) {
	side := func(r dl.Role) string {
		if r.Inverse && p.o.Notation == Manchester {
			return p.w.inverse + p.role(r)
		}
		return p.role(r)
	}
	p.write("(", side(c.R), " ", p.w.agree, " ", side(c.S), ")")
}

// derived prints presence and conditions on texts.
func (p *printer) derived(c dl.Compare) {
	feature := p.name(c.Feature)
	manchester := p.o.Notation == Manchester
	switch {
	case c.Op == dl.Present && manchester:
		p.write(feature, " some rdfs:Literal")
	case c.Op == dl.Present:
		p.write("(", p.w.exists, feature, ")")
	case c.Op == dl.Many && manchester:
		p.write(feature, " min ", c.Value.Lexical(), " rdfs:Literal")
	case c.Op == dl.Many:
		p.write("(", p.w.atLeast, c.Value.Lexical(), " ", feature, ")")
	case manchester:
		name, value := facet(c)
		p.write(feature, " some rdf:PlainLiteral[", strings.NewReplacer(dl.XSD, "", rdfNS, "").Replace(name), " ",
			p.quoted(value), "]")
	default:
		p.write("(", feature, " ", c.Op.String(), " ", p.quoted(c.Value.Lexical()), ")")
	}
}

// textCondition reads f starts "s" and the like.
func (p *parser) textCondition() dl.Concept {
	c := dl.Compare{Feature: p.resolve(p.next(), Property)}
	at := p.next()
	if p.forms&dlForms == 0 {
		p.fail(at, `in Manchester syntax it is a data range: write f some rdf:PlainLiteral[pattern "…"]`)
	}
	text := p.next()
	if text.kind == tokBad {
		p.failExpected(text, "a string")
	}
	c.Op, c.Value = textOps[at.text], dl.Str(text.text)
	if c.Op == dl.Lang {
		c.Value = dl.Str(strings.ToLower(c.Value.Lexical()))
	}
	if err := c.Validate(); err != nil {
		p.fail(at, "%v", err)
	}
	return c
}

// isTextConditionNext reports whether a name, an operator on texts and a string, perhaps a bad one, follow.
func (p *parser) isTextConditionNext() bool {
	_, ok := textOps[p.toks[min(p.i+1, len(p.toks)-1)].text]
	return ok && p.kindAt(1) == tokName && (p.kindAt(2) == tokString || p.kindAt(2) == tokBad)
}

// isNext reports whether the next token is the IRI, perhaps with a prefix.
func (p *parser) isNext(iri string) bool {
	t := p.peek()
	full, ok := t.text, t.kind == tokIRI && !t.isLabel
	if t.kind == tokName {
		full, ok = p.prefixes.Expand(t.text)
	}
	return ok && full == iri
}

// restrictedText reads rdf:PlainLiteral[facet "value"].
func (p *parser) restrictedText(feature string) dl.Concept {
	p.next()
	p.expect(tokBracket, `"[" after rdf:PlainLiteral`)
	at := p.next()
	name := map[string]string{
		"pattern": xsdPattern, "xsd:pattern": xsdPattern, "langRange": langRange, "rdf:langRange": langRange,
	}[at.text]
	value := p.next()
	c, ok := conditionOf(feature, name, value.text)
	if value.kind != tokString || !ok {
		p.fail(at, "only patterns of a beginning, an end or a word, and language ranges are read: write (f starts \"…\")")
	}
	p.expect(tokUnbracket, `"]"`)
	return c
}

// numberOfValues returns the concept of a number of values of a feature.
func numberOfValues(quantifier kind, n int, feature string) dl.Concept {
	most := dl.Not{C: dl.AtLeastValues(n+1, feature)}
	switch quantifier {
	case tokMin:
		return dl.AtLeastValues(n, feature)
	case tokMax:
		return most
	}
	return dl.And{L: dl.AtLeastValues(n, feature), R: most}
}
