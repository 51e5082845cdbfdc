package encode

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// Stage holds what the formulas of all shapes of one space share: the labels,
// the individuals within reach and their classes. It is safe for concurrent
// use.
type Stage struct {
	problem  *interp.Problem
	space    interp.Space
	levels   *bisim.Levels
	reach    []interp.Set
	interior interp.Set             // individuals whose successors are within reach too
	inner    map[interp.RoleID]bool // the roles that do not count for the role depth
	leaves   []leafLabel
	// lowest is the role depth of the deepest leaf: 1 if the space has deep ones.
	lowest int

	mu      sync.Mutex
	classes map[position][]class // guarded by mu
}

type leafLabel struct {
	concept dl.Concept
	holds   interp.Set
	deep    bool // whether it counts for the role depth
}

// position is the part of a node's place in a shape that determines the classes that it
// distinguishes.
type position struct{ above, height int }

// class is a set of individuals that share a z variable at a node.
type class struct {
	id     uint32            // number at the node's level
	member interp.Individual // one of those nearest to the examples
}

// Options are for [NewStage]; the zero value is the default.
type Options struct {
	// NoQuotient gives every individual its own variables.
	NoQuotient bool
}

// NewStage prepares the formulas for concepts of the space of size at most
// maxSize.
func NewStage(ctx context.Context, p *interp.Problem, sp interp.Space, maxSize int, o Options) (*Stage, error) {
	st := &Stage{problem: p, space: sp, inner: map[interp.RoleID]bool{}, classes: map[position][]class{}}
	for _, r := range sp.Roles[:sp.Inner] {
		st.inner[r] = true
	}
	roles := sp.Roles
	if !sp.Language.Any(dl.WithRoles) {
		roles = nil
	}
	if sp.HasDeep(p.Structure) {
		st.lowest = 1
	}
	deepest := sp.Deepest(p.Structure, maxSize)
	var err error
	if st.reach, err = interp.Reach(ctx, p, roles, deepest); err != nil {
		return nil, err
	}
	reached := st.reach[len(st.reach)-1]
	st.interior = reached
	if len(st.reach)-1 == deepest { // the individuals of the last step may have successors out of reach
		st.interior = p.Structure.NewSet()
		if deepest > 0 {
			st.interior = st.reach[deepest-1]
		}
	}
	if o.NoQuotient {
		st.levels = bisim.Identity(p.Structure)
	} else if st.levels, err = bisim.Compute(ctx, p.Structure, sp, deepest, sp.MaxNumber, reached); err != nil {
		return nil, err
	}
	st.leaves, err = st.leafLabels(reached)
	return st, err
}

// leafLabels returns the labels of leaves: ⊤, ⊥, the atoms and the comparisons of the
// space. Among labels with the same extension within reach it keeps the first one. Names
// precede comparisons, so it prefers names.
func (st *Stage) leafLabels(reached interp.Set) ([]leafLabel, error) {
	s, sp := st.problem.Structure, st.space
	eval := interp.NewEvaluator(s)
	seen := map[string]bool{} // extensions
	var out []leafLabel
	add := func(c dl.Concept) error {
		x, err := eval.Extension(c)
		if err != nil {
			return err
		}
		x = x.Intersection(reached)
		var key []byte
		for _, w := range x.Words() {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out = append(out, leafLabel{c, x, sp.IsDeep(c)})
		}
		return nil
	}
	for _, c := range sp.Leaves(s) {
		if err := add(c); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// NumLeaves returns the number of labels that a leaf can have.
func (st *Stage) NumLeaves() int { return len(st.leaves) }

// NumReached returns the number of individuals that the examples can reach.
func (st *Stage) NumReached() int { return int(st.reach[len(st.reach)-1].Count()) }

// NumClasses returns the number of classes of the individuals within reach at the
// deepest level.
func (st *Stage) NumClasses() int {
	return len(st.classesAt(position{len(st.reach) - 1, st.levels.Depth()}))
}

func (st *Stage) classesAt(p position) []class {
	p.above, p.height = min(p.above, len(st.reach)-1), min(p.height+st.lowest, st.levels.Depth())
	st.mu.Lock()
	defer st.mu.Unlock()
	if cs, ok := st.classes[p]; ok {
		return cs
	}
	var cs []class
	seen := map[uint32]bool{}
	for _, within := range st.reach[:p.above+1] { // nearest first
		for a := range within.EachSet() {
			id := st.levels.Class(p.height, interp.Individual(a))
			if !seen[id] {
				seen[id] = true
				cs = append(cs, class{id, interp.Individual(a)})
			}
		}
	}
	st.classes[p] = cs
	return cs
}

// Goal bounds the cost of the root's errors on the examples,
//
//	fn·missed + fp·wrong < below
//
// where fn and fp are the weights of the false negatives and false positives. For every
// score, the condition that it is above that of a given classification has this form
// (interp.Score.Linear).
type Goal struct{ missed, wrong, below int64 }

// Fit returns the goal of exact fitting: no errors.
func Fit() Goal { return Goal{1, 1, 1} }

// Any returns the goal that every classification reaches.
func Any() Goal { return Goal{1, 1, math.MaxInt64} }

// Better returns the goal of a score above that of a classification of the same
// examples.
func Better(score interp.Score, than interp.Confusion) Goal {
	missed, wrong, bound := score.Linear(than)
	return Goal{missed, wrong, bound}
}

// AsGood returns the goal of a score no worse than that of a classification of the
// same examples.
func AsGood(score interp.Score, as interp.Confusion) Goal {
	g := Better(score, as)
	g.below++
	return g
}

// Reachable reports whether any classification reaches the goal.
func (g Goal) Reachable() bool { return g.below > 0 }

func (f *formula) goalClauses(g Goal) {
	var errors []sat.Weighted
	add := func(x sat.Lit, cost int64) {
		if cost > 0 {
			errors = append(errors, sat.Weighted{Lit: x, Weight: cost})
		}
	}
	p := f.st.problem
	for i, a := range p.Pos {
		add(f.extensionVar(0, a).Not(), g.missed*int64(p.PosWeight(i)))
	}
	for i, a := range p.Neg {
		add(f.extensionVar(0, a), g.wrong*int64(p.NegWeight(i)))
	}
	// Sorting groups the examples of one class.
	slices.SortFunc(errors, func(x, y sat.Weighted) int { return cmp.Compare(x.Lit, y.Lit) })
	sat.EncodeLessThan(f.out, errors, g.below)
}
