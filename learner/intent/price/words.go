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
//	paid   = weight · likeness · (leastCovered + (1 - leastCovered)·share of the name's words that are said)
//
// and ofRole of that for a role, or a feature with other values than true and false, unless it is all that is said.
// Words such as "no", "or", "any kind of" and "three" weigh bitsOfForm, and are paid by ¬, ⊔, a closure and ≥3. A
// number with its side is a word of its own (bounded.go). A word after a negator is paid below ¬ only. Each word is
// paid once for a concept, by its best match. So a concept costs what the words weigh that it does not pay, and
// priceUnsaid for each class, value and ∃r.⊤ that no word says; a list costs priceUnsaidSide for a side that no word
// says and gets sideSaid for each that a word of its own says:
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
	ofRole          = 0.6
	priceUnsaid     = 3
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
	k     *Prior
	List  []Word
	all   float64 // W
	names map[string][][]string
	paid  map[string][]float64 // by IRI: what it pays of each word
	heard map[dl.Concept]*Said // of conditions
	lost  []string             // words that no name has
	Found []string             // at an endpoint, things whose whole name was said, as it ranks them
	// toldAll: the graph told all names at once. asked: nothing needs to be looked up any more.
	toldAll, asked bool
}

// Said is what a condition pays.
type Said struct {
	paid   []float64 // of each word
	at     []int     // how many roles lead to the thing of which it is said
	unsaid float64
}

// Pays returns what the condition pays of word i.
func (x *Said) Pays(i int) float64 { return x.paid[i] }

// unplaced is where a role pays.
const unplaced = -2

func newWords(k *Prior, phrase string) *Words {
	list := readPhrase(phrase)
	if len(list) == 0 {
		return nil
	}
	w := &Words{k: k, List: list, names: map[string][][]string{}, paid: map[string][]float64{}, heard: map[dl.Concept]*Said{}}
	things, told := k.Graph.AllNames(k.Statements)
	if told {
		w.weigh(newLexicon(things))
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
		n := 0
		for _, c := range covered {
			if c {
				n++
			}
		}
		share := leastCovered + (1-leastCovered)*float64(n)/float64(max(1, len(name)))
		for i, m := range match {
			out[i] = max(out[i], w.List[i].Weight*m*share)
		}
	}
	return out
}

// Of returns what a condition pays.
func (w *Words) Of(c dl.Concept) *Said {
	x, ok := w.heard[c]
	if !ok {
		x = &Said{paid: make([]float64, len(w.List)), at: make([]int, len(w.List))}
		w.visit(x, c, false, 0)
		w.heard[c] = x
	}
	return x
}

// pay adds what the names pay of words on this side of ¬, and reports whether they pay any.
func (w *Words) pay(x *Said, by []float64, part float64, negative bool, at int) (any bool) {
	for i, n := range by {
		if n > 0 && w.List[i].Negated == negative {
			if part*n > x.paid[i] {
				x.paid[i], x.at[i] = part*n, at
			}
			any = true
		}
	}
	return any
}

func (w *Words) payForm(x *Said, f form, accept func(*Word) bool) (any bool) {
	for i := range w.List {
		if v := &w.List[i]; v.Form == f && (accept == nil || accept(v)) {
			x.paid[i] = v.Weight
			any = true
		}
	}
	return any
}

func (w *Words) visit(x *Said, c dl.Concept, negative bool, depth int) {
	name := func(iri string, at int) {
		if !w.pay(x, w.Pays(iri), 1, negative, at) {
			x.unsaid += priceUnsaid
		}
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
		w.visit(x, d.C, !negative, depth)
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
		w.pay(x, w.Pays(d.F), ofRole, negative, unplaced)
		w.pay(x, w.Pays(d.G), ofRole, negative, unplaced)
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
	any := w.pay(x, w.Pays(d.Feature), share, negative, unplaced)
	isLimit := func(v *Word) bool { return v.says(d) || d.Op == dl.Many && v.isCount(d.N()) }
	switch {
	case !negative && w.payForm(x, limiting, isLimit):
		any = true
	case w.payForm(x, labelling, func(v *Word) bool { return v.Negated == negative && v.isLabelled(d) }):
		any = true
	case d.Op == dl.Present:
		any = w.payForm(x, existing, nil) || any
	case d.Value.IsNumber() || d.Op.IsOrder():
		any = w.payForm(x, bounding, func(v *Word) bool { return strings.HasPrefix(d.Value.Lexical(), v.text) }) || any
	default:
		any = w.pay(x, w.paysBy([][]string{stemsOf(d.Value.Lexical())}), 1, negative, depth) || any
	}
	if !any {
		x.unsaid += priceUnsaid
	}
}

// restriction pays for a role and what its successors are.
func (w *Words) restriction(x *Said, c dl.Concept, role dl.Role, negative bool, depth int) {
	filler := dl.Children(c)[0]
	share := ofRole
	if filler == dl.Concept(dl.Top{}) { // nothing else is said
		share = 1
	}
	any := w.pay(x, w.Pays(role.IRI), share, negative, unplaced)
	if slices.ContainsFunc(w.k.Kinds, func(r dl.Role) bool { return r.IRI == role.IRI }) {
		any = w.payForm(x, subclassing, nil) || any
	}
	if role.Closure == dl.NoClosure {
		w.payForm(x, stepping, nil)
	} else {
		w.payForm(x, closing, nil)
	}
	if n, is := c.(dl.AtLeast); is {
		any = w.payForm(x, atLeast, func(v *Word) bool { return v.number == n.N }) || any
		any = w.payForm(x, limiting, func(v *Word) bool { return v.isCount(n.N) }) || any
	}
	if filler == dl.Concept(dl.Top{}) {
		_, counts := c.(dl.AtLeast)
		if any = w.payForm(x, existing, nil) || any && (negative || counts); !any {
			x.unsaid += priceUnsaid
		}
		return
	}
	w.visit(x, filler, negative, depth+1)
}

// sides pays for the sides of a union: those that a word of their own says are a list as people say it.
func (w *Words) sides(x *Said, sides []dl.Concept, negative bool, depth int) {
	all := make([]Said, len(sides))
	for i, c := range sides {
		all[i].paid, all[i].at = make([]float64, len(w.List)), make([]int, len(w.List))
		w.visit(&all[i], c, negative, depth)
	}
	for i := range all {
		own := false
		for j, n := range all[i].paid {
			if n == 0 || w.List[j].Form != noForm {
				continue
			}
			if n > x.paid[j] {
				x.paid[j], x.at[j] = n, all[i].at[j]
			}
			others := 0.0
			for k := range all {
				if k != i {
					others = max(others, all[k].paid[j])
				}
			}
			own = own || n > others
		}
		if own {
			x.unsaid -= sideSaid
		} else {
			x.unsaid += priceUnsaidSide
		}
	}
	x.unsaid += sideSaid
}

// With returns what the words make of the conjunction and a further condition.
func (w *Words) With(a, b *Said) *Said {
	if w == nil || a == nil {
		return b
	}
	out := &Said{paid: slices.Clone(a.paid), at: slices.Clone(a.at), unsaid: a.unsaid + b.unsaid}
	for i, n := range b.paid {
		if n > out.paid[i] {
			out.paid[i], out.at[i] = n, b.at[i]
		}
	}
	return out
}

// ofAll returns what a conjunction pays.
func (w *Words) ofAll(c dl.Concept) (x *Said) {
	for _, part := range dl.Conjuncts(c) {
		x = w.With(x, w.Of(part))
	}
	return x
}

// Bits returns what the words add to the score of a conjunction.
func (w *Words) Bits(x *Said) float64 {
	if w == nil {
		return 0
	}
	cost := w.all + x.unsaid
	for i, n := range x.paid {
		cost -= n
		if v := &w.List[i]; v.next && i > 0 && n > 0 && x.paid[i-1] > 0 && x.at[i] != x.at[i-1] && x.at[i] != unplaced && x.at[i-1] != unplaced {
			cost += priceApart
		}
	}
	return -math.Log2((1-misled)*math.Exp2(shareOfWords*w.all-cost) + misled)
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
