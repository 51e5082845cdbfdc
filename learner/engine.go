package learner

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/encode"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// Engine searches the stages of bounded fitting.
type Engine interface {
	// Name is the engine's name on the command line.
	Name() string
	// Search looks for better and better concepts of the space and returns
	// true once it has proved that there is no better one than the last it
	// reported. Sizes are searched from small to large, so that of equally
	// good concepts a smallest is reported. When the context ends, it returns
	// the context's error within a second; what it has reported stays valid.
	Search(ctx context.Context, t Task) (proved bool, err error)
}

// Task is one stage for an engine.
type Task struct {
	Problem *interp.Problem
	Space   interp.Space
	// Sizes from MinSize to MaxSize are to be searched; smaller ones are
	// known to have nothing better.
	MinSize, MaxSize int
	Mode             Mode
	Score            interp.Score
	// Best is the classification that has to be beaten, and Have whether
	// there is one (Approx).
	Best interp.Confusion
	Have bool
	// Found reports a concept; it returns how the evaluator classifies the
	// examples by it, and an error if the engine must stop.
	Found func(c dl.Concept) (interp.Confusion, error)
	// Describe reports how many classes of individuals and labels of leaves
	// the engine distinguishes; it may be called once.
	Describe func(individuals, names int)
}

// SAT is the paper's engine: one formula per shape of the syntax tree, solved
// by gophersat.
type SAT struct{}

// Name implements [Engine].
func (SAT) Name() string { return "sat" }

// Search implements [Engine]. Shapes are searched in order; each is solved
// again as long as it yields a better concept.
func (SAT) Search(ctx context.Context, t Task) (bool, error) {
	st, err := encode.NewStage(ctx, t.Problem, t.Space, t.MaxSize)
	if err != nil {
		return false, err
	}
	t.Describe(st.Classes(), st.Leaves())
	best, have := t.Best, t.Have
	for size := t.MinSize; size <= t.MaxSize; size++ {
		for _, shape := range encode.Shapes(size, t.Space) {
			for {
				goal := encode.Fit()
				if t.Mode == Approx {
					goal = encode.Any(t.Problem)
					if have {
						goal = encode.Better(t.Score, best)
					}
				}
				if !goal.Reachable() {
					return true, nil // nothing can be better than perfect
				}
				status, found, err := st.Solve(ctx, shape, goal, &sat.Gophersat{})
				if err != nil {
					return false, fmt.Errorf("size %d, shape %s: %w", size, shape, err)
				}
				if status == sat.Unsat {
					break
				}
				confusion, err := t.Found(found.Concept)
				if err != nil {
					return false, err
				}
				if confusion != found.Claim {
					return false, fmt.Errorf("size %d, shape %s: the model claims %+v, the evaluator says %+v of %#v",
						size, shape, found.Claim, confusion, found.Concept)
				}
				if t.Mode == Exact {
					return true, nil
				}
				best, have = confusion, true
			}
		}
	}
	return true, nil
}
