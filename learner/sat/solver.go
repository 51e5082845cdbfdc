package sat

import (
	"context"
	"errors"
)

// Lit is a literal as in DIMACS: a variable counted from 1, negative if it is
// negated. 0 is not a literal.
type Lit int32

// Not returns the negation.
func (x Lit) Not() Lit { return -x }

// Var returns the literal's variable, from 1.
func (x Lit) Var() int {
	if x < 0 {
		return int(-x)
	}
	return int(x)
}

// Status is the outcome of a solve.
type Status int8

// The outcomes.
const (
	Unknown Status = iota
	Sat
	Unsat
)

// String returns the outcome in the words of the SAT competitions.
func (s Status) String() string {
	return [...]string{"UNKNOWN", "SATISFIABLE", "UNSATISFIABLE"}[s]
}

// ErrSolver says that a solver failed: it panicked or gave a model that does
// not satisfy the clauses.
var ErrSolver = errors.New("SAT solver failed")

// Clauses is what encodings are written into.
type Clauses interface {
	// NewVar is the positive literal of a new variable.
	NewVar() Lit
	// Add adds the disjunction of the literals. The slice is not kept.
	Add(clause ...Lit)
}

// Solver is a SAT solver.
type Solver interface {
	Clauses
	// Solve looks for a model of all clauses and the assumptions. It returns
	// Unknown with the context's error within moments of its end, and Unknown
	// with an error that wraps [ErrSolver] if the solver failed.
	Solve(ctx context.Context, assumptions ...Lit) (Status, error)
	// Value is the value of the literal in the last model; it may be asked
	// for after Solve has returned Sat.
	Value(x Lit) bool
}
