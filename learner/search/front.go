package search

import (
	"cmp"
	"slices"
)

// paretoFront lists the entries of a table at the examples, in the bit layout, without
// dominated ones. An entry dominates another if it is no larger and right about at least
// the same classes. ⊓ and ⊔ are monotone, so it is at least as good as an operand. There
// is one front for each polarity, because right and wrong change places below ¬.
type paretoFront struct {
	polarity polarity
	bits     []uint64 // words of the layout per entry
	entry    []uint32
	op       []op
	end      []int // end[s] is the number of entries of size at most s
	// dominators are, for some entries, the classes that the entry is right about. Only
	// these entries are compared with new ones.
	dominators []uint64
	right      []uint64 // scratch
}

// extend adds the entries of the table's next size, and the dominators up to the limit. It ends
// early if stopped returns true.
func (f *paretoFront) extend(l *bitLayout, t *table, limit int, stopped func() bool) {
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
		if i&4095 == 0 && stopped() {
			f.end = append(f.end, len(f.entry))
			return
		}
		arranged = l.arrange(arranged, t.at(i))
		in, out := l.weigh(l.all, arranged[(i-lo)*l.words:], f.polarity)
		order[i-lo] = costing{out - in, i - lo}
	}
	// A dominating entry costs less or has the same bits, so it comes first.
	slices.SortFunc(order, func(x, y costing) int {
		if x.cost != y.cost {
			return cmp.Compare(x.cost, y.cost)
		}
		return x.at - y.at
	})
	for n, next := range order {
		if n&255 == 0 && stopped() {
			break
		}
		i := next.at
		x := arranged[i*l.words : (i+1)*l.words]
		right := f.rightClasses(l, x)
		if f.dominated(right) {
			continue
		}
		if len(f.dominators) < limit*l.words {
			f.dominators = append(f.dominators, right...)
		}
		f.bits = append(f.bits, x...)
		f.entry = append(f.entry, uint32(lo+i))
		f.op = append(f.op, t.from[lo+i].op)
	}
	f.end = append(f.end, len(f.entry))
}

// dominated reports whether an entry of the front is right about at least the classes x.
func (f *paretoFront) dominated(x []uint64) bool {
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
		return true
	}
	return false
}

func (f *paretoFront) rightClasses(l *bitLayout, x []uint64) []uint64 {
	f.right = append(f.right[:0], x...)
	out := f.right[l.pos:]
	if f.polarity == negative {
		out = f.right[:l.pos]
	}
	for w, b := range out {
		out[w] = ^b
	}
	return f.right
}

// bytes returns the size of the front, without the dominators, which are bounded.
func (f *paretoFront) bytes() int64 { return 8*int64(cap(f.bits)) + 5*int64(cap(f.entry)) }

// span returns the range of the entries of the sizes from first to last.
func (f *paretoFront) span(first, last int) (lo, hi int) {
	top := len(f.end) - 1
	first, last = max(first, 1), max(last, first-1)
	return f.end[min(first-1, top)], f.end[min(last, top)]
}
