package folds

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// flipLabels returns the problem with the labels of a share of its examples flipped,
// chosen at random from positives and negatives alike. It keeps at least one example of
// either side.
func flipLabels(p interp.Problem, share float64, seed uint64) interp.Problem {
	out := p
	out.Pos = nil
	out.Neg = nil
	out.PosWeights = nil
	out.NegWeights = nil
	all := append(append([]interp.Individual{}, p.Pos...), p.Neg...)
	flipped := make([]bool, len(all))
	pos, neg := len(p.Pos), len(p.Neg)
	left := int(math.Round(share * float64(len(all))))
	for _, i := range shuffle(p.Structure, all, rand.New(rand.NewPCG(seed, 1))) {
		switch {
		case left == 0:
		case i < len(p.Pos) && pos > 1:
			flipped[i] = true
			pos = pos - 1
			left = left - 1
		case i >= len(p.Pos) && neg > 1:
			flipped[i] = true
			neg = neg - 1
			left = left - 1
		}
	}
	for i, a := range all {
		weights, at := p.PosWeights, i
		if i >= len(p.Pos) {
			weights, at = p.NegWeights, i-len(p.Pos)
		}
		to, toWeights := &out.Pos, &out.PosWeights
		if (i < len(p.Pos)) == flipped[i] {
			to, toWeights = &out.Neg, &out.NegWeights
		}
		*to = append(*to, a)
		if p.Weighted() {
			w := 1
			if weights != nil {
				w = weights[at]
			}
			*toWeights = append(*toWeights, w)
		}
	}
	return out
}

// shuffle returns the indices of the examples in a random order that does not
// depend on the order of the examples.
func shuffle(s *interp.Structure, examples []interp.Individual, rng *rand.Rand) []int {
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(s.IRI(examples[i]), s.IRI(examples[j])) })
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
