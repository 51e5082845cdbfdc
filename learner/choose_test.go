package learner

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestSelectTakesAStage: whatever the rule, the stages are those of the best
// score, the concept is one of theirs, and what is proved is what they prove.
func TestSelectTakesAStage(t *testing.T) {
	smaller := 0
	for seed := range uint64(*problems / 5) {
		p, o := randomTask(t, seed)
		best, err := Learn(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for s := range Select(len(selectNames)) {
			o.Select = s
			f, err := Learn(context.Background(), p, o)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, s, err)
			}
			if len(f.Stages) != len(best.Stages) {
				t.Fatalf("seed %d, %s: %d stages, %d for the score", seed, s, len(f.Stages), len(best.Stages))
			}
			chosen := f.Stages[f.Chosen]
			if dl.Size(chosen.Concept) != f.Size || chosen.Confusion != f.Confusion || f.Confusion != best.Stages[f.Chosen].Confusion {
				t.Errorf("seed %d, %s: %+v of size %d is not what stage %d found", seed, s, f.Confusion, f.Size, chosen.K)
			}
			proved := !slices.ContainsFunc(f.Stages[:f.Chosen+1], func(s Stage) bool { return !s.Proved })
			if f.Optimal != proved {
				t.Errorf("seed %d, %s: optimal is %t", seed, s, f.Optimal)
			}
			if best.Confusion.Correct() == best.Confusion.Total() && f.Confusion != best.Confusion {
				t.Errorf("seed %d, %s: a concept without errors was given up", seed, s)
			}
			if f.Chosen < len(f.Stages)-1 {
				smaller++
				if next := f.Stages[f.Chosen+1]; next.Proved && dl.Size(next.Concept) == f.Size && next.Confusion == f.Confusion {
					t.Errorf("seed %d, %s: stage %d proves more of the same concept than stage %d", seed, s, next.K, chosen.K)
				}
			}
		}
	}
	if smaller == 0 {
		t.Error("no selection took a smaller concept than the best")
	}
}

// booleans is a language without roles.
const booleans = dl.WithAnd | dl.WithOr | dl.WithNot

// noisy returns a problem of n examples in which A holds at the positives, but for one
// example in ten; the other names are coins.
func noisy(t *testing.T, n int, noise bool) interp.Problem {
	t.Helper()
	coin := uint32(1)
	toss := func() bool { // a linear congruence, its high bit
		coin = coin*1664525 + 1013904223
		return coin>>31 == 1
	}
	var b interp.Builder
	iri := func(i int) string { return fmt.Sprintf("http://example.org/%d", i) }
	var pos, neg []int
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
			pos = append(pos, i)
		} else {
			neg = append(neg, i)
		}
		for j := range 12 {
			if toss() {
				b.AddName(fmt.Sprintf("N%d", j), iri(i))
			}
		}
	}
	s, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := interp.Problem{Structure: s}
	for side, list := range [][]int{pos, neg} {
		for _, i := range list {
			a, _ := s.Lookup(iri(i))
			if side == 0 {
				p.Pos = append(p.Pos, a)
			} else {
				p.Neg = append(p.Neg, a)
			}
		}
	}
	return p
}

// TestSelectSeesThroughNoise: the best score fits the noise, the other rules do
// not; without noise all have the concept.
func TestSelectSeesThroughNoise(t *testing.T) {
	for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
		for s := range Select(len(selectNames)) {
			t.Run(fmt.Sprint(score, " ", s), func(t *testing.T) {
				f, err := Learn(context.Background(), noisy(t, 120, true), Options{Language: booleans, MaxSize: 7, Score: score, Select: s})
				if err != nil {
					t.Fatal(err)
				}
				if a := f.Concept == dl.Concept(dl.Name{IRI: "A"}); a == (s == SelectScore) {
					t.Errorf("%#v", f.Concept)
				}
				if len(f.Stages) != 7 || !f.Optimal {
					t.Errorf("%d stages, optimal is %t", len(f.Stages), f.Optimal)
				}
				counts := 0
				for i, stage := range f.Stages {
					if n := stage.Classifications; n > 0 {
						counts++
						if i > 0 && n < f.Stages[i-1].Classifications {
							t.Errorf("%d classifications up to size %d, fewer than before", n, stage.K)
						}
					}
				}
				if counted := s == SelectOccam || s == SelectMDL; counted != (counts >= 3) || !counted && counts > 0 {
					t.Errorf("the classifications of %d stages were counted", counts)
				}
			})
		}
	}
	f, err := Learn(context.Background(), noisy(t, 120, false), Options{Language: booleans, MaxSize: 7, Select: SelectOccam})
	if err != nil || f.Concept != dl.Concept(dl.Name{IRI: "A"}) {
		t.Errorf("without noise %#v, error %v", f.Concept, err)
	}
}

// TestSelectSolutions: a solution that was selected is followed by others, none
// of which speaks of all that it speaks of.
func TestSelectSolutions(t *testing.T) {
	f, err := Learn(context.Background(), noisy(t, 60, true), Options{Language: booleans, MaxSize: 3, Select: SelectOccam, Solutions: 2})
	if err != nil || len(f.Solutions) != 2 {
		t.Fatalf("%d solutions, error %v", len(f.Solutions), err)
	}
	if f.Solutions[0].Concept != f.Concept || f.Solutions[1].Concept == f.Concept {
		t.Errorf("solutions %#v and %#v, the concept is %#v", f.Solutions[0].Concept, f.Solutions[1].Concept, f.Concept)
	}
}

// TestOccam: the bound solves its equation, and grows with errors and bits.
func TestOccam(t *testing.T) {
	p := noisy(t, 100, true)
	l := chooser{p: &p}
	testsize.Check(t, 100, func(t *rapid.T) {
		err, bits := rapid.Float64Range(0, 0.9).Draw(t, "error"), rapid.Float64Range(0, 60).Draw(t, "bits")
		e := l.occamBound(err, bits)
		budget := (bits*math.Ln2 + math.Log(2*math.Sqrt(100)/0.05)) / 100
		if e <= err || e >= 1 || math.Abs(relativeEntropy(err, e)-budget) > 1e-6 {
			t.Fatalf("bound %v, entropy %v, want %v", e, relativeEntropy(err, e), budget)
		}
		if l.occamBound(err+0.01, bits) <= e || l.occamBound(err, bits+1) <= e {
			t.Fatalf("bound %v does not grow", e)
		}
	})
	if e, want := l.occamBound(0, 10), 1-math.Exp(-(10*math.Ln2+math.Log(400))/100); math.Abs(e-want) > 1e-9 {
		t.Errorf("without errors %v, want %v", e, want)
	}
}

func TestBits(t *testing.T) {
	for _, test := range []struct {
		name   string
		counts []int
		k      int
		want   float64
	}{
		{"counted", []int{4, 16, 64}, 2, 4},
		{"beyond, as over the last two sizes", []int{4, 4, 64, 64}, 6, 6 + 2*2},
		{"beyond two", []int{4, 32}, 3, 8},
		{"beyond one", []int{4}, 3, 4},
		{"not counted", nil, 3, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := classificationBits(test.counts, test.k); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
	if got := log2Binomial(10, 3); math.Abs(got-math.Log2(120)) > 1e-9 {
		t.Errorf("10 over 3 has %v bits, want those of 120", got)
	}
}

// TestChooseSaysWhatIsProved: a stage that did not come to its end proves nothing,
// and what it has found counts all the same.
func TestChooseSaysWhatIsProved(t *testing.T) {
	p := noisy(t, 100, true)
	a, b := dl.Concept(dl.Name{IRI: "A"}), dl.Concept(dl.Name{IRI: "N1"})
	large := dl.Concept(dl.And{L: a, R: b})
	huge, vast := large, large // of 19 and 31 nodes: with four bits a node, bounds of 0.44 and 0.60
	for size := 5; size <= 31; size += 2 {
		if vast = (dl.And{L: vast, R: b}); size == 19 {
			huge = vast
		}
	}
	with := func(errors int) interp.Confusion {
		pos, neg := p.TotalWeights()
		return interp.Confusion{TP: pos - errors, FN: errors, TN: neg}
	}
	stage := func(k int, c dl.Concept, errors int, proved bool) Stage {
		return Stage{K: k, Concept: c, Confusion: with(errors), Proved: proved, Classifications: 1 << (4 * k)}
	}
	for _, test := range []struct {
		name    string
		stages  []Stage
		chosen  int
		optimal bool
	}{
		{"the last, not proved", []Stage{stage(1, a, 40, true), stage(2, a, 40, true), stage(3, large, 2, false)}, 2, false},
		{"an early one, proved as far as stages are", []Stage{stage(1, a, 10, true), stage(2, a, 10, true), stage(3, large, 9, false)}, 1, true},
		{"an early one, proved less far than stages went", []Stage{stage(1, a, 10, true), stage(2, a, 10, false)}, 0, true},
		{"without errors", []Stage{stage(1, a, 4, true), stage(2, a, 4, true), stage(3, huge, 0, true)}, 2, false},
		{"without errors, but its bound says nothing", []Stage{stage(1, a, 10, true), stage(2, a, 10, true), stage(3, vast, 0, true)}, 1, true},
		{"no bound says anything", []Stage{stage(1, a, 40, true), stage(2, a, 40, true), stage(3, vast, 0, true)}, 2, false},
		{"after one that is not", []Stage{stage(1, b, 40, false), stage(2, a, 10, true)}, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			last := test.stages[len(test.stages)-1]
			l := newRun(&p, Options{Select: SelectOccam})
			l.fitting = Fitting{Stages: test.stages, Chosen: len(test.stages) - 1, Solution: Solution{Concept: last.Concept, Confusion: last.Confusion}}
			if err := l.chooser().choose(); err != nil {
				t.Fatal(err)
			}
			if f := l.fitting; f.Chosen != test.chosen || f.Optimal != test.optimal || f.Concept != test.stages[test.chosen].Concept {
				t.Errorf("stage %d, optimal %t; want %d and %t", f.Chosen, f.Optimal, test.chosen, test.optimal)
			}
		})
	}
}
