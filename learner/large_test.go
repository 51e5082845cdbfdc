package learner_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// cyclic returns a problem in which every individual lies on cycles of roles and has up to
// ten names, of which some are frequent and most rare. A concept labels the 100 examples;
// one label in ten is inverted.
func cyclic(tb testing.TB, rng *rand.Rand, individuals, names int) interp.Problem {
	tb.Helper()
	individual := func(i int) string { return dltest.Namespace + "i" + strconv.Itoa(i%individuals) }
	name := func(i int) string { return dltest.Namespace + "A" + strconv.Itoa(i) }
	role := func(i int) string { return dltest.Namespace + "r" + strconv.Itoa(i) }
	var b interp.Builder
	for i := range individuals {
		b.AddRole(role(0), individual(i), individual(i+1)) // one cycle through all
		for r := range 3 {
			b.AddRole(role(r), individual(i), individual(rng.IntN(individuals)))
		}
		for range 10 {
			b.AddName(name(int(float64(names)*math.Pow(rng.Float64(), 4))), individual(i))
		}
	}
	s := require.Value(b.Build(context.Background()))(tb)
	target := dl.Exists{Role: dl.Role{IRI: role(0)},
		C: dl.Or{L: dl.Name{IRI: name(0)}, R: dl.Exists{Role: dl.Role{IRI: role(1)}, C: dl.Name{IRI: name(1)}}}}
	x := require.Value(interp.NewEvaluator(s).Extension(target))(tb)
	p := interp.Problem{Structure: s}
	for _, i := range rng.Perm(individuals)[:100] {
		a, _ := s.Lookup(individual(i))
		if x.Test(uint(a)) != (rng.IntN(10) == 0) {
			p.Pos = append(p.Pos, a)
		} else {
			p.Neg = append(p.Neg, a)
		}
	}
	return p
}

// TestDeadlineOnLargeProblem: on a problem that is too large for the time limit, the first
// stages are proved, and the result is the best concept found, not optimal, with the
// evaluator's classification.
func TestDeadlineOnLargeProblem(t *testing.T) {
	p := cyclic(t, dltest.Rand(1), 3000, 300)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	f := require.Value(learner.Learn(ctx, p, learner.Options{Language: dl.ALCQIF, MaxSize: 14, Engine: learner.Search{Workers: 2}}))(t)
	require.That(t, f.Concept != nil && !f.Optimal, "%#v, optimal %v", f.Concept, f.Optimal)
	// The proved stages come first. Later ones have concepts found before their stages.
	open := false
	for i, s := range f.Stages {
		check.That(t, !s.Proved || !open, "stage %d of %d is proved, an earlier one is not", i+1, len(f.Stages))
		open = open || !s.Proved
	}
	check.That(t, open, "all stages are proved")
	check.Equal(t, dltest.Classify(t, p, f.Concept), f.Confusion, "%#v is said to classify %+v, and does", f.Concept, f.Confusion)
	top := max(len(p.Pos), len(p.Neg))
	check.That(t, f.Confusion.Correct() >= top, "%d right, ⊤ or ⊥ has %d", f.Confusion.Correct(), top)
}
