package search

import (
	"math/bits"

	"github.com/genus-kg/genus/learner/interp"
)

// polarity says which classes a solution should include: at positive polarity the positive
// classes, at negative polarity, below ¬, the negative ones.
type polarity uint8

const (
	positive polarity = iota
	negative
)

func (p polarity) opposite() polarity { return 1 - p }

// bitLayout is a weighted bit layout: it arranges the classes of examples in words so that
// the cost of a set of classes is a sum over words of weight times number of bits. A set
// includes all examples of a class or none. The smaller of the two costs is unavoidable
// and belongs to base; the difference of the costs is the weight of the class. A class has
// one bit in a word of its weight or, if that takes fewer words, a bit in a word of weight
// 2ⁱ for every bit i of its weight. A class of weight 0 has no bit.
//
// The words before pos have the positive classes, whose omission costs more; the others
// have the negative classes.
type bitLayout struct {
	words, pos int
	weight     []int64  // by word
	unit       bool     // whether all weights are 1
	source     []int32  // by bit: the element, or -1
	all        []uint64 // the set of all classes
	gain       []int64  // by class: the cost of including it minus that of leaving it out
	base       int64    // the unavoidable cost
	total      int64    // the sum of the weights
}

// newBitLayout arranges the classes of the problem's examples at their context.
func newBitLayout(p *interp.Problem, class map[interp.Individual]int, classes int, w weights) *bitLayout {
	in, out := make([]int64, classes), make([]int64, classes) // the costs of including a class, and of leaving it out
	for i, a := range p.Pos {
		out[class[a]] += w.missed * int64(p.PosWeight(i))
	}
	for i, a := range p.Neg {
		in[class[a]] += w.wrong * int64(p.NegWeight(i))
	}
	l := &bitLayout{unit: true, gain: make([]int64, classes)}
	side := func(weightOf func(e int) int64) {
		for _, g := range chooseSmaller(byWeight(classes, weightOf), byBit(classes, weightOf)) {
			for i, e := range g.classes {
				if i%64 == 0 {
					l.weight = append(l.weight, g.weight)
				}
				l.source = append(l.source, e)
			}
			for len(l.source)%64 != 0 {
				l.source = append(l.source, -1)
			}
			l.unit = l.unit && g.weight == 1
		}
	}
	side(func(e int) int64 { return max(out[e]-in[e], 0) })
	l.pos = len(l.weight)
	side(func(e int) int64 { return max(in[e]-out[e], 0) })
	l.words = len(l.weight)
	l.all = make([]uint64, l.words)
	for i, e := range l.source {
		if e >= 0 {
			l.all[i/64] |= 1 << (i % 64)
		}
	}
	for e := range classes {
		l.gain[e] = in[e] - out[e]
		l.base += min(in[e], out[e])
		l.total += max(in[e], out[e]) - min(in[e], out[e])
	}
	return l
}

// group is a set of classes whose bits have the same weight.
type group struct {
	weight  int64
	classes []int32
}

func byWeight(classes int, weightOf func(e int) int64) []group {
	at := map[int64]int{0: -1}
	var out []group
	for e := range classes {
		w := weightOf(e)
		i, ok := at[w]
		if !ok {
			i = len(out)
			at[w] = i
			out = append(out, group{weight: w})
		}
		if i >= 0 {
			out[i].classes = append(out[i].classes, int32(e))
		}
	}
	return out
}

func byBit(classes int, weightOf func(e int) int64) []group {
	var out []group
	for i := int64(1); ; i <<= 1 {
		g, more := group{weight: i}, false
		for e := range classes {
			w := weightOf(e)
			if w&i != 0 {
				g.classes = append(g.classes, int32(e))
			}
			more = more || w>>1 >= i
		}
		if len(g.classes) > 0 {
			out = append(out, g)
		}
		if !more {
			return out
		}
	}
}

// chooseSmaller returns the groups that take fewer words.
func chooseSmaller(x, y []group) []group {
	words := func(gs []group) (n int) {
		for _, g := range gs {
			n += (len(g.classes) + 63) / 64
		}
		return n
	}
	if words(x) <= words(y) {
		return x
	}
	return y
}

// arrange appends the extension x, a set of elements, to y in the layout.
func (l *bitLayout) arrange(y, x []uint64) []uint64 {
	for w := range l.words {
		word := uint64(0)
		for i, e := range l.source[64*w : 64*w+64] {
			if e < 0 {
				break
			}
			word |= x[e>>6] >> (e & 63) & 1 << i
		}
		y = append(y, word)
	}
	return y
}

// weigh returns the weights of the positive and of the negative classes in active ∩ x. At
// negative polarity the two change places.
func (l *bitLayout) weigh(active, x []uint64, p polarity) (in, out int64) {
	x = x[:len(active)]
	if l.unit {
		a, b := 0, 0
		for i, c := range active[:l.pos] {
			a += bits.OnesCount64(c & x[i])
		}
		for i := l.pos; i < len(active); i++ {
			b += bits.OnesCount64(active[i] & x[i])
		}
		in, out = int64(a), int64(b)
	} else {
		weight := l.weight[:len(active)]
		for i, c := range active[:l.pos] {
			in += weight[i] * int64(bits.OnesCount64(c&x[i]))
		}
		for i := l.pos; i < len(active); i++ {
			out += weight[i] * int64(bits.OnesCount64(active[i]&x[i]))
		}
	}
	if p == negative {
		return out, in
	}
	return in, out
}

// setCosts sets in and out, by class, to the costs of including it and of leaving it out.
// They are 0 for a class that is not active.
func (l *bitLayout) setCosts(active []uint64, p polarity, in, out []int64) {
	clear(in)
	clear(out)
	for bit, e := range l.source {
		if e < 0 || active[bit/64]>>(bit%64)&1 == 0 {
			continue
		}
		in[e], out[e] = max(l.gain[e], 0), max(-l.gain[e], 0)
		if p == negative {
			in[e], out[e] = out[e], in[e]
		}
	}
}
