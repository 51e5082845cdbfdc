package threshold

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func integers(ns ...int64) []dl.Value {
	out := make([]dl.Value, len(ns))
	for i, n := range ns {
		out[i] = dl.Int(n)
	}
	return out
}

func upTo(m int) []dl.Value {
	var ns []int64
	for i := range m {
		ns = append(ns, int64(i))
	}
	return integers(ns...)
}

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		name   string
		values []dl.Value
		n      int
		want   []dl.Value
	}{
		{"no values", nil, 3, nil},
		{"as many as asked for", upTo(3), 3, upTo(3)},
		{"v[⌊i·m/(n+1)⌋]", upTo(10), 3, integers(2, 5, 7)},
		{"by rank", integers(1, 2, 3, 1000), 1, integers(3)},
	} {
		t.Run(test.name, func(t *testing.T) { check.Slice(t, (Feature{Values: test.values}).Choose(test.n), test.want) })
	}
}

func TestEntropyCuts(t *testing.T) {
	for _, test := range []struct {
		name           string
		n              int
		pos, neg, want []int
	}{
		{"where labels change", 2, []int{1, 1, 1, 0, 0, 0, 1, 1}, []int{0, 0, 0, 1, 1, 1, 0, 0}, []int{3, 6}},
		{"the best first", 1, []int{9, 0, 0, 0, 1, 0}, []int{0, 5, 1, 1, 0, 1}, []int{1}},
		{"none is useless", 5, []int{1, 1, 1, 1, 0, 0, 0, 0}, []int{0, 0, 0, 0, 1, 1, 1, 1}, []int{4}},
		{"of one label", 3, make([]int, 4), []int{1, 1, 1, 1}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Feature{Values: upTo(len(test.pos)), Pos: test.pos, Neg: test.neg}
			check.Slice(t, f.entropyCuts(test.n), test.want)
		})
	}
}

// TestRefineIsNestedAndComplete: each stage has all thresholds of the stage before and at
// most Growth(k), and the last has every value. So bounded fitting is complete.
func TestRefineIsNestedAndComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range []int{0, 1, 2, 3, 5, 8, 31, 64, 100, 1000} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			var ns []int64
			for i := range m {
				ns = append(ns, int64(10*i+rng.IntN(10)))
			}
			values := integers(ns...)
			f := Feature{Values: values, Pos: make([]int, m), Neg: make([]int, m)}
			for i := range m {
				f.Pos[i], f.Neg[i] = rng.IntN(3), rng.IntN(3)
			}
			var before []dl.Value
			for k := 1; ; k++ {
				now := f.Refine(k)
				require.That(t, len(now) == min(Growth(k), m), "stage %d has %d thresholds", k, len(now))
				require.That(t, slices.IsSortedFunc(now, func(v, w dl.Value) int { c, _ := v.Cmp(w); return c }),
					"stage %d is not sorted", k)
				for _, v := range before {
					require.That(t, slices.Contains(now, v), "stage %d lost %v", k, v)
				}
				if len(now) == m {
					return
				}
				before = now
			}
		})
	}
}

func TestRefineSpreads(t *testing.T) {
	f := Feature{Values: upTo(100)}
	got, want := f.Refine(1), integers(12, 25, 50, 75)
	check.That(t, slices.Equal(got, want), "stage 1: %v, want %v", got, want)
	f.Pos, f.Neg = make([]int, 100), make([]int, 100)
	for i := range 100 {
		if i < 91 {
			f.Neg[i] = 1
		} else {
			f.Pos[i] = 1
		}
	}
	check.Slice(t, f.Refine(1), integers(25, 50, 75, 91), "stage 1 with labels")
}

func TestMidpoints(t *testing.T) {
	values := func(k dl.Kind, lexical ...string) []dl.Value {
		out := check.Map(lexical, func(s string) dl.Value { return dltest.Value(t, k, s) })
		return out
	}
	for _, test := range []struct {
		name                     string
		values, thresholds, want []dl.Value
	}{
		{"in the middle", integers(1, 5, 10, 20), integers(5, 20), integers(3, 15)},
		{"neighbours", integers(1, 3, 4, 8), integers(4), integers(3, 4)},
		{"a row of neighbours", integers(1, 2, 3, 4, 8), integers(2, 3, 4), integers(1, 2, 3, 4)},
		{"the least stands for the greatest, too", integers(1, 5, 10), integers(1), integers(1, 10)},
		{"all", integers(1, 3, 4, 8), integers(1, 3, 4, 8), integers(1, 2, 3, 4, 6, 8)},
		{"one value", integers(3), integers(3), integers(3)},
		{"dates", values(dl.Date, "2000-02-28", "2000-02-29", "2000-03-02"), values(dl.Date, "2000-02-29", "2000-03-02"),
			values(dl.Date, "2000-02-28", "2000-02-29", "2000-03-01")},
		{"times", values(dl.Time, "10:00:00", "12:00:00"), values(dl.Time, "12:00:00"),
			values(dl.Time, "10:00:00", "12:00:00")},
		{"families", append(integers(1, 2), values(dl.Date, "2000-01-01", "2000-01-05")...),
			append(integers(1), values(dl.Date, "2000-01-01")...),
			append(integers(1, 2), values(dl.Date, "2000-01-01", "2000-01-05")...)},
		{"nothing", integers(1, 3, 4, 8), nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			check.Slice(t, (Feature{Values: test.values}).Midpoints(test.thresholds), test.want)
		})
	}
}

// TestMidpointsSeparateNeighbours: the last stage separates every two neighbouring values by
// ≥ and by ≤, it has a comparison of either kind that holds for all values of a family, and
// every stage has the thresholds of the one before. So bounded fitting with midpoints is
// complete.
func TestMidpointsSeparateNeighbours(t *testing.T) {
	for seed := range uint64(2000) {
		f := Feature{Values: dltest.Values(dltest.Rand(seed), 1+int(seed%24))}
		var now, before []dl.Value
		for k := 1; k == 1 || Growth(k-1) < len(f.Values); k++ {
			now = f.Midpoints(f.Refine(k))
			for _, v := range before {
				require.That(t, slices.Contains(now, v), "seed %d: stage %d of %v lost %v", seed, k, f.Values, v)
			}
			require.That(t, slices.Equal(now, dl.SortValues(now)), "seed %d: stage %d of %v is not sorted: %v", seed, k,
				f.Values, now)
			before = now
		}
		passed := map[dl.Op]map[[2]int]bool{dl.GreaterEq: {}, dl.LessEq: {}}
		for op, ranges := range passed {
			for _, v := range now {
				lo, hi := dl.Range(f.Values, op, v)
				ranges[[2]int{lo, hi}] = true
			}
		}
		for _, r := range familyRanges(f.Values) {
			for i := r[0]; i < r[1]; i++ {
				require.That(t, passed[dl.GreaterEq][[2]int{i, r[1]}] && passed[dl.LessEq][[2]int{r[0], i + 1}],
					"seed %d: no comparison of %v has %v as its last value", seed, f.Values, f.Values[i])
			}
		}
	}
}
