package propose

import (
	"context"
	"math/bits"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/interp"
)

// distinct returns the conditions that at least one positive has. Of those with the same members it returns the
// shortest one, or what says the same of a narrower role: a pizza that has an ingredient that is a fish has it as a
// topping. If words rather say another one, it returns this as well.
func (s *Proposer) distinct(
	ctx context.Context, xs []condition, w *world, known *interp.Structure,
) ([]condition, error) {
	xs = slices.DeleteFunc(xs, func(x condition) bool { return x.pos == 0 })
	if err := w.countAlike(ctx, xs); err != nil {
		return nil, err
	}
	normal.SortWith(xs, func(x *condition) (float64, dl.Concept) { return x.bits, x.c })
	score := func(x *condition) float64 { return x.bits + s.Words.Bits(x.said) }
	type twins struct{ shortest, said int } // places in out; said is that of the shortest if words prefer it
	places := map[uint64]twins{}
	var out []condition
	for _, x := range xs {
		h := x.hash()
		at, isTwin := places[h]
		switch {
		case !isTwin || w.sample == nil && !w.domain.Count(size(x.set)).Exact():
			places[h] = twins{len(out), len(out)}
			out = append(out, x)
		case isNarrower(known, x.c, out[at.shortest].c):
			x.bits = out[at.shortest].bits
			out[at.shortest] = x
		case score(&x) >= score(&out[at.said]):
		case at.said == at.shortest:
			places[h] = twins{at.shortest, len(out)}
			out = append(out, x)
		default:
			out[at.said] = x
		}
	}
	return out, nil
}

// hash returns a hash of the members of the condition, as far as they are known.
func (x *condition) hash() uint64 {
	if x.all != nil {
		return hash(x.all, x.members)
	}
	return hash(x.set, x.members)
}

// isNarrower reports whether c and d differ in their role alone, and that of c is below that of d in the structure:
// all its pairs are pairs of the other, which has more.
func isNarrower(s *interp.Structure, c, d dl.Concept) bool {
	if not, is := c.(dl.Not); is {
		other, both := d.(dl.Not)
		return both && isNarrower(s, not.C, other.C)
	}
	x, ok := c.(dl.Exists)
	y, both := d.(dl.Exists)
	isClosure := x.Role.Closure != dl.NoClosure || y.Role.Closure != dl.NoClosure
	if !ok || !both || isClosure || x.C != y.C || x.Role == y.Role {
		return false
	}
	r, ok := s.Signature().RoleID(x.Role)
	q, both := s.Signature().RoleID(y.Role)
	if !ok || !both {
		return false
	}
	isBelow, pairs := true, 0
	s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
		if !isBelow {
			return
		}
		pairs += len(successors)
		above := s.Successors(q, a)
		for _, b := range successors {
			if _, found := slices.BinarySearch(above, b); !found {
				isBelow = false
				return
			}
		}
	})
	all := 0
	s.EachSource(q, func(_ interp.Individual, successors []interp.Individual) { all += len(successors) })
	return isBelow && pairs < all
}

// hash returns a hash of a set and the number of its members.
func hash(set []uint64, members ask.Bounds) uint64 {
	h := uint64(members.Upper)*0x9e3779b97f4a7c15 + uint64(members.Lower)
	for _, x := range set {
		h = mix(h, x)
	}
	return h
}

func mix(h, x uint64) uint64 { return (bits.RotateLeft64(h, 5) ^ x) * 0x517cc1b727220a95 }
