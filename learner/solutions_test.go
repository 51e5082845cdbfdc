package learner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/brute"
	"github.com/genus-kg/genus/learner/interp"
)

// TestEnginesEqualBruteForceOnFurtherSolutions: with the same concepts to avoid, every stage
// of every engine ends with the best score that complete enumeration finds among the
// remaining concepts, and the last stage with a concept of the smallest size. Engines with a
// session keep it for all solutions.
func TestEnginesEqualBruteForceOnFurtherSolutions(t *testing.T) {
	solutions := map[int]int{}
	for seed := range uint64(*problems / testsize.Choose(15, 6)) {
		p, o := randomTask(t, seed+4_000_000)
		if seed%3 == 0 {
			o.Mode = Exact
		}
		var avoid []dl.Concept
		o = o.withDefaults()
		if o.MaxDepth > 0 {
			p.MaxDepth = o.MaxDepth
		}
		p, err := withValues(p, o)
		require.NoError(t, err)
		engines := []Engine{Search{}.Session(), Search{Workers: 2}.Session(), SAT{},
			Portfolio{Delay: time.Nanosecond}.Session()}
		for len(avoid) < 4 {
			var first *run
			for _, o.Engine = range engines {
				where := fmt.Sprintf("seed %d, %s, %s, %s, %s, avoiding %#v", seed, o.Engine.Name(), o.Language, o.Score, o.Mode, avoid)
				l := runAvoiding(t, where, &p, o, avoid)
				compareStages(t, where, l)
				if first == nil {
					first = l
				} else if o.Engine.Name() == "search" && first.fitting.Concept != l.fitting.Concept {
					t.Fatalf("%s: one worker settles on %#v, two on %#v", where, first.fitting.Concept, l.fitting.Concept)
				}
			}
			if first.fitting.Concept == nil {
				break
			}
			avoid = append(avoid, first.fitting.Concept)
			solutions[len(avoid)]++
		}
	}
	if solutions[4] < *problems/30 {
		t.Errorf("numbers of problems by number of solutions: %v", solutions)
	}
}

// runAvoiding returns a run of all stages that avoids the concepts.
func runAvoiding(t *testing.T, where string, p *interp.Problem, o Options, avoid []dl.Concept) *run {
	t.Helper()
	l := newRun(p, o)
	l.avoid = avoid
	base := interp.NewSpace(p, o.Language)
	var err error
	if l.scale, err = newScale(context.Background(), p, o, base.Roles); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if err := l.computeCeiling(context.Background(), base); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if err := l.search(context.Background(), base); err != nil && !errors.Is(err, ErrNoFitting) {
		t.Fatalf("%s: %v", where, err)
	}
	return l
}

// compareStages compares the stages with the complete enumeration.
func compareStages(t *testing.T, where string, l *run) {
	t.Helper()
	for _, stage := range l.fitting.Stages {
		var want brute.Entry
		if l.o.Mode == Exact {
			o := stageBounds(t, *l.p, l.o, stage.K)
			o.Avoid = l.avoid
			var err error
			if want.Concept, want.Size, _, err = brute.Exact(*l.p, o); err != nil {
				t.Fatal(err)
			}
			if !stage.Proved || (want.Concept == nil) != (stage.Concept == nil) {
				t.Fatalf("%s: stage %d: %#v, proved %v, reference %#v", where, stage.K, stage.Concept, stage.Proved, want.Concept)
			}
		} else {
			want = compareStage(t, where, *l.p, l.o, l.avoid, stage)
		}
		if want.Concept == nil {
			continue
		}
		if last := l.fitting.Stages[len(l.fitting.Stages)-1].K; stage.K == last && l.fitting.Optimal && dl.Size(stage.Concept) < want.Size {
			t.Fatalf("%s: %#v is smaller than the reference's %#v", where, stage.Concept, want.Concept)
		}
		for _, before := range l.avoid {
			if usesSymbols(stage.Concept, before) {
				t.Fatalf("%s: %#v is a variant of %#v", where, stage.Concept, before)
			}
		}
	}
}

// TestSolutionsAreSimple: Learn simplifies solutions before it compares and returns them.
func TestSolutionsAreSimple(t *testing.T) {
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
	leaf, _ := s.Lookup("n0")
	mostlyPositive := interp.Problem{Structure: s, Pos: []interp.Individual{neg, leaf}, Neg: one.Pos}
	atLeast := dl.AtLeast{N: 4, Role: dl.Role{IRI: "r"}, C: dl.Top{}}
	for _, test := range []struct {
		name string
		p    interp.Problem
		o    Options
		want []dl.Concept
	}{
		{"at least 4", one, Options{Mode: Exact}, []dl.Concept{atLeast}},
		{"numbers up to 3", one, Options{Mode: Exact, MaxNumber: 3}, []dl.Concept{dl.Not{C: dl.AtMost{N: 3, Role: dl.Role{IRI: "r"}, C: dl.Top{}}}}},
		{"⊤ once", mostlyPositive, Options{Language: dl.WithTop | dl.WithBottom | dl.WithNot, Solutions: 3, MaxSize: 3}, []dl.Concept{dl.Top{}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := Learn(context.Background(), test.p, test.o)
			require.NoError(t, err)
			var got []dl.Concept
			for _, s := range f.Solutions {
				got = append(got, s.Concept)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%#v, want %#v", got, test.want)
			}
			if last := f.Stages[f.Chosen]; f.Concept != got[0] || last.Concept != f.Concept || f.Size != dl.Size(f.Concept) {
				t.Errorf("the fitting has %#v of size %d, its stage %#v", f.Concept, f.Size, last.Concept)
			}
		})
	}
}
