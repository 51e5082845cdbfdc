package learner

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// manyExamples returns a problem with five names, three roles of 0 to 3 successors and a
// feature. A concept of size 7 labels every individual; one label in ten is inverted. right
// is the number of the other labels.
func manyExamples(t *testing.T, individuals int) (p interp.Problem, right int) {
	t.Helper()
	rng := dltest.Rand(7)
	iri := func(kind string, i int) string { return dltest.Namespace + kind + strconv.Itoa(i) }
	var b interp.Builder
	for i := range individuals {
		for c := range 5 {
			if rng.Float64() < 0.35 {
				b.AddName(iri("A", c), iri("i", i))
			}
		}
		b.AddValue(iri("f", 0), iri("i", i), dl.Int(int64(rng.IntN(1000))))
		for r := range 3 {
			for range []int{0, 1, 1, 2, 3}[rng.IntN(5)] {
				b.AddRole(iri("r", r), iri("i", i), iri("i", rng.IntN(individuals)))
			}
		}
	}
	s := require.Value(b.Build(context.Background()))(t)
	hidden := dl.And{L: dl.Name{IRI: iri("A", 0)}, R: dl.Or{
		L: dl.AtLeast{N: 2, Role: dl.Role{IRI: iri("r", 0)}, C: dl.Name{IRI: iri("A", 1)}},
		R: dl.Exists{Role: dl.Role{IRI: iri("r", 1)},
			C: dl.Compare{Feature: iri("f", 0), Op: dl.GreaterEq, Value: dl.Int(700)}},
	}}
	x := require.Value(interp.NewEvaluator(s).Extension(hidden))(t)
	p.Structure = s
	for a := range individuals {
		in := x.Test(uint(a))
		if rng.IntN(10) == 0 {
			in = !in
		} else {
			right++
		}
		if in {
			p.Pos = append(p.Pos, interp.Individual(a))
		} else {
			p.Neg = append(p.Neg, interp.Individual(a))
		}
	}
	p.MaxDepth = 2
	return p, right
}

// TestManyExamples: before the first stage ends, the concept found is nearly as good as the
// hidden concept, and the same for any number of workers. Work is counted, so the result
// does not depend on the machine.
func TestManyExamples(t *testing.T) {
	if !testsize.Full() {
		t.Skipf("%s: takes half a minute: with GENUS_TESTS=full only", t.Name())
	}
	p, right := manyExamples(t, 3*sampleSize)
	var first Progress
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var last Progress
		_, err := Learn(ctx, p, Options{MaxSize: 7, Engine: Search{Workers: workers}, Progress: func(s Progress) {
			if last = s; s.K > 0 {
				cancel()
			}
		}})
		cancel()
		require.NoError(t, err)
		got := last.Confusion.Correct()
		check.That(t, got >= right-right/200, "%d right by %#v; the hidden concept is right about %d", got, last.Best, right)
		check.That(t, workers <= 1 || fmt.Sprintf("%#v", last.Best) == fmt.Sprintf("%#v", first.Best),
			"%#v with %d workers, %#v with one", last.Best, workers, first.Best)
		first = last
	}
}
