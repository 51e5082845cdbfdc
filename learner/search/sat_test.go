package search_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/search"
)

var satProblems = flag.Int("sat-problems", testsize.Choose(12, 30),
	"random problems for the comparison with the SAT engine")

type engine struct{ search.Options }

func (engine) Name() string { return "search" }

func (e engine) Search(ctx context.Context, t learner.Task) (dl.Concept, bool, error) {
	return new(search.Session).Run(ctx, t, e.Options)
}

// TestEqualsSAT: on structures that are too large for complete enumeration, every stage of a
// run of the learner ends with the same score as with the SAT engine, and the run with a
// concept of the same size.
func TestEqualsSAT(t *testing.T) {
	names := dl.LanguageNames()
	for seed := range uint64(testsize.Rounds(*satProblems)) {
		rng := dltest.Rand(seed + 5_000_000)
		language := require.Value(dl.ParseLanguage(names[rng.IntN(len(names))]))(t)
		c := dltest.Config{Individuals: 12 + rng.IntN(25), Names: 2 + rng.IntN(3), Roles: rng.IntN(3),
			Labels: dltest.NoisyLabels}
		if rng.IntN(3) == 0 {
			language |= dl.Values | dl.Derived
			c.Strings, c.Texts = 1, 1
			c.Positives = 5
			c.Negatives = 5
		}
		p := dltest.Problem(rng, c)
		o := learner.Options{
			Language:   language,
			MaxSize:    4 + rng.IntN(2),
			Score:      interp.Score(rng.IntN(3)),
			Mode:       learner.Mode(rng.IntN(4) / 3),
			MaxNumber:  rng.IntN(3),
			MaxDepth:   rng.IntN(3),
			Thresholds: rng.IntN(4),
		}
		where := fmt.Sprintf("seed %d, %s, %s, %s, size %d", seed, language, o.Score, o.Mode, o.MaxSize)
		learn := func(e learner.Engine) learner.Fitting {
			o.Engine = e
			f, err := learner.Learn(context.Background(), p, o)
			require.That(t, err == nil || errors.Is(err, learner.ErrNoFitting), "%s: %s: %v", where, e.Name(), err)
			return f
		}
		want := learn(learner.SAT{})
		one := learn(engine{})
		two := learn(engine{search.Options{Workers: 2}})
		require.That(t, one.Concept == two.Concept, "%s: one worker settles on %#v, two on %#v", where, one.Concept,
			two.Concept)
		require.That(t, len(one.Stages) == len(want.Stages) && one.Size == want.Size && one.Optimal == want.Optimal,
			"%s: %d stages to size %d, optimal %v; by SAT %d to %d, %v", where, len(one.Stages), one.Size, one.Optimal,
			len(want.Stages), want.Size, want.Optimal)
		for i, s := range one.Stages {
			if w := want.Stages[i]; o.Score.Compare(s.Confusion, w.Confusion) != 0 || s.Proved != w.Proved {
				t.Fatalf("%s: stage %d: %+v by %#v, proved %v; by SAT %+v by %#v, %v", where, s.K, s.Confusion, s.Concept, s.Proved,
					w.Confusion, w.Concept, w.Proved)
			}
			if s, w := s, want.Stages[i]; s.Reached != w.Reached || s.Individuals != w.Individuals || s.Names != w.Names {
				t.Fatalf("%s: stage %d: %d reached, %d individuals, %d names; by SAT %d, %d, %d", where, s.K, s.Reached,
					s.Individuals, s.Names, w.Reached, w.Individuals, w.Names)
			}
		}
	}
}
