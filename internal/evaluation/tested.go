package evaluation

import (
	"math"
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A Tested fold is what was learned from all other folds, and how it classifies this one.
type Tested struct {
	Fold    int // from 1
	Fitting learner.Fitting
	Elapsed time.Duration
	TimeUp  bool // the search did not end
	// Test is the confusion of the concept on the test part, or of ⊥ if none was found.
	Test interp.Confusion
	// Predicted reports whether an External made predictions without a concept.
	Predicted bool
}

// Size returns the size of the concept, 0 if none was found, and NaN for predictions
// without a concept.
func (t Tested) Size() float64 {
	if t.Predicted {
		return math.NaN()
	}
	return float64(t.Fitting.Size)
}

// classify classifies the examples by the concept; nil stands for ⊥.
func classify(eval *interp.Evaluator, p interp.Problem, c dl.Concept) (interp.Confusion, error) {
	if c == nil {
		c = dl.Bottom{}
	}
	return eval.Classify(&p, c)
}

// LastProved returns the last stage k such that all stages up to k are proved; 0 if there
// is none.
func LastProved(f learner.Fitting) int {
	k := 0
	for _, s := range f.Stages {
		if !s.Proved {
			break
		}
		k = s.K
	}
	return k
}
