package dl_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

func TestNNFTable(t *testing.T) {
	not := func(c dl.Concept) dl.Concept { return dl.Not{C: c} }
	tests := []struct {
		name    string
		c, want dl.Concept
	}{
		{"name", nameA, nameA},
		{"not name", not(nameA), not(nameA)},
		{"not not", not(not(nameA)), nameA},
		{"not top", not(dl.Top{}), dl.Bottom{}},
		{"not bottom", not(dl.Bottom{}), dl.Top{}},
		{"not comparison", not(f3), not(f3)},
		{"not nominal", not(dl.Nominal{IRI: "o"}), not(dl.Nominal{IRI: "o"})},
		{"de Morgan", not(dl.And{L: nameA, R: not(nameB)}), dl.Or{L: not(nameA), R: nameB}},
		{"de Morgan, or", not(dl.Or{L: nameA, R: nameB}), dl.And{L: not(nameA), R: not(nameB)}},
		{"exists", not(dl.Exists{Role: roleR, C: nameA}), dl.ForAll{Role: roleR, C: not(nameA)}},
		{"forall", not(dl.ForAll{Role: roleR, C: not(nameA)}), dl.Exists{Role: roleR, C: nameA}},
		{"at least 0", not(dl.AtLeast{N: 0, Role: roleR, C: nameA}), dl.Bottom{}},
		{"at least 1", not(dl.AtLeast{N: 1, Role: roleR, C: nameA}), dl.AtMost{N: 0, Role: roleR, C: nameA}},
		{"at most 0", not(dl.AtMost{N: 0, Role: roleR, C: nameA}), dl.AtLeast{N: 1, Role: roleR, C: nameA}},
		{"the inner concept keeps its sign", not(dl.AtMost{N: 2, Role: roleR, C: not(not(nameA))}),
			dl.AtLeast{N: 3, Role: roleR, C: nameA}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := dl.NNF(test.c); got != test.want {
				t.Errorf("NNF(%v) = %v, want %v", test.c, got, test.want)
			}
		})
	}
}

// TestNNFProperty checks that the normal form is equivalent, has ¬ only before names,
// nominals and comparisons, is not deeper, and is its own normal form.
func TestNNFProperty(t *testing.T) {
	for seed := range uint64(2000) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{})
		c := dltest.Concept(rng, s, dl.All, 1+rng.IntN(14), 3)
		if rng.IntN(2) == 0 {
			c = dl.Not{C: dl.Or{L: c, R: dl.AtLeast{N: 0, Role: roleR, C: c}}} // numbers that dltest does not make
		}
		d := dl.NNF(c)
		dl.Walk(d, func(e dl.Concept) bool {
			if not, ok := e.(dl.Not); ok {
				switch not.C.(type) {
				case dl.Name, dl.Nominal, dl.Compare:
				default:
					t.Fatalf("seed %d: ¬ in front of %v in NNF(%v)", seed, not.C, c)
				}
			}
			return true
		})
		if dl.NNF(d) != d {
			t.Fatalf("seed %d: NNF(%v) = %v changes again", seed, c, d)
		}
		if dl.Depth(d) > dl.Depth(c) {
			t.Fatalf("seed %d: NNF(%v) is deeper", seed, c)
		}
		eval := interp.NewEvaluator(s)
		x, err := eval.Extension(c)
		require.NoError(t, err)
		y, err := eval.Extension(d)
		require.NoError(t, err)
		if !x.Equal(y) {
			t.Fatalf("seed %d: %v holds at %v, its normal form %v at %v", seed, c, x, d, y)
		}
	}
}
