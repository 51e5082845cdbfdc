package interp

import "github.com/genus-kg/genus/learner/dl"

// Task is what an engine searches for: one stage of bounded fitting.
type Task struct {
	Problem *Problem
	Space   Space
	// Sizes from MinSize to MaxSize are to be searched; smaller ones are
	// known to have nothing better than Best.
	MinSize, MaxSize int
	// Exact asks for the smallest concept without errors, otherwise for the
	// smallest of those with the best score.
	Exact bool
	Score Score
	// Best is the classification that has to be beaten, and Have whether
	// there is one. Exact tasks ignore it.
	Best Confusion
	Have bool
	// Bound is a classification that no concept exceeds in score.
	Bound Confusion
	// Avoid are concepts that have been found already: no concept that uses
	// all symbols of one of them (dl.Symbols) is to be reported.
	Avoid []dl.Concept
	// Found is told of every concept that is better than those before,
	// so that a search that is cut short has something to show. It returns how
	// the evaluator classifies the examples by it, and an error if the engine
	// must stop. It must not be called concurrently, but may be called by any
	// goroutine.
	Found func(dl.Concept) (Confusion, error)
	// Describe, if set, is told how many individuals are within reach, and how
	// many classes of them and labels of leaves the engine distinguishes; it may
	// be called once, and need not be if something is to be avoided.
	Describe func(reached, individuals, names int)
	// Answered, if set, is told the name of the engine that gave the answer, by
	// an engine that consists of others.
	Answered func(engine string)
}
