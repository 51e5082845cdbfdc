package sat

import (
	"context"
	"errors"
	"fmt"
)

// Lit is a literal as in DIMACS: a variable counted from 1, negative if it is
// negated. 0 is not a literal.
type Lit int32

// Not returns the negation.
func (x Lit) Not() Lit { return -x }

// Var returns the literal's variable, from 1.
func (x Lit) Var() int { return int(max(x, -x)) }

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
	// Solve looks for a model of all clauses and reports whether there is one. It
	// returns the context's error within moments of its end, and an error that wraps
	// [ErrSolver] if the solver failed.
	Solve(ctx context.Context) (satisfiable bool, err error)
	// Value is the value of the literal in the last model; it may be asked
	// for after Solve has found one.
	Value(x Lit) bool
}

// formula collects the clauses for a solver, and keeps its model.
type formula struct {
	vars    int
	clauses []Lit // each ended by 0
	model   []bool
}

// NewVar implements [Clauses].
func (f *formula) NewVar() Lit {
	f.vars++
	return Lit(f.vars)
}

// Add implements [Clauses].
func (f *formula) Add(clause ...Lit) { f.clauses = append(append(f.clauses, clause...), 0) }

// Value implements [Solver].
func (f *formula) Value(x Lit) bool {
	v := x.Var() - 1
	return v < len(f.model) && f.model[v] == (x > 0)
}

// accept keeps a model that satisfies every clause. Variables that it lacks are in no
// clause.
func (f *formula) accept(model []bool) (satisfiable bool, err error) {
	f.model = append(model, make([]bool, max(f.vars-len(model), 0))...)
	satisfied := false
	for _, x := range f.clauses {
		switch {
		case x != 0:
			satisfied = satisfied || f.Value(x)
		case !satisfied:
			return false, fmt.Errorf("%w: its model does not satisfy a clause", ErrSolver)
		default:
			satisfied = false
		}
	}
	return true, nil
}
