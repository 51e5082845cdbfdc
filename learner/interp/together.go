package interp

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// A ranking evaluates thousands of concepts over all individuals. For up to 64 concepts ∃r.C with the same role, one
// walk over the edges is enough: a word for each individual says in which of the C it is, and the words of the
// successors are joined by OR. Other restrictions count the bits of these words. For up to 64 comparisons of one
// feature, one walk over its values is enough: a word for each value says which of them it satisfies.

// leastTogether is from how many concepts on that takes less time than one walk for each.
const leastTogether = 3

// A walk is over the edges of a role, or over the values of a feature.
type walk struct {
	compares bool
	role     RoleID
	feature  FeatureID
	restriction
}

// ExtensionsWithin is ExtensionWithin for many concepts, which takes less time than one after the other. The error is
// that of the context, or of the first that is no concept.
func (e *Evaluator) ExtensionsWithin(ctx context.Context, cs []dl.Concept) ([]Set, error) {
	ids := make([]int, len(cs))
	for i, c := range cs {
		ids[i] = e.table.ID(c)
	}
	if err := e.evaluate(ctx); err != nil {
		return nil, err
	}
	out := make([]Set, len(cs))
	for i, id := range ids {
		if err := e.results[id].err; err != nil {
			return nil, err
		}
		out[i] = e.results[id].x
	}
	return out, nil
}

// evaluate computes the results of all concepts of the table. The error is that of the context.
func (e *Evaluator) evaluate(ctx context.Context) error {
	var open []int // numbers of concepts, subconcepts first
	for id := len(e.results); id < e.table.Len(); id++ {
		open = append(open, id)
	}
	e.results = append(e.results, make([]result, len(open))...)
	for len(open) > 0 {
		var later []int
		together := map[walk][]int{}
		var alone []int
		for _, id := range open {
			w, joins, ready := e.walks(id)
			switch {
			case !ready:
				later = append(later, id)
			case joins:
				together[w] = append(together[w], id)
			default:
				if err := e.evaluateOne(ctx, id); err != nil {
					return err
				}
			}
		}
		for w, ids := range together {
			for len(ids) >= leastTogether {
				some := ids[:min(64, len(ids))]
				if err := e.evaluateTogether(ctx, w, some); err != nil {
					return err
				}
				ids = ids[len(some):]
			}
			alone = append(alone, ids...)
		}
		for _, id := range alone {
			if err := e.evaluateOne(ctx, id); err != nil {
				return err
			}
		}
		open = later
	}
	return nil
}

// walks returns the walk that evaluates the concept, and false if there is none or a shorter way. It also reports
// whether the results of its operands are known.
func (e *Evaluator) walks(id int) (w walk, is, ready bool) {
	c, operands := e.table.At(id)
	for _, operand := range operands {
		if !e.results[operand].known {
			return w, false, false
		}
	}
	if c, ok := c.(dl.Compare); ok {
		f, is := e.s.isOfRanks(c)
		return walk{compares: true, feature: f}, is, true
	}
	role, is := dl.RoleOf(c)
	if !is || e.results[operands[0]].err != nil {
		return w, false, true
	}
	r, stored := e.s.sig.RoleID(role)
	w = walk{role: r, restriction: restrictionOf(c)}
	isShorter := w.kind == someOf && stored && e.isNearer(r, e.results[operands[0]].x)
	return w, stored && w.isCounted() && !isShorter, true
}

// evaluateOne computes one result. The error is that of the context; the evaluator forgets everything then.
func (e *Evaluator) evaluateOne(ctx context.Context, id int) error {
	x, err := e.computeExtension(ctx, id)
	if err != nil && ctx.Err() != nil {
		*e = Evaluator{s: e.s} // otherwise the next concept, with another context, would go on with this one
		return ctx.Err()
	}
	e.results[id] = result{x, err, true}
	return nil
}

// evaluateTogether computes the results of at most 64 concepts by the walk. The error is that of the context.
func (e *Evaluator) evaluateTogether(ctx context.Context, w walk, ids []int) error {
	if w.compares {
		holds := comparedRanks(&e.table, e.s, w.feature, ids)
		m := &e.s.features[w.feature].ranks
		return evaluateRows(ctx, e, m, ids, restriction{}, func(rank uint32) uint64 { return holds[rank] })
	}
	m := &e.s.roles[w.role]
	if len(ids) <= 8 { // bytes rather stay in the processor's cache
		in := membersOf[uint8](e, ids)
		return evaluateRows(ctx, e, m, ids, w.restriction, func(b Individual) uint64 { return uint64(in[b]) })
	}
	in := membersOf[uint64](e, ids)
	return evaluateRows(ctx, e, m, ids, w.restriction, func(b Individual) uint64 { return in[b] })
}

// comparedRanks returns for each value of the feature which of the comparisons it satisfies.
func comparedRanks(t *dl.Table, s *Structure, f FeatureID, ids []int) []uint64 {
	values := s.Values(f)
	holds := make([]uint64, len(values)+1)
	for i, id := range ids { // at first where a comparison begins or ends to hold
		c, _ := t.At(id)
		compare := c.(dl.Compare)
		lo, hi := dl.Range(values, compare.Op, compare.Value)
		holds[lo] ^= 1 << i
		holds[hi] ^= 1 << i
	}
	for rank := range values {
		holds[rank+1] ^= holds[rank]
	}
	return holds
}

// membersOf returns for each individual in which of the operands of the concepts it is.
func membersOf[T uint8 | uint64](e *Evaluator, ids []int) []T {
	var inner [64][]uint64
	for i, id := range ids {
		_, operands := e.table.At(id)
		inner[i] = e.results[operands[0]].x.Words()
	}
	in := make([]T, e.s.numBlocks()*64)
	e.s.eachPart(func(from, to int) {
		for block := from; block < to; block++ {
			var square [64]uint64
			for i := range ids {
				if block < len(inner[i]) {
					square[i] = inner[i][block]
				}
			}
			transpose(&square)
			for j, word := range square {
				in[64*block+j] = T(word)
			}
		}
	})
	return in
}

// evaluateRows computes the results of at most 64 concepts: bit i of word(x) says whether x is what concept i restricts
// an individual with x in its row to. The error is that of the context.
func evaluateRows[T ~uint32](
	ctx context.Context, e *Evaluator, m *rows[T], ids []int, r restriction, word func(T) uint64,
) error {
	ofNone := restrict(r, nil, word)
	var outer [64][]uint64
	for i, id := range ids {
		x := e.s.NewSet()
		outer[i] = x.Words()
		e.results[id] = result{x, nil, true}
	}
	e.s.eachPart(func(from, to int) {
		i, _ := slices.BinarySearch(m.src, Individual(64*from))
		for block := from; block < to && ctx.Err() == nil; block++ {
			var square [64]uint64
			for j := range min(64, e.s.Len()-64*block) {
				square[j] = ofNone
			}
			for ; i < len(m.src) && int(m.src[i]/64) == block; i++ {
				square[m.src[i]%64] = restrict(r, m.data[m.off[i]:m.off[i+1]], word)
			}
			transpose(&square)
			for i := range ids {
				outer[i][block] = square[i]
			}
		}
	})
	if ctx.Err() != nil {
		*e = Evaluator{s: e.s}
	}
	return ctx.Err()
}

// numBlocks returns the number of words of a set.
func (s *Structure) numBlocks() int { return (s.Len() + 63) / 64 }

// leastPart is the least number of words of sets that a processor gets.
const leastPart = 512

// eachPart calls work for parts of the words of sets, which may be at the same time.
func (s *Structure) eachPart(work func(from, to int)) {
	blocks := s.numBlocks()
	parts := max(1, min(runtime.GOMAXPROCS(0), blocks/leastPart))
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { work(i*blocks/parts, (i+1)*blocks/parts) })
	}
	all.Wait()
}

// transpose makes bit j of word i bit i of word j: it swaps the squares of 32 by 32 bits that are not on the diagonal,
// then those of 16 by 16 within each, and so on (Warren, Hacker's Delight, section 7-3).
func transpose(square *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for side := 32; side > 0; side /= 2 {
		for i := 0; i < 64; i = (i + side + 1) &^ side {
			swap := (square[i]>>side ^ square[i+side]) & mask
			square[i] ^= swap << side
			square[i+side] ^= swap
		}
		mask ^= mask << (side / 2)
	}
}
