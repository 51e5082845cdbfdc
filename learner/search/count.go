package search

import (
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// counter counts, for the elements of a place, the successors by a link that
// are in a set: row by row, or by going through the set and adding, for each of
// its elements, one to those whose successor it is. What is cheaper depends on
// the link and on the set. Counts are kept in unary, so that 64 elements are
// added to at once.
type counter struct {
	ge  [][]uint64 // ge[n]: elements with at least n successors in the set; n ≥ 1
	all []uint64   // elements with all successors in it
	rev [][]uint64 // as ge, of the complement
}

// mostDegree is the largest degree for which a link keeps its elements by
// degree.
const mostDegree = 4

// reset makes room for n counts of that many words, all zero.
func reset(planes *[][]uint64, n, words int) {
	for len(*planes) <= n {
		*planes = append(*planes, nil)
	}
	for i := 1; i <= n; i++ {
		(*planes)[i] = resized((*planes)[i], words)
		clear((*planes)[i])
	}
}

// count counts what is in y, up to the largest number that the restrictions by
// the link need; full is the set of all elements.
func (c *counter) count(l *link, full, y []uint64) {
	c.all = resized(c.all, len(full))
	if len(l.active) == 0 {
		reset(&c.ge, l.top, len(full))
		copy(c.all, full)
		return
	}
	switch {
	case !l.byColumn():
		c.rows(l, full, y)
	case l.most > mostDegree:
		c.columns(l, full, y)
	case 2*l.to.count(y) <= len(l.to.reps):
		c.few(l, full, y)
	default:
		c.many(l, full, y)
	}
}

// work is about what counting takes, in rows.
func (l *link) work() int { return min(l.rowWork(), l.columnWork()) }

func (l *link) rowWork() int { return len(l.active) + len(l.at) + len(l.extra) }

// columnWork is less if elements are kept by degree: at most half of the
// successors need be gone through then.
func (l *link) columnWork() int {
	n := len(l.to.reps) + len(l.from)
	if l.most <= mostDegree {
		n /= 2
	}
	return n
}

func (l *link) byColumn() bool { return l.columnWork() < l.rowWork() }

// rows counts row by row.
func (c *counter) rows(l *link, full, y []uint64) {
	reset(&c.ge, l.top, len(full))
	copy(c.all, full)
	for i, e := range l.active {
		n := l.count(int32(i), y)
		word, bit := e/64, uint64(1)<<(e%64)
		if n != l.degree[i] {
			c.all[word] &^= bit
		}
		for n = min(n, l.top); n > 0; n-- {
			c.ge[n][word] |= bit
		}
	}
}

// few is for a set that holds less than half of the elements.
func (c *counter) few(l *link, full, y []uint64) {
	top := max(l.top, l.most)
	reset(&c.ge, top, len(full))
	for i, w := range y {
		l.add(c.ge, top, i, w)
	}
	copy(c.all, l.degrees[0])
	for n := 1; n <= l.most; n++ {
		for i, d := range l.degrees[n] {
			c.all[i] |= d & c.ge[n][i]
		}
	}
}

// many is for a set that holds most of the elements: n of d successors are in
// it unless more than d-n are outside.
func (c *counter) many(l *link, full, y []uint64) {
	reset(&c.ge, l.top, len(full))
	reset(&c.rev, l.most, len(full))
	for i, w := range y {
		l.add(c.rev, l.most, i, l.to.full[i]&^w)
	}
	for i, w := range full {
		c.all[i] = w &^ c.rev[1][i]
	}
	for n := 1; n <= min(l.top, l.most); n++ {
		ge := c.ge[n]
		for d := n; d <= l.most; d++ {
			rev := c.rev[d-n+1]
			for i, w := range l.degrees[d] {
				ge[i] |= w &^ rev[i]
			}
		}
	}
}

// columns is for any set.
func (c *counter) columns(l *link, full, y []uint64) {
	reset(&c.ge, l.top, len(full))
	reset(&c.rev, 1, len(full))
	for i, w := range y {
		l.add(c.ge, l.top, i, w)
		l.add(c.rev, 1, i, l.to.full[i]&^w)
	}
	for i, w := range full {
		c.all[i] = w &^ c.rev[1][i]
	}
}

// add adds the successors in word i of a set to what was counted, up to top.
func (l *link) add(ge [][]uint64, top, i int, w uint64) {
	for ; w != 0; w &= w - 1 {
		b := 64*i + bits.TrailingZeros64(w)
		for j := l.into[b]; j < l.into[b+1]; j++ {
			m, word := l.fromMasks[j], l.from[j]
			for n := 1; m != 0 && n <= top; n++ {
				x := &ge[n][word]
				*x, m = *x|m, *x&m
			}
		}
	}
}

// restrict is the extension of a restriction of what was counted, in x if it
// needs the room.
func (c *counter) restrict(r *restriction, full, x []uint64) []uint64 {
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

// reverse prepares the link for counting by columns.
func (l *link) reverse(elements int, full []uint64) {
	if l.most <= mostDegree {
		l.degrees = make([][]uint64, l.most+1)
		for n := range l.degrees {
			l.degrees[n] = make([]uint64, len(full))
		}
		copy(l.degrees[0], full)
		for i, e := range l.active {
			l.degrees[0][e/64] &^= 1 << (e % 64)
			l.degrees[l.degree[i]][e/64] |= 1 << (e % 64)
		}
	}
	into := make([]uint32, elements+1) // pairs by successor
	pairs := func(visit func(x, e uint32)) {
		for i, e := range l.active {
			for j := l.off[i]; j < l.off[i+1]; j++ {
				for m := l.masks[j]; m != 0; m &= m - 1 {
					visit(64*l.at[j]+uint32(bits.TrailingZeros64(m)), e)
				}
			}
			for _, x := range l.extra[l.off2[i]:l.off2[i+1]] {
				visit(x, e)
			}
		}
	}
	pairs(func(x, _ uint32) { into[x+1]++ })
	for x := range elements {
		into[x+1] += into[x]
	}
	before := make([]uint32, into[elements])
	next := slices.Clone(into)
	pairs(func(x, e uint32) {
		before[next[x]] = e
		next[x]++
	})
	l.into = append(l.into, 0)
	for x := range elements {
		for _, e := range before[into[x]:into[x+1]] {
			word, bit, n := e/64, uint64(1)<<(e%64), len(l.from)
			if n > int(l.into[x]) && l.from[n-1] == word && l.fromMasks[n-1]&bit == 0 {
				l.fromMasks[n-1] |= bit
				continue
			}
			l.from = append(l.from, word)
			l.fromMasks = append(l.fromMasks, bit)
		}
		l.into = append(l.into, uint32(len(l.from)))
	}
}
