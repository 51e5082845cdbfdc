package interp

import "github.com/genus-kg/genus/learner/dl"

// Task is the task of an engine: one stage of bounded fitting.
type Task struct {
	Problem *Problem
	Space   Space
	// The engine searches the sizes MinSize to MaxSize. No smaller concept is better
	// than Best.
	MinSize, MaxSize int
	// Exact asks for a smallest concept without errors. Otherwise the engine looks for
	// a smallest one of those with the best score.
	Exact bool
	Score Score
	// Best is the classification to improve on, if Have is set. Exact tasks ignore
	// it.
	Best Confusion
	Have bool
	// Bound is a classification that no concept exceeds in score.
	Bound Confusion
	// Found must be called with every concept that is better than those before, so
	// that an interrupted search has a result. It returns the evaluator's
	// classification of the examples, and an error if the engine must stop. Any
	// goroutine may call it, but not concurrently.
	Found func(dl.Concept) (Confusion, error)
	// The engine calls Describe, if set, with the number of individuals within reach and
	// the numbers of their classes and of leaf labels that it distinguishes. It does so
	// at most once.
	Describe func(reached, individuals, names int)
	// An engine that runs other engines calls Answered, if set, with the name of the
	// one that gave the answer.
	Answered func(engine string)
}
