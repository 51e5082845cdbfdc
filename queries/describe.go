package queries

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
)

// concept writes a concept in DL notation, with labels, for the comment at the
// head of its query. Inner says that it is an operand.
func (n *names) concept(c dl.Concept, inner bool) string {
	restriction := func(sign string, r dl.Role, d dl.Concept) string {
		return parentheses(sign+n.role(r)+"."+n.concept(d, true), inner)
	}
	switch c := c.(type) {
	case dl.Top:
		return "⊤"
	case dl.Bottom:
		return "⊥"
	case dl.Name:
		return n.label(c.IRI)
	case dl.Nominal:
		return n.describe(nominals{[]string{c.IRI}})
	case dl.Compare:
		return n.describe(value{c})
	case dl.Not:
		return "¬" + n.concept(c.C, true)
	case dl.And:
		return parentheses(n.chain(c, " ⊓ "), inner)
	case dl.Or:
		return parentheses(n.chain(c, " ⊔ "), inner)
	case dl.Exists:
		return restriction("∃", c.Role, c.C)
	case dl.ForAll:
		return restriction("∀", c.Role, c.C)
	case dl.AtLeast:
		return restriction(fmt.Sprintf("≥%d ", c.N), c.Role, c.C)
	case dl.AtMost:
		return restriction(fmt.Sprintf("≤%d ", c.N), c.Role, c.C)
	}
	return "?"
}

// chain leaves out the parentheses between operators of the same kind.
func (n *names) chain(c dl.Concept, operator string) string {
	var parts []string
	var visit func(dl.Concept)
	visit = func(d dl.Concept) {
		switch e := d.(type) {
		case dl.And:
			if operator == " ⊓ " {
				visit(e.L)
				visit(e.R)
				return
			}
		case dl.Or:
			if operator == " ⊔ " {
				visit(e.L)
				visit(e.R)
				return
			}
		}
		parts = append(parts, n.concept(d, true))
	}
	visit(c)
	return strings.Join(parts, operator)
}

func (n *names) role(r dl.Role) string {
	if r.Inverse {
		return n.label(r.IRI) + "⁻"
	}
	return n.label(r.IRI)
}

func parentheses(s string, wanted bool) string {
	if wanted {
		return "(" + s + ")"
	}
	return s
}

// describe writes a safe expression in DL notation, with labels, for comments.
func (n *names) describe(e safe) string {
	switch e := e.(type) {
	case nothing:
		return "⊥"
	case class:
		return n.label(e.iri)
	case entailed:
		return n.label(e.iri)
	case subjectsOf:
		return "whatever has " + each(e.of, ", ", n.label)
	case linked:
		return each(e.by, " ⊔ ", func(r dl.Role) string { return "∃" + n.role(r) + ".⊤" })
	case value:
		v := oneLine(e.c.Value.Lexical())
		if e.c.Value.Kind() == dl.String {
			v = strconv.Quote(v)
		}
		return fmt.Sprintf("(%s %s %s)", n.label(e.c.Feature), e.c.Op, v)
	case mentioned:
		return n.describe(e.nominals)
	case nominals:
		return "{" + each(e.iris, ", ", n.label) + "}"
	case all:
		return n.conjunction(e.pos, e.neg)
	case either:
		return each(e.of, " ⊔ ", n.nested)
	case some:
		return n.restriction(e)
	}
	return "?"
}

func (n *names) restriction(e some) string {
	inner := "⊤"
	if len(e.pos)+len(e.neg) > 0 {
		inner = parentheses(n.conjunction(e.pos, e.neg), compound(all{e.pos, e.neg}) || len(e.pos) == 1 && compound(e.pos[0]))
	}
	if e.n == 1 {
		return fmt.Sprintf("∃%s.%s", n.role(e.role), inner)
	}
	return fmt.Sprintf("≥%d %s.%s", e.n, n.role(e.role), inner)
}

func (n *names) conjunction(pos, neg []safe) string {
	var parts []string
	for _, c := range pos {
		if len(pos)+len(neg) == 1 {
			return n.describe(c)
		}
		parts = append(parts, n.nested(c))
	}
	for _, c := range neg {
		parts = append(parts, "¬"+n.nested(c))
	}
	return strings.Join(parts, " ⊓ ")
}

// nested puts all that has an operator in front or in between in parentheses.
func (n *names) nested(e safe) string {
	_, restricted := e.(some)
	return parentheses(n.describe(e), restricted || compound(e))
}

func compound(e safe) bool {
	switch e := e.(type) {
	case all:
		return len(e.pos)+len(e.neg) > 1
	case either:
		return true
	}
	return false
}

// noCodepoints takes what SPARQL reads as a character, perhaps the end of the
// line, out of a comment (section 19.2).
var noCodepoints = strings.NewReplacer(`\u`, `\ u`, `\U`, `\ U`)

// comment is a comment line: the text, shortened to a readable length.
func comment(text string) string {
	const most = 160
	text = noCodepoints.Replace(oneLine(text))
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return "# " + text + "\n"
}
