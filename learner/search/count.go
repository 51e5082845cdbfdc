package search

import (
	"math/bits"

	"github.com/genus-kg/genus/learner/dl"
)

// counter counts, for all elements of a context, the successors by a role step that are in
// a set. It counts row by row, or it adds one, for each element of the set, to the sources
// that have it as a successor. Which is cheaper depends on the step and on the set. Counts
// are in unary, so that one operation adds to 64 elements.
type counter struct {
	ge  [][]uint64 // ge[n]: the elements with at least n successors in the set; n ≥ 1
	all []uint64   // the elements with all successors in the set
	rev [][]uint64 // as ge, for the complement of the set
}

// clearPlanes sets planes 1 to n to zero, with that many words each.
func clearPlanes(planes *[][]uint64, n, words int) {
	for len(*planes) <= n {
		*planes = append(*planes, nil)
	}
	for i := 1; i <= n; i++ {
		(*planes)[i] = resize((*planes)[i], words)
		clear((*planes)[i])
	}
}

// count counts the successors in y, up to the largest number in the restrictions by the
// step. full is the set of all elements of the context.
func (c *counter) count(k *roleStep, full, y []uint64) {
	c.all = resize(c.all, len(full))
	if len(k.sources) == 0 {
		clearPlanes(&c.ge, k.counted, len(full))
		copy(c.all, full)
		return
	}
	switch {
	case k.rowWork() <= k.columnWork():
		c.countByRow(k, full, y)
	case k.maxDegree > maxUnary:
		c.countByColumn(k, full, y)
	case 2*count(y) <= len(k.to.reps):
		c.countFew(k, full, y)
	default:
		c.countMany(k, full, y)
	}
}

func (c *counter) countByRow(k *roleStep, full, y []uint64) {
	clearPlanes(&c.ge, k.counted, len(full))
	copy(c.all, full)
	for i, e := range k.sources {
		n := k.countRow(int32(i), y)
		word, bit := e/64, uint64(1)<<(e%64)
		if n != k.degree[i] {
			c.all[word] &^= bit
		}
		for n = min(n, k.counted); n > 0; n-- {
			c.ge[n][word] |= bit
		}
	}
}

// countFew counts by column, for a set of at most half of the elements.
func (c *counter) countFew(k *roleStep, full, y []uint64) {
	top := max(k.counted, k.maxDegree)
	clearPlanes(&c.ge, top, len(full))
	for i, w := range y {
		k.addColumns(c.ge, top, i, w)
	}
	copy(c.all, k.byDegree[0])
	for n := 1; n <= k.maxDegree; n++ {
		for i, d := range k.byDegree[n] {
			c.all[i] |= d & c.ge[n][i]
		}
	}
}

// countMany counts the complement by column, for a set of most elements: n of d successors
// are in the set unless more than d-n are outside.
func (c *counter) countMany(k *roleStep, full, y []uint64) {
	clearPlanes(&c.ge, k.counted, len(full))
	clearPlanes(&c.rev, k.maxDegree, len(full))
	for i, w := range y {
		k.addColumns(c.rev, k.maxDegree, i, k.to.full[i]&^w)
	}
	for i, w := range full {
		c.all[i] = w &^ c.rev[1][i]
	}
	for n := 1; n <= min(k.counted, k.maxDegree); n++ {
		ge := c.ge[n]
		for d := n; d <= k.maxDegree; d++ {
			rev := c.rev[d-n+1]
			for i, w := range k.byDegree[d] {
				ge[i] |= w &^ rev[i]
			}
		}
	}
}

func (c *counter) countByColumn(k *roleStep, full, y []uint64) {
	clearPlanes(&c.ge, k.counted, len(full))
	clearPlanes(&c.rev, 1, len(full))
	for i, w := range y {
		k.addColumns(c.ge, k.counted, i, w)
		k.addColumns(c.rev, 1, i, k.to.full[i]&^w)
	}
	for i, w := range full {
		c.all[i] = w &^ c.rev[1][i]
	}
}

// addColumns adds the successors in word w, the word i of a set, to the counts, up to top.
func (k *roleStep) addColumns(ge [][]uint64, top, i int, w uint64) {
	for ; w != 0; w &= w - 1 {
		b := 64*i + bits.TrailingZeros64(w)
		for j := k.into[b]; j < k.into[b+1]; j++ {
			m, word := k.fromMasks[j], k.from[j]
			for n := 1; m != 0 && n <= top; n++ {
				x := &ge[n][word]
				*x, m = *x|m, *x&m
			}
		}
	}
}

// extension returns the extension of a restriction of the set counted. It may use the
// memory of x.
func (c *counter) extension(r *restriction, full, x []uint64) []uint64 {
	switch r.kind {
	case dl.WithForAll:
		return c.all
	case dl.WithAtMost:
		for j, y := range c.ge[r.n+1][:len(x)] {
			x[j] = full[j] &^ y
		}
		return x
	}
	return c.ge[r.n]
}
