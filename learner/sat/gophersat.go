package sat

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/crillab/gophersat/solver"
)

// Gophersat is a [Solver] on gophersat. The zero value is an empty problem.
// It is not safe for concurrent use; several may be used side by side (see the
// package comment for how).
type Gophersat struct {
	vars    int
	clauses [][]int
	arena   []int // backs the clauses, so that they cost no allocation each
	model   []bool
}

// solveSlot lets one gophersat solve at a time run in this process.
var solveSlot = make(chan struct{}, 1)

const arenaSize = 1 << 16

// NewVar implements [Clauses].
func (g *Gophersat) NewVar() Lit {
	g.vars++
	return Lit(g.vars)
}

// Add implements [Clauses].
func (g *Gophersat) Add(clause ...Lit) {
	if len(g.arena)+len(clause) > cap(g.arena) {
		g.arena = make([]int, 0, max(arenaSize, len(clause)))
	}
	start := len(g.arena)
	for _, x := range clause {
		g.arena = append(g.arena, int(x))
	}
	g.clauses = append(g.clauses, g.arena[start:len(g.arena):len(g.arena)])
}

// Value implements [Solver].
func (g *Gophersat) Value(x Lit) bool {
	v := x.Var() - 1
	return v < len(g.model) && g.model[v] == (x > 0)
}

// outcome is what a solving goroutine reports.
type outcome struct {
	status Status
	model  []bool
	err    error
}

// Solve implements [Solver].
func (g *Gophersat) Solve(ctx context.Context, assumptions ...Lit) (Status, error) {
	if err := ctx.Err(); err != nil {
		return Unknown, err
	}
	select {
	case solveSlot <- struct{}{}:
	case <-ctx.Done():
		return Unknown, ctx.Err()
	}
	cnf := make([][]int, 0, len(g.clauses)+len(assumptions))
	for _, x := range assumptions {
		cnf = append(cnf, []int{int(x)})
	}
	cnf = append(cnf, g.clauses...)

	var stopped atomic.Bool
	running := make(chan *solver.Solver, 1)
	done := make(chan outcome, 1)
	go func() {
		var out outcome
		defer func() {
			if r := recover(); r != nil && !stopped.Load() {
				out = outcome{err: fmt.Errorf("%w: %v", ErrSolver, r)}
			}
			done <- out
			<-solveSlot
		}()
		s := solver.New(solver.ParseSliceNb(cnf, g.vars))
		s.CertChan = closedChannel
		running <- s
		if !stopped.Load() {
			out.status, out.model = runSolver(s, g.vars)
		}
	}()
	select {
	case out := <-done:
		if out.status == Sat {
			if err := checkModel(cnf, out.model); err != nil {
				return Unknown, err
			}
			g.model = out.model
		}
		return out.status, out.err
	case <-ctx.Done():
		stopped.Store(true)
		select {
		case s := <-running:
			s.Certified = true // see the package comment
		default: // still reading the clauses; it looks at stopped next
		}
		return Unknown, ctx.Err()
	}
}

// closedChannel is the certificate channel of every solver: sending to it panics.
var closedChannel = func() chan string {
	c := make(chan string)
	close(c)
	return c
}()

func runSolver(s *solver.Solver, vars int) (Status, []bool) {
	switch s.Solve() {
	case solver.Sat:
		model := s.Model()
		for len(model) < vars { // variables in no clause
			model = append(model, false)
		}
		return Sat, model
	case solver.Unsat:
		return Unsat, nil
	}
	return Unknown, nil
}

// checkModel makes sure that a model satisfies every clause.
func checkModel(cnf [][]int, model []bool) error {
	for _, clause := range cnf {
		ok := false
		for _, x := range clause {
			v := x
			if v < 0 {
				v = -v
			}
			if v <= len(model) && model[v-1] == (x > 0) {
				ok = true
				break
			}
		}
		if !ok {
			return fmt.Errorf("%w: its model does not satisfy the clause %v", ErrSolver, clause)
		}
	}
	return nil
}
