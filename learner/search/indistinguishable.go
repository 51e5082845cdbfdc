package search

import (
	"math"
	"slices"
)

// Examples are indistinguishable if they have the same undecided successors, and the same
// number of successors that are decided to be in. Every set includes all examples of such
// a group or none, so the smaller of the two costs is unavoidable: this is the ceiling of
// the paper's Theorem 2 for the undecided part. (The number of successors that are decided
// to be out matters for ∀ only. It is 0 then, because otherwise the example is decided.)

// undecidedGroups are indistinguishable groups, in a hash table with open addressing.
type undecidedGroups struct {
	keys  []uint64 // of all groups
	list  []undecidedGroup
	slots []int32 // 1 + group, 0 if free
}

type undecidedGroup struct {
	start, end int // of its key in keys
	slot       int
	in, out    int64 // the cost of including the group, and of leaving it out
}

// unavoidableCost returns the unavoidable cost of the examples that are undecided under r.
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

// appendUndecided appends a key of the successors of a row that are in x1 and not in x0.
// Two rows have equal keys if and only if they have the same such successors equally
// often.
func (k *roleStep) appendUndecided(key []uint64, row int32, x0, x1 []uint64) []uint64 {
	for j := k.off[row]; j < k.off[row+1]; j++ {
		if w := k.masks[j] & x1[k.at[j]] &^ x0[k.at[j]]; w != 0 {
			key = append(key, uint64(k.at[j]), w)
		}
	}
	key = append(key, math.MaxUint64) // a separator: no word has that index
	for _, e := range k.extra[k.off2[row]:k.off2[row+1]] {
		if (x1[e/64]&^x0[e/64])>>(e%64)&1 != 0 {
			key = append(key, uint64(e))
		}
	}
	return key
}
