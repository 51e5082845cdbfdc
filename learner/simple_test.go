package learner

import (
	"context"
	"fmt"
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestConceptIsSimple: Learn simplifies the concept and that of its stage.
func TestConceptIsSimple(t *testing.T) {
	var b interp.Builder
	for i := range 4 {
		b.AddRole("r", "p", fmt.Sprint("p", i))
	}
	for i := range 3 {
		b.AddRole("r", "n", fmt.Sprint("n", i))
	}
	s, err := b.Build(t.Context())
	require.NoError(t, err)
	pos, _ := s.Lookup("p")
	neg, _ := s.Lookup("n")
	one := interp.Problem{Structure: s, Pos: []interp.Individual{pos}, Neg: []interp.Individual{neg}}
	atLeast := dl.AtLeast{N: 4, Role: dl.Role{IRI: "r"}, C: dl.Top{}}
	for _, test := range []struct {
		name string
		p    interp.Problem
		o    Options
		want dl.Concept
	}{
		{"at least 4", one, Options{Mode: Exact}, atLeast},
		{"numbers up to 3", one, Options{Mode: Exact, MaxNumber: 3}, dl.Not{C: dl.AtMost{N: 3, Role: dl.Role{IRI: "r"}, C: dl.Top{}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := Learn(context.Background(), test.p, test.o)
			require.NoError(t, err)
			if f.Concept != test.want {
				t.Errorf("%#v, want %#v", f.Concept, test.want)
			}
			if last := f.Stages[f.Chosen]; last.Concept != f.Concept || f.Size != dl.Size(f.Concept) {
				t.Errorf("the fitting has %#v of size %d, its stage %#v", f.Concept, f.Size, last.Concept)
			}
		})
	}
}
