// Package benchmarks compares engines on one problem ([Compare]), makes the problems of the
// paper's Figure 1 ([Counting]), and has the figures of its tables ([PaperTable]).
//
// [Compare] runs several engines in one process, a stage of each in turn. They then have the
// same machine, the same load and the same heap, so that the ratio of their times is
// meaningful.
//
// Invariants:
//
//   - One engine runs at a time. Each of its stages begins with a heap that has just been
//     collected, so that it does not pay for the garbage of another engine.
//   - The seconds of a stage are those of learner.Fitting.Stages. They do not include the turns
//     of other engines.
//   - A stage counts as proved if it and all stages before it are proved.
//
// Letters: p a problem; k a stage; o options.
package benchmarks
