package benchmarks

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/interp"
)

// The ceilings of the two languages show that ALCQ fits every problem, and ALC none.
func TestCounting(t *testing.T) {
	made, combined := 0, 0
	for seed := range uint64(150) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng,
			dltest.Config{
				Individuals: 20 + rng.IntN(40),
				Names:       1,
				Roles:       1,
				Features:    -1,
				Booleans:    -1,
				NameDensity: 0.3,
				RoleDensity: 8,
			})
		o := CountingOptions{Problems: 1 + rng.IntN(20), Examples: 4 + rng.IntN(20), Seed: seed}
		problems, err := Counting(context.Background(), s, o)
		if err != nil {
			continue
		}
		if len(problems) > o.Problems {
			t.Errorf("seed %d: %d problems, at most %d were wanted", seed, len(problems), o.Problems)
		}
		alc, err := classesOf(context.Background(), s, "alc")
		require.NoError(t, err)
		alcq, err := classesOf(context.Background(), s, "alcq")
		require.NoError(t, err)
		before := 0
		for i, p := range problems {
			made++
			if err := p.Validate(); err != nil {
				t.Fatalf("seed %d, problem %d: %v", seed, i, err)
			}
			n := len(p.Pos) + len(p.Neg)
			if n < 4 || n > o.Examples || n < before || len(p.Pos)-len(p.Neg) > 2 || len(p.Neg) > len(p.Pos) {
				t.Errorf("seed %d, problem %d: %d positives, %d negatives", seed, i, len(p.Pos), len(p.Neg))
			}
			before = n
			for _, a := range p.Pos {
				if !slices.ContainsFunc(p.Neg,
					func(b interp.Individual) bool { return alc.Class(alc.Depth(), a) == alc.Class(alc.Depth(), b) }) {
					t.Errorf("seed %d, problem %d: ALC tells a positive from all negatives", seed, i)
				}
			}
			if c := ceiling(p, alcq); len(c.Pairs) > 0 {
				t.Errorf("seed %d, problem %d: no ALCQ concept fits", seed, i)
			}
			c := ceiling(p, alc)
			if len(c.Pairs) == 0 {
				t.Errorf("seed %d, problem %d: an ALC concept fits", seed, i)
			}
			if len(c.Pairs) == 2 {
				combined++
			}
		}
		again, err := Counting(context.Background(), s, o)
		if err != nil || fmt.Sprint(examples(again)) != fmt.Sprint(examples(problems)) {
			t.Errorf("seed %d: other problems the second time", seed)
		}
	}
	if made < 50 || combined < 10 {
		t.Errorf("only %d problems, %d of them of two classes", made, combined)
	}
}

// Problems that need inverse roles or comparisons have a fitting concept with them, and none
// without, whose best accuracy is known.
func TestCountingOtherNeeds(t *testing.T) {
	for _, need := range []string{"inverse", "features"} {
		made := 0
		for seed := range uint64(40) {
			rng := dltest.Rand(seed)
			s := dltest.Structure(rng,
				dltest.Config{Individuals: 20 + rng.IntN(20), Names: 1, Roles: 1, Booleans: -1, NameDensity: 0.3, RoleDensity: 2})
			o := CountingOptions{Needs: need, Problems: 10, Examples: 12, Seed: seed}
			problems, err := Counting(context.Background(), s, o)
			if err != nil {
				continue
			}
			with, err := classesOf(context.Background(), s, o.Language())
			require.NoError(t, err)
			without, err := Without(context.Background(), problems, o)
			require.NoError(t, err)
			for i, p := range problems {
				made++
				if c := ceiling(p, with); len(c.Pairs) > 0 || without[i] >= 1 || without[i] < 0.5 {
					t.Errorf("%s, seed %d, problem %d: %v, without %v", need, seed, i, c, without[i])
				}
			}
		}
		if made < 50 {
			t.Errorf("%s: only %d problems", need, made)
		}
	}
}

func examples(ps []interp.Problem) (out [][2][]interp.Individual) {
	for _, p := range ps {
		out = append(out, [2][]interp.Individual{p.Pos, p.Neg})
	}
	return out
}

func ceiling(p interp.Problem, l *bisim.Levels) bisim.Ceiling {
	return bisim.CeilingOf(&p, func(a interp.Individual) uint32 { return l.Class(l.Depth(), a) }, interp.Accuracy)
}
