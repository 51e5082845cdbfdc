package encode

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

type formula struct {
	st       *Stage
	shape    Shape
	out      sat.Clauses
	classes  [][]class            // by node
	labels   [][]label            // by node
	x        [][]sat.Lit          // by node and label
	z        []map[uint32]sat.Lit // by node and class number
	counters map[string][]sat.Lit
}

// Found is the solution of a formula.
type Found struct {
	Concept dl.Concept
	// Claim is the classification of the examples according to the model. The
	// evaluator must confirm it.
	Claim interp.Confusion
}

// Solve returns a concept of the shape that reaches the goal, nil if there is none.
func (st *Stage) Solve(ctx context.Context, shape Shape, goal Goal, solver sat.Solver) (*Found, error) {
	f := &formula{st: st, shape: shape, out: solver, counters: map[string][]sat.Lit{}}
	if ok, err := f.encode(ctx, goal); !ok || err != nil {
		return nil, err
	}
	if satisfiable, err := solver.Solve(ctx); !satisfiable || err != nil {
		return nil, err
	}
	return f.decode(solver)
}

// encode writes the formula. ok is false if it is unsatisfiable because there is no label
// for some node.
func (f *formula) encode(ctx context.Context, goal Goal) (ok bool, err error) {
	nodes := f.shape.Nodes
	f.classes, f.labels = make([][]class, len(nodes)), make([][]label, len(nodes))
	f.x, f.z = make([][]sat.Lit, len(nodes)), make([]map[uint32]sat.Lit, len(nodes))
	for i, n := range nodes {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		f.classes[i] = f.st.classesAt(position{n.Above, n.Height})
		f.labels[i] = f.labelsAt(i)
		if len(f.labels[i]) == 0 {
			return false, nil
		}
		f.x[i] = make([]sat.Lit, len(f.labels[i]))
		for v := range f.x[i] {
			f.x[i][v] = f.out.NewVar()
		}
		f.out.Add(f.x[i]...)
		f.z[i] = make(map[uint32]sat.Lit, len(f.classes[i]))
		for _, t := range f.classes[i] {
			f.z[i][t.id] = f.out.NewVar()
		}
	}
	for i, n := range nodes {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		switch n.Arity() {
		case 0:
			f.leafClauses(i)
		case 1:
			if err := f.unaryClauses(ctx, i); err != nil {
				return false, err
			}
		case 2:
			f.binaryClauses(i)
		}
	}
	f.depthClauses()
	f.symmetryClauses()
	f.goalClauses(goal)
	return true, nil
}

// depthClauses bounds the role depth: d[i,m], "at least m restrictions from the root to
// node i, including i", must be false for m = MaxDepth+1; a deep leaf is a restriction.
func (f *formula) depthClauses() {
	bound := f.st.space.MaxDepth
	if bound == 0 || f.shape.Nodes[0].Height+f.st.lowest <= bound {
		return
	}
	depth := make([][]sat.Lit, len(f.shape.Nodes)) // depth[i][m-1] = d[i,m]
	for i, n := range f.shape.Nodes {
		var above []sat.Lit
		if n.Parent >= 0 {
			above = depth[n.Parent]
		}
		if n.Arity() == 0 && len(above) >= bound {
			for v, l := range f.labels[i] {
				if f.st.leaves[l.leaf].deep {
					f.out.Add(f.x[i][v].Not(), above[bound-1].Not())
				}
			}
		}
		if n.Arity() != 1 {
			depth[i] = above
			continue
		}
		here := make([]sat.Lit, min(len(above)+1, bound+1))
		for m := range here {
			here[m] = f.out.NewVar()
			if m < len(above) {
				f.out.Add(above[m].Not(), here[m])
			}
			for v, l := range f.labels[i] {
				if l.kind == not || f.st.inner[l.role] {
					continue
				}
				if m == 0 {
					f.out.Add(f.x[i][v].Not(), here[m])
				} else {
					f.out.Add(f.x[i][v].Not(), above[m-1].Not(), here[m])
				}
			}
		}
		if len(here) > bound {
			f.out.Add(here[bound].Not())
		}
		depth[i] = here
	}
}

// decode returns the concept and the claim of a model. If several labels of a node are
// true, they have the same extension.
func (f *formula) decode(m sat.Solver) (*Found, error) {
	var build func(i int) (dl.Concept, error)
	build = func(i int) (dl.Concept, error) {
		n := f.shape.Nodes[i]
		var children []dl.Concept
		for _, j := range []int{n.Left, n.Right} {
			if j < 0 {
				continue
			}
			c, err := build(j)
			if err != nil {
				return nil, err
			}
			children = append(children, c)
		}
		for v, l := range f.labels[i] {
			if m.Value(f.x[i][v]) {
				return f.st.concept(l, children...), nil
			}
		}
		return nil, fmt.Errorf("%w: node %d of shape %s has no label in the model", sat.ErrSolver, i, f.shape)
	}
	c, err := build(0)
	if err != nil {
		return nil, err
	}
	root := f.st.problem.Structure.NewSet()
	for _, list := range [][]interp.Individual{f.st.problem.Pos, f.st.problem.Neg} {
		for _, a := range list {
			root.SetTo(uint(a), m.Value(f.extensionVar(0, a)))
		}
	}
	return &Found{c, f.st.problem.Classify(root)}, nil
}
