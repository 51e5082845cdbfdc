package interp_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestExtensionsTogether: many concepts evaluated together have the extensions that each has by itself.
func TestExtensionsTogether(t *testing.T) {
	for seed := range testsize.Seeds(testsize.Rounds(20)) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var b interp.Builder
		n := 1 + rng.IntN(300)
		individual := func() string { return fmt.Sprintf("u:%03d", rng.IntN(n)) }
		for range n {
			b.AddName(fmt.Sprintf("u:C%d", rng.IntN(90)), individual())
			b.AddName(fmt.Sprintf("u:C%d", rng.IntN(90)), individual())
			b.AddRole(fmt.Sprintf("u:r%d", rng.IntN(2)), individual(), individual())
			b.AddRole("u:r0", individual(), individual())
			b.AddValue("u:f", individual(), dltest.Value(t, dl.Integer, fmt.Sprint(rng.IntN(100))))
		}
		s := require.Value(b.Build(t.Context()))(t)
		cs := []dl.Concept{dl.Top{}}
		for range 900 { // often more than 64 with a role
			c, d := cs[rng.IntN(len(cs))], cs[rng.IntN(len(cs))]
			role := dl.Role{IRI: fmt.Sprintf("u:r%d", rng.IntN(3)), Inverse: rng.IntN(2) == 0}
			compare := dl.Compare{Feature: "u:f", Op: []dl.Op{dl.GreaterEq, dl.LessEq, dl.Equal}[rng.IntN(3)],
				Value: dltest.Value(t, dl.Integer, fmt.Sprint(rng.IntN(110)-5))}
			cs = append(cs, []dl.Concept{compare, compare,
				dl.AtLeast{N: rng.IntN(3), Role: role, C: c}, dl.AtMost{N: rng.IntN(3), Role: role, C: c},
				dl.Name{IRI: fmt.Sprintf("u:C%d", rng.IntN(91))}, dl.Not{C: c}, dl.And{L: c, R: d},
				dl.ForAll{Role: role, C: c}, dl.Exists{Role: role, C: c}, dl.Exists{Role: role, C: d}}[rng.IntN(10)])
		}
		got := require.Value(interp.NewEvaluator(s).ExtensionsWithin(t.Context(), cs))(t)
		alone := interp.NewEvaluator(s)
		for i, c := range cs {
			want := require.Value(alone.Extension(c))(t)
			check.That(t, got[i].Equal(want), "seed %d: %s has %v, by itself %v", seed, fmt.Sprint(c), got[i], want)
		}
	}
}

// TestHoldingAt: what is decided near some individuals agrees with the extensions.
func TestHoldingAt(t *testing.T) {
	for seed := range testsize.Seeds(testsize.Rounds(60)) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Individuals: 1 + rng.IntN(150), Roles: 3})
		var cs []dl.Concept
		for range 200 {
			cs = append(cs, dltest.Concept(rng, s, dl.All, 1+rng.IntN(9), 5))
		}
		var at []interp.Individual
		for _, a := range rng.Perm(s.Len())[:rng.IntN(s.Len()+1)] {
			at = append(at, interp.Individual(a))
		}
		e := interp.NewEvaluator(s)
		got := require.Value(e.HoldingAt(t.Context(), cs, at))(t)
		for i, c := range cs {
			want := require.Value(e.Extension(c))(t)
			for j, a := range at {
				holds := got[i][j/64]>>(j%64)&1 == 1
				check.That(t, want.Test(uint(a)) == holds, "seed %d: %v at %s", seed, c, s.IRI(a))
			}
		}
	}
}
