package interp

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
)

// A ranking evaluates thousands of concepts ∃r.C over all individuals. For up to 64 of them with the same role, one
// walk over the edges is enough: a word for each individual says in which of the C it is, and the words of the
// successors are joined by OR.

// leastTogether is from how many concepts on that takes less time than one walk for each.
const leastTogether = 4

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
		together := map[RoleID][]int{}
		var alone []int
		for _, id := range open {
			r, joins, ready := e.walks(id)
			switch {
			case !ready:
				later = append(later, id)
			case joins:
				together[r] = append(together[r], id)
			default:
				if err := e.evaluateOne(ctx, id); err != nil {
					return err
				}
			}
		}
		for r, ids := range together {
			for len(ids) >= leastTogether {
				some := ids[:min(64, len(ids))]
				if err := e.evaluateExists(ctx, r, some); err != nil {
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

// walks reports whether the concept is a ∃r.C that a walk over all edges of a role evaluates, and whether the results
// of its operands are known.
func (e *Evaluator) walks(id int) (r RoleID, is, ready bool) {
	c, operands := e.table.At(id)
	for _, operand := range operands {
		if !e.results[operand].known {
			return 0, false, false
		}
	}
	exists, is := c.(dl.Exists)
	if !is || e.results[operands[0]].err != nil {
		return 0, false, true
	}
	r, stored := e.s.sig.RoleID(exists.Role)
	return r, stored && !e.isNearer(r, e.results[operands[0]].x), true
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

// evaluateExists computes the results of at most 64 concepts ∃r.C. The error is that of the context.
func (e *Evaluator) evaluateExists(ctx context.Context, r RoleID, ids []int) error {
	blocks := (e.s.Len() + 63) / 64
	var inner, outer [64][]uint64
	for i, id := range ids {
		_, operands := e.table.At(id)
		inner[i] = e.results[operands[0]].x.Words()
		x := e.s.NewSet()
		outer[i] = x.Words()
		e.results[id] = result{x, nil, true}
	}
	in := make([]uint64, 64*blocks) // by individual: in which C it is
	var square [64]uint64
	for block := range blocks {
		clear(square[:])
		for i := range ids {
			if block < len(inner[i]) {
				square[i] = inner[i][block]
			}
		}
		transpose(&square)
		copy(in[64*block:], square[:])
	}
	clear(square[:])
	block := 0
	finish := func() {
		transpose(&square)
		for i := range ids {
			outer[i][block] = square[i]
		}
		clear(square[:])
	}
	m := &e.s.roles[r]
	for i, a := range m.src {
		if i%checkEvery == 0 && ctx.Err() != nil {
			*e = Evaluator{s: e.s}
			return ctx.Err()
		}
		if int(a/64) != block {
			finish()
			block = int(a / 64)
		}
		word := uint64(0)
		for _, b := range m.data[m.off[i]:m.off[i+1]] {
			word |= in[b]
		}
		square[a%64] = word
	}
	if len(m.src) > 0 {
		finish()
	}
	return nil
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
