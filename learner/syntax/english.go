package syntax

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
)

// EnglishOptions say how to describe a concept in English.
type EnglishOptions struct {
	Labels   map[string]string // labels by IRI; without one the end of the IRI serves
	Prefixes Prefixes          // for symbols whose labels are the same
	// Nouns returns classes that are known to have all members of the concept. If the concept names no
	// class, [English] takes the first whose label is a noun. Nil: none is known.
	Nouns func(dl.Concept) []Noun
	// SubClassOf leads from a class to those above it, if its label does not say so.
	SubClassOf string
}

// A Noun is a class with its label, which may be empty.
type Noun struct{ IRI, Label string }

// English returns the concept as a noun phrase in the plural, such as
//
//	male elephants that have a weight of at least 3000 or have at least 2 children that are female
//
// The text describes the negation normal form. It is unambiguous, except that a label may
// have words such as "and", that "have a label" may mean any value or an individual, that "have 2 children"
// may count them or read a feature, and that the members of a class and those with an occupation of
// the same name read alike. There are parentheses
// between conjunctions and disjunctions, and around a relative clause that is a list or
// that something follows. So concepts with the same text are equivalent, if different
// symbols have different labels. Symbols of one concept with the same label get their
// short names in brackets. A concept without a noun describes things, or
// members of a class that is known to have them all.
//
// A role whose label is a noun, such as hasChild or child, reads "have a child". One
// with childOf or isChildOf reads "are children of". The inverse of each reads like the
// other. A verb or predicate, such as livesIn or locatedIn, reads "live in" or "are
// located in". Any other role, and the inverse of a verb or predicate, is a link "by"
// its label "to" or "from" something. The name of a nominal has no article: "have the
// gender female", "are children of Anna". A role to an occupation gives the noun: "actors
// who are citizens of France".
func English(c dl.Concept, o EnglishOptions) string {
	if c == nil {
		return "?"
	}
	normal, s := newSpeaker(c, o)
	head, rest, that := s.nounPhrase(normal, many, func() word { return s.known(c) })
	if rest != nil {
		head += that + s.clause(rest, many).text
	}
	return head
}

// EnglishClause returns what the concept says of one member, such as
//
//	is an elephant
//	has a weight of at least 3000
//
// in the words of [English].
func EnglishClause(c dl.Concept, o EnglishOptions) string {
	c, s := newSpeaker(c, o)
	return s.clause(c, one).text
}

// newSpeaker returns the concept to put into words, in negation normal form, and its
// speaker.
func newSpeaker(c dl.Concept, o EnglishOptions) (dl.Concept, *speaker) {
	c = dl.NNF(replaceNegatedExists(c))
	return c, &speaker{dictionary: newDictionary(c, o)}
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

// clause returns the statement that a subject of number n is in c, which is in negation
// normal form.
func (s *speaker) clause(c dl.Concept, n number) clause {
	switch c := c.(type) {
	case dl.Top:
		return newClause(n.choose("exists", "exist"))
	case dl.Bottom:
		return newClause(n.choose("does not exist", "do not exist"))
	case dl.Name, dl.Nominal, dl.Compare, dl.Agree, dl.Less:
		return s.atom(c, n, n.choose("is ", "are "), n.choose("has ", "have "))
	case dl.Not: // before a name, a nominal or a comparison
		return s.atom(c.C, n, n.choose("is not ", "are not "), n.choose("does not have ", "do not have "))
	case dl.And, dl.Or:
		return s.list(c, n)
	case dl.Exists:
		return s.exists(c, n)
	case dl.AtLeast:
		return s.restriction(c.Role, "at least ", c.N, c.C, n)
	case dl.AtMost:
		return s.atMost(c, n)
	case dl.ForAll:
		return s.forAll(c, n)
	}
	return newClause("?")
}

// exists returns the statement about some successor.
func (s *speaker) exists(c dl.Exists, n number) clause {
	if text, ok := s.qualified(c, n); ok {
		return newClause(text)
	}
	if text, ok := s.article(c, n.choose("has an article", "have an article")); ok {
		return text
	}
	if noun, ok := s.occupation(c); ok {
		return newClause(n.choose("is "+withArticle(noun), "are "+plural(noun)))
	}
	name := s.individuals(c.C)
	if text, ok := s.did(c.Role, name, isDone); ok && (name != "" || c.C == dl.Concept(dl.Top{})) {
		return newClause(text)
	}
	if name != "" {
		return newClause(s.linkedTo(c.Role, n) + name)
	}
	return s.restriction(c.Role, "", 1, c.C, n)
}

// individuals returns the names of a nominal or of a union of them: "Anna or Berta". It is
// empty for other concepts.
func (s *speaker) individuals(c dl.Concept) string {
	var names []string
	for _, d := range dl.Disjuncts(c) {
		o, ok := d.(dl.Nominal)
		if !ok {
			return ""
		}
		names = append(names, s.individual(o.IRI))
	}
	return enumerate(names, " or ")
}

// atMost returns the statement about a largest number of successors.
func (s *speaker) atMost(c dl.AtMost, n number) clause {
	if text, ok := s.qualified(dl.Exists{Role: c.Role, C: c.C}, many); ok && c.N == 0 {
		return newClause(n.choose("is none", "are none") + " of those that " + text)
	}
	if text, ok := s.article(dl.Exists{Role: c.Role, C: c.C}, n.choose("has no article", "have no article")); ok &&
		c.N == 0 {
		return text
	}
	if name := s.individuals(c.C); name != "" && c.N == 0 {
		if noun, ok := s.occupation(dl.Exists{Role: c.Role, C: c.C}); ok {
			return newClause(n.choose("is not "+withArticle(noun), "are not "+plural(noun)))
		}
		if text, ok := s.did(c.Role, name, isDone); ok {
			return newClause("never " + text)
		}
		return newClause(negated(s.linkedTo(c.Role, n), s.linkedTo(c.Role, many)) + name)
	}
	return s.restriction(c.Role, "at most ", c.N, c.C, n)
}

// atom returns the statement about a leaf. is and has are the verbs, negated or not.
func (s *speaker) atom(c dl.Concept, n number, is, has string) clause {
	switch c := c.(type) {
	case dl.Name:
		return newClause(is + s.member(c, n))
	case dl.Nominal:
		return newClause(is + "the individual " + s.individual(c.IRI))
	case dl.Compare:
		if text, isDone, ok := s.event(c); ok && !isDone {
			was := strings.NewReplacer("is ", "was ", "are ", "were ")
			return newClause(was.Replace(is) + text)
		} else if ok && !strings.HasSuffix(is, "not ") {
			return newClause(text)
		}
		if text, ok := s.quality(c); ok {
			return newClause(is + text)
		}
		return newClause(has + s.comparison(c))
	case dl.Less:
		return newClause(has + "a value for " + s.feature(c.F) + " that comes before one for " + s.feature(c.G))
	case dl.Agree:
		if c.S == dl.Itself {
			return newClause(has + "itself as a value for " + s.shared(c.R))
		}
		return newClause(has + "a value in common for " + s.shared(c.R) + " and " + s.shared(c.S))
	}
	return newClause("?")
}

// list returns the clauses of a conjunction or disjunction, joined: first those without
// a relative clause, and an open one last.
func (s *speaker) list(c dl.Concept, n number) clause {
	conjunction, members := " and ", dl.Conjuncts(c)
	if _, or := c.(dl.Or); or {
		conjunction, members = " or ", dl.Disjuncts(c)
	}
	if names := s.individuals(c); names != "" {
		return newClause(n.choose("is ", "are ") + "the individual " + names)
	}
	if names, ok := s.names(members, n); ok {
		text := n.choose("is ", "are ") + enumerate(names, conjunction)
		return clause{text: text, closed: text, list: true}
	}
	var plain, lists, open []clause
	for i, d := range members {
		m := s.clause(d, n)
		if conjunction == " and " {
			at, isFirst := otherBound(members, i)
			if at >= 0 && !isFirst {
				continue
			} else if at >= 0 {
				m = s.interval(d.(dl.Compare), members[at].(dl.Compare), n)
			}
		}
		switch {
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
	if len(plain) == 1 && len(lists)+len(open) == 0 { // an interval
		return plain[0]
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

// names returns the classes of the members in words. ok is false if a member is not a
// name.
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

// occupation returns the noun for those with an occupation, such as actor.
func (s *speaker) occupation(c dl.Concept) (noun string, ok bool) {
	e, isRestriction := c.(dl.Exists)
	if !isRestriction || e.Role != (dl.Role{IRI: e.Role.IRI}) {
		return "", false
	}
	if label := strings.ToLower(say.Words(s.label(e.Role.IRI))); !occupations[label] {
		return "", false
	}
	o, ok := e.C.(dl.Nominal)
	noun = decapitalize(s.individual(o.IRI))
	return noun, ok && isPlainWords(noun)
}

// nounPhrase returns a noun with adjectives, without an article, for the individuals in
// c, with the other noun if c has none. rest is the conjunction of what the phrase does not say, or
// nil, and that stands before it.
func (s *speaker) nounPhrase(c dl.Concept, n number, other func() word) (head string, rest dl.Concept, that string) {
	var adjectives []string
	var more []dl.Concept
	noun, person := "", false
	for _, d := range dl.Conjuncts(c) {
		name, ok := d.(dl.Name)
		w := s.class(name.IRI)
		worker, works := s.occupation(d)
		switch {
		case works && noun == "":
			noun, person = n.choose(worker, plural(worker)), true
		case d == dl.Concept(dl.Top{}):
		case ok && w.part == adjective:
			adjectives = append(adjectives, w.text+w.tag)
		case ok && w.part == common && noun == "":
			noun, person = w.inNumber(n), isPerson(w.text)
		default:
			more = append(more, d)
		}
	}
	if noun == "" {
		w := other()
		noun, person = w.inNumber(n), isPerson(w.text)
	}
	head = strings.Join(append(adjectives, noun), " ")
	if that = " that "; person {
		that = " who "
	}
	if len(more) > 0 {
		rest = dl.Conj(more...)
	}
	return head, rest, that
}

func anything() word { return word{text: "thing", plural: "things"} }

// known returns the noun for the members of c by what is known about them. No class in c reads like
// it.
func (s *speaker) known(c dl.Concept) word {
	if s.o.Nouns == nil {
		return anything()
	}
	for _, n := range s.o.Nouns(c) {
		w := s.classWord(n.IRI, cmp.Or(n.Label, s.label(n.IRI)))
		if w.part == common && len(s.sound["class "+strings.ToLower(w.text)]) == 0 {
			return w
		}
	}
	return anything()
}

func (s *speaker) withRelativeClause(head, that string, c dl.Concept, n number) clause {
	if c == nil || c == dl.Concept(dl.Top{}) {
		return newClause(head)
	}
	return s.attach(head, that, c, n)
}

// attach returns head with a clause about c after the word that. A list is in
// parentheses: otherwise the words after "and" could belong to the subject of the
// sentence.
func (s *speaker) attach(head, that string, c dl.Concept, n number) clause {
	about := s.clause(c, n)
	closed := head + " (" + strings.TrimPrefix(that, " ") + about.text + ")"
	if about.list {
		return newClause(closed)
	}
	return clause{text: head + that + about.text, closed: closed}
}

// restriction returns the statement about count successors in c. quantity is "at least ",
// "at most ", or empty for ∃.
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
	relation, other := s.role(r, false), anything
	label := strings.ToLower(say.Words(s.label(r.IRI)))
	if isPlain := r == (dl.Role{IRI: r.IRI}); isPlain && relation.form == doing && c == dl.Concept(dl.Top{}) {
		if object := phraseObjects[label]; object != "" {
			other = func() word { return word{text: object, plural: plural(object)} }
		} else if _, ok := phrases[label]; ok && isNoun(label) { // "has a place of death", not "died in something"
			relation.form, relation.text, relation.plural = having, label, plural(label)
		}
	}
	if relation.form == having {
		noun := relation.inNumber(objects)
		if isPlural(noun) { // "languages spoken"
			objects = many
		}
		if quantity == "" {
			noun = withArticle(noun)
		}
		that := " that "
		if isPerson(relation.text) {
			that = " who "
		}
		return s.withRelativeClause(n.choose("has ", "have ")+quantity+noun, that, c, objects)
	}
	noun, rest, that := s.nounPhrase(c, objects, other)
	verb := relation.verbPhrase(n)
	// People do not write "educated at at least 2".
	if bound, ok := strings.CutPrefix(quantity, "at "); ok && strings.HasSuffix(verb, " at ") {
		quantity, bound, _ = strings.Cut(strings.TrimSuffix(bound, " "), " ")
		quantity, noun = bound+" ", noun+map[string]string{"least": " or more", "most": " or fewer"}[quantity]
	}
	if quantity == "" {
		noun = withArticle(noun)
	}
	return s.withRelativeClause(verb+quantity+noun, that, rest, objects)
}

// linkedTo returns the words before the name of a successor.
func (s *speaker) linkedTo(r dl.Role, n number) string {
	relation := s.role(r, true)
	if relation.form == having {
		return n.choose("has the ", "have the ") + relation.inNumber(one) + " "
	}
	return relation.verbPhrase(n)
}

// forAll returns the statement about all successors, in words that are also true without
// successors.
func (s *speaker) forAll(c dl.ForAll, n number) clause {
	if not, ok := c.C.(dl.Not); ok {
		return s.restriction(c.Role, "at most ", 0, not.C, n)
	}
	relation := s.role(c.Role, false)
	if relation.form == doing && c.C != dl.Concept(dl.Bottom{}) {
		noun, rest, that := s.nounPhrase(c.C, many, anything)
		if before, ok := strings.CutSuffix(noun, " things"); ok && rest == nil && adjectiveNouns[before] {
			noun = before + "s"
		}
		return s.withRelativeClause(onlyBefore(strings.TrimSpace(relation.verbPhrase(n)))+" "+noun, that, rest, many)
	}
	head := relation.verbPhrase(n) + "no things"
	if relation.form == having {
		head = n.choose("has no ", "have no ") + relation.inNumber(many)
	}
	if c.C == dl.Concept(dl.Bottom{}) {
		return newClause(head)
	}
	return s.attach(head, " except those that ", c.C, many)
}
