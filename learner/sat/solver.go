package sat

import (
	"context"
	"errors"
	"fmt"
)

// Lit is a literal in DIMACS format: the number of a variable, from 1, with a minus
// sign if it is negated. 0 is not a literal.
type Lit int32

// Not returns the negation.
func (x Lit) Not() Lit { return -x }

// Var returns the literal's variable, from 1.
func (x Lit) Var() int { return int(max(x, -x)) }

// ErrSolver says that a solver failed: it panicked or gave a model that does
// not satisfy the clauses.
var ErrSolver = errors.New("SAT solver failed")

// Clauses collects the clauses of an encoding.
type Clauses interface {
	// NewVar returns the positive literal of a new variable.
	NewVar() Lit
	// Add adds the disjunction of the literals. The slice is not kept.
	Add(clause ...Lit)
}

// Solver is a SAT solver.
type Solver interface {
	Clauses
	// Solve reports whether there is a model of all clauses. When the context ends, it
	// returns the context's error without delay. If the solver fails, the error wraps
	// [ErrSolver].
	Solve(ctx context.Context) (satisfiable bool, err error)
	// Value returns the value of the literal in the model that the last Solve has found.
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

// accept keeps a model, after checking that it satisfies every clause. The model may lack
// variables that are in no clause.
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
