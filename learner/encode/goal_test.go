package encode

import (
	"context"
	"testing"

	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

func TestGoalIsTheRegionOfBetterScores(t *testing.T) {
	const pos, neg = 7, 5
	for _, score := range []interp.Score{interp.Accuracy, interp.F1, interp.Balanced} {
		for tp := 0; tp <= pos; tp++ {
			for fp := 0; fp <= neg; fp++ {
				than := interp.Confusion{TP: tp, FN: pos - tp, FP: fp, TN: neg - fp}
				for tp2 := 0; tp2 <= pos; tp2++ {
					for fp2 := 0; fp2 <= neg; fp2++ {
						c := interp.Confusion{TP: tp2, FN: pos - tp2, FP: fp2, TN: neg - fp2}
						in := func(g Goal) bool {
							return int64(c.FP) <= g.mostWrong(neg) && int64(c.FN) <= g.mostMissed(int64(c.FP))
						}
						if better := score.Compare(c, than) > 0; in(Better(score, than)) != better {
							t.Fatalf("%s: %+v better than %+v: %v, in the goal: %v", score, c, than, better, !better)
						}
						if asGood := score.Compare(c, than) >= 0; in(AsGood(score, than)) != asGood {
							t.Fatalf("%s: %+v as good as %+v: %v, in the goal: %v", score, c, than, asGood, !asGood)
						}
					}
				}
			}
		}
	}
}

// counted counts what a solver is given.
type counted struct {
	sat.Gophersat
	clauses int
}

func (c *counted) Add(clause ...sat.Lit) {
	c.clauses++
	c.Gophersat.Add(clause...)
}

// TestGoalClauses: with the extension of the root fixed, the clauses of a goal
// are satisfiable if and only if the extension reaches it, whatever the weights:
// few sums, and so many that they are written in binary.
func TestGoalClauses(t *testing.T) {
	reached, missed, binary := 0, 0, 0
	for seed := range uint64(testsize.Choose(36, 120)) {
		rng := dltest.Rand(seed)
		most := []int{-1, 3, 1_000_000}[seed%3]
		individuals := 2 + rng.IntN(12)
		if most > 3 && seed%2 == 0 {
			individuals = 60
		}
		p := dltest.Problem(rng, dltest.Config{Individuals: individuals, Roles: -1, Features: -1, Names: 6, Labels: dltest.RandomLabels, Weights: most})
		sp := interp.NewSpace(&p, dl.ALCQIF)
		st, err := NewStage(context.Background(), &p, sp, 1, Options{NoQuotient: seed%4 > 1})
		if err != nil {
			t.Fatal(err)
		}
		draw := func() interp.Set { // some classes
			x, in := p.Structure.NewSet(), map[uint32]bool{}
			for _, c := range st.classesAt(position{}) {
				in[c.id] = rng.IntN(2) == 0
			}
			for a := range p.Structure.Len() {
				x.SetTo(uint(a), in[st.levels.Class(0, interp.Individual(a))])
			}
			return x
		}
		than := p.Classify(draw())
		score := interp.Score(rng.IntN(3))
		for i, g := range []Goal{Better(score, than), AsGood(score, than), Fit(), Any()} {
			solver := &counted{}
			f := &formula{st: st, shape: Shapes(1, sp)[0], out: solver, z: []map[uint32]sat.Lit{{}}}
			for _, c := range st.classesAt(position{}) {
				f.z[0][c.id] = solver.NewVar()
			}
			f.goalClauses(g)
			if most > 3 && i < 2 && individuals == 60 {
				binary++
				if solver.clauses > goalSize {
					t.Fatalf("seed %d: %d clauses", seed, solver.clauses)
				}
			}
			for range 8 {
				x := draw()
				c := p.Classify(x)
				want := []bool{score.Compare(c, than) > 0, score.Compare(c, than) >= 0, c.Correct() == c.Total(), true}[i]
				var fixed []sat.Lit
				for _, cl := range st.classesAt(position{}) {
					z := f.z[0][cl.id]
					if !x.Test(uint(cl.member)) {
						z = z.Not()
					}
					fixed = append(fixed, z)
				}
				status, err := solver.Solve(context.Background(), fixed...)
				if err != nil {
					t.Fatal(err)
				}
				if (status == sat.Sat) != want {
					t.Fatalf("seed %d, %s, weights up to %d, goal %d: %+v against %+v is %v, want %v", seed, score, most, i, c, than, status, want)
				}
				if want {
					reached++
				} else {
					missed++
				}
			}
		}
	}
	if reached < 500 || missed < 500 || binary < 10 {
		t.Errorf("%d classifications reached their goal, %d did not, %d goals of many sums", reached, missed, binary)
	}
}

// TestUnitWeightsChangeNothing: weights of 1 that are written out give the
// clauses that no weights give, and so do weights that are all the same.
func TestUnitWeightsChangeNothing(t *testing.T) {
	for seed := range uint64(60) {
		rng := dltest.Rand(seed)
		p := dltest.Problem(rng, dltest.Config{Individuals: 4 + rng.IntN(30), Names: 9, Weights: -1})
		sp := interp.NewSpace(&p, dl.ALCQIF)
		sp.MaxNumber = 2
		score := interp.Score(rng.IntN(3))
		clauses := func(p interp.Problem) int {
			// Without the quotient, so that there is nothing to merge.
			st, err := NewStage(context.Background(), &p, sp, 2, Options{NoQuotient: true})
			if err != nil {
				t.Fatal(err)
			}
			solver := &counted{}
			f := &formula{st: st, shape: Shapes(2, sp)[0], out: solver, counters: map[string][]sat.Lit{}}
			if _, err := f.encode(context.Background(), Better(score, p.Classify(p.Structure.NewSet()))); err != nil {
				t.Fatal(err)
			}
			return solver.clauses
		}
		want := clauses(p)
		for _, w := range []int{1, 7} {
			q := p
			for range p.Pos {
				q.PosWeights = append(q.PosWeights, w)
			}
			for range p.Neg {
				q.NegWeights = append(q.NegWeights, w)
			}
			if got := clauses(q); got != want {
				t.Fatalf("seed %d, %s: %d clauses with weights %d, %d without", seed, score, got, w, want)
			}
		}
	}
}
