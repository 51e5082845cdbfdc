// Package command is the command line of genus: one file per command, and
// around them what commands share.
//
// # Contract
//
// Results go to stdout, everything else to stderr. Exit codes: 0 found (or
// confirmed), 1 not found or failed, 2 usage, which includes files that cannot
// be read as what they should be, 130 interrupted. Errors are one line, but for
// a malformed concept, which is shown with a caret. No input leads to a stack
// trace.
//
// # Files
//
// root.go starts, exit.go ends; flags.go and variadic.go make settings of
// arguments; source.go and concept.go read; result.go, text.go and file.go write;
// status.go tells how far it is. What is learned and how is in package app.
// bench.go holds the benchmarks together, of which each has a file bench_NAME.go,
// with the forms of its result beside it.
//
// Letters: a the running program; c a concept; p a problem.
package command
