package bisim

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// The keys of the items of level 0. Those of the levels below are
// class<<32 | role and never meet them.
const (
	atomKey    = 0
	atLeastKey = 1 << 62
	atMostKey  = 2 << 62
)

// splitByAtoms makes level 0: it tells individuals apart by the atoms and comparisons of
// the space. Many atoms of many individuals are more items than should be in memory at
// once, so that it splits by some of them after the other.
//
// Comparisons are existential and monotone: of several values of one family
// only the largest counts for ≥ and only the smallest for ≤, and the
// comparisons that hold are as many of the thresholds as are below the largest
// or above the smallest. So these numbers say all that comparisons can say.
func splitByAtoms(g *signatures, p *partition, s *interp.Structure, sp interp.Space) {
	defer g.split(p, 0)
	for i, c := range sp.Atoms {
		for a := range s.Atom(c).EachSet() {
			g.add(uint32(a), atomKey|uint64(i), 1)
		}
		g.splitIfMany(p)
	}
	atLeast, atMost := sp.Language.Has(dl.WithDataAtLeast), sp.Language.Has(dl.WithDataAtMost)
	if !atLeast && !atMost {
		return
	}
	for f, thresholds := range sp.Thresholds {
		if len(thresholds) == 0 {
			continue
		}
		values := s.Values(interp.FeatureID(f))
		sorted := dl.NewSorted(values)
		above := satisfied(sorted, len(values), thresholds, dl.GreaterEq)
		below := satisfied(sorted, len(values), thresholds, dl.LessEq)
		s.EachValued(interp.FeatureID(f), func(a interp.Individual, ranks []uint32) {
			for i := 0; i < len(ranks); {
				family := values[ranks[i]].Kind().Family()
				j := i + 1
				for j < len(ranks) && values[ranks[j]].Kind().Family() == family {
					j++
				}
				key := uint64(f)<<8 | uint64(family)
				if n := above[ranks[j-1]]; atLeast && n > 0 {
					g.add(uint32(a), atLeastKey|key, n)
				}
				if n := below[ranks[i]]; atMost && n > 0 {
					g.add(uint32(a), atMostKey|key, n)
				}
				i = j
			}
		})
		g.splitIfMany(p)
	}
}

// satisfied counts, for each of the n values, the thresholds v for which (value op v).
func satisfied(values dl.Sorted, n int, thresholds []dl.Value, op dl.Op) []uint32 {
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
