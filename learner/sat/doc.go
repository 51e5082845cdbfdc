// Package sat is the port to SAT solvers: literals, clauses, the [Solver]
// interface, encodings of counts and of sums of weights over it, and the adapters
// for gophersat and gini. It knows nothing of concepts.
//
// # Why gophersat is used the way it is
//
// gophersat 1.4.0 shares a package-global buffer among all its solvers
// (bufLits in learn.go), so that two solves at once in one process corrupt each
// other; it cannot be interrupted; and its assumptions and native cardinality
// constraints are unreliable. So [Gophersat] collects clauses only, makes a
// fresh solver for every Solve, without assumptions, and lets one solve at a time
// run in the process: a second one waits its turn, and its context ends the wait. To
// interrupt, it uses the one thing that a running
// solve looks at from outside: whether the clauses that it learns are to be
// certified, that is, sent to a channel. The channel is closed from the start,
// so that turning certification on makes the next clause learned panic in the
// solving goroutine, which recovers and ends; no goroutine stays behind. (That
// one store of a bool is a data race by the letter, which the race detector
// reports. Go's memory model bounds it: the solver sees the old value or the
// new. Certification all the time, over a channel that is closed to interrupt,
// is a race as well and made a solve eight times slower.)
// Worker processes would do this too, but a library cannot start its caller's
// executable again. Every model is checked against the clauses before it is
// believed.
//
// Letters: x, y literals; n the number of inputs; m a bound on a count.
package sat
