package sat

import (
	"context"
	"fmt"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// Gini is a [Solver] that uses gini. Unlike gophersat, gini allows concurrent solves in
// one process, and it can be stopped. Its assumptions are unreliable, so every Solve makes
// a fresh solver. The zero value is an empty problem; it is not safe for concurrent use.
type Gini struct{ formula }

// longestPoll is the longest time between two checks for a result or the context's end.
const longestPoll = 5 * time.Millisecond

// Solve implements [Solver].
func (g *Gini) Solve(ctx context.Context) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s := gini.NewVc(g.vars+1, len(g.clauses)/3+1)
	for i, x := range g.clauses {
		if i%(1<<20) == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		switch {
		case x != 0:
			s.Add(z.Dimacs2Lit(int(x)))
		case i == 0 || g.clauses[i-1] == 0: // an empty clause
			return false, nil
		default:
			s.Add(z.LitNull)
		}
	}
	solving := s.GoSolve()
	for pause := 20 * time.Microsecond; ; pause = min(2*pause, longestPoll) {
		if result, ok := solving.Test(); ok {
			return g.read(s, result)
		}
		select {
		case <-ctx.Done():
			solving.Stop()
			return false, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// read returns whether the clauses are satisfiable, from gini's result, and keeps the
// model.
func (g *Gini) read(s *gini.Gini, result int) (bool, error) {
	switch result {
	case -1:
		return false, nil
	case 1:
		model := make([]bool, min(g.vars, int(s.MaxVar())))
		for v := range model {
			model[v] = s.Value(z.Dimacs2Lit(v + 1))
		}
		return g.accept(model)
	}
	return false, fmt.Errorf("%w: no answer", ErrSolver)
}
