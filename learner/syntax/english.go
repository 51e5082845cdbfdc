package syntax

import (
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// EnglishOptions say how a concept is put into words.
type EnglishOptions struct {
	Labels   map[string]string // what things are called, by IRI; else the end of the IRI
	Prefixes Prefixes          // for what cannot be told apart by its label
}

// English returns the concept as a noun phrase in the plural, such as
//
//	male elephants that have a weight of at least 3000 or have at least 2 children that are female
//
// It speaks of the negation normal form, and it is unambiguous: conjunctions
// and disjunctions that meet, and relative clauses that are lists or that
// something follows, are in parentheses, so that two concepts that are not
// equivalent never have the same text, if no two of their names sound the same.
// Names that do, within one concept, are told apart. A concept without a noun is
// about things.
//
// A role that is called hasX reads "have an X", one called XOf or isXOf "are Xs
// of", and the inverse of either reads as the other; any other role is a link
// "by" its name "to" or "from" something. What a nominal names has no article:
// "have the gender female", "are children of Anna".
func English(c dl.Concept, o EnglishOptions) string {
	if c == nil {
		return "?"
	}
	c = dl.NNF(replaceNegatedExists(c))
	s := &speaker{dictionary: newDictionary(c, o)}
	head, rest := s.nounPhrase(c, many)
	if rest != nil {
		head += " that " + s.clause(rest, many).text
	}
	return head
}

// replaceNegatedExists writes ¬∃r.C as ≤0 r.C, which the negation normal form
// keeps: "no child that is male" is easier to read than "no child except those
// that are not".
func replaceNegatedExists(c dl.Concept) dl.Concept {
	if not, ok := c.(dl.Not); ok {
		if e, ok := not.C.(dl.Exists); ok {
			return dl.AtMost{N: 0, Role: e.Role, C: replaceNegatedExists(e.C)}
		}
	}
	return dl.MapChildren(c, replaceNegatedExists)
}

type speaker struct{ *dictionary }

// clause is what is said of a subject: a verb and its objects.
type clause struct {
	text   string
	closed string // the same with its relative clause in parentheses
	list   bool   // it has a conjunction of its own
}

// open reports whether what follows could belong to the relative clause at the
// end.
func (c clause) open() bool { return c.text != c.closed }

func newClause(text string) clause { return clause{text: text, closed: text} }

// clause speaks of a subject of that number. Only names, nominals and
// comparisons are negated.
func (s *speaker) clause(c dl.Concept, n number) clause {
	switch c := c.(type) {
	case dl.Top:
		return newClause(n.choose("exists", "exist"))
	case dl.Bottom:
		return newClause(n.choose("does not exist", "do not exist"))
	case dl.Name, dl.Nominal, dl.Compare:
		return s.atom(c, n, n.choose("is ", "are "), n.choose("has ", "have "))
	case dl.Not: // nothing else is negated in the normal form
		return s.atom(c.C, n, n.choose("is not ", "are not "), n.choose("does not have ", "do not have "))
	case dl.And, dl.Or:
		return s.list(c, n)
	case dl.Exists:
		if o, ok := c.C.(dl.Nominal); ok {
			return newClause(s.linkedTo(c.Role, n) + s.individual(o.IRI))
		}
		return s.restriction(c.Role, "", 1, c.C, n)
	case dl.AtLeast:
		return s.restriction(c.Role, "at least ", c.N, c.C, n)
	case dl.AtMost:
		return s.restriction(c.Role, "at most ", c.N, c.C, n)
	case dl.ForAll:
		return s.forAll(c, n)
	}
	return newClause("?")
}

// atom speaks with the words for "is" and "has".
func (s *speaker) atom(c dl.Concept, n number, is, has string) clause {
	switch c := c.(type) {
	case dl.Name:
		return newClause(is + s.member(c, n))
	case dl.Nominal:
		return newClause(is + "the individual " + s.individual(c.IRI))
	case dl.Compare:
		return newClause(has + s.comparison(c))
	}
	return newClause("?")
}

// list joins clauses: those without a relative clause first, an open one last.
func (s *speaker) list(c dl.Concept, n number) clause {
	conjunction, members := " and ", flatten(c)
	if _, or := c.(dl.Or); or {
		conjunction = " or "
	}
	if names, ok := s.names(members, n); ok {
		text := n.choose("is ", "are ") + enumerate(names, conjunction)
		return clause{text: text, closed: text, list: true}
	}
	var plain, lists, open []clause
	for _, d := range members {
		switch m := s.clause(d, n); {
		case m.list:
			lists = append(lists, m)
		case m.open():
			open = append(open, m)
		default:
			plain = append(plain, m)
		}
	}
	var texts []string
	for _, m := range plain {
		texts = append(texts, m.text)
	}
	for _, m := range lists {
		texts = append(texts, "("+m.text+")")
	}
	for i, m := range open {
		if i < len(open)-1 {
			texts = append(texts, m.closed)
			continue
		}
		text := enumerate(append(texts, m.text), conjunction)
		return clause{text: text, closed: enumerate(append(texts, m.closed), conjunction), list: true}
	}
	text := enumerate(texts, conjunction)
	return clause{text: text, closed: text, list: true}
}

// flatten lists the operands of a chain, however it is nested.
func flatten(c dl.Concept) []dl.Concept {
	var out []dl.Concept
	for _, d := range operands(c) {
		if sameChain(c, d) {
			out = append(out, flatten(d)...)
		} else {
			out = append(out, d)
		}
	}
	return out
}

// names returns what the members say the subject is, if all of them are names.
func (s *speaker) names(members []dl.Concept, n number) (texts []string, ok bool) {
	for _, d := range members {
		name, ok := d.(dl.Name)
		if !ok {
			return nil, false
		}
		texts = append(texts, s.member(name, n))
	}
	return texts, true
}

// enumerate returns "A, B and C".
func enumerate(texts []string, conjunction string) string {
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	return strings.Join(texts[:last], ", ") + conjunction + texts[last]
}

// nounPhrase returns the noun of the things in c with its adjectives, without an
// article, and what else is to be said of them; nil for nothing.
func (s *speaker) nounPhrase(c dl.Concept, n number) (head string, rest dl.Concept) {
	members := []dl.Concept{c}
	if _, and := c.(dl.And); and {
		members = flatten(c)
	}
	var adjectives []string
	var more []dl.Concept
	noun := ""
	for _, d := range members {
		name, ok := d.(dl.Name)
		w := s.class(name.IRI)
		switch {
		case d == dl.Concept(dl.Top{}):
		case ok && w.part == adjective:
			adjectives = append(adjectives, w.text+w.tag)
		case ok && w.part == common && noun == "":
			noun = w.inNumber(n)
		default:
			more = append(more, d)
		}
	}
	if noun == "" {
		noun = n.choose("thing", "things")
	}
	head = strings.Join(append(adjectives, noun), " ")
	if len(more) > 0 {
		rest = dl.Conj(more...)
	}
	return head, rest
}

// relative adds a relative clause about c to a clause whose last noun has the
// number n.
func (s *speaker) relative(head string, c dl.Concept, n number) clause {
	if c == nil || c == dl.Concept(dl.Top{}) {
		return newClause(head)
	}
	return s.attach(head, " that ", c, n)
}

// attach adds a clause about c, in parentheses if it is a list: otherwise what
// follows "and" could belong to the subject of the sentence.
func (s *speaker) attach(head, that string, c dl.Concept, n number) clause {
	about := s.clause(c, n)
	closed := head + " (" + strings.TrimPrefix(that, " ") + about.text + ")"
	if about.list {
		return newClause(closed)
	}
	return clause{text: head + that + about.text, closed: closed}
}

// restriction speaks of so many successors; an empty quantity is one.
func (s *speaker) restriction(r dl.Role, quantity string, count int, c dl.Concept, n number) clause {
	objects := many
	if count == 1 {
		objects = one
	}
	switch {
	case quantity == "at most " && count == 0:
		quantity = "no "
	case quantity != "":
		quantity += strconv.Itoa(count) + " "
	}
	relation := s.role(r)
	if relation.form == having {
		noun := relation.inNumber(objects)
		if quantity == "" {
			noun = withArticle(noun)
		}
		return s.relative(n.choose("has ", "have ")+quantity+noun, c, objects)
	}
	noun, rest := s.nounPhrase(c, objects)
	if quantity == "" {
		noun = withArticle(noun)
	}
	return s.relative(relation.verbPhrase(n)+quantity+noun, rest, objects)
}

// linkedTo returns what stands before the name of a successor.
func (s *speaker) linkedTo(r dl.Role, n number) string {
	relation := s.role(r)
	if relation.form == having {
		return n.choose("has the ", "have the ") + relation.inNumber(one) + " "
	}
	return relation.verbPhrase(n)
}

// forAll describes all successors in a way that is true if there are none.
func (s *speaker) forAll(c dl.ForAll, n number) clause {
	if not, ok := c.C.(dl.Not); ok {
		return s.restriction(c.Role, "at most ", 0, not.C, n)
	}
	relation := s.role(c.Role)
	head := relation.verbPhrase(n) + "no things"
	if relation.form == having {
		head = n.choose("has no ", "have no ") + relation.inNumber(many)
	}
	if c.C == dl.Concept(dl.Bottom{}) {
		return newClause(head)
	}
	return s.attach(head, " except those that ", c.C, many)
}

// comparison returns the object of "have": "a weight of at least 3000".
func (s *speaker) comparison(c dl.Compare) string {
	feature, v := s.feature(c.Feature), valueText(c.Value)
	switch {
	case c.Value.Kind() == dl.Boolean && c.Op == dl.Equal:
		return "the value " + v + " for " + feature
	case c.Value.Kind() == dl.String:
		return "the value " + quotedString(c.Value.Lexical()) + " for " + feature
	case c.Op == dl.Equal:
		return withArticle(feature) + " of exactly " + v
	case c.Value.Kind().Numeric() || c.Value.Kind() == dl.Boolean:
		bound := map[dl.Op]string{dl.GreaterEq: "at least ", dl.LessEq: "at most "}[c.Op]
		return withArticle(feature) + " of " + bound + v
	}
	return withArticle(feature) + " of " + v + map[dl.Op]string{dl.GreaterEq: " or later", dl.LessEq: " or earlier"}[c.Op]
}

// valueText returns a value without its datatype. Numbers and instants compare by
// value, so 3000 and 3.0E3 may have the same text.
func valueText(v dl.Value) string {
	if v.Kind().Numeric() {
		if exact, bound := dl.Round(v, dl.Equal, dl.Decimal, false); bound == dl.AtValue && len(exact.Lexical()) <= 20 {
			return strings.TrimSuffix(exact.Lexical(), ".0")
		}
	}
	return v.Lexical()
}
