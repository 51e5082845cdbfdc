package dl_test

import (
	"maps"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
)

func TestSymbols(t *testing.T) {
	r := dl.Exists{Role: roleR}
	atLeast, atMost := dl.Compare{Feature: "f", Op: dl.GreaterEq}, dl.Compare{Feature: "f", Op: dl.LessEq}
	flag := dl.Compare{Feature: "g", Op: dl.Equal, Value: dl.Bool(true)}
	f4 := dl.Compare{Feature: "f", Op: dl.LessEq, Value: dl.Int(4)}
	tests := []struct {
		name string
		c    dl.Concept
		want []dl.Concept
	}{
		{"constants", dl.Or{L: dl.Top{}, R: dl.Not{C: dl.Bottom{}}}, []dl.Concept{dl.Top{}, dl.Bottom{}}},
		{"names once", dl.And{L: nameA, R: dl.Or{L: nameB, R: nameA}}, []dl.Concept{nameA, nameB}},
		{"comparisons by direction", dl.And{L: f3, R: f4}, []dl.Concept{atLeast, atMost}},
		{"a flag with its value", dl.Not{C: flag}, []dl.Concept{flag}},
		{"restrictions by role", dl.And{L: dl.ForAll{Role: roleR, C: nameA}, R: dl.AtMost{N: 3, Role: roleR, C: nameA}},
			[]dl.Concept{r, nameA}},
		{"directions of a role", dl.AtLeast{N: 2, Role: roleR, C: dl.Exists{Role: roleR.Inv(), C: nameA}},
			[]dl.Concept{r, dl.Exists{Role: roleR.Inv()}, nameA}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := map[dl.Concept]bool{}
			for _, s := range test.want {
				want[s] = true
			}
			if got := dl.Symbols(test.c); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
