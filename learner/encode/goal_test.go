package encode

import (
	"context"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

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
		p := dltest.Problem(rng, dltest.Config{Individuals: individuals, Roles: -1, Features: -1, Names: 6,
			Labels: dltest.RandomLabels, Weights: most})
		sp := interp.NewSpace(&p, dl.ALCQIF)
		st := require.Value(NewStage(context.Background(), &p, sp, 1, Options{NoQuotient: seed%4 > 1}))(t)
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
				got := require.Value(fixed.Solve(context.Background()))(t)
				require.That(t, got == want,
					"seed %d, %s, weights up to %d, goal %d: %+v against %+v is %v, want %v", seed, score, most, i, c, than, got, want)
				if want {
					reached++
				} else {
					missed++
				}
			}
		}
	}
	check.That(t, reached >= 500 && missed >= 500, "%d classifications reached their goal, %d did not", reached, missed)
}

// TestShapesCount: unordered trees of n nodes with at most two children each,
// and unordered binary trees of 2n-1 nodes, are both counted by the
// Wedderburn-Etherington numbers (OEIS A001190).
func TestShapesCount(t *testing.T) {
	full := interp.Space{Language: dl.ALCQIF, Roles: []interp.RoleID{0}}
	noUnary := interp.Space{Language: dl.WithAnd | dl.WithTop}
	onlyUnary := interp.Space{Language: dl.WithExists | dl.WithTop, Roles: []interp.RoleID{0}}
	shallow := interp.Space{Language: dl.WithExists | dl.WithAnd, Roles: []interp.RoleID{0}, MaxDepth: 1}
	for _, test := range []struct {
		name  string
		space interp.Space
		want  []int // for sizes 1, 2, …
	}{
		{"unary and binary", full, []int{1, 1, 2, 3, 6, 11, 23, 46, 98, 207}},
		{"binary", noUnary, []int{1, 0, 1, 0, 1, 0, 2, 0, 3, 0, 6}},
		{"unary", onlyUnary, []int{1, 1, 1, 1, 1}},
		{"unary only once on a path", shallow, []int{1, 1, 1, 2, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, want := range test.want {
				shapes := Shapes(i+1, test.space)
				check.That(t, len(shapes) == want, "size %d: %d shapes %v, want %d", i+1, len(shapes), shapes, want)
				seen := map[string]bool{}
				for _, s := range shapes {
					check.That(t, s.Size() == i+1 && !seen[s.String()], "size %d: shape %s has size %d, or twice", i+1, s, s.Size())
					seen[s.String()] = true
				}
			}
		})
	}
}
