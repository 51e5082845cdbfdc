package dltest_test

import (
	"reflect"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func TestSameSeedSameData(t *testing.T) {
	for seed := range uint64(50) {
		p := dltest.Problem(dltest.Rand(seed), dltest.Config{})
		q := dltest.Problem(dltest.Rand(seed), dltest.Config{})
		require.That(t, reflect.DeepEqual(p, q), "seed %d: two problems differ", seed)
		c := dltest.Concept(dltest.Rand(seed), p.Structure, dl.ALCQIF, 7, 3)
		d := dltest.Concept(dltest.Rand(seed), p.Structure, dl.ALCQIF, 7, 3)
		require.That(t, c == d, "seed %d: two concepts differ: %v, %v", seed, c, d)
	}
	check.That(t, !reflect.DeepEqual(dltest.Structure(dltest.Rand(1), dltest.Config{}),
		dltest.Structure(dltest.Rand(2), dltest.Config{})),
		"seeds 1 and 2 give the same structure")
}

func TestConceptHasItsProperties(t *testing.T) {
	seen := dl.Language(0)
	for seed := range uint64(3000) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{Strings: rng.IntN(3), Nominals: rng.IntN(3)})
		language := dl.Language(rng.Uint32()) & dl.All
		size, maxNumber := 1+rng.IntN(12), rng.IntN(4)
		c := dltest.Concept(rng, s, language, size, maxNumber)
		unary := language.Any(dl.WithNot|dl.WithExists|dl.WithForAll|dl.WithAtMost) ||
			language.Has(dl.WithAtLeast) && maxNumber > 0
		feasible := size == 1 || unary || size%2 == 1 && language.Any(dl.WithAnd|dl.WithOr)
		require.That(t, feasible == (c != nil), "seed %d: %v of size %d in %v, numbers up to %d", seed, c, size, language,
			maxNumber)
		if c == nil {
			continue
		}
		got := dl.Size(c)
		require.That(t, got == size, "seed %d: size %d, want %d: %v", seed, got, size, c)
		used := dl.LanguageOf(c)
		require.That(t, language.Has(used), "seed %d: %v uses %v, asked for %v", seed, c, used, language)
		seen |= used
		dl.Walk(c, func(c dl.Concept) bool {
			switch c := c.(type) {
			case dl.AtLeast:
				require.That(t, c.N >= 1 && c.N <= maxNumber, "seed %d: number %d in ≥, want 1..%d", seed, c.N, maxNumber)
			case dl.AtMost:
				require.That(t, c.N >= 0 && c.N <= maxNumber, "seed %d: number %d in ≤, want 0..%d", seed, c.N, maxNumber)
			case dl.Compare:
				require.That(t, !c.Value.IsNaN() && c.Value != dl.Bool(false), "seed %d: comparison with %v", seed, c.Value)
			}
			return true
		})
	}
	check.That(t, seen == dl.All, "concepts used only %v", seen)
}

// TestConceptOfNothing: without symbols, ⊤ and ⊥ are the only leaves.
func TestConceptOfNothing(t *testing.T) {
	bare := dltest.Structure(dltest.Rand(1), dltest.Config{Names: -1, Roles: -1, Features: -1, Booleans: -1})
	for _, test := range []struct {
		language dl.Language
		size     int
		want     dl.Concept
	}{
		{dl.WithAnd | dl.WithExists, 1, nil}, {dl.WithTop, 1, dl.Top{}}, {dl.WithTop | dl.WithExists, 2, nil},
		{dl.WithTop, 0, nil},
		{dl.WithTop | dl.WithAnd, 3, dl.And{L: dl.Top{}, R: dl.Top{}}},
	} {
		check.Equal(t, dltest.Concept(dltest.Rand(1), bare, test.language, test.size, 0), test.want, "size %d in %v",
			test.size, test.language)
	}
}

// TestStructuresAreRich: the features that the documentation promises occur.
func TestStructuresAreRich(t *testing.T) {
	var loops, isolated, several, booleans, mixed, hubs, conceptFits bool
	kinds := map[dl.Kind]bool{}
	for seed := range uint64(400) {
		s := dltest.Structure(dltest.Rand(seed), dltest.Config{})
		n := s.Len()
		require.That(t, n >= 4 && n <= 12, "seed %d: %d individuals, want 4..12", seed, n)
		sig := s.Signature()
		degree := make([]int, s.Len())
		for r := range interp.RoleID(sig.NumRoles()) {
			hubs = hubs || s.MaxSuccessors(r) >= 4
			s.EachSource(r, func(a interp.Individual, successors []interp.Individual) {
				degree[a] += len(successors)
				for _, b := range successors {
					loops = loops || a == b
				}
			})
		}
		for _, d := range degree {
			isolated = isolated || d == 0
		}
		for f := range interp.FeatureID(len(sig.Features())) {
			here := map[dl.Kind]bool{}
			for _, v := range s.Values(f) {
				kinds[v.Kind()], here[v.Kind()] = true, true
			}
			mixed = mixed || len(here) > 1
			s.EachValued(f, func(_ interp.Individual, ranks []uint32) { several = several || len(ranks) > 1 })
		}
		_, ok := sig.Atom(dl.Compare{Feature: dltest.Namespace + "b0", Op: dl.Equal, Value: dl.Bool(false)})
		booleans = booleans || ok
		c := dltest.Concept(dltest.Rand(seed), s, dl.ALCQIF, 5, 3)
		x, err := interp.NewEvaluator(s).Extension(c)
		require.That(t, err == nil, "seed %d: %v: %v", seed, c, err)
		conceptFits = conceptFits || x.Any() && !x.All()
	}
	for what, found := range map[string]bool{
		"self-loops": loops, "isolated individuals": isolated, "several values": several, "booleans": booleans,
		"mixed kinds": mixed, "hubs": hubs, "concepts that tell individuals apart": conceptFits,
	} {
		check.That(t, found, "no %s in 400 structures", what)
	}
	for k := dl.Integer; k < dl.Boolean; k++ {
		check.That(t, kinds[k], "no value of kind %v in 400 structures", k)
	}
}

func TestProblem(t *testing.T) {
	fitting, unlabelled := 0, false
	for seed := range uint64(500) {
		p := dltest.Problem(dltest.Rand(seed), dltest.Config{})
		require.NoError(t, p.Validate(), "seed %d", seed)
		unlabelled = unlabelled || len(p.Pos)+len(p.Neg) < p.Structure.Len()

		p = dltest.Problem(dltest.Rand(seed),
			dltest.Config{Individuals: 9, Positives: 2, Negatives: 3, Labels: dltest.NoisyLabels})
		err := p.Validate()
		require.That(t, err == nil && len(p.Pos) <= 2 && len(p.Neg) <= 3 && p.Structure.Len() == 9,
			"seed %d: %d positives, %d negatives, %d individuals, %v", seed, len(p.Pos), len(p.Neg), p.Structure.Len(), err)

		p = dltest.Problem(dltest.Rand(seed),
			dltest.Config{Individuals: -1, Names: -1, Roles: -1, Features: -1, Booleans: -1})
		if err := p.Validate(); err != nil || p.Structure.NumFacts() != 0 {
			t.Fatalf("seed %d: a bare problem has %d facts, %v", seed, p.Structure.NumFacts(), err)
		}

		p = dltest.Problem(dltest.Rand(seed), dltest.Config{Labels: dltest.ConceptLabels, Size: 1, Language: dl.WithAnd})
		eval := interp.NewEvaluator(p.Structure)
		for _, c := range p.Structure.Signature().Atoms() {
			x := require.Value(eval.Extension(c))(t)
			if m := p.Classify(x); m.Correct() == m.Total() {
				fitting++
				break
			}
		}
	}
	check.That(t, unlabelled, "every individual is an example in every problem")
	check.That(t, fitting >= 450, "a name fits in %d of 500 problems that are labelled by names", fitting)
}
