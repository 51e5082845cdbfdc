package interp_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/interp"
)

func TestWeights(t *testing.T) {
	s := build(t, func(b *interp.Builder) {
		for _, a := range []string{"a", "b", "c", "d"} {
			b.Individual(a)
		}
		b.AddName("A", "a")
		b.AddName("A", "c")
	})
	type inds = []interp.Individual
	p := interp.Problem{Structure: s, Pos: inds{0, 1}, Neg: inds{3, 2}}
	for _, test := range []struct {
		name     string
		pos, neg []int
		weighted bool
		want     interp.Confusion
		err      string
	}{
		{"none", nil, nil, false, interp.Confusion{TP: 1, FN: 1, TN: 1, FP: 1}, ""},
		{"ones", []int{1, 1}, []int{1, 1}, false, interp.Confusion{TP: 1, FN: 1, TN: 1, FP: 1}, ""},
		{"one side", []int{1, 5}, nil, true, interp.Confusion{TP: 1, FN: 5, TN: 1, FP: 1}, ""},
		{"both sides", []int{3, 2}, []int{7, 4}, true, interp.Confusion{TP: 3, FN: 2, TN: 7, FP: 4}, ""},
		{"as large as can be", []int{interp.MaxWeight - 3, 1}, nil, true,
			interp.Confusion{TP: interp.MaxWeight - 3, FN: 1, TN: 1, FP: 1}, ""},
		{"too few", []int{1}, nil, false, interp.Confusion{}, "1 weights for 2 positive examples"},
		{"too many", nil, []int{1, 2, 3}, false, interp.Confusion{}, "3 weights for 2 negative examples"},
		{"not nil, but empty", []int{}, nil, false, interp.Confusion{}, "0 weights for 2 positive"},
		{"zero", []int{1, 0}, nil, false, interp.Confusion{}, "weight 0 of the positive example b: want 1 to 1000000000"},
		{"negative", nil, []int{-2, 1}, false, interp.Confusion{}, "weight -2 of the negative example d"},
		{"one too large", []int{1, interp.MaxWeight + 1}, nil, false, interp.Confusion{},
			"weight 1000000001 of the positive example b"},
		{"too large together", []int{interp.MaxWeight - 2, 1}, nil, false, interp.Confusion{},
			"sum to 1000000001: want 1000000000 at most"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := p
			p.PosWeights, p.NegWeights = test.pos, test.neg
			err := p.Validate()
			if test.err != "" {
				require.That(t, err != nil && strings.Contains(err.Error(), test.err) && !strings.Contains(err.Error(), "\n"),
					"error %v, want one line with %q", err, test.err)
				return
			}
			require.NoError(t, err)
			check.Equal(t, p.Classify(require.Value(interp.NewEvaluator(s).Extension(nameA))(t)), test.want)
			pos, neg := p.TotalWeights()
			if c := test.want; pos != c.TP+c.FN || neg != c.TN+c.FP || p.Weighted() != test.weighted {
				t.Errorf("totals %d and %d, weighted %v", pos, neg, p.Weighted())
			}
		})
	}
}

// TestScores checks against big arithmetic that comparisons and costs are exact, for few
// examples and at the bound on weights.
func TestScores(t *testing.T) {
	big64 := func(x int) *big.Int { return big.NewInt(int64(x)) }
	exact := func(s interp.Score, c interp.Confusion) *big.Rat {
		switch s {
		case interp.F1:
			if c.TP == 0 {
				return new(big.Rat)
			}
			return big.NewRat(2*int64(c.TP), 2*int64(c.TP)+int64(c.FP)+int64(c.FN))
		case interp.Balanced:
			x := new(big.Rat).SetFrac(big64(c.TP), big64(max(c.TP+c.FN, 1)))
			return x.Add(x, new(big.Rat).SetFrac(big64(c.TN), big64(max(c.TN+c.FP, 1))))
		}
		return new(big.Rat).SetInt64(int64(c.TP + c.TN))
	}
	rng := dltest.Rand(3)
	near := func(total int) int { // 0, total, near either, or anything
		return []int{0, total, min(1, total), max(total-1, 0), rng.IntN(total + 1)}[rng.IntN(5)]
	}
	largest, equal := int64(0), 0
	for range 100_000 {
		total := []int{interp.MaxWeight, 2 + rng.IntN(60)}[rng.IntN(2)]
		p := max(near(total), 1)
		n := total - p
		draw := func() interp.Confusion {
			tp, fp := near(p), near(n)
			return interp.Confusion{TP: tp, FN: p - tp, FP: fp, TN: n - fp}
		}
		c, d := draw(), draw()
		for _, s := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
			want := exact(s, d).Cmp(exact(s, c))
			got := s.Compare(d, c)
			require.That(t, (got > 0) == (want > 0) && (got < 0) == (want < 0), "%s: %+v against %+v is %d, want %d", s, d, c,
				got, want)
			missed, wrong, bound := s.Linear(c)
			cost := missed*int64(d.FN) + wrong*int64(d.FP)
			require.That(t, (cost < bound) == (want > 0) && (cost == bound) == (want == 0) && missed > 0 && wrong >= 0 &&
				bound >= 0,
				"%s: %+v against %+v costs %d, bound %d, want %d", s, d, c, cost, bound, want)
			// No cost is too large for the engines' infinity.
			most := new(big.Int).Mul(big.NewInt(missed), big64(p))
			require.That(t, most.Add(most, new(big.Int).Mul(big.NewInt(wrong), big64(n))).Cmp(big.NewInt(math.MaxInt64/4)) < 0,
				"%s: against %+v, errors cost up to %v", s, c, most)
			largest = max(largest, most.Int64())
			if want == 0 {
				equal++
			}
			x, y := s.Of(c), s.Of(d)
			require.That(t, want != 0 || x == y, "%s: equal scores of %+v and %+v are %v and %v", s, c, d, x, y)
		}
	}
	check.That(t, largest >= 1<<60 && equal >= 1000, "costs up to %d, %d equal scores", largest, equal)
}
