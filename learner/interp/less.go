package interp

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// addLess adds to x the individuals at which a value of F is less than one of G.
func (s *Structure) addLess(c dl.Less, x Set) {
	f, known := s.sig.FeatureID(c.F)
	g, both := s.sig.FeatureID(c.G)
	if !known || !both {
		return
	}
	of := dl.Places(s.Values(f), s.Values(g))
	s.EachValued(f, func(a Individual, ranks []uint32) {
		others := s.Ranks(g, a)
		x.SetTo(uint(a), slices.ContainsFunc(ranks, func(v uint32) bool {
			return slices.ContainsFunc(others, func(w uint32) bool { return of[0][v].Less(of[1][w]) })
		}))
	})
}

// orders returns (f < g) for the features of which an example has values on one line.
func (d *deriver) orders() (out []dl.Concept) {
	examples := slices.Concat(d.p.Pos, d.p.Neg)
	for f, first := range d.s.sig.features {
		for g, second := range d.s.sig.features {
			c := dl.Less{F: first, G: second}
			if f == g || d.gone[first] || d.gone[second] || !d.s.share(FeatureID(f), FeatureID(g), examples) {
				continue
			}
			x := d.s.NewSet()
			d.s.addLess(c, x)
			n := 0
			for _, a := range examples {
				if x.Test(uint(a)) {
					n++
				}
			}
			if n >= max(d.o.Support, 1) {
				out = append(out, c)
			}
		}
	}
	return out
}

// share reports whether one of the individuals has values of both features.
func (s *Structure) share(f, g FeatureID, individuals []Individual) bool {
	return slices.ContainsFunc(individuals,
		func(a Individual) bool { return len(s.Ranks(f, a)) > 0 && len(s.Ranks(g, a)) > 0 })
}
