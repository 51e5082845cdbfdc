package elephants_test

import (
	"context"
	"slices"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// problem returns the main problem (0) or its sister (1).
func problem(t *testing.T, i int, o extract.LoadOptions) interp.Problem {
	t.Helper()
	return require.Value(suite.Elephants()[i].Load(t.Context(), o))(t)
}

func extension(t *testing.T, p interp.Problem, c dl.Concept) interp.Set {
	t.Helper()
	return require.Value(interp.NewEvaluator(p.Structure).Extension(c))(t)
}

// The targets separate their examples, and hold for other individuals, too.
func TestTargets(t *testing.T) {
	for i, tt := range []struct {
		name                                   string
		target                                 dl.Concept
		size, positives, negatives, leastOther int
	}{
		{"main", elephants.Target, 8, 14, 16, 10},
		{"sister", elephants.SisterTarget, 6, 9, 14, 5},
	} {
		p := problem(t, i, extract.LoadOptions{})
		members := extension(t, p, tt.target)
		if got := p.Classify(members); got.TP != tt.positives || got.TN != tt.negatives || got.FP+got.FN > 0 {
			t.Errorf("%s: %+v, want %d positives and %d negatives, all right", tt.name, got, tt.positives, tt.negatives)
		}
		if others := int(members.Count()) - tt.positives; others < tt.leastOther {
			t.Errorf("%s: %d individuals of the target are not examples, want %d or more", tt.name, others, tt.leastOther)
		}
		check.Equal(t, dl.Size(tt.target), tt.size, "%s: size", tt.name)
	}
}

// Every part of the target is needed: without it an example would be on the wrong side.
func TestNeeded(t *testing.T) {
	p := problem(t, 0, extract.LoadOptions{})
	for _, text := range []string{"zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ ≥2 zoo:childOf⁻.zoo:Female)",
		"zoo:Elephant ⊓ ((zoo:weight ≥ 3000) ⊔ ≥2 zoo:childOf⁻.zoo:Female)",
		"zoo:Elephant ⊓ zoo:Male ⊓ ≥2 zoo:childOf⁻.zoo:Female", "zoo:Elephant ⊓ zoo:Male ⊓ (zoo:weight ≥ 3000)",
		"zoo:Elephant ⊓ zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ ≥2 zoo:childOf⁻.⊤)",
		"zoo:Elephant ⊓ zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ ∃zoo:childOf⁻.zoo:Female)",
		"zoo:Elephant ⊓ zoo:Male ⊓ (zoo:weight ≥ 3000) ⊓ ≥2 zoo:childOf⁻.zoo:Female", "zoo:Elephant ⊓ zoo:Male"} {
		c := require.Value(syntax.Parse(text, syntax.Prefixes{elephants.Prefix: elephants.Namespace}))(t)
		got := p.Classify(extension(t, p, c))
		check.That(t, got.Correct() != got.Total(), "%s: still separates", text)
	}
}

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
	n := 0
	for i, q := range problems {
		if i%testsize.Choose(4, 1) > 0 {
			continue
		}
		n++
		first, ahead := learnMarked(t, q)
		before := q.Classify(target)
		check.That(t, first.Correct() >= before.Correct(),
			"mark %d: the first result is right about %d, the concept before about %d", i, first.Correct(), before.Correct())
		if ahead.Correct() == ahead.Total() {
			agree++
		}
	}
	check.That(t, agree*10 >= n*9, "%d of %d times a concept agrees with all marks", agree, n)
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
