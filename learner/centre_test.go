package learner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/brute"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// TestCentre: A ⊓ (f ≥ v) need not separate the values of individuals outside A, so the gap
// is from 2 to 10, though 3 and 9 occur.
func TestCentre(t *testing.T) {
	var b interp.Builder
	p := interp.Problem{}
	for i, e := range []struct {
		f        int64
		a        bool
		positive bool
	}{{12, true, true}, {10, true, true}, {2, true, false}, {1, true, false}, {3, false, false}, {9, false, false},
		{11, false, false}} {
		iri := fmt.Sprintf("http://example.org/%d", i)
		b.AddValue("f", iri, dl.Int(e.f))
		if e.a {
			b.AddName("A", iri)
		}
		if e.positive {
			p.Pos = append(p.Pos, interp.Individual(i))
		} else {
			p.Neg = append(p.Neg, interp.Individual(i))
		}
	}
	p.Structure = require.Value(b.Build(t.Context()))(t)
	for _, midpoints := range []bool{true, false} {
		f := require.Value(Learn(context.Background(), p, Options{Midpoints: midpoints}))(t)
		_, comparison := lastComparison(f.Concept)
		at := comparison.Value
		require.That(t, f.Confusion.Correct() == 7 && f.Size == 3 && f.Stages[f.Chosen].Concept == f.Concept,
			"%#v classifies %+v; the stage has %#v", f.Concept, f.Confusion, f.Stages[f.Chosen].Concept)
		check.That(t, midpoints == (at == dl.Int(6)), "midpoints %t: the threshold is %s", midpoints, at.Lexical())
	}
}

// TestCentreKeepsExamples: for random concepts, the classification and the size stay the
// same. The last threshold, which moves after all others, is in the middle of the gap that
// a scan of all values finds.
func TestCentreKeepsExamples(t *testing.T) {
	testsize.SkipShort(t)
	moved := 0
	for seed := range uint64(*problems) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 4 + rng.IntN(20), Names: 1, Roles: rng.IntN(2), Booleans: -1})
		c := dltest.Concept(rng, p.Structure, dl.ALCQIF, 1+rng.IntN(7), 2)
		scale := require.Value(
			newScale(context.Background(), &p, Options{}.withDefaults(), interp.NewSpace(&p, dl.ALCQIF).Roles))(t)
		if c == nil {
			continue
		}
		at, last := lastComparison(c)
		if at < 0 {
			continue
		}
		got, err := centreThresholds(&p, scale.features, c)
		require.That(t, err == nil, "seed %d: %v", seed, err)
		j := judge{eval: interp.NewEvaluator(p.Structure), examples: slices.Concat(p.Pos, p.Neg)}
		require.NoError(t, j.setReference(c))
		require.That(t, j.agrees(got) && dl.Size(got) == dl.Size(c), "seed %d: %#v became %#v", seed, c, got)
		id, _ := p.Structure.Signature().FeatureID(last.Feature)
		want := last.Value
		if last.Op != dl.Equal {
			want = middleOf(&j, got, last, scale.features[id].Values)
		}
		if _, moved := lastComparison(got); moved.Value != want {
			t.Errorf("seed %d: %#v became %#v, but the last threshold should be %s", seed, c, got, want.Lexical())
		}
		if got != c {
			moved++
		}
	}
	check.That(t, moved >= *problems/50, "only %d concepts were moved", moved)
}

func middleOf(j *judge, c dl.Concept, last dl.Compare, values []dl.Value) dl.Value {
	var below, above []dl.Value
	for _, v := range values {
		switch o, ok := v.Cmp(last.Value); {
		case !ok:
		case o < 0 || o == 0 && last.Op == dl.LessEq:
			below = append(below, v)
		default:
			above = append(above, v)
		}
	}
	at, moved := lastComparison(c)
	agreesAt := func(v dl.Value) bool {
		moved.Value = v
		return j.agrees(dl.WithLeaf(c, at, moved))
	}
	// At least one value stays on either side. over reports whether the classification
	// stays the same if v, whose neighbour below is next, changes sides.
	over := func(v, next dl.Value) bool {
		if last.Op == dl.GreaterEq {
			return agreesAt(v)
		}
		return agreesAt(next)
	}
	if len(below) == 0 || len(above) == 0 {
		return last.Value
	}
	for n := len(below); n > 1 && over(below[n-1], below[n-2]); n-- {
		below = below[:n-1]
	}
	up := func() bool {
		if last.Op == dl.GreaterEq {
			return agreesAt(above[1])
		}
		return agreesAt(above[0])
	}
	for len(above) > 1 && up() {
		above = above[1:]
	}
	middle, ok := dl.Between(below[len(below)-1], above[0])
	if !ok || !agreesAt(middle) {
		return last.Value
	}
	return middle
}

// lastComparison returns the last comparison among the leaves of c, and its index; -1 if
// there is none.
func lastComparison(c dl.Concept) (at int, last dl.Compare) {
	at = -1
	for i, leaf := range dl.Leaves(c) {
		if comparison, ok := leaf.(dl.Compare); ok {
			at, last = i, comparison
		}
	}
	return at, last
}

// TestPlainer: a concept without errors has number restrictions or ∀ only if the reference
// finds no concept of its size without them.
func TestPlainer(t *testing.T) {
	needed := 0
	for seed := range uint64(testsize.Rounds(*problems / testsize.Choose(4, 2))) {
		p, o := randomTask(t, seed)
		if o.Mode = Mode(seed % 2); seed%3 == 0 {
			o.Engine = SAT{}
		}
		f, err := Learn(context.Background(), p, o)
		if errors.Is(err, ErrNoFitting) {
			continue
		}
		require.NoError(t, err)
		if f.Confusion.Correct() != f.Confusion.Total() || !dl.LanguageOf(f.Concept).Any(avoidable[len(avoidable)-1]) {
			continue
		}
		needed++
		for _, constructors := range avoidable {
			if !dl.LanguageOf(f.Concept).Any(constructors) {
				continue
			}
			allowed := referenceProblem(t, p, o)
			without := stageBounds(t, allowed, o, f.Stages[f.Chosen].K, f.Stages[f.Chosen].MaxNumber)
			without.Language &^= constructors
			without.MaxSize = f.Size
			best := require.Value(brute.Best(allowed, without, interp.Accuracy.Of))(t)
			e := best.Best[f.Size]
			check.That(t, e.Concept == nil || e.Score != 1, "seed %d: %#v, but %#v is plainer", seed, f.Concept, e.Concept)
		}
	}
	check.That(t, needed >= *problems/100, "only %d concepts with number restrictions or ∀", needed)
}

// TestProofsWithinTheirNumbers: no number of an optimal concept is larger than the scope of
// its proof says, and no smaller concept of the scope is as good. The structures have large
// degrees, so that a number of a late stage may replace a larger concept of an early one.
func TestProofsWithinTheirNumbers(t *testing.T) {
	larger := 0
	for seed := range uint64(testsize.Rounds(testsize.Choose(120, 3000))) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 30 + rng.IntN(30), Positives: 10, Negatives: 10,
			Names: 1 + rng.IntN(2), Roles: 1, Features: -1, Booleans: -1, RoleDensity: 1.5 + 5*rng.Float64(),
			Labels: []dltest.Labels{dltest.RandomLabels, dltest.NoisyLabels}[seed%2]})
		p.MaxDepth = 1
		o := Options{Language: []dl.Language{dl.ALCQIF, dl.ALCQIF &^ dl.WithInverse}[rng.IntN(2)], MaxSize: 4 + rng.IntN(2)}
		f := require.Value(Learn(context.Background(), p, o))(t)
		stage := f.Stages[f.Chosen]
		n := dl.LargestNumber(f.Concept)
		check.That(t, n <= stage.MaxNumber, "seed %d: %#v with numbers up to %d", seed, f.Concept, stage.MaxNumber)
		if stage.MaxNumber > stage.K {
			larger++
		}
		if !f.Optimal {
			continue
		}
		result := require.Value(brute.Best(p, stageBounds(t, p, o, stage.K, stage.MaxNumber), o.Score.Of))(t)
		best := result.Best[stage.K]
		check.That(t, best.Confusion.Correct() == f.Confusion.Correct() && best.Size == f.Size,
			"seed %d: %#v of size %d, the reference has %#v of size %d", seed, f.Concept, f.Size, best.Concept, best.Size)
	}
	check.That(t, larger != 0, "no concept has a larger number than its size")
}

// TestNumberOfStart: the proof about a concept to start from covers its number, or there is
// none if it exceeds Options.MaxNumber.
func TestNumberOfStart(t *testing.T) {
	var b interp.Builder
	for i := range 9 {
		b.AddRole("r", "nine", fmt.Sprint("a", i))
		if i > 0 {
			b.AddRole("r", "eight", fmt.Sprint("a", i))
		}
	}
	p := dltest.Labelled(t, &b, []string{"nine"}, []string{"eight"})
	p.MaxDepth = 1
	start := dl.Concept(dl.AtLeast{N: 9, Role: dl.Role{IRI: "r"}, C: dl.Top{}})
	for _, mode := range []Mode{Approx, Exact} {
		f := require.Value(Learn(context.Background(), p,
			Options{Language: dl.ALCQIF &^ dl.WithInverse, Mode: mode, Start: []dl.Concept{start}}))(t)
		check.That(t, f.Concept == start && f.Optimal && f.Stages[f.Chosen].MaxNumber == 9,
			"%s: %#v, optimal %v with numbers up to %d", mode, f.Concept, f.Optimal, f.Stages[f.Chosen].MaxNumber)
		f = require.Value(Learn(context.Background(), p,
			Options{Language: dl.ALCQIF &^ dl.WithInverse, Mode: mode, Start: []dl.Concept{start}, MaxNumber: 3}))(t)
		check.That(t, f.Concept == start && !f.Optimal, "%s, numbers up to 3: %#v, optimal %v", mode, f.Concept, f.Optimal)
	}
}

// TestThresholdsPerFeature: a stage says how many thresholds a feature has at most, not how
// many all features have together.
func TestThresholdsPerFeature(t *testing.T) {
	var b interp.Builder
	for i := range 60 {
		for _, f := range []string{"f", "g", "h"} {
			b.AddValue(f, fmt.Sprint("a", i), dl.Int(int64(i*7%60)))
		}
	}
	s := require.Value(b.Build(context.Background()))(t)
	p := interp.Problem{Structure: s}
	for i := range interp.Individual(60) {
		if i%2 == 0 {
			p.Pos = append(p.Pos, i)
		} else {
			p.Neg = append(p.Neg, i)
		}
	}
	f := require.Value(Learn(context.Background(), p, Options{MaxSize: 2}))(t)
	for i, s := range f.Stages {
		check.That(t, s.Thresholds == threshold.Growth(i+1), "stage %d: %d thresholds, want %d", s.K, s.Thresholds,
			threshold.Growth(i+1))
	}
}
