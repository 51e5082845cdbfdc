package bisim

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestLevelsPreserveConcepts checks Lemma 2 of the paper by depth: no concept of the
// language of role depth at most d, with numbers up to maxNumber, tells members of a
// class at level d apart.
func TestLevelsPreserveConcepts(t *testing.T) {
	concepts := 0
	for seed := range uint64(400) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 6 + rng.IntN(8), Strings: 1, Nominals: 2})
		names := dl.LanguageNames()
		language, err := dl.ParseLanguage(names[rng.IntN(len(names))])
		require.NoError(t, err)
		language |= dl.Language(rng.Uint32()) & dl.Values
		maxNumber := 1 + rng.IntN(3)
		levels, err := Compute(context.Background(), p.Structure, dltest.FullSpace(&p, language, maxNumber), Unbounded,
			maxNumber, nil)
		require.NoError(t, err)
		require.That(t, levels.Stable(), "seed %d: unbounded refinement did not end", seed)
		eval := interp.NewEvaluator(p.Structure)
		for range 30 {
			c := dltest.Concept(rng, p.Structure, language, 1+rng.IntN(9), maxNumber)
			if c == nil {
				continue
			}
			concepts++
			x, err := eval.Extension(c)
			require.NoError(t, err)
			value := map[uint32]bool{}
			for a := range interp.Individual(p.Structure.Len()) {
				class := levels.Class(dl.Depth(c), a)
				holds, seen := value[class]
				if seen && holds != x.Test(uint(a)) {
					t.Fatalf("seed %d: class %d at level %d is split by %#v", seed, class, dl.Depth(c), c)
				}
				value[class] = x.Test(uint(a))
			}
		}
	}
	check.That(t, concepts >= 5000, "only %d concepts", concepts)
}

func TestComputeStops(t *testing.T) {
	p := dltest.Problem(dltest.Rand(1), dltest.Config{Individuals: 10})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compute(ctx, p.Structure, dltest.FullSpace(&p, dl.ALCQIF, 2), Unbounded, 2, nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// TestCeilingIsTheBestChoiceOfClasses compares with trying every set of
// classes.
func TestCeilingIsTheBestChoiceOfClasses(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 4 + rng.IntN(12)})
		classOf := make([]uint32, p.Structure.Len())
		for a := range classOf {
			classOf[a] = rng.Uint32N(6)
		}
		class := func(a interp.Individual) uint32 { return classOf[a] }
		for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
			got := CeilingOf(&p, class, score)
			var best interp.Confusion
			for chosen := range 1 << 6 {
				x := p.Structure.NewSet()
				for a, c := range classOf {
					x.SetTo(uint(a), chosen>>c&1 == 1)
				}
				if c := p.Classify(x); chosen == 0 || score.Compare(c, best) > 0 {
					best = c
				}
			}
			require.That(t, score.Compare(got.Confusion, best) == 0, "seed %d, %s: %+v, want %+v", seed, score, got.Confusion, best)
			x := p.Structure.NewSet()
			for a, c := range classOf {
				x.SetTo(uint(a), slices.Contains(got.In, c))
			}
			if c := p.Classify(x); c != got.Confusion {
				t.Fatalf("seed %d, %s: the classes %v are classified %+v, not %+v", seed, score, got.In, c, got.Confusion)
			}
			for _, pair := range got.Pairs {
				require.That(t, class(pair[0]) == class(pair[1]), "seed %d: pair %v is not of one class", seed, pair)
			}
		}
	}
}
