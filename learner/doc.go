// Package learner implements bounded fitting for ALCQI(f) (the paper, Section 4,
// Algorithms 1 and 2). It finds the smallest concept that fits the examples, or
// the best concept of a given size, and reports what it has proved.
//
// [Learn] runs the stages k = 1, 2, …. Stage k asks an engine for a concept that
// is better than the best so far, with size at most k, numbers up to g(k) and
// thresholds from T(k). The interp.Evaluator evaluates every concept that an engine
// finds on the original structure before it counts.
//
// A problem is a structure with examples. It comes from package extract or from an
// interp.Builder. The zero [Options] are a good start; use the mode [Exact] for
// examples without errors. Package syntax writes the concept of the [Fitting] for
// people; package queries writes it as SPARQL.
//
// The package knows nothing of SPARQL, HTTP, files or flags.
//
// Letters: k the stage; p the problem; o the options.
package learner
