package learner

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSelectTakesAStage: for every selection, the stages are those of SelectScore, the
// concept is that of one stage, and it is optimal if the stages up to that one are proved.
func TestSelectTakesAStage(t *testing.T) {
	smaller := 0
	for seed := range uint64(testsize.Rounds(*problems / 5)) {
		p, o := randomTask(t, seed)
		best := require.Value(Learn(context.Background(), p, o))(t)
		for s := range Select(len(selectNames)) {
			o.Select = s
			f, err := Learn(context.Background(), p, o)
			require.That(t, err == nil, "seed %d, %s: %v", seed, s, err)
			require.That(t, len(f.Stages) == len(best.Stages), "seed %d, %s: %d stages, %d for the score", seed, s,
				len(f.Stages), len(best.Stages))
			chosen := f.Stages[f.Chosen]
			check.That(t, dl.Size(chosen.Concept) == f.Size && chosen.Confusion == f.Confusion &&
				f.Confusion == best.Stages[f.Chosen].Confusion,
				"seed %d, %s: %+v of size %d is not what stage %d found", seed, s, f.Confusion, f.Size, chosen.K)
			proved := !slices.ContainsFunc(f.Stages[:f.Chosen+1], func(s Stage) bool { return !s.Proved })
			check.That(t, f.Optimal == proved, "seed %d, %s: optimal is %t", seed, s, f.Optimal)
			check.That(t, best.Confusion.Correct() != best.Confusion.Total() || f.Confusion == best.Confusion,
				"seed %d, %s: a concept without errors was given up", seed, s)
			if f.Chosen < len(f.Stages)-1 {
				smaller++
				if next := f.Stages[f.Chosen+1]; next.Proved && dl.Size(next.Concept) == f.Size && next.Confusion == f.Confusion {
					t.Errorf("seed %d, %s: stage %d proves more of the same concept than stage %d", seed, s, next.K, chosen.K)
				}
			}
		}
	}
	check.That(t, smaller != 0, "no selection took a smaller concept than the best")
}

// booleans is a language without roles.
const booleans = dl.WithAnd | dl.WithOr | dl.WithNot

// makeNoisy returns a problem of n examples in which A holds at the positives, but for one
// example in ten; the other names are coins.
func makeNoisy(t *testing.T, n int, noise bool) interp.Problem {
	t.Helper()
	coin := uint32(1)
	toss := func() bool { // the high bit of a linear congruential generator
		coin = coin*1664525 + 1013904223
		return coin>>31 == 1
	}
	var b interp.Builder
	iri := func(i int) string { return fmt.Sprintf("http://example.org/%d", i) }
	var pos, neg []string
	for i := range n {
		b.Individual(iri(i))
		in := toss()
		if in {
			b.AddName("A", iri(i))
		}
		if noise && i%10 == 0 {
			in = !in
		}
		if in {
			pos = append(pos, iri(i))
		} else {
			neg = append(neg, iri(i))
		}
		for j := range 12 {
			if toss() {
				b.AddName(fmt.Sprintf("N%d", j), iri(i))
			}
		}
	}
	return dltest.Labelled(t, &b, pos, neg)
}

// TestSelectSeesThroughNoise: SelectScore fits the noise, and the other selection does not.
// Without noise both return the concept that labels the examples.
func TestSelectSeesThroughNoise(t *testing.T) {
	for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
		for s := range Select(len(selectNames)) {
			t.Run(fmt.Sprint(score, " ", s), func(t *testing.T) {
				f := require.Value(Learn(context.Background(), makeNoisy(t, 120, true),
					Options{Language: booleans, MaxSize: 7, Score: score, Select: s}))(t)
				a := f.Concept == dl.Concept(dl.Name{IRI: "A"})
				check.That(t, a != (s == SelectScore), "%#v", f.Concept)
				check.That(t, len(f.Stages) == 7 && f.Optimal, "%d stages, optimal is %t", len(f.Stages), f.Optimal)
			})
		}
	}
	f, err := Learn(context.Background(), makeNoisy(t, 120, false),
		Options{Language: booleans, MaxSize: 7, Select: SelectMDL})
	check.That(t, err == nil && f.Concept == dl.Concept(dl.Name{IRI: "A"}), "without noise %#v, error %v", f.Concept, err)
}

// TestMessageLength: all errors count the same for accuracy and F1; for balanced accuracy
// those of the smaller side count more.
func TestMessageLength(t *testing.T) {
	s := Stage{Concept: dl.And{L: dl.Name{IRI: "A"}, R: dl.Name{IRI: "B"}},
		Confusion: interp.Confusion{TP: 1, FN: 1, TN: 10}}
	p := makeNoisy(t, 12, false) // of 13 classes
	p.Pos, p.Neg = make([]interp.Individual, 2), make([]interp.Individual, 10)
	concept := 3 + 2*math.Log2(13)
	few := concept + math.Log2(1+12)
	for score, want := range map[interp.Score]float64{
		interp.Accuracy: few,
		interp.F1:       few,
		interp.Balanced: concept + math.Log2(1+12+66+220),
	} {
		got := (chooser{p: &p, o: Options{Score: score}}).messageLength(s.Concept, s.Confusion)
		check.That(t, math.Abs(got-want) <= 1e-9, "%s: %v bits, want %v", score, got, want)
	}
}

// TestChooseSaysWhatIsProved: a stage that was interrupted proves nothing, but its concept
// may be chosen.
func TestChooseSaysWhatIsProved(t *testing.T) {
	p := makeNoisy(t, 100, true)
	a, b := dl.Concept(dl.Name{IRI: "A"}), dl.Concept(dl.Name{IRI: "N1"})
	large := dl.Concept(dl.And{L: a, R: b})
	huge, vast := large, large // of 31 and 83 nodes
	for size := 5; size <= 83; size += 2 {
		if vast = (dl.And{L: vast, R: b}); size == 31 {
			huge = vast
		}
	}
	with := func(errors int) interp.Confusion {
		pos, neg := p.TotalWeights()
		return interp.Confusion{TP: pos - errors, FN: errors, TN: neg}
	}
	stage := func(k int, c dl.Concept, errors int, proved bool) Stage {
		return Stage{K: k, Concept: c, Confusion: with(errors), Proved: proved}
	}
	for _, test := range []struct {
		name    string
		stages  []Stage
		chosen  int
		optimal bool
	}{
		{"the last, not proved", []Stage{stage(1, a, 40, true), stage(2, a, 40, true), stage(3, large, 2, false)}, 2, false},
		{"an early one, proved as far as stages are",
			[]Stage{stage(1, a, 10, true), stage(2, a, 10, true), stage(3, large, 9, false)}, 1, true},
		{"an early one, proved less far than stages went", []Stage{stage(1, a, 10, true), stage(2, a, 10, false)}, 0, true},
		{"without errors, and hardly larger", []Stage{stage(1, a, 1, true), stage(2, a, 1, true), stage(3, large, 0, true)},
			2, false},
		{"without errors, but much larger", []Stage{stage(1, a, 4, true), stage(2, a, 4, true), stage(3, huge, 0, true)}, 1,
			true},
		{"without errors, and what is smaller says nothing",
			[]Stage{stage(1, a, 40, true), stage(2, a, 40, true), stage(3, vast, 0, true)}, 2, false},
		{"few errors, but large", []Stage{stage(1, a, 4, true), stage(2, a, 4, true), stage(3, huge, 1, true)}, 1, true},
		{"after one that is not", []Stage{stage(1, b, 40, false), stage(2, a, 10, true)}, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			last := test.stages[len(test.stages)-1]
			l := newRun(&p, Options{Select: SelectMDL})
			l.fitting = Fitting{Stages: test.stages, Chosen: len(test.stages) - 1,
				Solution: Solution{Concept: last.Concept, Confusion: last.Confusion}}
			require.NoError(t, l.chooser(context.Background()).choose())
			f := l.fitting
			check.That(t, f.Chosen == test.chosen && f.Optimal == test.optimal && f.Concept == test.stages[test.chosen].Concept,
				"stage %d, optimal %t; want %d and %t", f.Chosen, f.Optimal, test.chosen, test.optimal)
		})
	}
}

// TestConceptIsSimple: Learn simplifies the concept and that of its stage.
func TestConceptIsSimple(t *testing.T) {
	var b interp.Builder
	for i := range 4 {
		b.AddRole("r", "p", fmt.Sprint("p", i))
	}
	for i := range 3 {
		b.AddRole("r", "n", fmt.Sprint("n", i))
	}
	s := require.Value(b.Build(t.Context()))(t)
	pos, _ := s.Lookup("p")
	neg, _ := s.Lookup("n")
	one := interp.Problem{Structure: s, Pos: []interp.Individual{pos}, Neg: []interp.Individual{neg}}
	atLeast := dl.AtLeast{N: 4, Role: dl.Role{IRI: "r"}, C: dl.Top{}}
	for _, test := range []struct {
		name string
		p    interp.Problem
		o    Options
		want dl.Concept
	}{
		{"at least 4", one, Options{Mode: Exact}, atLeast},
		{"numbers up to 3", one, Options{Mode: Exact, MaxNumber: 3},
			dl.Not{C: dl.AtMost{N: 3, Role: dl.Role{IRI: "r"}, C: dl.Top{}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := require.Value(Learn(context.Background(), test.p, test.o))(t)
			check.Equal(t, f.Concept, test.want)
			if last := f.Stages[f.Chosen]; last.Concept != f.Concept || f.Size != dl.Size(f.Concept) {
				t.Errorf("the fitting has %#v of size %d, its stage %#v", f.Concept, f.Size, last.Concept)
			}
		})
	}
}

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
