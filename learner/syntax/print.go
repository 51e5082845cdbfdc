package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
)

// Notation is a notation for concepts.
type Notation uint8

// The notations.
const (
	DL         Notation = iota // A ⊓ ¬∃r⁻.(f ≥ 3)
	ASCII                      // A and not some r^-.(f >= 3)
	Manchester                 // A and not (inverse r some (f some xsd:integer[>= 3]))
)

// Options say how to print a concept. The zero value is DL syntax on one line
// with full IRIs.
type Options struct {
	Notation Notation
	Prefixes Prefixes // for short names; see NewPrefixes

	// Width is the number of columns of a line. Longer conjunctions and disjunctions
	// get a line per operand; 0 means one line for everything. Names, roles and closing
	// parentheses may exceed the width.
	Width int

	// Titles are names to print instead of short names, by IRI; see the function
	// [Titles]. They are for people; the parsers do not read them.
	Titles map[string]string

	// Exact writes comparisons in Manchester syntax so that they mean the same in OWL:
	// for every kind of value that can be compared, "f some (xsd:integer[>= 3] or
	// xsd:decimal[>= 3.0] or …)". Without Exact, Print writes only the kind of the
	// threshold, which is shorter but means less to OWL tools.
	Exact bool

	// Kinds are the kinds of values that occur, by feature. They make Exact comparisons
	// shorter. A feature without an entry may have values of any kind.
	Kinds map[string][]dl.Kind
}

// Print returns the text of the concept. [Parse] reads it as the same tree (package
// documentation, Invariants): a chain without parentheses nests to the right, and a
// chain that nests to the left has parentheses.
//
// There are also parentheses between ⊓ and ⊔, around comparisons and number
// restrictions inside another concept, and in Manchester syntax around all restrictions
// inside another concept.
func Print(c dl.Concept, o Options) string {
	if o.Notation > Manchester {
		o.Notation = DL
	}
	p := printer{o: o, w: &wordings[o.Notation]}
	p.concept(c, alone)
	return p.b.String()
}

// wording holds the spellings of the operators in a notation.
type wording struct {
	and, or, not, top, bottom, exists, forAll, atLeast, atMost, inverse, plus, star, agree string
}

var wordings = [...]wording{
	DL:    {"⊓", "⊔", "¬", "⊤", "⊥", "∃", "∀", "≥", "≤", "⁻", "⁺", "*", "≐"},
	ASCII: {"and", "or", "not ", "top", "bottom", "some ", "only ", ">=", "<=", "^-", "^+", "^*", "=="},
	Manchester: {"and", "or", "not ", "owl:Thing", "owl:Nothing", "some", "only", "min", "max", "inverse ", "^+", "^*",
		"=="},
}

// position is the position of a concept in the text.
type position uint8

const (
	alone    position = iota // at the root or inside parentheses
	operand                  // operand of ⊓ or ⊔
	filler                   // after a quantifier and its role
	underNot                 // operand of ¬
)

type printer struct {
	b      strings.Builder
	o      Options
	w      *wording
	column int
	limit  int // stop after this column; 0 for no limit
}

func (p *printer) write(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
		p.column += utf8.RuneCountInString(s)
	}
}

// isOverLimit reports whether a trial print has exceeded its width.
func (p *printer) isOverLimit() bool { return p.limit > 0 && p.column > p.limit }

func (p *printer) concept(c dl.Concept, at position) {
	if p.isOverLimit() {
		return
	}
	if at != alone && p.needsParens(c, at) {
		p.write("(")
		p.concept(c, alone)
		p.write(")")
		return
	}
	switch c := c.(type) {
	case dl.Top:
		p.write(p.w.top)
	case dl.Bottom:
		p.write(p.w.bottom)
	case dl.Name:
		p.write(p.name(c.IRI))
	case dl.Nominal:
		p.write("{", p.name(c.IRI), "}")
	case dl.Compare:
		if c.Op > dl.Equal {
			p.derived(c)
		} else {
			p.comparison(c)
		}
	case dl.Agree:
		p.agreement(c)
	case dl.Less:
		p.write("(", p.name(c.F), " < ", p.name(c.G), ")")
	case dl.Not:
		p.write(p.w.not)
		p.concept(c.C, underNot)
	case dl.And, dl.Or:
		p.chain(c)
	case dl.Exists:
		p.restriction(p.w.exists, "", c.Role, c.C)
	case dl.ForAll:
		p.restriction(p.w.forAll, "", c.Role, c.C)
	case dl.AtLeast:
		p.restriction(p.w.atLeast, strconv.Itoa(c.N), c.Role, c.C)
	case dl.AtMost:
		p.restriction(p.w.atMost, strconv.Itoa(c.N), c.Role, c.C)
	default: // the nil interface
		p.write("?")
	}
}

// name returns the title of the IRI, or its short name if it has no title.
func (p *printer) name(iri string) string {
	if title := p.o.Titles[iri]; title != "" {
		return title
	}
	return p.o.Prefixes.Shorten(iri)
}

func (p *printer) needsParens(c dl.Concept, at position) bool {
	manchester := p.o.Notation == Manchester
	switch c.(type) {
	case dl.And, dl.Or, dl.AtLeast, dl.AtMost:
		return true
	case dl.Exists, dl.ForAll, dl.Compare: // comparisons of DL syntax bring their own
		return manchester
	case dl.Not:
		// "not not A" is not in its grammar. "r some not A" is, but the OWL API,
		// and with it Protégé, does not read it.
		return manchester && at != operand
	}
	return false
}

// chain prints C ⊓ (D ⊓ (E ⊓ …)) without parentheses, and ⊔ likewise.
func (p *printer) chain(c dl.Concept) {
	sep := " "
	op := p.w.and
	if _, ok := c.(dl.Or); ok {
		op = p.w.or
	}
	if p.o.Width > 0 && p.limit == 0 && !p.fits(c) {
		// Deep concepts must not drift out to the right.
		sep = "\n" + strings.Repeat(" ", min(p.column, p.o.Width/2))
	}
	for i, d := range operands(c) {
		if p.isOverLimit() {
			return
		}
		if i > 0 {
			p.write(sep)
			if sep != " " {
				p.column = len(sep) - 1
			}
			p.write(op, " ")
		}
		p.concept(d, operand)
	}
}

// operands returns the operands of a chain that nests to the right: A, B and C for
// A ⊓ (B ⊓ C). It does not look into operands that nest to the left.
func operands(c dl.Concept) (cs []dl.Concept) {
	for and, ok := c.(dl.And); ok; and, ok = c.(dl.And) {
		cs, c = append(cs, and.L), and.R
	}
	if len(cs) > 0 {
		return append(cs, c)
	}
	for or, ok := c.(dl.Or); ok; or, ok = c.(dl.Or) {
		cs, c = append(cs, or.L), or.R
	}
	return append(cs, c)
}

// fits reports whether the chain fits on the current line.
func (p *printer) fits(c dl.Concept) bool {
	trial := printer{o: p.o, w: p.w, column: p.column, limit: max(p.o.Width, p.column+1)}
	trial.chain(c)
	return !trial.isOverLimit()
}

// restriction prints ∃r.C, ≥n r.C or "r some C", "r min n C".
func (p *printer) restriction(quantifier, n string, role dl.Role, c dl.Concept) {
	name := p.role(role)
	if p.o.Notation == Manchester {
		if role.Inverse {
			p.write(p.w.inverse)
		}
		p.write(name, " ", quantifier, " ")
		if n != "" {
			p.write(n, " ")
		}
	} else {
		p.write(quantifier)
		if n != "" {
			p.write(n, " ")
		}
		p.write(name, ".")
	}
	p.concept(c, filler)
}

// comparison prints (f ≥ v), or "f some D[>= v]" and "f value v".
func (p *printer) comparison(c dl.Compare) {
	feature := p.name(c.Feature)
	op := c.Op.String()
	if rs, err := ranges(c, p.o.Kinds[c.Feature]); p.o.Notation == Manchester && p.o.Exact && err == nil &&
		!isValueEquality(c) {
		p.write(feature, " some ", rangeUnion(rs))
		return
	}
	switch {
	case p.o.Notation == DL:
	case c.Op == dl.GreaterEq:
		op = ">="
	case c.Op == dl.LessEq:
		op = "<="
	}
	literal, datatype := formatValue(c.Value, p.o.Notation == Manchester), "xsd:"+c.Value.Kind().String()
	if c.Value.Kind() == dl.InUnit {
		datatype = p.name(c.Value.Datatype())
		literal = `"` + c.Value.Lexical() + `"^^` + datatype
	}
	if c.Value.Kind() == dl.String {
		literal = p.quoted(c.Value.Lexical())
	}
	switch {
	case p.o.Notation != Manchester:
		p.write("(", feature, " ", op, " ", literal, ")")
	case c.Op == dl.Equal:
		p.write(feature, " value ", literal)
	default:
		p.write(feature, " some ", datatype, "[", op, " ", literal, "]")
	}
}

// quoted returns a string in quotes, for OWL tools or for the parser.
func (p *printer) quoted(s string) string {
	if p.o.Notation == Manchester && p.o.Exact {
		return `"` + onlyQuotes.Replace(s) + `"`
	}
	return quotedString(s)
}

func rangeUnion(rs []dataRange) string {
	texts := make([]string, len(rs))
	for i, r := range rs {
		texts[i] = "xsd:" + r.kind.String()
		if r.unit != "" {
			texts[i] = bracket(r.unit)
		}
		var bounds []string
		if r.min != (dl.Value{}) {
			bounds = append(bounds, ">= "+formatValue(r.min, true))
		}
		if r.max != (dl.Value{}) {
			bounds = append(bounds, "<= "+formatValue(r.max, true))
		}
		if len(bounds) > 0 {
			texts[i] += "[" + strings.Join(bounds, ", ") + "]"
		}
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "(" + strings.Join(texts, " or ") + ")"
}
