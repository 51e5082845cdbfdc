package price

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
)

// Word is a word of a phrase, or what its words say of the form of a concept.
type Word struct {
	text    string // as it was said
	stem    string
	places  []string // stems of the place whose people it names
	Form    form
	number  int        // of atLeast, and a year
	next    bool       // it follows the word before at once, as in "british actor"
	joined  int        // how many of "or", "and" and the ends of clauses come before it
	Negated bool       // it follows a negator
	label   dl.Compare // of labelling, without the property
	limit   *limit     // of limiting
	beside  []string   // of limiting, the stems of the words before and after
	Weight  float64    // bits
}

// Form is what a word says of the form of a concept.
type form uint8

const (
	noForm      form = iota
	Negation         // no, not, without
	joining          // or
	closing          // any kind of, at any level
	atLeast          // three
	bounding         // a year
	existing         // known
	agreeing         // where they were
	labelling        // whose name starts with The
	limiting         // since 2015, over 80,000
	subclassing      // subclasses
	stepping         // direct
	comparing        // wider than tall
)

// Words that say nothing of a class, value or role.
var silent = set(`a an the of in on at from by to for with and as is are was were be been being who whom whose which
	that this these those it its their they them there he she his her have has had do does did also too but more most
	less least whatever i me my our we you your people person persons thing things somebody someone something anybody
	anyone anything one ones all every each what give list show find get name names only both s else`)

var (
	negators = set("no not without neither nor never none nobody nothing outside except excluding lacking non missing " +
		"isn aren wasn don doesn didn")
	closers   = set("kind kinds sort sorts type types level levels any anywhere everywhere within belong belongs")
	existents = set("known given recorded stated some")
	agreers   = set("where same")
	joiners   = set("or and nor but")
	belows    = set("subclass subclasses subtype subtypes subcategory subcategories")
	steppers  = set("direct directly immediate immediately")
	numerals  = map[string]int{"two": 2, "three": 3, "four": 4, "five": 5}
	resumes   = set("but born died from who whose which that since before")
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

//go:embed demonyms.txt
var demonymTable string

// demonyms has, for the stem of a word, the name of the place whose people it names.
var demonyms = func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(demonymTable) {
		people, place, _ := strings.Cut(line, ":")
		for _, w := range strings.Fields(people) {
			out[stemOf(w)] = strings.TrimSpace(place)
		}
	}
	return out
}()

//go:embed kin.txt
var kinTable string

// kin has, for stems of words that mean much the same in names, the number of their group.
var kin = func() map[string]int {
	out := map[string]int{}
	n := 0
	for line := range strings.Lines(kinTable) {
		n++
		for _, w := range strings.Fields(line) {
			out[stemOf(w)] = n
		}
	}
	return out
}()

// wordsOfText returns the words of a text in lower case.
func wordsOfText(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func stemOf(w string) string { return english.Stem(w, true) }

// stemsOf returns the stems of the words of a name, without those that say nothing.
func stemsOf(name string) (out []string) {
	for _, w := range wordsOfText(name) {
		if !silent[w] {
			out = append(out, stemOf(w))
		}
	}
	return out
}

// readName returns the stems of a name, and those of its parts if it is in camel case: YouTube is also said
// "you tube".
func readName(name string) (out [][]string) {
	for _, text := range normal.Unique([]string{name, say.Words(name)}) {
		stems := stemsOf(text)
		isKnown := slices.ContainsFunc(out, func(x []string) bool { return slices.Equal(x, stems) })
		if len(stems) > 0 && !isKnown {
			out = append(out, stems)
		}
	}
	return out
}

// localName returns the last part of an IRI.
func localName(iri string) string {
	s := strings.TrimRight(iri, "/#:")
	return s[strings.LastIndexAny(s, "/#:")+1:]
}

// hasDigit reports whether the name has a digit, as codes have.
func hasDigit(name string) bool { return strings.ContainsFunc(name, unicode.IsDigit) }

// mostWordsSaid is how many words of a phrase are read.
const mostWordsSaid = 24

// bitsOfForm is what a word weighs that says something of the form.
const bitsOfForm = 6

// readPhrase returns what the words of the phrase say. A negator is about the words up to a comma, or to a
// word that begins something else.
func readPhrase(phrase string) (out []Word) {
	forms := map[form]bool{}
	hear := func(text string, f form, n int, negated bool) {
		if !forms[f] || f == bounding {
			forms[f] = true
			out = append(out, Word{text: text, Form: f, number: n, Negated: negated, Weight: bitsOfForm})
		}
	}
	labelled, phrase := readLabelled(phrase)
	bounds, phrase := readBounds(phrase)
	out = append(labelled, bounds...)
	phrase = strings.NewReplacer(" or more", "", " or later", "", " or older", "", "n't",
		" not").Replace(strings.ToLower(phrase))
	joined := 0
	for clause := range strings.SplitAfterSeq(phrase, ",") {
		joined++
		negated, since, adjacent := false, 0, false
		for _, w := range wordsOfText(clause) {
			since++
			next := adjacent
			adjacent = false
			if joiners[w] {
				joined++
			}
			year, err := strconv.Atoi(w)
			switch {
			case negators[w]:
				hear(w, Negation, 0, false)
				negated, since = true, 0
				continue
			case w == "or":
				if !negated {
					hear(w, joining, 0, false)
				}
				continue
			case err == nil && year >= 1000 && year < 2200:
				hear(w, bounding, year, negated)
				continue
			case numerals[w] > 0:
				hear(w, atLeast, numerals[w], negated)
				continue
			case formOf(w) != noForm:
				hear(w, formOf(w), 0, negated)
				continue
			}
			if negated && since > 1 && resumes[w] {
				negated = false
			}
			if silent[w] {
				continue
			}
			stem := stemOf(w)
			adjacent = true
			if i := slices.IndexFunc(out, func(x Word) bool { return x.Form == noForm && x.stem == stem }); i >= 0 {
				continue
			}
			out = append(out, Word{
				text: w, stem: stem, places: stemsOf(demonyms[stem]),
				next: next, joined: joined, Negated: negated, Weight: weightUnknown,
			})
		}
	}
	return out[:min(len(out), mostWordsSaid)]
}

// spellings returns how a name may be spelled that word i says, alone or with the word that follows it at once.
func spellings(words []Word, i int) []string {
	text := words[i].text
	out := []string{text}
	if one, many := strings.CutSuffix(text, "s"); many && len(one) > 2 {
		out = append(out, one)
	}
	if one, many := strings.CutSuffix(text, "ies"); many {
		out = append(out, one+"y")
	}
	if place := demonyms[words[i].stem]; place != "" {
		out = append(out, capitalized(place))
	}
	if i+1 < len(words) && words[i+1].next {
		both := text + " " + words[i+1].text
		out = append(out, both, capitalized(both))
	}
	if i > 0 && words[i].next {
		both := words[i-1].text + " " + text
		out = append(out, both, capitalized(both))
	}
	return append(out, strings.ToUpper(text))
}

// capitalized returns the words with capital first letters.
func capitalized(text string) string {
	var out []string
	for _, w := range strings.Fields(text) {
		r, n := utf8.DecodeRuneInString(w)
		out = append(out, string(unicode.ToUpper(r))+w[n:])
	}
	return strings.Join(out, " ")
}

// formOf returns the form that the word says: a closure, a value that is present, or agreement.
func formOf(w string) form {
	switch {
	case closers[w]:
		return closing
	case existents[w]:
		return existing
	case agreers[w]:
		return agreeing
	case belows[w]:
		return subclassing
	case steppers[w]:
		return stepping
	case w == "than":
		return comparing
	}
	return noForm
}

// likeness returns how well a word matches a word of a name, both stemmed: 1, .8 for a common beginning or for words
// that mean much the same, or 0.
func likeness(x, y string) float64 {
	if x == y {
		return 1
	}
	if group := kin[x]; group > 0 && group == kin[y] {
		return 0.8
	}
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	isShort := n < min(len(x), len(y)) && max(len(x), len(y)) < 6 // such as Frank and France
	if n >= 4 && 20*n >= 11*max(len(x), len(y)) && !isShort {
		return 0.8
	}
	return 0
}

// matches returns how well the word matches the name, whose stems these are: the best likeness to one of them,
// or to all of the place whose people the word names. It sets those of them that the word covers.
func (w *Word) matches(name []string, covered []bool) float64 {
	best := 0.0
	for i, stem := range name {
		if l := likeness(w.stem, stem); l > 0 {
			covered[i] = true
			best = max(best, l)
		}
	}
	if len(w.places) > 0 && !slices.ContainsFunc(w.places, func(p string) bool { return !slices.Contains(name, p) }) {
		best = 1
		for i, stem := range name {
			covered[i] = covered[i] || slices.Contains(w.places, stem) || stem == "america" || stem == "republ"
		}
	}
	return best
}
