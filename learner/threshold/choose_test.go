package threshold

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/dltest"
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
	date := func(s string) dl.Value { return dltest.Value(t, dl.Date, s) }
	for _, test := range []struct {
		name   string
		values []dl.Value
		n      int
		method Method
		want   []dl.Value

		pos, neg []int
	}{
		{name: "two clusters", values: integers(1, 2, 3, 50, 51, 99, 100), n: 2, method: KMeans, want: integers(50, 99)},
		{name: "clusters of unlike size", values: integers(1, 2, 3, 4, 5, 6, 7, 1000), n: 1, method: KMeans,
			want: integers(1000)},
		{name: "entropy cuts where labels change", values: upTo(8), n: 2, method: Entropy, want: integers(3, 6),
			pos: []int{1, 1, 1, 0, 0, 0, 1, 1}, neg: []int{0, 0, 0, 1, 1, 1, 0, 0}},
		{name: "the best cut first", values: upTo(6), n: 1, method: Entropy, want: integers(1),
			pos: []int{9, 0, 0, 0, 1, 0}, neg: []int{0, 5, 1, 1, 0, 1}},
		{name: "entropy makes no useless cut", values: upTo(8), n: 5, method: Entropy, want: integers(4),
			pos: []int{1, 1, 1, 1, 0, 0, 0, 0}, neg: []int{0, 0, 0, 0, 1, 1, 1, 1}},
		{name: "entropy of one label falls back", values: upTo(10), n: 3, method: Entropy, want: integers(2, 5, 7),
			pos: make([]int, 10), neg: []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{name: "no values", n: 3},
		{name: "as many as asked for", values: upTo(3), n: 3, method: Quantile, want: upTo(3)},
		{name: "quantile is v[⌊i·m/(n+1)⌋]", values: upTo(10), n: 3, method: Quantile, want: integers(2, 5, 7)},
		{name: "quantile goes by rank", values: integers(1, 2, 3, 1000), n: 1, method: Quantile, want: integers(3)},
		{name: "width goes by value", values: integers(0, 1, 2, 3, 50, 100), n: 1, method: Width, want: integers(50)},
		{name: "width takes the next value that occurs", values: integers(0, 1, 2, 3, 80, 100), n: 3, method: Width,
			want: integers(80)},
		{name: "width of dates", values: []dl.Value{date("2000-01-01"), date("2000-01-02"), date("2000-06-30"),
			date("2001-01-01")}, n: 1, method: Width,
			want: []dl.Value{date("2001-01-01")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Feature{Values: test.values, Pos: test.pos, Neg: test.neg}
			if got := f.Choose(test.n, test.method); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
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
				if len(now) != min(Growth(k), m) {
					t.Fatalf("stage %d has %d thresholds", k, len(now))
				}
				if !slices.IsSortedFunc(now, func(v, w dl.Value) int { c, _ := v.Cmp(w); return c }) {
					t.Fatalf("stage %d is not sorted", k)
				}
				for _, v := range before {
					if !slices.Contains(now, v) {
						t.Fatalf("stage %d lost %v", k, v)
					}
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
	if got, want := f.Refine(1), integers(12, 25, 50, 75); !slices.Equal(got, want) {
		t.Errorf("stage 1: %v, want %v", got, want)
	}
	f.Pos, f.Neg = make([]int, 100), make([]int, 100)
	for i := range 100 {
		if i < 91 {
			f.Neg[i] = 1
		} else {
			f.Pos[i] = 1
		}
	}
	if got, want := f.Refine(1), integers(25, 50, 75, 91); !slices.Equal(got, want) {
		t.Errorf("stage 1 with labels: %v, want %v", got, want)
	}
}

func TestMidpoints(t *testing.T) {
	values := func(k dl.Kind, lexical ...string) []dl.Value {
		var out []dl.Value
		for _, s := range lexical {
			out = append(out, dltest.Value(t, k, s))
		}
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
			if got := (Feature{Values: test.values}).Midpoints(test.thresholds); !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
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
				if !slices.Contains(now, v) {
					t.Fatalf("seed %d: stage %d of %v lost %v", seed, k, f.Values, v)
				}
			}
			if !slices.Equal(now, dl.SortValues(now)) {
				t.Fatalf("seed %d: stage %d of %v is not sorted: %v", seed, k, f.Values, now)
			}
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
				if !passed[dl.GreaterEq][[2]int{i, r[1]}] || !passed[dl.LessEq][[2]int{r[0], i + 1}] {
					t.Fatalf("seed %d: no comparison of %v has %v as its last value", seed, f.Values, f.Values[i])
				}
			}
		}
	}
}

func TestParseMethod(t *testing.T) {
	for _, name := range MethodNames() {
		m, err := ParseMethod(name)
		if err != nil || m.String() != name {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if _, err := ParseMethod("guess"); err == nil {
		t.Error("no error for an unknown method")
	}
}
