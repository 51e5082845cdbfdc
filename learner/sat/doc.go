// Package sat is the port to SAT solvers: literals, clauses, the [Solver]
// interface, encodings of counts and of sums of weights over it, and the adapters
// for gophersat and gini. It knows nothing of concepts.
//
// # Why gophersat is used the way it is
//
// gophersat 1.4.0 has three faults. All its solvers share a package-global buffer
// (bufLits in learn.go), so two concurrent solves in one process corrupt each other. It
// cannot be interrupted. Its assumptions and native cardinality constraints are
// unreliable.
//
// So [Gophersat] only collects clauses, makes a fresh solver for every Solve, and uses no
// assumptions. One solve at a time runs in the process: a second one waits until the first
// has ended, or its context.
//
// To interrupt a solve, it sets the one variable that a running solve reads: whether to
// certify learned clauses, that is, to send them to a channel. The channel is closed from
// the start. So after certification is turned on, the next learned clause makes the
// solving goroutine panic; the goroutine recovers and ends. That store of a bool is a data
// race, which the race detector reports. Go's memory model bounds its effect: the solver
// reads the old value or the new one. (Certification from the start, over a channel that
// is closed to interrupt, is a race as well, and made a solve eight times slower. Worker
// processes would need no such store, but a library cannot start its caller's executable
// again.)
//
// Every model is checked against the clauses before it is returned.
//
// Letters: x, y literals; n the number of inputs; m a bound on a count.
package sat
