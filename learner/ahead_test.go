package learner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
)

// TestAhead: a run that is cut short at any improvement returns the best concept that the
// observer has seen. The concept is within the language and the bounds, and is optimal
// only if all stages are proved. Each concept that the observer sees is better than the one
// before.
func TestAhead(t *testing.T) {
	larger := 0
	for seed := range uint64(*problems) {
		p, o := randomTask(t, seed+41_000_000)
		o.Engine = Search{}
		o.Mode = []Mode{Approx, Approx, Exact}[seed%3]
		ctx, cancel := context.WithCancel(t.Context())
		left := int(seed%5) + 1
		var seen Progress
		where := fmt.Sprintf("seed %d, %s, %s, %s", seed, o.Language, o.Score, o.Mode)
		o.Progress = func(s Progress) {
			if seen.Best != nil && (s.Best == nil || o.Score.Compare(s.Confusion, seen.Confusion) < 0) {
				t.Errorf("%s: %#v after %#v", where, s.Best, seen.Best)
			}
			seen = s
			if left--; left == 0 {
				cancel()
			}
		}
		f, err := Learn(ctx, p, o)
		cancel()
		if err != nil && !errors.Is(err, ErrNoFitting) && !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", where, err)
		}
		if (f.Concept == nil) != (seen.Best == nil) {
			t.Fatalf("%s: %#v, the observer saw %#v", where, f.Concept, seen.Best)
		}
		if f.Concept == nil {
			continue
		}
		if got := dltest.Classify(t, p, f.Concept); got != f.Confusion {
			t.Fatalf("%s: %#v has %+v, not %+v", where, f.Concept, got, f.Confusion)
		}
		if o.Score.Compare(f.Confusion, seen.Confusion) < 0 {
			t.Fatalf("%s: %#v with %+v, the observer saw %#v with %+v", where, f.Concept, f.Confusion, seen.Best, seen.Confusion)
		}
		if !o.Language.Has(dl.LanguageOf(f.Concept)) || f.Size > o.MaxSize || o.MaxDepth > 0 && f.Depth > o.MaxDepth {
			t.Fatalf("%s: %#v is out of bounds", where, f.Concept)
		}
		if f.Optimal && slices.ContainsFunc(f.Stages, func(s Stage) bool { return !s.Proved }) {
			t.Fatalf("%s: claimed to be optimal, but a stage is not proved", where)
		}
		if last := len(f.Stages) - 1; !f.Stages[last].Proved && dl.Size(f.Stages[last].Concept) > 1 {
			larger++
		}
	}
	if larger == 0 {
		t.Error("no run was cut short with a concept found ahead of its stage")
	}
}
