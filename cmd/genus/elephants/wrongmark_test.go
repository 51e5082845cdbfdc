package elephants_test

import (
	"context"
	"slices"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// The user marks one example wrong and starts from the concept that was shown before.
// Each of the examples changes its side, and each of ten matches becomes a negative. The
// first result is not worse than the concept before. In nine of ten cases a concept that
// agrees with all marks is found before the first stage ends. That work is counted, so
// this does not depend on the machine.
func TestOneWrongMark(t *testing.T) {
	p := problem(t, 0, extract.LoadOptions{Depth: 2})
	target := extension(t, p, elephants.Target)
	problems := wrongMarks(p, target)
	agree := 0
	for i, q := range problems {
		first, ahead := learnMarked(t, q)
		before := q.Classify(target)
		check.That(t, first.Correct() >= before.Correct(),
			"mark %d: the first result is right about %d, the concept before about %d", i, first.Correct(), before.Correct())
		if ahead.Correct() == ahead.Total() {
			agree++
		}
	}
	check.That(t, agree*10 >= len(problems)*9, "%d of %d times a concept agrees with all marks", agree, len(problems))
}

// wrongMarks returns the problem with each example on the other side, and with each of
// ten individuals of the set that are not examples as a negative.
func wrongMarks(p interp.Problem, in interp.Set) []interp.Problem {
	var out []interp.Problem
	all := slices.Concat(p.Pos, p.Neg)
	for i := range all {
		q := p
		q.Pos, q.Neg = nil, nil
		for j, a := range all {
			if (j < len(p.Pos)) != (j == i) {
				q.Pos = append(q.Pos, a)
			} else {
				q.Neg = append(q.Neg, a)
			}
		}
		out = append(out, q)
	}
	for a := range in.EachSet() {
		if len(out) < len(all)+10 && !slices.Contains(all, interp.Individual(a)) {
			q := p
			q.Neg = append(slices.Clone(p.Neg), interp.Individual(a))
			out = append(out, q)
		}
	}
	return out
}

// learnMarked returns the confusion of the first result, and that of the best one before the
// end of the first stage.
func learnMarked(t *testing.T, p interp.Problem) (first, ahead interp.Confusion) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := false
	_, err := learner.Learn(ctx, p, learner.Options{Engine: learner.Search{}, Start: []dl.Concept{elephants.Target},
		Progress: func(s learner.Progress) {
			if !seen {
				first, seen = s.Confusion, true
			}
			if s.K > 0 {
				cancel()
				return
			}
			ahead = s.Confusion
		},
	})
	require.NoError(t, err)
	return first, ahead
}
