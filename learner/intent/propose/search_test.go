package propose

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSearchScores checks that the search, which counts in sets of bits, gives its conjunctions
// the scores that they have as candidates, and that it stops.
func TestSearchScores(t *testing.T) {
	structure, aunt := dltest.Families()
	aunts := require.Value(interp.NewEvaluator(structure).Extension(aunt))(t)
	var pos, neg []string
	for a := range interp.Individual(structure.Len()) {
		if aunts.Test(uint(a)) {
			pos = append(pos, structure.IRI(a))
		} else {
			neg = append(neg, structure.IRI(a))
		}
	}
	pos, neg = append(pos[1:20:20], neg[0]), append(neg[1:20:20], pos[0])
	prior := &price.Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(structure, nil))}
	s := NewProposer(price.NewEvidence(prior, pos, neg, ""), ask.Options{Language: dl.ALCQIF})
	require.Value(s.Find(t.Context(), nil))(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	w := s.world()
	facts := ask.Facts{Structure: structure, Scope: ask.Everything}
	if _, err := s.propose(stopped, s.atomsOf(facts), w); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v after the end of the context", err)
	}
	cs := require.Value(s.propose(t.Context(), s.atomsOf(facts), w))(t)
	b := require.Value(s.search(t.Context(), w, cs))(t)
	require.NoError(t, b.negate(t.Context()))
	forms := map[dl.Language]int{}
	for i := range b.found {
		c := b.concept(b.found[i])
		forms[dl.LanguageOf(c)&(dl.WithOr|dl.WithNot)]++
		xs := s.Score(t.Context(), []dl.Concept{c})
		check.That(t, math.Abs(xs[0].Score-b.found[i].score) <= 1e-9, "%v has the score %v, and %v as a candidate", c,
			b.found[i].score, xs[0].Score)
	}
	check.That(t, len(forms) >= 3, "unions and negations are missing in %v: the test shows little", forms)
}

// TestFeaturePrice: a comparison costs a bit more for each doubling of the number of features.
func TestFeaturePrice(t *testing.T) {
	bits := func(features int) float64 {
		var b interp.Builder
		for i := range 10 {
			for f := range features {
				b.AddValue(fmt.Sprint("f", f), fmt.Sprint("a", i), dl.Int(int64(i)))
			}
		}
		prior := &price.Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(require.Value(b.Build(t.Context()))(t), nil))}
		s := NewProposer(price.NewEvidence(prior, []string{"a8", "a9"}, []string{"a1", "a2"}, ""), ask.Options{})
		require.Value(s.Find(t.Context(), nil))(t)
		return prior.Bits(dl.Compare{Feature: "f0", Op: dl.GreaterEq, Value: dl.Int(8)})
	}
	d := bits(16) - bits(2)
	check.That(t, math.Abs(d-3) <= 1e-9, "with eight times as many features a comparison costs %v bits more, want 3", d)
}
