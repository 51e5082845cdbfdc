package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/intent/propose"
)

// How often C ⊓ ¬D is meant for some D without a sign of it, relative to C. So many given negatives halve it.
const (
	lessSomething   = 0.12
	lessByNegatives = 5
	lessBySaid      = 0.1 // of it, if the words settle C: people say what is not meant
)

// addNegations adds candidates C ⊓ ¬D, where C is the first and D an atom of some of its
// members. No example speaks for or against these, because none is in D. It sets foreign, and leftOut: one
// member with many such atoms tests them all. Somebody who means C ⊓ ¬D and gives negatives is likely to
// give some in D: that none is makes it less likely.
func (s *Session) addNegations(ctx context.Context, members []string) error {
	listed := map[dl.Concept]bool{}
	for _, x := range s.ranked {
		listed[x.Concept] = true
	}
	s.leftOut, s.leftOutOf = map[string]float64{}, s.ranked[0].Concept
	atoms, err := s.p.ForeignAtoms(ctx, members[:min(len(members), 256)])
	if err != nil {
		return err
	}
	best := s.ranked[0].Concept
	surprise := func(d propose.Foreign) float64 { // that no positive is in D, in bits
		left := float64(len(members)-d.Count+1) / float64(len(members)+2) // of the members of C, by this sample
		return -float64(price.Given(s.p.Pos, s.p.Asked)) * math.Log2(left)
	}
	cost := func(d propose.Foreign) float64 {
		return s.p.Prior.Bits(d.Concept) + price.Excluded(math.Log2(float64(len(members))), math.Log2(float64(d.Count)))
	}
	byPrice := slices.Clone(atoms)
	slices.SortStableFunc(byPrice,
		func(d, e propose.Foreign) int { return cmp.Compare(cost(d)-surprise(d), cost(e)-surprise(e)) })
	var cs []dl.Concept
	s.foreign = nil
	for _, d := range byPrice {
		s.foreign = append(s.foreign, d.Concept)
		if c := normal.Conjunction(best, dl.Not{C: d.Concept}); !listed[c] && len(cs) < mostNewNegations {
			cs = append(cs, c)
		}
	}
	more := slices.DeleteFunc(s.p.Score(ctx, cs), func(x price.Candidate) bool { return x.Bounds.Upper == 0 })
	if s.ranked = s.rank(ctx, append(s.ranked, more...)); s.ranked[0].Concept != best {
		return nil
	}
	all := 0.0
	for _, d := range atoms {
		if s.p.Prior.MayHold(d.Concept, s.p.Pos) > 0 {
			continue
		}
		bits := cost(d)
		all += math.Exp2(-bits / price.Heat)
		for i, iri := range members {
			if i < 256 && d.Held[i/64]>>(i%64)&1 == 1 {
				s.leftOut[iri] += lessSomething * math.Exp2((surprise(d)-bits)/price.Heat)
			}
		}
	}
	named := math.Exp2(-float64(price.Given(s.p.Neg, s.p.Asked)) / lessByNegatives)
	if s.p.Words.Settle(best) {
		named *= lessBySaid
	}
	for iri := range s.leftOut {
		s.leftOut[iri] = named * min(s.leftOut[iri]/all, 0.5)
	}
	return nil
}
