package price

import (
	"math"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Said is what the words make of a condition or a conjunction.
type Said struct {
	paid    []float64 // of each word
	at      []int     // how many roles lead to the thing of which it is said
	unsaid  float64   // the price of what no word says
	strange int       // how many classes, values and presences no word says
	parts   []wordSet // for each class, value and presence that is said, the words that say it
	denied  []wordSet // the same for what is below ¬
	roles   wordSet   // words that say the roles that lead to what is visited
	// bare are the words that say a role of which it is only said that there is a value, filled those of the others.
	bare, filled wordSet
}

// wordSet is a set of the words of a phrase.
type wordSet uint32

// unplaced is where a role pays.
const unplaced = -2

func (w *Words) newSaid() *Said {
	return &Said{paid: make([]float64, len(w.List)), at: make([]int, len(w.List))}
}

// Pays returns what the condition pays of word i.
func (x *Said) Pays(i int) float64 { return x.paid[i] }

// say takes the words that say a class, a value or a presence.
func (x *Said) say(of wordSet) {
	if of == 0 {
		x.unsaid += priceUnsaid
		x.strange++
		return
	}
	x.parts = append(x.parts, of|x.roles)
}

func union(sets []wordSet) (all wordSet) {
	for _, x := range sets {
		all |= x
	}
	return all
}

// With returns what the words make of the conjunction and a further condition.
func (w *Words) With(a, b *Said) *Said {
	if w == nil || a == nil {
		return b
	}
	out := &Said{
		paid: slices.Clone(a.paid), at: slices.Clone(a.at), unsaid: a.unsaid + b.unsaid, strange: a.strange + b.strange,
		parts: slices.Concat(a.parts, b.parts), denied: slices.Concat(a.denied, b.denied),
		bare: a.bare | b.bare, filled: a.filled | b.filled,
	}
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
	cost := w.all + x.unsaid + priceUnsaid*float64(len(x.parts)-matched(x.parts))
	cost -= sideSaid * float64(max(0, matched(x.denied)-1))
	for i, n := range x.paid {
		cost -= n
		if n > 0 && w.isApart(x, i) {
			cost += priceApart
		}
	}
	return -math.Log2((1-misled)*math.Exp2(shareOfWords*w.all-cost) + misled)
}

// isApart reports whether word i, which is paid, is paid elsewhere than the word that it follows at once: "british
// actor" is one thing, and what follows a role is said of its values.
func (w *Words) isApart(x *Said, i int) bool {
	if i == 0 || x.at[i] == unplaced {
		return false
	}
	if w.List[i].next && x.paid[i-1] > 0 && x.at[i-1] != unplaced {
		return x.at[i] != x.at[i-1]
	}
	v, before := &w.List[i], &w.List[i-1]
	return (x.bare&^x.filled)>>(i-1)&1 == 1 && v.Form == noForm && v.joined == before.joined && v.Negated == before.Negated
}

// matched returns how many of the sets can have a word of their own.
func matched(sets []wordSet) (n int) {
	if len(sets) < 2 {
		return len(sets)
	}
	var of [32]int // for each word, the place of the set that has it, from 1
	for i := range sets {
		var tried wordSet
		if assign(sets, i, &of, &tried) {
			n++
		}
	}
	return n
}

// assign gives set i a word, which may take another from the set that had it.
func assign(sets []wordSet, i int, of *[32]int, tried *wordSet) bool {
	for left := sets[i] &^ *tried; left != 0; left = sets[i] &^ *tried {
		word := bits.TrailingZeros32(uint32(left))
		*tried |= 1 << word
		if of[word] == 0 || assign(sets, of[word]-1, of, tried) {
			of[word] = i + 1
			return true
		}
	}
	return false
}

// sides pays for the sides of a union: those that a word of their own says are a list as people say it. Between such
// words is "or", "and" or a comma: those of "science fiction" are no sides.
func (w *Words) sides(x *Said, sides []dl.Concept, negative bool, depth int) {
	all := make([]*Said, len(sides))
	for i, c := range sides {
		all[i] = w.newSaid()
		w.visit(all[i], c, negative, depth)
	}
	var of wordSet
	own := map[int]bool{} // how many joiners come before the words that say sides
	for i := range all {
		of |= union(all[i].parts)
		x.bare, x.filled = x.bare|all[i].bare, x.filled|all[i].filled
		first := -1
		for j, n := range all[i].paid {
			if n == 0 || w.List[j].Form != noForm {
				continue
			}
			if n > x.paid[j] {
				x.paid[j], x.at[j] = n, all[i].at[j]
			}
			isShared := slices.ContainsFunc(all, func(other *Said) bool { return other != all[i] && other.paid[j] >= n })
			if !isShared && (first < 0 || !own[w.List[j].joined]) {
				first = j
			}
		}
		if first >= 0 && !own[w.List[first].joined] {
			own[w.List[first].joined] = true
			x.unsaid -= sideSaid
		} else {
			x.unsaid += priceUnsaidSide
			x.strange++
		}
	}
	x.unsaid += sideSaid
	if of != 0 {
		x.parts = append(x.parts, of|x.roles)
	}
}

// forms returns the words that say something of the form only.
func (w *Words) forms() (of wordSet) {
	for i := range w.List {
		if w.List[i].Form != noForm {
			of |= 1 << i
		}
	}
	return of
}

// Compare reports whether a word compares two things, such as "than".
func (w *Words) Compare() bool {
	return w != nil && slices.ContainsFunc(w.List, func(v Word) bool { return v.Form == comparing })
}
