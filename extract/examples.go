package extract

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/interp"
)

// Examples are the positive and the negative examples, as absolute IRIs.
type Examples struct {
	Pos, Neg []string
	// PosWeights and NegWeights are their weights, in the same order; nil means
	// that all are 1.
	PosWeights, NegWeights []int
	// Duplicates counts the repetitions that were dropped.
	Duplicates int
}

// NewExamples returns the examples of two lists, without repetitions. There may be no
// negatives. An IRI on both sides is ErrBothSides; no positive is ErrNoExamples.
func NewExamples(pos, neg []string) (Examples, error) {
	return NewWeighted(NewList(pos), NewList(neg))
}

// NewWeighted is [NewExamples] for lists with weights. The sum of the weights is at most
// interp.MaxWeight.
func NewWeighted(pos, neg List) (Examples, error) {
	ex := Examples{
		Pos: pos.IRIs, Neg: neg.IRIs, PosWeights: pos.Weights, NegWeights: neg.Weights,
		Duplicates: pos.Duplicates + neg.Duplicates,
	}
	if len(ex.Pos) == 0 {
		return ex, fmt.Errorf("%w: there is no positive one", ErrNoExamples)
	}
	total := int64(len(ex.Pos) + len(ex.Neg))
	for _, w := range slices.Concat(ex.PosWeights, ex.NegWeights) {
		total += int64(w) - 1
	}
	if total > interp.MaxWeight {
		return ex, fmt.Errorf("the weights of the examples sum to %d: want %d at most; divide them all by a number",
			total, interp.MaxWeight)
	}
	positive := set(ex.Pos)
	for _, iri := range ex.Neg {
		if positive[iri] {
			return ex, fmt.Errorf("%w: %s", ErrBothSides, graph.Bracketed(iri))
		}
	}
	return ex, nil
}

// Replace returns the examples with others in place of some.
func (ex Examples) Replace(by map[string]string) (Examples, error) {
	side := func(iris []string, weights []int) (l List) {
		for i, iri := range iris {
			if iri = cmp.Or(by[iri], iri); slices.Contains(l.IRIs, iri) {
				l.Duplicates++
				continue
			}
			l.IRIs = append(l.IRIs, iri)
			if weights != nil {
				l.Weights = append(l.Weights, weights[i])
			}
		}
		return l
	}
	return NewWeighted(side(ex.Pos, ex.PosWeights), side(ex.Neg, ex.NegWeights))
}

// All returns the examples of both sides, the positives first.
func (ex Examples) All() []string { return slices.Concat(ex.Pos, ex.Neg) }
