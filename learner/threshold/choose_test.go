package threshold

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

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

func TestFixed(t *testing.T) {
	date := func(s string) dl.Value {
		v, err := dl.NewValue(dl.Date, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, test := range []struct {
		name   string
		values []dl.Value
		n      int
		method Method
		want   []dl.Value
	}{
		{"no values", nil, 3, Quantile, nil},
		{"as many as asked for", upTo(3), 3, Quantile, upTo(3)},
		{"quantile is v[⌊i·m/(n+1)⌋]", upTo(10), 3, Quantile, integers(2, 5, 7)},
		{"quantile goes by rank", integers(1, 2, 3, 1000), 1, Quantile, integers(3)},
		{"width goes by value", integers(0, 1, 2, 3, 50, 100), 1, Width, integers(50)},
		{"width takes the next value that occurs", integers(0, 1, 2, 3, 80, 100), 3, Width, integers(80)},
		{"width of dates", []dl.Value{date("2000-01-01"), date("2000-01-02"), date("2000-06-30"), date("2001-01-01")}, 1, Width,
			[]dl.Value{date("2001-01-01")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Fixed(test.values, test.n, test.method); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestRefinedIsNestedAndComplete is what makes bounded fitting complete: each
// stage has all thresholds of the stage before, no more than it may, and the
// last has every value.
func TestRefinedIsNestedAndComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range []int{0, 1, 2, 3, 5, 8, 31, 64, 100, 1000} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			var ns []int64
			for i := range m {
				ns = append(ns, int64(10*i+rng.IntN(10)))
			}
			values := integers(ns...)
			var before []dl.Value
			for k := 1; ; k++ {
				now := Refined(values, k)
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

func TestRefinedSpreads(t *testing.T) {
	if got, want := Refined(upTo(100), 1), integers(12, 25, 50, 75); !slices.Equal(got, want) {
		t.Errorf("stage 1: %v, want %v", got, want)
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
