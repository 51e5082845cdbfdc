package elephants_test

import (
	"testing"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// problem returns the main problem (0) or its sister (1).
func problem(t *testing.T, i int, o extract.LoadOptions) interp.Problem {
	t.Helper()
	return require.Value(evaluation.Elephants()[i].Load(t.Context(), o))(t)
}

func extension(t *testing.T, p interp.Problem, c dl.Concept) interp.Set {
	t.Helper()
	return require.Value(interp.NewEvaluator(p.Structure).Extension(c))(t)
}

// The targets separate their examples, and hold for other individuals, too.
func TestTargets(t *testing.T) {
	for i, tt := range []struct {
		name                                   string
		target                                 dl.Concept
		size, positives, negatives, leastOther int
	}{
		{"main", elephants.Target, 8, 14, 16, 10},
		{"sister", elephants.SisterTarget, 6, 9, 14, 5},
	} {
		p := problem(t, i, extract.LoadOptions{})
		members := extension(t, p, tt.target)
		if got := p.Classify(members); got.TP != tt.positives || got.TN != tt.negatives || got.FP+got.FN > 0 {
			t.Errorf("%s: %+v, want %d positives and %d negatives, all right", tt.name, got, tt.positives, tt.negatives)
		}
		if others := int(members.Count()) - tt.positives; others < tt.leastOther {
			t.Errorf("%s: %d individuals of the target are not examples, want %d or more", tt.name, others, tt.leastOther)
		}
		check.Equal(t, dl.Size(tt.target), tt.size, "%s: size", tt.name)
	}
}

// Every part of the target is needed: without it an example would be on the wrong side.
func TestNeeded(t *testing.T) {
	p := problem(t, 0, extract.LoadOptions{})
	for _, text := range []string{"zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ ≥2 zoo:childOf⁻.zoo:Female)",
		"zoo:Elephant ⊓ ((zoo:weight ≥ 3000) ⊔ ≥2 zoo:childOf⁻.zoo:Female)",
		"zoo:Elephant ⊓ zoo:Male ⊓ ≥2 zoo:childOf⁻.zoo:Female", "zoo:Elephant ⊓ zoo:Male ⊓ (zoo:weight ≥ 3000)",
		"zoo:Elephant ⊓ zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ ≥2 zoo:childOf⁻.⊤)",
		"zoo:Elephant ⊓ zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ ∃zoo:childOf⁻.zoo:Female)",
		"zoo:Elephant ⊓ zoo:Male ⊓ (zoo:weight ≥ 3000) ⊓ ≥2 zoo:childOf⁻.zoo:Female", "zoo:Elephant ⊓ zoo:Male"} {
		c := require.Value(syntax.Parse(text, syntax.Prefixes{elephants.Prefix: elephants.Namespace}))(t)
		got := p.Classify(extension(t, p, c))
		check.That(t, got.Correct() != got.Total(), "%s: still separates", text)
	}
}
