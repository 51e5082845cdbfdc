package search

import (
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// roleStep leads from a context to the context of the successors by one role. Its sources
// are the elements with successors; row i belongs to source i.
type roleStep struct {
	role    interp.RoleID
	to      *roleContext
	depth   int // the remaining role depth of that
	sources []uint32
	degree  []int // by row: the number of successors
	rows
	columns
	byDegree  [][]uint64 // the elements by degree; nil without columns or if maxDegree is above maxUnary
	maxDegree int
	first     int // the index of its first restriction
	last      int // one past its last restriction
	counted   int // the largest number of successors that its restrictions compare with
}

// rows are the successors by row. Those of row a are the bits masks[i] of the words at[i]
// for off[a] ≤ i < off[a+1], and the elements extra[off2[a]:off2[a+1]] once more: an
// element occurs again for each further successor in its class.
type rows struct {
	off   []uint32
	at    []uint32
	masks []uint64
	off2  []uint32
	extra []uint32
}

// columns are the sources by successor; they are empty if rows are always cheaper. The
// sources of successor x are the bits fromMasks[j] of the words from[j] for
// into[x] ≤ j < into[x+1]. A source occurs once for each of its successors in the class of x.
type columns struct {
	into      []uint32
	from      []uint32
	fromMasks []uint64
}

// fill computes the rows and columns of a step that has its sources and leads to a context
// that has all successors.
func (k *roleStep) fill(s *interp.Structure, from *roleContext, cs classes) {
	to := k.to
	k.off, k.off2 = append(k.off, 0), append(k.off2, 0)
	for _, e := range k.sources {
		successors := s.Successors(k.role, from.reps[e])
		k.degree = append(k.degree, len(successors))
		k.maxDegree = max(k.maxDegree, len(successors))
		elements := make([]int, len(successors))
		for i, b := range successors {
			elements[i] = to.index[cs.Class(to.depth, b)]
		}
		slices.Sort(elements)
		for i, x := range elements {
			switch n := len(k.at); {
			case i > 0 && elements[i-1] == x:
				k.extra = append(k.extra, uint32(x))
			case n > int(k.off[len(k.off)-1]) && k.at[n-1] == uint32(x/64):
				k.masks[n-1] |= 1 << (x % 64)
			default:
				k.at = append(k.at, uint32(x/64))
				k.masks = append(k.masks, 1<<(x%64))
			}
		}
		k.off = append(k.off, uint32(len(k.at)))
		k.off2 = append(k.off2, uint32(len(k.extra)))
	}
	if k.rowWork() > k.columnWork() { // columnWork grows with the columns
		k.transpose(len(to.reps), from.full)
	}
}

// transpose computes byDegree and the columns from the rows. full is the set of all
// elements before the step. It takes memory for every element of both contexts, which is
// much more than the rows take if few elements have successors by the role.
func (k *roleStep) transpose(elements int, full []uint64) {
	if k.maxDegree <= maxUnary {
		k.byDegree = make([][]uint64, k.maxDegree+1)
		for n := range k.byDegree {
			k.byDegree[n] = make([]uint64, len(full))
		}
		copy(k.byDegree[0], full)
		for i, e := range k.sources {
			k.byDegree[0][e/64] &^= 1 << (e % 64)
			k.byDegree[k.degree[i]][e/64] |= 1 << (e % 64)
		}
	}
	into := make([]uint32, elements+1) // pairs by successor
	pairs := func(visit func(x, e uint32)) {
		for i, e := range k.sources {
			for j := k.off[i]; j < k.off[i+1]; j++ {
				for m := k.masks[j]; m != 0; m &= m - 1 {
					visit(64*k.at[j]+uint32(bits.TrailingZeros64(m)), e)
				}
			}
			for _, x := range k.extra[k.off2[i]:k.off2[i+1]] {
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
	k.into = append(k.into, 0)
	for x := range elements {
		for _, e := range before[into[x]:into[x+1]] {
			word := e / 64
			bit := uint64(1) << (e % 64)
			n := len(k.from)
			if n > int(k.into[x]) && k.from[n-1] == word && k.fromMasks[n-1]&bit == 0 {
				k.fromMasks[n-1] |= bit
				continue
			}
			k.from = append(k.from, word)
			k.fromMasks = append(k.fromMasks, bit)
		}
		k.into = append(k.into, uint32(len(k.from)))
	}
}

func (k *roleStep) countRow(i int32, x []uint64) int {
	n := 0
	for j := k.off[i]; j < k.off[i+1]; j++ {
		n += bits.OnesCount64(x[k.at[j]] & k.masks[j])
	}
	for _, e := range k.extra[k.off2[i]:k.off2[i+1]] {
		n += int(x[e/64] >> (e % 64) & 1)
	}
	return n
}

// countWork estimates the work to count the successors of all elements in a set, in words
// and rows.
func (k *roleStep) countWork() int { return min(k.rowWork(), k.columnWork()) }

func (k *roleStep) rowWork() int { return len(k.sources) + len(k.at) + len(k.extra) }

// columnWork estimates the work to count by columns. With byDegree, counting visits at most
// half of the successors.
func (k *roleStep) columnWork() int {
	n := len(k.to.reps) + len(k.from)
	if k.maxDegree <= maxUnary {
		n /= 2
	}
	return n
}
