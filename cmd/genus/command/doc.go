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
// root.go starts and ends the program. flags.go turns arguments into settings,
// source.go and concept.go read the input, result.go, page.go, text.go and file.go
// write the output, and status.go shows progress. The work itself is in package app. A
// command with flags of its own has a type for them. Benchmarks are in bench_*.go.
//
// Letters: a the running program, which the types of commands embed; c a concept; p a problem.
package command
