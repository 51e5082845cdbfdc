package learner

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Engine searches the stages of bounded fitting.
type Engine interface {
	// Name is the engine's name on the command line.
	Name() string
	// Search looks for better and better concepts of the task's space.
	//
	// It returns the concept that it settles on, nil if there is none that
	// is better than what the task has, and whether it has proved that none
	// is better still and that none of smaller size is as good. Unless the
	// engine says otherwise, the concept settled on depends on the task alone,
	// not on workers or timing. When
	// the context ends, it returns the context's error within a second; what
	// it has reported to Found stays valid.
	Search(ctx context.Context, t Task) (c dl.Concept, proved bool, err error)
}

// Keeper is an engine that can keep what it finds out in one task for the next.
type Keeper interface {
	Engine
	// Session is the engine for all tasks of one [Learn], one after the other.
	// It makes the same claims as the engine itself, and of several concepts
	// of the same score and size may settle on another one.
	Session() Engine
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
	// Bound is a classification that no concept exceeds in score.
	Bound interp.Confusion
	// Avoid are concepts that have been found already: no concept that uses
	// all symbols of one of them (dl.Symbols) is to be reported.
	Avoid []dl.Concept
	// Found reports a concept that is better than those before, so that a
	// search that is cut short has something to show. It returns how the
	// evaluator classifies the examples by it, and an error if the engine
	// must stop. It must not be called concurrently.
	Found func(c dl.Concept) (interp.Confusion, error)
	// Describe reports how many individuals are within reach, and how many
	// classes of them and labels of leaves the engine distinguishes; it may be
	// called once, and need not be if something is to be avoided.
	Describe func(reached, individuals, names int)
	// Answered, if set, is told the name of the engine that gave the answer, by
	// an engine that consists of others.
	Answered func(engine string)
}
