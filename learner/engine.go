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
type Task = interp.Task
