package intent

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
	m := NewMemory(structure, nil)
	s := require.Value(New(m, pos, neg, Options{Language: dl.ALCQIF, MaxSize: 12}))(t)
	require.Value(s.Rank(t.Context()))(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	w := s.world()
	facts := Facts{Structure: structure, Scope: Everything}
	if _, err := s.propose(stopped, s.atomsOf(facts), w); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v after the end of the context", err)
	}
	cs := require.Value(s.propose(t.Context(), s.atomsOf(facts), w))(t)
	b := require.Value(s.search(t.Context(), w, cs))(t)
	require.NoError(t, b.negate(t.Context()))
	forms := map[dl.Language]int{}
	for i := range b.found {
		c := b.concept(&b.found[i])
		forms[dl.LanguageOf(c)&(dl.WithOr|dl.WithNot)]++
		xs := s.score(t.Context(), []dl.Concept{c})
		check.That(t, math.Abs(xs[0].score-b.found[i].score) <= 1e-9, "%v has the score %v, and %v as a candidate", c, b.found[i].score, xs[0].score)
	}
	check.That(t, len(forms) >= 3, "unions and negations are missing in %v: the test shows little", forms)
}

// TestPrices: a comparison costs a bit more for each doubling of the number of features. Few errors
// cost ten bits each, many what it takes to name them.
func TestPrices(t *testing.T) {
	price := func(features int) float64 {
		var b interp.Builder
		for i := range 10 {
			for f := range features {
				b.AddValue(fmt.Sprint("f", f), fmt.Sprint("a", i), dl.Int(int64(i)))
			}
		}
		structure := require.Value(b.Build(t.Context()))(t)
		s := require.Value(New(NewMemory(structure, nil), []string{"a8", "a9"}, []string{"a1", "a2"}, Options{}))(t)
		require.Value(s.Rank(t.Context()))(t)
		return s.k.bits(dl.Compare{Feature: "f0", Op: dl.GreaterEq, Value: dl.Int(8)})
	}
	d := price(16) - price(2)
	check.That(t, math.Abs(d-3) <= 1e-9, "with eight times as many features a comparison costs %v bits more, want 3", d)
	examples := make([]string, 50)
	few, many := evidence{pos: examples[:5], neg: examples[:5]}, evidence{pos: examples, neg: examples}
	if got := few.errorBits(2); got != 2*priceError {
		t.Errorf("two errors among ten cost %v bits, want %v", got, 2*priceError)
	}
	if got, want := many.errorBits(20), priceNoise+interp.ExceptionBits(100, 20); got != want {
		t.Errorf("20 errors among 100 cost %v bits, want %v", got, want)
	}
}

// untold is a graph that tells nothing before it is asked.
type untold struct{ Graph }

func (untold) Extension(ctx context.Context, c dl.Concept) (interp.Set, bool, error) {
	return Remote{}.Extension(ctx, c)
}

func (untold) Largest() Bounds { return Remote{}.Largest() }

// TestExclusionPrices: ¬D costs more the less of C it excludes, and as much as an accident of one member where D
// was not counted.
func TestExclusionPrices(t *testing.T) {
	c, often, once := dl.Name{IRI: "person"}, dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Nominal{IRI: "often"}}, dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Nominal{IRI: "once"}}
	without := func(d dl.Concept) dl.Concept { return dl.And{L: c, R: dl.Not{C: d}} }
	var b interp.Builder
	for i := range 64 {
		b.AddName(c.IRI, fmt.Sprint("a", i))
		b.AddRole("r", fmt.Sprint("a", i), []string{"often", "once"}[max(0, i-62)])
	}
	k := newKnowledge(NewMemory(require.Value(b.Build(t.Context()))(t), nil))
	check.That(t, k.exclusion(c, once) == 6*priceExcluded && k.exclusion(c, often) < 0.1, "in memory %v, %v", k.exclusion(c, once), k.exclusion(c, often))
	check.Equal(t, k.bits(without(once)), priceAnd+k.bits(c)+k.bits(dl.Not{C: once})+6*priceExcluded, "the length")
	asked := newKnowledge(untold{})
	asked.counts[c], asked.largest = Exactly(64), 64
	check.Equal(t, asked.exclusion(c, often), 6*priceExcluded, "not counted")
	asked.counts[often] = Exactly(32)
	check.Equal(t, asked.exclusion(c, often), priceExcluded, "counted apart")
	asked.counts[dl.And{L: c, R: often}] = Exactly(64)
	check.Equal(t, asked.exclusion(c, often), 0.0, "counted together")
}
