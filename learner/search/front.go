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
	// dominators are what the first entries are right about, in no order.
	dominators []uint64
	right      []uint64 // scratch
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
	type costing struct {
		cost int64
		at   int // from lo
	}
	order := make([]costing, hi-lo)
	arranged := make([]uint64, 0, (hi-lo)*l.words)
	for i := lo; i < hi; i++ {
		if i&4095 == 0 && halted() {
			f.end = append(f.end, len(f.entry))
			return
		}
		arranged = l.arrange(arranged, t.at(i))
		in, out := l.weigh(l.all, arranged[(i-lo)*l.words:], f.flipped)
		order[i-lo] = costing{out - in, i - lo}
	}
	// What dominates costs less, or has the same bits; so it comes first.
	slices.SortFunc(order, func(x, y costing) int {
		if x.cost != y.cost {
			return cmp.Compare(x.cost, y.cost)
		}
		return x.at - y.at
	})
	for n, next := range order {
		if n&255 == 0 && halted() {
			break
		}
		i := next.at
		x := arranged[i*l.words : (i+1)*l.words]
		right := f.rights(l, x)
		if f.dominated(right) {
			continue
		}
		if len(f.dominators) < most*l.words {
			f.dominators = append(f.dominators, right...)
		}
		f.bits = append(f.bits, x...)
		f.entry = append(f.entry, uint32(lo+i))
		f.op = append(f.op, t.from[lo+i].op)
	}
	f.end = append(f.end, len(f.entry))
}

// dominated reports whether one of the first entries of the front makes superfluous
// what is right about the classes of x. Few entries make most of the others
// superfluous, so one that has done so is asked sooner the next time; which one it
// is does not matter.
func (f *front) dominated(x []uint64) bool {
	n := len(x)
	if n == 0 {
		return len(f.entry) > 0
	}
	first, rest := x[0], x[1:]
next:
	for i := 0; i < len(f.dominators); i += n {
		if first&^f.dominators[i] != 0 { // nearly always
			continue
		}
		y := f.dominators[i : i+n]
		for w, b := range rest {
			if b&^y[w+1] != 0 {
				continue next
			}
		}
		sooner := f.dominators[i/n/2*n:]
		for w, b := range y {
			sooner[w], y[w] = b, sooner[w]
		}
		return true
	}
	return false
}

// rights are the classes that x is right about.
func (f *front) rights(l *layout, x []uint64) []uint64 {
	f.right = append(f.right[:0], x...)
	out := f.right[l.pos:]
	if f.flipped {
		out = f.right[:l.pos]
	}
	for w, b := range out {
		out[w] = ^b
	}
	return f.right
}

// bytes is what the front takes, without the dominators, which are bounded.
func (f *front) bytes() int64 { return 8*int64(cap(f.bits)) + 5*int64(cap(f.entry)) }

// span are the entries of the sizes from first to last.
func (f *front) span(first, last int) (lo, hi int) {
	top := len(f.end) - 1
	first, last = max(first, 1), max(last, first-1)
	return f.end[min(first-1, top)], f.end[min(last, top)]
}
