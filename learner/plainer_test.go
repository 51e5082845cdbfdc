package learner

import (
	"context"
	"errors"
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/brute"
	"github.com/genus-kg/genus/learner/interp"
)

// TestPlainer: a concept without errors has number restrictions or ∀ only if the reference
// finds no concept of its size without them.
func TestPlainer(t *testing.T) {
	needed := 0
	for seed := range uint64(*problems / testsize.Choose(4, 2)) {
		p, o := randomTask(t, seed)
		if o.Mode = Mode(seed % 2); seed%3 == 0 {
			o.Engine = SAT{}
		}
		f, err := Learn(context.Background(), p, o)
		if errors.Is(err, ErrNoFitting) {
			continue
		}
		require.NoError(t, err)
		if f.Confusion.Correct() != f.Confusion.Total() || !dl.LanguageOf(f.Concept).Any(avoidable[len(avoidable)-1]) {
			continue
		}
		needed++
		for _, constructors := range avoidable {
			if !dl.LanguageOf(f.Concept).Any(constructors) {
				continue
			}
			allowed := referenceProblem(t, p, o)
			without := stageBounds(t, allowed, o, f.Stages[f.Chosen].K, f.Stages[f.Chosen].MaxNumber)
			without.Language &^= constructors
			without.MaxSize = f.Size
			best, err := brute.Best(allowed, without, interp.Accuracy.Of)
			require.NoError(t, err)
			if e := best.Best[f.Size]; e.Concept != nil && e.Score == 1 {
				t.Errorf("seed %d: %#v, but %#v is plainer", seed, f.Concept, e.Concept)
			}
		}
	}
	if needed < *problems/100 {
		t.Errorf("only %d concepts with number restrictions or ∀", needed)
	}
}
