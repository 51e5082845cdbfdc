// Package command is the command line of genus: a file for each command, and
// files for what commands share.
//
// # Contract
//
// Results go to stdout, everything else to stderr. Exit codes: 0 found (or
// confirmed), 1 not found or failed, 2 usage, which includes malformed input
// files, 130 interrupted. Errors are one line, except that a malformed concept
// is shown with a caret below it. No input leads to a stack trace.
//
// # Files
//
// root.go starts and ends the program. flags.go turns arguments into settings,
// source.go and concept.go read the input, result.go, page.go, text.go and file.go
// write the output, and status.go shows progress. The work itself is in package genus. A
// command with flags of its own has a type for them. Benchmarks are in bench_*.go.
//
// Short names: a is the running program, which the types of commands embed; c is a
// concept; p is a problem.
package command
