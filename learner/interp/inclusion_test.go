package interp_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// TestInclusions compares inclusions with adding every member to every class by name, on
// random graphs of classes with cycles, some of them hidden.
func TestInclusions(t *testing.T) {
	for seed := range uint64(500) {
		rng := dltest.Rand(seed)
		n := 1 + rng.IntN(9)
		class := func(i int) string { return fmt.Sprint("C", i) }
		above := make([][]bool, n) // reflexive and transitive
		var b, stated interp.Builder
		for i := range above {
			above[i] = make([]bool, n)
			above[i][i] = true
		}
		for range rng.IntN(2 * n) {
			i, j := rng.IntN(n), rng.IntN(n)
			above[i][j] = true
			b.AddInclusion(class(i), class(j))
		}
		for k := range n {
			for i := range n {
				for j := range n {
					above[i][j] = above[i][j] || above[i][k] && above[k][j]
				}
			}
		}
		hidden := make([]bool, n)
		for i := range n {
			b.Name(class(i))
			if hidden[i] = rng.IntN(4) == 0; hidden[i] {
				b.Hide(class(i))
			} else {
				stated.Name(class(i))
			}
		}
		for range rng.IntN(6) {
			i, a := rng.IntN(n), fmt.Sprint("a", rng.IntN(5))
			b.AddName(class(i), a)
			stated.Individual(a)
			for j := range n {
				if above[i][j] && !hidden[j] {
					stated.AddName(class(j), a)
				}
			}
		}
		got, err1 := b.Build(t.Context())
		want, err2 := stated.Build(t.Context())
		require.NoError(t, errors.Join(err1, err2))
		if !slices.Equal(got.Signature().Atoms(), want.Signature().Atoms()) {
			t.Fatalf("seed %d: names %v, want %v", seed, got.Signature().Atoms(), want.Signature().Atoms())
		}
		for i, c := range want.Signature().Atoms() {
			if g, w := got.Atom(interp.ConceptID(i)), want.Atom(interp.ConceptID(i)); !g.Equal(w) {
				t.Fatalf("seed %d: %v has %s, want %s", seed, c, g, w)
			}
		}
	}
}

// TestInclusionChain checks that the cost of a chain of classes is linear in its length.
// Adding all members by name would take five billion facts.
func TestInclusionChain(t *testing.T) {
	const n = 100_000
	var b interp.Builder
	for i := range n {
		b.AddInclusion(fmt.Sprint("C", i), fmt.Sprint("C", i+1))
		if i > 0 && i < n-10 {
			b.Hide(fmt.Sprint("C", i))
		}
	}
	b.AddName("C0", "a")
	s, err := b.Build(t.Context())
	require.NoError(t, err)
	id, ok := s.Signature().Atom(dl.Name{IRI: fmt.Sprint("C", n)})
	if !ok || s.Atom(id).Count() != 1 || len(s.Signature().Atoms()) != 12 {
		t.Errorf("%d names, the last known: %v", len(s.Signature().Atoms()), ok)
	}
}

func TestBuildStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var b interp.Builder
	b.AddRole("r", "a", "b")
	if s, err := b.Build(ctx); !errors.Is(err, context.Canceled) || s != nil {
		t.Errorf("a structure %v, error %v", s != nil, err)
	}
}
