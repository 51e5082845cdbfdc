// Package learner is bounded fitting for ALCQI(f) (the paper, Section 4,
// Algorithms 1 and 2): it looks for the smallest concept that fits the
// examples, or for the best one of a given size, and says what it has proved.
//
// [Learn] runs the stages k = 1, 2, …: each asks an engine for a concept of
// size at most k, with numbers up to g(k) and thresholds from T(k), that is
// better than the best so far. Engines search, they do not judge: every
// concept that one of them finds is evaluated by interp.Evaluator on the
// original structure before it counts.
//
// A problem, which is a structure with examples in it, comes from package extract
// or from an interp.Builder. The zero [Options] are good ones; [Exact] is the mode
// for examples without errors. Package syntax writes the concept of the [Fitting]
// for people, package queries as SPARQL.
//
// The package knows nothing of SPARQL, HTTP, files or flags.
//
// Letters: k the stage; p the problem; o the options.
package learner
