package enrich

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

func TestPlain(t *testing.T) {
	prefixes := syntax.Prefixes{"": "http://example.org/"}
	for c, want := range map[string]string{
		"¬((∀r.A ⊓ ≤0 s.B) ⊔ C)": "(∃r.¬A ⊔ ∃s.B) ⊓ ¬C",
		"(A ⊓ B) ⊓ (C ⊓ D)":      "A ⊓ B ⊓ C ⊓ D",
		"∀r.¬A":                  "¬∃r.A",
		"∀r.A":                   "∀r.A",
		"≤0 r.⊤":                 "¬∃r.⊤",
		"¬≥3 r.¬¬A":              "≤2 r.A",
		"¬(f ≥ 1)":               "¬(f ≥ 1)",
	} {
		d := require.Value(syntax.ParseDL(c, prefixes))(t)
		check.Equal(t, strings.ReplaceAll(syntax.Print(plainForm(d, false), syntax.Options{Prefixes: prefixes}), ":", ""),
			want,
			"%s:", c)
	}
}

func TestPlainIsEquivalent(t *testing.T) {
	for seed := range uint64(300) {
		rng := dltest.Rand(seed)
		s := dltest.Structure(rng, dltest.Config{})
		c := dltest.Concept(rng, s, dl.ALCQIF, 1+rng.IntN(9), 3)
		eval := interp.NewEvaluator(s)
		x := require.Value(eval.Extension(c))(t)
		d := plainForm(c, false)
		y, err := eval.Extension(d)
		require.That(t, err == nil && x.Equal(y), "seed %d: %v and %v differ: %v", seed, c, d, err)
	}
}
