package bisim

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// The keys of the items of level 0. Keys of later levels are class<<32 | role and are
// never compared with these.
const (
	atomKey    = 0
	atLeastKey = 1 << 62
	atMostKey  = 2 << 62
)

// deepKey is that of the items of deep atoms, besides the keys of level 1.
const deepKey = 1 << 62

// splitByAtoms makes level 0: it tells individuals apart by the atoms and comparisons of
// the space, but not by deep atoms. To bound the memory for items, it splits whenever there are many of them.
//
// Comparisons are existential and monotone: of several values of one family, only the
// largest counts for ≥ and only the smallest for ≤. So the set of comparisons that hold
// is determined by two numbers: how many thresholds are at most the largest value, and
// how many are at least the smallest.
//
// The error is that of the context.
func splitByAtoms(ctx context.Context, g *signatures, p *partition, s *interp.Structure, sp interp.Space) error {
	for i, c := range sp.Atoms {
		if sp.IsDeep(s.Signature().Atoms()[c]) {
			continue
		}
		for a := range s.Atom(c).EachSet() {
			g.add(uint32(a), atomKey|uint64(i), 1)
		}
		if err := g.splitIfMany(ctx, p); err != nil {
			return err
		}
	}
	atLeast, atMost := sp.Language.Has(dl.WithDataAtLeast), sp.Language.Has(dl.WithDataAtMost)
	for f, thresholds := range sp.Thresholds {
		if len(thresholds) == 0 || !atLeast && !atMost {
			continue
		}
		values := s.Values(interp.FeatureID(f))
		lines := linesOf(values)
		sorted := dl.NewSorted(values)
		above := countSatisfied(sorted, len(values), thresholds, dl.GreaterEq)
		below := countSatisfied(sorted, len(values), thresholds, dl.LessEq)
		s.EachValued(interp.FeatureID(f), func(a interp.Individual, ranks []uint32) {
			for i := 0; i < len(ranks); {
				first := values[ranks[i]]
				j := i + 1
				for j < len(ranks) && values[ranks[j]].Comparable(first) {
					j++
				}
				key := uint64(f)<<32 | uint64(lines[ranks[i]])
				if n := above[ranks[j-1]]; atLeast && n > 0 {
					g.add(uint32(a), atLeastKey|key, n)
				}
				if n := below[ranks[i]]; atMost && n > 0 {
					g.add(uint32(a), atMostKey|key, n)
				}
				i = j
			}
		})
		if err := g.splitIfMany(ctx, p); err != nil {
			return err
		}
	}
	_, err := g.split(ctx, p, 0)
	return err
}

// linesOf numbers the lines of comparable values on which the sorted values lie.
func linesOf(values []dl.Value) []uint32 {
	lines := make([]uint32, len(values))
	for i := 1; i < len(values); i++ {
		if lines[i] = lines[i-1]; !values[i].Comparable(values[i-1]) {
			lines[i]++
		}
	}
	return lines
}

// countSatisfied returns, for each of the n values w, the number of thresholds v for which
// (w op v) holds.
func countSatisfied(values dl.Sorted, n int, thresholds []dl.Value, op dl.Op) []uint32 {
	change := make([]int, n+1)
	for _, v := range thresholds {
		lo, hi := values.Range(op, v)
		change[lo]++
		change[hi]--
	}
	out := make([]uint32, n)
	holding := 0
	for i := range out {
		holding += change[i]
		out[i] = uint32(holding)
	}
	return out
}
