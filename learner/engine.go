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
	// It returns the best concept, or nil if none is better than Task.Best, and
	// whether it has proved that no concept is better and no smaller one is as
	// good. Unless the engine says otherwise, the concept depends on the task
	// alone, not on workers or timing. When the context ends, Search returns the
	// context's error within a second; what it has reported to Found stays valid.
	Search(ctx context.Context, t Task) (c dl.Concept, proved bool, err error)
}

// Keeper is an engine that can reuse the work of one task in the next.
type Keeper interface {
	Engine
	// Session returns the engine for all tasks of one [Learn], one after the
	// other, whose Options.Memory is memory. It proves the same as the engine
	// itself, but may return another concept of the same score and size.
	Session(memory uint64) Engine
}

// Task is one stage for an engine.
type Task = interp.Task
