package price

import (
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
)

// The words of a user give a second prior beside the description length. A word matches a name by its stem, by a
// common beginning, or as the people of a place (phrase.go); what it weighs grows with how rare it is in names:
//
//	weight = min(mostOfWord, bitsOfRare·log₂(names / names with it))
//	paid   = weight · likeness · (leastCovered + (1 - leastCovered)·share)
//
// where share is that of the words of the name that are said, by how rare they are. A role pays ofRole of that, and
// so does a feature with other values than true and false, unless it is all that is said. Words such as "no", "or",
// "any kind of" and "three" weigh bitsOfForm, and are paid by ¬, ⊔, a closure and ≥3. A number with its side is a
// word of its own (bounded.go). A word after a negator is paid below ¬ only. Each word is paid once for a concept,
// by its best match, and says one thing. So a concept costs what the words weigh that it does not pay, and
// priceUnsaid for each class, value and ∃r.⊤ for which no word is left; a list costs priceUnsaidSide for a side that
// no word says and gets sideSaid for each that a word of its own says, as do negations (said.go):
//
//	cost(C) = Σ unpaid weights + unsaid
//
// Words may mislead. So with probability ε they say nothing, and the score of a concept becomes
//
//	score(C) - log₂((1 - ε)·2^(μ·W - cost(C)) + ε)
//
// where W is what all words weigh together, and μ·W is the length of a concept that pays for them all. Concepts that
// pay less than the share 1 - μ of the words differ by little, so that the words of another concept do little harm.
const (
	mostOfWord      = 12
	bitsOfRare      = 0.9
	leastNames      = 1000 // a graph with fewer names counts as if it had so many
	leastCovered    = 0.4
	ofRole          = 0.8
	ofElsewhere     = 0.15 // less for each word beside a bound that does not say the property
	priceUnsaid     = 5
	priceUnsaidSide = 4
	sideSaid        = 8
	priceApart      = 4   // words that follow each other, but are paid at different things: "british actor"
	priceSomeOther  = 4   // ∃r.¬{o}, because "no" means ¬∃r.{o}
	shareOfWords    = 0.8 // μ
	misled          = 0.1 // ε
	weightUnknown   = 8   // of a word if the graph does not tell how rare it is
)

// Words is what the user says.
type Words struct {
	k      *Prior
	List   []Word
	all    float64 // W
	names  map[string][][]string
	common map[string]float64   // bits of the stems that many names have
	paid   map[string][]float64 // by IRI: what it pays of each word
	heard  map[dl.Concept]*Said // of conditions
	lost   []string             // words that no name has
	Found  []string             // at an endpoint, things whose whole name was said, as it ranks them
	// toldAll: the graph told all names at once. asked: nothing needs to be looked up any more.
	toldAll, asked bool
}

func newWords(k *Prior, phrase string) *Words {
	list := readPhrase(phrase)
	if len(list) == 0 {
		return nil
	}
	w := &Words{
		k:     k,
		List:  list,
		names: map[string][][]string{},
		paid:  map[string][]float64{},
		heard: map[dl.Concept]*Said{},
	}
	things, told := k.Graph.AllNames(k.Statements)
	if told {
		l := newLexicon(things)
		w.common = l.common()
		w.weigh(l)
	}
	w.toldAll, w.asked = told, told
	for _, x := range w.List {
		w.all += x.Weight
	}
	return w
}

// weigh gives the words the weights by how rare they are in names. Those that no name has are lost.
func (w *Words) weigh(l *lexicon) {
	var kept []Word
	for _, x := range w.List {
		if x.Form == noForm {
			n := l.namesWith(&x)
			if n == 0 {
				w.lost = append(w.lost, x.text)
				continue
			}
			x.Weight = min(mostOfWord, bitsOfRare*math.Log2(float64(max(l.names, leastNames))/float64(n)))
		}
		kept = append(kept, x)
	}
	w.List = kept
}

// Pays returns what the IRI pays of each word.
func (w *Words) Pays(iri string) []float64 {
	out, ok := w.paid[iri]
	if ok {
		return out
	}
	out = w.paysBy(w.namesOf(iri))
	w.paid[iri] = out
	return out
}

func (w *Words) paysBy(names [][]string) []float64 {
	out := make([]float64, len(w.List))
	match := make([]float64, len(w.List))
	for _, name := range names {
		covered := make([]bool, len(name))
		for i := range w.List {
			match[i] = 0
			if w.List[i].Form == noForm {
				match[i] = w.List[i].matches(name, covered)
			}
		}
		share := leastCovered + (1-leastCovered)*w.covered(name, covered)
		for i, m := range match {
			out[i] = max(out[i], w.List[i].Weight*m*share)
		}
	}
	return out
}

// covered returns the share of a name that is said. A word that many names have, such as film, says little: comedies
// are comedy films rather than comedy-dramas.
func (w *Words) covered(name []string, said []bool) float64 {
	part, all := 0.0, 0.0
	for i, stem := range name {
		bits := mostOfStem
		if common, ok := w.common[stem]; ok {
			bits = common
		}
		all += bits
		if said[i] {
			part += bits
		}
	}
	return part / max(all, 1)
}

// Of returns what a condition pays.
func (w *Words) Of(c dl.Concept) *Said {
	x, ok := w.heard[c]
	if !ok {
		x = w.newSaid()
		w.visit(x, c, false, 0)
		w.heard[c] = x
	}
	return x
}

// pay adds what the names pay of words on this side of ¬, and returns the words of which they pay.
func (w *Words) pay(x *Said, by []float64, part float64, negative bool, at int) (of wordSet) {
	for i, n := range by {
		if n > 0 && w.List[i].Negated == negative {
			if part*n > x.paid[i] {
				x.paid[i], x.at[i] = part*n, at
			}
			of |= 1 << i
		}
	}
	return of
}

func (w *Words) payForm(x *Said, f form, accept func(*Word) bool) (of wordSet) {
	for i := range w.List {
		if v := &w.List[i]; v.Form == f && (accept == nil || accept(v)) {
			x.paid[i] = v.Weight
			of |= 1 << i
		}
	}
	return of
}

func (w *Words) visit(x *Said, c dl.Concept, negative bool, depth int) {
	name := func(iri string, at int) {
		x.say(w.pay(x, w.Pays(iri), 1, negative, at))
	}
	switch d := c.(type) {
	case dl.Top, dl.Bottom:
		return
	case dl.Name:
		name(d.IRI, depth)
		return
	case dl.Nominal:
		name(d.IRI, depth-1)
		return
	case dl.Compare:
		w.comparison(x, d, negative, depth)
		return
	case dl.Not:
		w.payForm(x, Negation, nil)
		if _, other := d.C.(dl.Nominal); other && depth == 1 {
			x.unsaid += priceSomeOther
		}
		before := len(x.parts)
		w.visit(x, d.C, !negative, depth)
		if of := union(x.parts[before:]) &^ w.forms(); !negative && depth == 0 && of != 0 {
			x.denied = append(x.denied, of)
		}
		return
	case dl.And:
		w.visit(x, d.L, negative, depth)
		w.visit(x, d.R, negative, depth)
		return
	case dl.Or:
		w.payForm(x, joining, nil)
		w.sides(x, dl.Disjuncts(d), negative, depth)
		return
	case dl.Less:
		of := w.payForm(x, comparing, nil)
		for _, f := range []string{d.F, d.G} {
			of |= w.pay(x, w.Pays(f), 1, negative, unplaced)
		}
		x.say(of)
		return
	case dl.Agree:
		w.payForm(x, agreeing, nil)
		w.pay(x, w.Pays(d.R.IRI), ofRole, negative, unplaced)
		w.pay(x, w.Pays(d.S.IRI), ofRole, negative, unplaced)
		return
	}
	if role, ok := dl.RoleOf(c); ok {
		w.restriction(x, c, role, negative, depth)
	}
}

// comparison pays for a condition on the values of a feature.
func (w *Words) comparison(x *Said, d dl.Compare, negative bool, depth int) {
	if isFalse := d.Op == dl.Equal && d.Value == dl.Bool(false); isFalse { // "not remote"
		w.payForm(x, Negation, nil)
		negative = !negative
	}
	share := ofRole
	if d.Value.Kind() == dl.Boolean || d.Op == dl.Present { // no word is left for the value
		share = 1
	}
	of := w.pay(x, w.Pays(d.Feature), share, negative, unplaced)
	var clause wordSet
	if !negative {
		clause = w.payForm(x, limiting, func(v *Word) bool { return v.says(d) || d.Op == dl.Many && v.isCount(d.N()) })
	}
	if clause == 0 {
		clause = w.payForm(x, labelling, func(v *Word) bool { return v.Negated == negative && v.isLabelled(d) })
	}
	switch {
	case clause != 0:
		of |= clause
		w.place(x, clause, d.Feature)
	case d.Op == dl.Present:
		of |= w.payForm(x, existing, nil)
	case d.Value.IsNumber() || d.Op.IsOrder():
		of |= w.payForm(x, bounding, func(v *Word) bool { return strings.HasPrefix(d.Value.Lexical(), v.text) })
	default:
		of |= w.pay(x, w.paysBy([][]string{stemsOf(d.Value.Lexical())}), 1, negative, depth)
	}
	x.say(of)
}

// place lowers what the clauses pay that are said of something else than the feature: "a depth under 50".
func (w *Words) place(x *Said, clauses wordSet, feature string) {
	for i := range w.List {
		if v := &w.List[i]; clauses>>i&1 == 1 && v.limit != nil {
			x.paid[i] *= 1 - ofElsewhere*float64(2-w.beside(v, feature))
		}
	}
}

// beside returns how many of the words beside a bound say the feature.
func (w *Words) beside(v *Word, feature string) (n int) {
	for _, stem := range v.beside {
		says := func(s string) bool { return likeness(stem, s) > 0 }
		if slices.ContainsFunc(w.namesOf(feature), func(name []string) bool { return slices.ContainsFunc(name, says) }) {
			n++
		}
	}
	return n
}

// restriction pays for a role and what its successors are.
func (w *Words) restriction(x *Said, c dl.Concept, role dl.Role, negative bool, depth int) {
	filler := dl.Children(c)[0]
	share := ofRole
	if filler == dl.Concept(dl.Top{}) { // nothing else is said
		share = 1
	}
	of := w.pay(x, w.Pays(role.IRI), share, negative, unplaced)
	if slices.ContainsFunc(w.k.Kinds, func(r dl.Role) bool { return r.IRI == role.IRI }) {
		of |= w.payForm(x, subclassing, nil)
	}
	if role.Closure == dl.NoClosure {
		w.payForm(x, stepping, nil)
	} else {
		w.payForm(x, closing, nil)
	}
	n, counts := c.(dl.AtLeast)
	if counts {
		of |= w.payForm(x, atLeast, func(v *Word) bool { return v.number == n.N })
		of |= w.payForm(x, limiting, func(v *Word) bool { return v.isCount(n.N) })
	}
	if filler != dl.Concept(dl.Top{}) {
		x.filled |= of
		before := x.roles
		x.roles |= of
		w.visit(x, filler, negative, depth+1)
		x.roles = before
		return
	}
	known := w.payForm(x, existing, nil)
	if known == 0 && !negative && !counts {
		x.bare |= of
		of = 0
	}
	x.say(of | known)
}

// BitsOf returns what the words add to the score of a concept; 0 without words.
func (w *Words) BitsOf(c dl.Concept) float64 {
	if w == nil {
		return 0
	}
	return w.Bits(w.ofAll(c))
}

// Share returns the share of what the user says that the concept says. Words that no name has count as well: nothing
// tests them. It is 0 without words.
func (w *Words) Share(c dl.Concept) float64 {
	if w == nil {
		return 0
	}
	paid := 0.0
	for _, n := range w.ofAll(c).paid {
		paid += n
	}
	return paid / (w.all + weightUnknown*float64(len(w.lost)) + 1)
}

// Unsaid returns the share of what the user says of which the concept says nothing; 0 without words.
func (w *Words) Unsaid(c dl.Concept) float64 {
	if w == nil {
		return 0
	}
	unsaid := weightUnknown * float64(len(w.lost))
	all := w.all + unsaid
	for i, n := range w.ofAll(c).paid {
		if n == 0 {
			unsaid += w.List[i].Weight
		}
	}
	return unsaid / all
}

// Settle reports whether the words leave no doubt about the form of the concept: it says each of them, and has nothing
// that no word says. Whoever means a further condition would have said it.
func (w *Words) Settle(c dl.Concept) bool {
	if w == nil || len(w.lost) > 0 || w.Unsaid(c) > 0 {
		return false
	}
	x := w.ofAll(c)
	return x.strange == 0 && matched(x.parts) == len(x.parts)
}

// Misses returns the bits by which the words speak against the concept. U, what was meant if it is no candidate,
// has the words of whatever it is. So a phrase of which the concept says little or nothing is one about U, unless
// it misleads.
func (w *Words) Misses(c dl.Concept) float64 {
	if w == nil || w.all == 0 {
		return 0
	}
	return max(0, w.BitsOf(c))
}

// support reports whether a word says the side of a union, so that no example need speak for it.
func (w *Words) support(c dl.Concept) bool {
	if w == nil {
		return false
	}
	x := w.Of(c)
	return x.unsaid == 0 && slices.Max(x.paid) > 0
}

// HeardIn returns the words that the concept says, those that it does not say, and those that no name has.
func (w *Words) HeardIn(c dl.Concept) (h ask.Heard) {
	if w == nil {
		return h
	}
	x := w.ofAll(c)
	for i, v := range w.List {
		switch {
		case slices.Contains(h.Said, v.text), slices.Contains(h.Unsaid, v.text): // the other bound of an interval
		case x.paid[i] > 0:
			h.Said = append(h.Said, v.text)
		default:
			h.Unsaid = append(h.Unsaid, v.text)
		}
	}
	h.Lost = w.lost
	return h
}

// LeaveUnsaid reports whether there is a word that none of the concepts says.
func (w *Words) LeaveUnsaid(cs []dl.Concept) bool {
	if w == nil {
		return false
	}
	unsaid := map[int]bool{}
	for i := range w.List {
		unsaid[i] = true
	}
	for _, c := range cs {
		for i, bits := range w.ofAll(c).paid {
			if bits > 0 {
				delete(unsaid, i)
			}
		}
	}
	return len(unsaid) > 0
}
