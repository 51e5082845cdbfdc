package search

import "math/bits"

// Examples whose undecided successors are the same, and of which as many others are
// in, are in or out together whatever the set is. (How many others are out matters for
// ∀ only, and then there are none, or the example were decided.) So the cheaper way to
// get such an indistinguishable group wrong is unavoidable: it is the ceiling of the
// paper's Theorem 2 for what is undecided.

// groups are the sums of indistinguishable groups; a table with open addressing.
type groups struct {
	row     []int32 // one of the group, -1 if free
	in, out []int64
	touched []int
}

// unavoidable is the unavoidable cost of the examples that are undecided under r.
func (p *rolePath) unavoidable(l *pathStep, r *restriction, x0, x1 []uint64) (least int64) {
	g := &p.groups
	if len(g.row) < 2*len(l.rows) || len(g.row) == 0 {
		n := 16
		for n < 2*len(l.rows) {
			n *= 2
		}
		g.row, g.in, g.out = make([]int32, n), make([]int64, n), make([]int64, n)
		for i := range g.row {
			g.row[i] = -1
		}
	}
	mask := len(g.row) - 1
	g.touched = g.touched[:0]
	for j, row := range l.rows {
		degree := l.step.degree[row]
		if r.holds(int(l.n[j]), degree) == r.holds(int(l.n1[j]), degree) {
			continue
		}
		at := int(l.step.hashUndecided(row, x0, x1, int(l.n[j]))) & mask
		for g.row[at] >= 0 {
			other := g.row[at]
			if l.n[other] == l.n[j] && l.step.sameUndecided(row, l.rows[other], x0, x1) {
				break
			}
			at = (at + 1) & mask
		}
		if g.row[at] < 0 {
			g.row[at] = int32(j)
			g.in[at], g.out[at] = 0, 0
			g.touched = append(g.touched, at)
		}
		e := l.step.sources[row]
		g.in[at] += p.in[e]
		g.out[at] += p.out[e]
	}
	for _, at := range g.touched {
		least += min(g.in[at], g.out[at])
		g.row[at] = -1
	}
	return least
}

// hashUndecided hashes the successors of a row that are in x1 and not in x0.
func (k *roleStep) hashUndecided(row int32, x0, x1 []uint64, n int) uint64 {
	h := uint64(n) + 0x9e3779b97f4a7c15
	mix := func(w uint64) {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo + 0x2545f4914f6cdd1d
	}
	for j := k.off[row]; j < k.off[row+1]; j++ {
		if w := k.masks[j] & x1[k.at[j]] &^ x0[k.at[j]]; w != 0 {
			mix(w)
		}
	}
	for _, e := range k.extra[k.off2[row]:k.off2[row+1]] {
		if (x1[e/64]&^x0[e/64])>>(e%64)&1 != 0 {
			mix(uint64(e))
		}
	}
	return h ^ h>>29
}

// sameUndecided reports whether two rows have the same successors, as often, that
// are in x1 and not in x0.
func (k *roleStep) sameUndecided(a, b int32, x0, x1 []uint64) bool {
	i, j := k.off[a], k.off[b]
	for {
		var u, v uint64
		for ; i < k.off[a+1]; i++ {
			if u = k.masks[i] & x1[k.at[i]] &^ x0[k.at[i]]; u != 0 {
				break
			}
		}
		for ; j < k.off[b+1]; j++ {
			if v = k.masks[j] & x1[k.at[j]] &^ x0[k.at[j]]; v != 0 {
				break
			}
		}
		if u != v || u != 0 && k.at[i] != k.at[j] {
			return false
		}
		if u == 0 {
			break
		}
		i, j = i+1, j+1
	}
	undecided := func(e uint32) bool { return (x1[e/64]&^x0[e/64])>>(e%64)&1 != 0 }
	i, j = k.off2[a], k.off2[b]
	for {
		for i < k.off2[a+1] && !undecided(k.extra[i]) {
			i++
		}
		for j < k.off2[b+1] && !undecided(k.extra[j]) {
			j++
		}
		switch endA, endB := i == k.off2[a+1], j == k.off2[b+1]; {
		case endA || endB:
			return endA && endB
		case k.extra[i] != k.extra[j]:
			return false
		}
		i, j = i+1, j+1
	}
}
