package optimal

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

type leaf struct {
	c       dl.Concept
	atom    interp.Set // of an atom, nil for a comparison
	feature interp.FeatureID
	lo, hi  int // the comparison holds for the values of ranks lo ≤ rank < hi
}

// leaves returns the leaves of a space, atoms first.
func leaves(s *interp.Structure, sp interp.Space) []leaf {
	var out []leaf
	for _, id := range sp.Atoms {
		out = append(out, leaf{c: s.Signature().Atoms()[id], atom: s.Atom(id)})
	}
	for f, thresholds := range sp.Thresholds {
		id := interp.FeatureID(f)
		for _, v := range thresholds {
			for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
				if op == dl.GreaterEq && !sp.Language.Has(dl.WithDataAtLeast) ||
					op == dl.LessEq && !sp.Language.Has(dl.WithDataAtMost) {
					continue
				}
				lo, hi := dl.Range(s.Values(id), op, v)
				out = append(out, leaf{c: dl.Compare{Feature: s.Signature().Features()[f], Op: op, Value: v}, feature: id, lo: lo,
					hi: hi})
			}
		}
	}
	return out
}

func (l *leaf) holds(s *interp.Structure, a interp.Individual) bool {
	if l.atom != nil {
		return l.atom.Test(uint(a))
	}
	for _, rank := range s.Ranks(l.feature, a) {
		if l.lo <= int(rank) && int(rank) < l.hi {
			return true
		}
	}
	return false
}
