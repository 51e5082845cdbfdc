package sat

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/crillab/gophersat/solver"
)

// Gophersat is a [Solver] that uses gophersat. The zero value is an empty problem. It is
// not safe for concurrent use; several of them may be used concurrently (see the package
// comment).
type Gophersat struct{ formula }

// New returns a [Gophersat], or a [Gini] in a program with the race detector, which
// reports how a Gophersat is interrupted (see the package comment).
func New() Solver {
	if raceDetector {
		return &Gini{}
	}
	return &Gophersat{}
}

// solveSlot limits the process to one gophersat solve at a time.
var solveSlot = make(chan struct{}, 1)

type outcome struct {
	satisfiable bool
	model       []bool
	err         error
}

// Solve implements [Solver].
func (g *Gophersat) Solve(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	select {
	case solveSlot <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	var stopped atomic.Bool
	running := make(chan *solver.Solver, 1)
	done := make(chan outcome, 1)
	cnf := g.cnf()
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
			out = run(s)
		}
	}()
	select {
	case out := <-done:
		if !out.satisfiable {
			return false, out.err
		}
		return g.accept(out.model)
	case <-ctx.Done():
		stopped.Store(true)
		select {
		case s := <-running:
			s.Certified = true // see the package comment
		default: // it still reads the clauses, and checks stopped next
		}
		return false, ctx.Err()
	}
}

func (g *Gophersat) cnf() [][]int {
	var out [][]int
	all := make([]int, 0, len(g.clauses)) // one allocation backs all clauses
	start := 0
	for _, x := range g.clauses {
		if x != 0 {
			all = append(all, int(x))
			continue
		}
		out = append(out, all[start:len(all):len(all)])
		start = len(all)
	}
	return out
}

// closedChannel is the certificate channel of every solver: sending to it panics.
var closedChannel = func() chan string {
	c := make(chan string)
	close(c)
	return c
}()

func run(s *solver.Solver) outcome {
	switch s.Solve() {
	case solver.Sat:
		return outcome{satisfiable: true, model: s.Model()}
	case solver.Unsat:
		return outcome{}
	}
	return outcome{err: fmt.Errorf("%w: no answer", ErrSolver)}
}
