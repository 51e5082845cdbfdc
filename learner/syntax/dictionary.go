package syntax

import (
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
)

// part is the part of speech of the label of a class.
type part uint8

const (
	common    part = iota // "are elephants"
	adjective             // "are female"
	opaque                // "are in class Q5"
)

// form is the grammatical form of a role. The label of the role decides it:
//
//	hasChild, child, place of birth    a noun: "have a child"; inverse: "are children of"
//	childOf, isPartOf                  a noun before "of": the same with the directions exchanged
//	livesIn, knows, diedIn             a verb: "live in", "know", "died in"
//	country of citizenship, spouse     a phrase of their own: "are citizens of", "are married to"
//	locatedIn, wasBornIn, member of …  a predicate: "are located in"
//	others, and inverses of the last   a link: "are linked by r0 to", inverse: "are linked by r0 from"
type form uint8

const (
	linking form = iota // "are linked by r0 to"
	having              // "have children"
	being               // "are children of"
	doing               // "live in", "are located in"
)

// number is the grammatical number of a subject or a noun.
type number bool

const (
	one  number = false
	many number = true
)

func (n number) choose(singular, plural string) string {
	if n == many {
		return plural
	}
	return singular
}

// word is a class or role in English.
type word struct {
	text   string // singular
	plural string
	tag    string // distinguishes it from others with the same text; may be empty
	part   part
	form   form
	to     string // of a link: to or from
}

func (w word) inNumber(n number) string { return n.choose(w.text, w.plural) + w.tag }

// verbPhrase returns the words before the object of a role, unless its form is having.
func (w word) verbPhrase(n number) string {
	switch w.form {
	case being:
		return n.choose("is "+withArticle(w.text), "are "+w.plural) + w.tag + " of "
	case doing:
		return w.inNumber(n) + " "
	}
	return n.choose("is", "are") + " linked by " + strings.ReplaceAll(w.text, " ", "-") + w.tag + " " + w.to + " "
}

// dictionary holds the words for the symbols of one concept.
type dictionary struct {
	o     EnglishOptions
	sound map[string]map[string]bool // by kind of symbol and text: the IRIs
	tags  map[string]string          // by kind of symbol and IRI
}

// newDictionary returns the dictionary for c. Symbols with the same words get tags.
func newDictionary(c dl.Concept, o EnglishOptions) *dictionary {
	d := &dictionary{o: o, sound: map[string]map[string]bool{}, tags: map[string]string{}}
	hear := func(kind, text, iri string) {
		key := kind + strings.ToLower(text)
		iri = dl.DirectProperty(iri) // its forms in statements have the same label
		if d.sound[key] == nil {
			d.sound[key] = map[string]bool{}
		}
		d.sound[key][iri] = true
	}
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.Name:
			hear("class ", d.class(c.IRI).text, c.IRI)
		case dl.Nominal:
			hear("individual ", d.individual(c.IRI), c.IRI)
		}
		for _, f := range dl.Features(c) {
			hear("property ", counted(d.feature(f), "1"), f) // "children" sound like "child" after a number
		}
		for _, r := range dl.Roles(c) {
			hear("property ", d.role(dl.Role{IRI: r.IRI}, true).text, r.IRI)
		}
		return true
	})
	for key, iris := range d.sound {
		kind, _, _ := strings.Cut(key, " ")
		for iri := range iris {
			if len(iris) > 1 {
				d.tags[kind+" "+iri] = " [" + o.Prefixes.Shorten(iri) + "]"
			}
		}
	}
	return d
}

// propertyTag returns the tag of a property.
func (d *dictionary) propertyTag(iri string) string {
	return d.tags["property "+dl.DirectProperty(iri)]
}

func (d *dictionary) label(iri string) string {
	if iri == d.o.SubClassOf && d.o.Labels[iri] == "" {
		return "subclass of"
	}
	return LabelOf(iri, d.o.Labels)
}

func (d *dictionary) class(iri string) word { return d.classWord(iri, d.label(iri)) }

func (d *dictionary) classWord(iri, label string) word {
	text := say.Words(label)
	w := word{text: text, plural: text, tag: d.tags["class "+iri], part: opaque}
	switch {
	case !isPlainWords(text) || readsAsNounPhrase(text) || strings.HasPrefix(strings.ToLower(label), "has "):
		w.text = say.OneLine(text)
	case adjectives[strings.ToLower(text)]:
		w.text, w.part = decapitalize(text), adjective
	default:
		w.text, w.part = commonNoun(label, text), common
		if humans[w.text] {
			w.text = "person"
		}
		w.plural = plural(w.text)
	}
	return w
}

// readsAsNounPhrase reports whether the label of a class looks like a noun phrase for
// several classes, such as "male elephant", or is "thing", which stands for a missing
// noun.
func readsAsNounPhrase(text string) bool {
	first, _, several := strings.Cut(strings.ToLower(text), " ")
	return several && adjectives[first] || strings.EqualFold(text, "thing")
}

// member returns the words after "is" or "are".
func (d *dictionary) member(c dl.Name, n number) string {
	w := d.class(c.IRI)
	switch {
	case w.part == opaque:
		return "in class " + w.text + w.tag
	case w.part == common && n == one:
		return withArticle(w.text) + w.tag
	case w.part == adjective:
		return w.text + w.tag
	}
	return w.plural + w.tag
}

func (d *dictionary) individual(iri string) string {
	return say.OneLine(d.label(iri)) + d.tags["individual "+iri]
}

func (d *dictionary) feature(iri string) string {
	if noun, ok := d.reified(iri); ok {
		return noun + d.propertyTag(iri)
	}
	text := say.Words(d.label(iri))
	if rest, ok := cutWord(text, "has"); ok {
		text = rest
	}
	if !isPlainWords(text) {
		return say.OneLine(text) + d.propertyTag(iri)
	}
	return decapitalize(text) + d.propertyTag(iri)
}

// reified returns the noun for what a property of reifiers leads to: "spouse statement", and from that "value".
func (d *dictionary) reified(iri string) (noun string, ok bool) {
	of, toValue, ok := dl.ReifiedBy(iri)
	if !ok || toValue {
		return "value", ok
	}
	noun = say.Words(d.label(of))
	if rest, has := cutWord(noun, "has"); has {
		noun = rest
	}
	if !isNoun(noun) {
		return "“" + say.OneLine(d.label(of)) + "” statement", true
	}
	return decapitalize(noun) + " statement", true
}

// steps returns the words for the steps of a closure.
func steps(c dl.Closure) string {
	if c == dl.Star {
		return "any number of steps"
	}
	return "one or more steps"
}

// shared returns the words for what a role leads to, in an agreement.
func (d *dictionary) shared(r dl.Role) string {
	text := "“" + say.OneLine(say.Words(d.label(r.IRI))) + "”" + d.propertyTag(r.IRI)
	if r.Inverse {
		text = "the inverse of " + text
	}
	if r.Closure != dl.NoClosure {
		text += " over " + steps(r.Closure)
	}
	return text
}

// closed returns the words w for a closure with the words of its label.
func (d *dictionary) closed(r dl.Role, text string, w word) word {
	if r.Closure == dl.Star && !r.Inverse && (r.IRI == d.o.SubClassOf || strings.EqualFold(text, "subclass of")) {
		w.form, w.text, w.plural = doing, "is any kind of", "are any kind of"
		return w
	}
	link := " linked by “" + say.OneLine(text) + "”" + w.tag + " over " + steps(r.Closure) + " " + w.to
	w.form, w.text, w.plural, w.tag = doing, "is"+link, "are"+link, ""
	return w
}

// role returns the words for the role. If the object is named, it may follow a noun:
// "members of sports team Arsenal". The text of a role and of its inverse differ only for
// verbs and predicates.
func (d *dictionary) role(r dl.Role, named bool) word {
	label := d.label(r.IRI)
	w := word{text: say.OneLine(label), tag: d.propertyTag(r.IRI), to: "to"}
	if r.Inverse {
		w.to = "from"
	}
	text := say.Words(label)
	if noun, ok := d.reified(r.IRI); ok && r.Closure == dl.NoClosure {
		if w.form = having; r.Inverse {
			w.form = being
		}
		w.text, w.plural = noun, noun+"s"
		return w
	}
	if r.Closure != dl.NoClosure {
		return d.closed(r, text, w)
	}
	if p, ok := phraseOf(strings.ToLower(text), r.Inverse); ok {
		w.form, w.text, w.plural = doing, p[0], p[1]
		return w
	}
	noun, of := nounOf(text)
	verb, verbs := verbOf(text)
	switch {
	case noun != "":
		w.form = being
		if of == r.Inverse { // the inverse of "has a child" is "is a child of"
			w.form = having
		}
		w.text, w.plural = say.OneLine(noun), say.OneLine(noun)+" values"
		if isPlainWords(noun) {
			w.text = decapitalize(noun)
			if w.plural = plural(w.text); isThirdPerson(noun) { // "notable works" is a plural
				w.plural = w.text
			}
		}
	case verb != "" && !r.Inverse && (named || takesObject(verb)):
		w.form = doing
		w.text = verb
		w.plural = verbs
	}
	return w
}
