package folds

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/genus-kg/genus/learner/interp"
)

// Folds assigns each example to the fold that tests it.
type Folds struct {
	N        int   // the number of folds
	Pos, Neg []int // the fold, from 0, of each example of the problem

	// Noise is the share of the training examples whose labels Split flips. Test examples
	// keep their labels.
	Noise float64
}

// Stratified splits the examples of the problem into n folds at random. It needs two
// folds, two examples of either side, and an example for each fold.
func Stratified(p interp.Problem, n int, seed uint64) (Folds, error) {
	f := Folds{N: n, Pos: make([]int, len(p.Pos)), Neg: make([]int, len(p.Neg))}
	rng := rand.New(rand.NewPCG(seed, 0))
	for at, i := range shuffle(p.Structure, p.Pos, rng) {
		f.Pos[i] = at % max(n, 1)
	}
	for at, i := range shuffle(p.Structure, p.Neg, rng) {
		// Start after the last positive, so that the folds have equal sizes.
		f.Neg[i] = (len(p.Pos) + at) % max(n, 1)
	}
	return f, f.Validate(p)
}

// Validate returns an error unless the folds are of the problem, none is empty, and each
// leaves positives and negatives to learn from.
func (f Folds) Validate(p interp.Problem) error {
	if f.N < 2 {
		return fmt.Errorf("%d folds: cross-validation needs at least 2", f.N)
	}
	if len(f.Pos) != len(p.Pos) || len(f.Neg) != len(p.Neg) {
		return errors.New("the folds are of another problem")
	}
	if n := len(f.Pos) + len(f.Neg); f.N > n {
		return fmt.Errorf("more folds (%d) than examples (%d): give more examples or ask for fewer folds", f.N, n)
	}
	tested := make([]int, f.N)
	for _, side := range []struct {
		name  string
		folds []int
	}{{"positive", f.Pos}, {"negative", f.Neg}} {
		ofFold := make([]int, f.N)
		for _, fold := range side.folds {
			if fold < 0 || fold >= f.N {
				return fmt.Errorf("an example is in fold %d of %d", fold+1, f.N)
			}
			tested[fold]++
			ofFold[fold]++
		}
		for fold, n := range ofFold {
			if n == len(side.folds) {
				return fmt.Errorf("fold %d leaves no %s examples to learn from", fold+1, side.name)
			}
		}
	}
	for fold, n := range tested {
		if n == 0 {
			return fmt.Errorf("fold %d of %d has no examples: ask for fewer folds", fold+1, f.N)
		}
	}
	return nil
}

// Split returns the problem with the examples of the other folds, and the problem with
// those of the fold. The test part may have examples of one side only.
func (f Folds) Split(p interp.Problem, fold int) (train, test interp.Problem) {
	train, test = p, p
	train.Pos, train.PosWeights, test.Pos, test.PosWeights = splitExamples(p.Pos, p.PosWeights, f.Pos, fold)
	train.Neg, train.NegWeights, test.Neg, test.NegWeights = splitExamples(p.Neg, p.NegWeights, f.Neg, fold)
	if f.Noise > 0 {
		train = flipLabels(train, f.Noise, uint64(fold))
	}
	return train, test
}

func splitExamples(examples []interp.Individual, weights, folds []int,
	fold int) (train []interp.Individual, trainWeights []int, test []interp.Individual, testWeights []int) {
	for i, a := range examples {
		to, toWeights := &train, &trainWeights
		if folds[i] == fold {
			to, toWeights = &test, &testWeights
		}
		*to = append(*to, a)
		if weights != nil {
			*toWeights = append(*toWeights, weights[i])
		}
	}
	return train, trainWeights, test, testWeights
}
