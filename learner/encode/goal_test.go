package encode

import (
	"context"
	"slices"
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
							return int64(c.FN)*g.missed+int64(c.FP)*g.wrong < g.below
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

// recorded records variables and clauses.
type recorded struct {
	vars    int
	clauses [][]sat.Lit
}

func (r *recorded) NewVar() sat.Lit {
	r.vars++
	return sat.Lit(r.vars)
}

func (r *recorded) Add(clause ...sat.Lit) { r.clauses = append(r.clauses, slices.Clone(clause)) }

// replay adds the recorded variables and clauses to a solver.
func (r *recorded) replay(s sat.Solver) {
	for range r.vars {
		s.NewVar()
	}
	for _, c := range r.clauses {
		s.Add(c...)
	}
}

// TestGoalClauses: with the extension of the root fixed, the clauses of a goal are
// satisfiable if and only if the extension reaches it, for any weights.
func TestGoalClauses(t *testing.T) {
	reached, missed := 0, 0
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
			solver := &recorded{}
			f := &formula{st: st, shape: Shapes(1, sp)[0], out: solver, z: []map[uint32]sat.Lit{{}}}
			for _, c := range st.classesAt(position{}) {
				f.z[0][c.id] = solver.NewVar()
			}
			f.goalClauses(g)
			for range 8 {
				x := draw()
				c := p.Classify(x)
				want := []bool{score.Compare(c, than) > 0, score.Compare(c, than) >= 0, c.Correct() == c.Total(), true}[i]
				fixed := &sat.Gini{}
				solver.replay(fixed)
				for _, cl := range st.classesAt(position{}) {
					z := f.z[0][cl.id]
					if !x.Test(uint(cl.member)) {
						z = z.Not()
					}
					fixed.Add(z)
				}
				got, err := fixed.Solve(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Fatalf("seed %d, %s, weights up to %d, goal %d: %+v against %+v is %v, want %v", seed, score, most, i, c, than, got, want)
				}
				if want {
					reached++
				} else {
					missed++
				}
			}
		}
	}
	if reached < 500 || missed < 500 {
		t.Errorf("%d classifications reached their goal, %d did not", reached, missed)
	}
}

// TestUnitWeightsChangeNothing: equal weights need as many clauses as no weights.
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
			solver := &recorded{}
			f := &formula{st: st, shape: Shapes(2, sp)[0], out: solver, counters: map[string][]sat.Lit{}}
			if _, err := f.encode(context.Background(), Better(score, p.Classify(p.Structure.NewSet()))); err != nil {
				t.Fatal(err)
			}
			return len(solver.clauses)
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
