package interp

import (
	"fmt"
	"slices"
)

// MaxWeight is the largest sum of the weights of all examples. It keeps the exact
// arithmetic on scores within 64 bits. With a total of T = P + N, no count is above
// T ≤ 10⁹, so that 2tp+fp+fn is below 2³¹. [Score.Compare] multiplies two such numbers
// for F1, and sums to at most 2PN ≤ T²/2 for Balanced. The costs of [Score.Linear] are
// at most 2T² ≤ 2·10¹⁸, less than a quarter of the largest int64.
const MaxWeight = 1_000_000_000

// PosWeight returns the weight of Pos[i].
func (p *Problem) PosWeight(i int) int { return weightAt(p.PosWeights, i) }

// NegWeight returns the weight of Neg[i].
func (p *Problem) NegWeight(i int) int { return weightAt(p.NegWeights, i) }

func weightAt(weights []int, i int) int {
	if weights == nil {
		return 1
	}
	return weights[i]
}

// Weighted reports whether the weight of some example is not 1.
func (p *Problem) Weighted() bool {
	isOther := func(w int) bool { return w != 1 }
	return slices.ContainsFunc(p.PosWeights, isOther) || slices.ContainsFunc(p.NegWeights, isOther)
}

// TotalWeights returns the sums of the weights of the positives and of the negatives.
func (p *Problem) TotalWeights() (pos, neg int) {
	for i := range p.Pos {
		pos += p.PosWeight(i)
	}
	for i := range p.Neg {
		neg += p.NegWeight(i)
	}
	return pos, neg
}

type side struct {
	name     string
	examples []Individual
	weights  []int
}

func (p *Problem) sides() []side {
	return []side{{"positive", p.Pos, p.PosWeights}, {"negative", p.Neg, p.NegWeights}}
}

func (p *Problem) validateWeights() error {
	total := int64(0)
	for _, side := range p.sides() {
		if side.weights == nil {
			total += int64(len(side.examples))
			continue
		}
		if len(side.weights) != len(side.examples) {
			return fmt.Errorf("%d weights for %d %s examples: give one for each, or none at all",
				len(side.weights), len(side.examples), side.name)
		}
		for i, w := range side.weights {
			if w < 1 || w > MaxWeight {
				return fmt.Errorf("weight %d of the %s example %s: want 1 to %d",
					w, side.name, p.Structure.IRI(side.examples[i]), MaxWeight)
			}
			total += int64(w)
		}
	}
	if total > MaxWeight {
		return fmt.Errorf("the weights of the examples sum to %d: want %d at most; divide them all by a number",
			total, MaxWeight)
	}
	return nil
}
