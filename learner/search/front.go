package search

import (
	"cmp"
	"slices"
)

// front is a list of the entries of a table, arranged, without those that
// another makes superfluous: an entry that is at least as good on every
// example and not larger. ⊓ and ⊔ are monotone, so such an entry does at least
// as well in the place of the other. What is good is turned round below ¬,
// hence one front for either way.
type front struct {
	flipped bool
	bits    []uint64 // words of the layout per entry
	entry   []uint32
	op      []op
	end     []int // end[s]: number of entries of size at most s
}

// mostDominators bounds the comparisons of an entry: only that many of the
// front are tried.
const mostDominators = 2000

// extend adds the entries of the table of the next size, unless it is halted.
func (f *front) extend(l *layout, t *table, most int, halted func() bool) {
	if len(f.end) == 0 {
		f.end = []int{0}
	}
	lo, hi := t.ofSize(len(f.end))
	cost := make([]int64, hi-lo)
	order := make([]int, hi-lo)
	arranged := make([]uint64, 0, (hi-lo)*l.words)
	for i := lo; i < hi; i++ {
		if i&4095 == 0 && halted() {
			f.end = append(f.end, len(f.entry))
			return
		}
		arranged = l.arrange(arranged, t.at(i))
		in, out := l.weigh(l.all, arranged[(i-lo)*l.words:], f.flipped)
		cost[i-lo], order[i-lo] = out-in, i-lo
	}
	// What dominates costs less, or has the same bits; so it comes first.
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(cost[i], cost[j]) })
	for n, i := range order {
		if n&255 == 0 && halted() {
			break
		}
		x := arranged[i*l.words : (i+1)*l.words]
		if f.dominated(l, x, most) {
			continue
		}
		f.bits = append(f.bits, x...)
		f.entry = append(f.entry, uint32(lo+i))
		f.op = append(f.op, t.from[lo+i].op)
	}
	f.end = append(f.end, len(f.entry))
}

// dominated reports whether one of the first entries of the front makes x
// superfluous.
func (f *front) dominated(l *layout, x []uint64, most int) bool {
	n := min(len(f.entry), most)
next:
	for i := range n {
		y := f.bits[i*l.words : (i+1)*l.words]
		lower, upper := x, y // on what ought to be in, lower ⊆ upper is needed
		if f.flipped {
			lower, upper = y, x
		}
		for w := range l.pos {
			if lower[w]&^upper[w] != 0 {
				continue next
			}
		}
		for w := l.pos; w < l.words; w++ {
			if upper[w]&^lower[w] != 0 {
				continue next
			}
		}
		return true
	}
	return false
}

// bytes is what the front takes.
func (f *front) bytes() int64 { return 8*int64(cap(f.bits)) + 5*int64(cap(f.entry)) }

// span are the entries of the sizes from first to last.
func (f *front) span(first, last int) (lo, hi int) {
	top := len(f.end) - 1
	first, last = max(first, 1), max(last, first-1)
	return f.end[min(first-1, top)], f.end[min(last, top)]
}
