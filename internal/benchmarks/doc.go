// Package benchmarks finds learning problems in folders, and lets engines
// compete on them.
//
// A problem is a folder with pos.txt and neg.txt; its data are RDF files in the
// folder or, if there are none, in the one above ([Find]). [Compare] runs
// several engines on one problem in one process, a stage of each in turn, so
// that both have the same machine, the same load and the same heap around
// them, and a ratio of their times means something.
//
// Invariants:
//
//   - One engine runs at a time, and it begins each of its stages with a heap
//     that has just been collected: none pays for another's garbage.
//   - The seconds of a stage are those of learner.Fitting.Stages; what passes
//     while others have their turn is in none of them.
//   - A stage counts as proved if it and all before it are.
//
// Letters: p a problem; k a stage; o options.
package benchmarks
