package interp_test

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func TestProblemValidate(t *testing.T) {
	s := build(t, func(b *interp.Builder) {
		for _, a := range []string{"a", "b", "c"} {
			b.Individual(a)
		}
	})
	type inds = []interp.Individual
	for _, test := range []struct {
		name string
		p    interp.Problem
		want string // in the error; "" if none
		is   error
	}{
		{"good", interp.Problem{Structure: s, Pos: inds{0, 2}, Neg: inds{1}, MaxDepth: 2}, "", nil},
		{"no structure", interp.Problem{Pos: inds{0}, Neg: inds{1}}, "structure", nil},
		{"no positives", interp.Problem{Structure: s, Neg: inds{1}}, "positive", interp.ErrNoPositives},
		{"no negatives", interp.Problem{Structure: s, Pos: inds{1}}, "negative", interp.ErrNoNegatives},
		{"both sides", interp.Problem{Structure: s, Pos: inds{0, 1}, Neg: inds{2, 1}}, "b is both", nil},
		{"twice positive", interp.Problem{Structure: s, Pos: inds{2, 2}, Neg: inds{1}},
			"c is listed twice among the positive", nil},
		{"twice negative", interp.Problem{Structure: s, Pos: inds{2}, Neg: inds{0, 1, 0}},
			"a is listed twice among the negative", nil},
		{"positive outside", interp.Problem{Structure: s, Pos: inds{3}, Neg: inds{1}}, "positive example 3", nil},
		{"negative outside", interp.Problem{Structure: s, Pos: inds{0}, Neg: inds{1 << 31}}, "negative example 2147483648",
			nil},
		{"depth", interp.Problem{Structure: s, Pos: inds{0}, Neg: inds{1}, MaxDepth: -1}, "depth -1", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.p.Validate()
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			check.That(t, err != nil && strings.Contains(err.Error(), test.want) && (test.is == nil || errors.Is(err, test.is)),
				"error %v, want one with %q", err, test.want)
		})
	}
}

func TestConfusionScores(t *testing.T) {
	for _, test := range []struct {
		name                   string
		c                      interp.Confusion
		correct, total         int
		accuracy, f1, balanced float64
	}{
		{"perfect", interp.Confusion{TP: 3, TN: 5}, 8, 8, 1, 1, 1},
		{"all wrong", interp.Confusion{FN: 3, FP: 5}, 0, 8, 0, 0, 0},
		{"everything", interp.Confusion{TP: 1, FP: 3}, 1, 4, 0.25, 0.4, 0.5},
		{"nothing", interp.Confusion{FN: 1, TN: 3}, 3, 4, 0.75, 0, 0.5},
		{"mixed", interp.Confusion{TP: 2, FN: 2, TN: 9, FP: 1}, 11, 14, 11.0 / 14, 4.0 / 7, 0.7},
		{"empty", interp.Confusion{}, 0, 0, 0, 0, 0},
		{"one side", interp.Confusion{TP: 4}, 4, 4, 1, 1, 0.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
			c := test.c
			check.That(t, c.Correct() == test.correct && c.Total() == test.total && near(c.Accuracy(), test.accuracy) &&
				near(c.F1(), test.f1) && near(c.Balanced(), test.balanced),
				"correct %d, total %d, accuracy %v, F1 %v, balanced %v; want %+v", c.Correct(), c.Total(), c.Accuracy(), c.F1(),
				c.Balanced(), test)
			for s, want := range map[interp.Score]float64{interp.Accuracy: test.accuracy, interp.F1: test.f1,
				interp.Balanced: test.balanced} {
				check.That(t, near(s.Of(c), want), "%v: %v, want %v", s, s.Of(c), want)
			}
		})
	}
}

func TestScoreNames(t *testing.T) {
	for _, name := range interp.ScoreNames() {
		s, err := interp.ParseScore(strings.ToUpper(name))
		check.That(t, err == nil && s.String() == name, "%s: %v, %v", name, s, err)
	}
	_, err := interp.ParseScore("recall")
	check.That(t, err != nil && strings.Contains(err.Error(), "balanced"), "unknown score: %v", err)
}

func TestNewSpaceAndReach(t *testing.T) {
	s := dltest.Build(t, "r(a, b) r(b, c) s(d, a) A(a) f(a, 1) g(a, true) h(a, true) h(a, false)")
	p := &interp.Problem{Structure: s, Pos: []interp.Individual{0}, Neg: []interp.Individual{4 - 1}, MaxDepth: 2,
		Removed: []interp.Removal{{Role: dl.Role{IRI: "r", Inverse: true}}, {Feature: "h"}, {Feature: "f"}}}
	sp := interp.NewSpace(p, dl.ALCQIF)
	check.That(t, len(sp.Atoms) == 2 && len(sp.Roles) == 3 && sp.MaxDepth == 2 && len(sp.Thresholds) == 1,
		"space %+v: want the atoms A and g, the roles r, s, s⁻", sp)
	if got := interp.Features(p, dl.ALCQIF); len(got) != 0 {
		t.Errorf("removed feature in %v", got)
	}
	p.Removed = nil
	if got := interp.Features(p, dl.ALCQIF); len(got) != 1 {
		t.Errorf("features %v, want f", got)
	}
	alc := require.Value(dl.ParseLanguage("alc"))(t)
	if sp := interp.NewSpace(p, alc); len(sp.Roles) != 2 || len(interp.Features(p, alc)) != 0 {
		t.Errorf("space of ALC %+v: want two roles and no features", sp)
	}
	p.Pos, p.Neg = []interp.Individual{0}, []interp.Individual{2}
	reach := func(steps int, roles ...interp.RoleID) []interp.Set {
		t.Helper()
		return require.Value(interp.Reach(context.Background(), p, roles, steps))(t)
	}
	sizes := check.Map(reach(-1, 0), func(x interp.Set) uint { return x.Count() })
	check.That(t, len(sizes) == 2 && sizes[0] == 2 && sizes[1] == 3, "reach by r: sizes %v, want 2, 3", sizes)
	if got := reach(0, 0, 1, 2, 3); len(got) != 1 {
		t.Errorf("no steps: %d sets", len(got))
	}
	got := reach(5, 3)
	check.That(t, len(got) == 2 && got[1].Count() == 3, "reach by s⁻: %v", got)
}

// TestDistances checks distances with and without a bound, and that the context stops
// the walk.
func TestDistances(t *testing.T) {
	const n = 5000
	s := build(t, func(b *interp.Builder) {
		for i := range n - 1 {
			b.AddRole("r", strconv.Itoa(i), strconv.Itoa(i+1))
		}
		b.AddRole("r", "0", "3")
	})
	first, ok := s.Lookup("0")
	require.That(t, ok, "no individual 0")
	p := &interp.Problem{Structure: s, Pos: []interp.Individual{first}}
	for _, steps := range []int{-1, 0, 10} {
		got := require.Value(interp.Distances(context.Background(), p, []interp.RoleID{0}, steps))(t)
		for i := range n {
			want := i
			if i >= 3 {
				want = i - 2
			}
			if steps >= 0 && want > steps {
				want = -1
			}
			a, _ := s.Lookup(strconv.Itoa(i))
			require.That(t, int(got[a]) == want, "%d steps: individual %d is %d away, want %d", steps, i, got[a], want)
		}
	}
	ctx := check.Ended()
	check.ErrorIs(t, check.Error(interp.Distances(ctx, p, []interp.RoleID{0}, -1)), context.Canceled, "cancelled")
	check.ErrorIs(t, check.Error(interp.Reach(ctx, p, []interp.RoleID{0}, -1)), context.Canceled, "cancelled")
}
