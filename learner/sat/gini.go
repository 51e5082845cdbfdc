package sat

import (
	"context"
	"fmt"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// Gini is a [Solver] on gini, for solving in parallel: unlike gophersat, gini
// allows several solves at once in a process, and can be stopped. Its solving
// under assumptions does not work reliably, so they become unit clauses, of a
// fresh solver for every Solve. The zero value is an empty problem; it is not
// safe for concurrent use.
type Gini struct {
	vars    int
	clauses []Lit // each ended by 0
	empty   bool  // an empty clause was added
	model   []bool
}

// NewVar implements [Clauses].
func (g *Gini) NewVar() Lit {
	g.vars++
	return Lit(g.vars)
}

// Add implements [Clauses].
func (g *Gini) Add(clause ...Lit) {
	g.empty = g.empty || len(clause) == 0
	g.clauses = append(append(g.clauses, clause...), 0)
}

// Value implements [Solver].
func (g *Gini) Value(x Lit) bool {
	v := x.Var() - 1
	return v < len(g.model) && g.model[v] == (x > 0)
}

// longestPoll is how long a stop or a result may wait to be noticed.
const longestPoll = 5 * time.Millisecond

// Solve implements [Solver].
func (g *Gini) Solve(ctx context.Context, assumptions ...Lit) (Status, error) {
	if err := ctx.Err(); err != nil {
		return Unknown, err
	}
	if g.empty {
		return Unsat, nil
	}
	s := gini.NewVc(g.vars+1, len(g.clauses)/3+1)
	add := func(x Lit) {
		if x == 0 {
			s.Add(z.LitNull)
		} else {
			s.Add(z.Dimacs2Lit(int(x)))
		}
	}
	for _, x := range assumptions {
		add(x)
		add(0)
	}
	for i, x := range g.clauses {
		if i%(1<<20) == 0 && ctx.Err() != nil {
			return Unknown, ctx.Err()
		}
		add(x)
	}
	solving := s.GoSolve()
	for pause := 20 * time.Microsecond; ; pause = min(2*pause, longestPoll) {
		if result, ok := solving.Test(); ok {
			return g.result(s, result, assumptions)
		}
		select {
		case <-ctx.Done():
			solving.Stop()
			return Unknown, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// result reads gini's answer and checks a model against the clauses.
func (g *Gini) result(s *gini.Gini, result int, assumptions []Lit) (Status, error) {
	switch result {
	case -1:
		return Unsat, nil
	case 1:
		g.model = make([]bool, g.vars)
		for v := range g.model {
			if z.Var(v+1) <= s.MaxVar() {
				g.model[v] = s.Value(z.Dimacs2Lit(v + 1))
			}
		}
		for _, x := range assumptions {
			if !g.Value(x) {
				return Unknown, fmt.Errorf("%w: its model does not satisfy the literal %d", ErrSolver, x)
			}
		}
		ok := false
		for _, x := range g.clauses {
			if x != 0 {
				ok = ok || g.Value(x)
				continue
			}
			if !ok {
				return Unknown, fmt.Errorf("%w: its model does not satisfy a clause", ErrSolver)
			}
			ok = false
		}
		return Sat, nil
	}
	return Unknown, fmt.Errorf("%w: no answer", ErrSolver)
}
