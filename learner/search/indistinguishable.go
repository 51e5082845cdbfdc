package search

import (
	"math"
	"slices"
)

// Examples whose undecided successors are the same, and of which as many others are
// in, are in or out together whatever the set is. (How many others are out matters for
// ∀ only, and then there are none, or the example were decided.) So the cheaper way to
// get such an indistinguishable group wrong is unavoidable: it is the ceiling of the
// paper's Theorem 2 for what is undecided.

// undecidedGroups are indistinguishable groups, in a table with open addressing.
type undecidedGroups struct {
	keys  []uint64 // of all groups
	list  []undecidedGroup
	slots []int32 // 1 + group, 0 if free
}

// undecidedGroup is what it costs to have the group in, and out.
type undecidedGroup struct {
	start, end int // of its key
	slot       int
	in, out    int64
}

// unavoidableCost is the unavoidableCost cost of the examples that are undecided under r.
func (p *rolePath) unavoidableCost(l *pathStep, r *restriction, x0, x1 []uint64) (least int64) {
	g := &p.groups
	g.keys, g.list = g.keys[:0], g.list[:0]
	for n := max(len(g.slots), 16); len(g.slots) < 2*len(l.rows) || len(g.slots) == 0; n *= 2 {
		g.slots = make([]int32, n)
	}
	for j, row := range l.rows {
		degree := l.step.degree[row]
		if r.holds(int(l.n[j]), degree) == r.holds(int(l.n1[j]), degree) {
			continue
		}
		start := len(g.keys)
		g.keys = l.step.appendUndecided(append(g.keys, uint64(l.n[j])), row, x0, x1)
		key := g.keys[start:]
		slot := int(hash(key)) & (len(g.slots) - 1)
		for ; g.slots[slot] != 0; slot = (slot + 1) & (len(g.slots) - 1) {
			if x := g.list[g.slots[slot]-1]; slices.Equal(g.keys[x.start:x.end], key) {
				break
			}
		}
		if g.slots[slot] == 0 {
			g.list = append(g.list, undecidedGroup{start: start, end: len(g.keys), slot: slot})
			g.slots[slot] = int32(len(g.list))
		} else {
			g.keys = g.keys[:start]
		}
		e, x := l.step.sources[row], &g.list[g.slots[slot]-1]
		x.in += p.in[e]
		x.out += p.out[e]
	}
	for _, x := range g.list {
		least += min(x.in, x.out)
		g.slots[x.slot] = 0
	}
	return least
}

// appendUndecided appends the successors of a row that are in x1 and not in x0: the same
// numbers for the same successors, as often.
func (k *roleStep) appendUndecided(key []uint64, row int32, x0, x1 []uint64) []uint64 {
	for j := k.off[row]; j < k.off[row+1]; j++ {
		if w := k.masks[j] & x1[k.at[j]] &^ x0[k.at[j]]; w != 0 {
			key = append(key, uint64(k.at[j]), w)
		}
	}
	key = append(key, math.MaxUint64) // no word has that number
	for _, e := range k.extra[k.off2[row]:k.off2[row+1]] {
		if (x1[e/64]&^x0[e/64])>>(e%64)&1 != 0 {
			key = append(key, uint64(e))
		}
	}
	return key
}
