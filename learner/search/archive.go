package search

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// archive holds what a session keeps between tasks.
type archive struct {
	settings settings
	eval     *interp.Evaluator
	spaces   []*facts
	kept     *subspace // the subspace that was searched last
	work     int64     // of all searches, in words and rows
}

// settings are the parameters that everything in an archive depends on.
type settings struct {
	problem *interp.Problem
	exact   bool
	score   interp.Score
	memory  int64
	limits  limits
}

// facts are the concepts of a space that a session has found, and its proofs.
type facts struct {
	space  interp.Space
	found  []foundConcept
	bounds []provedBound
}

// foundConcept is a concept that a search has found.
type foundConcept struct {
	concept   dl.Concept
	size      int
	symbols   map[dl.Concept]bool
	confusion interp.Confusion
}

// provedBound states that no concept without the symbols removed and with at most size
// nodes is better than best or, if none is set, that no such concept exists or fits.
type provedBound struct {
	removed symbols
	size    int
	best    interp.Confusion
	none    bool
}

// factsOf returns the facts of the space, which may be new.
func (a *archive) factsOf(sp interp.Space) *facts {
	for _, f := range a.spaces {
		if f.space.Equal(sp, a.settings.problem.Structure) {
			return f
		}
	}
	f := &facts{space: sp}
	a.spaces = append(a.spaces, f)
	return f
}

// open prepares the search of a subspace for the task. It continues with the kept tables
// if they are of that subspace and can be extended, unless restart is set. A search may
// use all the memory, so only one is kept.
func (a *archive) open(ctx context.Context, t *interp.Task, f *facts, removed symbols, restart bool) (*subspace, error) {
	s := a.kept
	a.kept = nil
	if s != nil && !restart && s.facts == f && slices.Equal(s.removed, removed) {
		switch ok, err := s.extend(ctx, t.MaxSize); {
		case err != nil:
			return nil, err
		case ok:
			a.kept = s
			return s, nil
		}
	}
	own := *t
	own.Space = removeSymbols(t.Space, removed, t.Problem.Structure)
	l := a.settings.limits
	ts, err := newTables(ctx, &own, a.eval, removed, a.settings.memory, l.contexts)
	if err != nil {
		return nil, err
	}
	ts.workers = l.workers
	a.kept = &subspace{facts: f, removed: removed, ts: ts, limits: l, maxSize: t.MaxSize, allowance: l.tableWork}
	return a.kept, nil
}

// dropIncomplete drops the kept subspace if its tables are incomplete, because the context
// ended or the memory was full.
func (a *archive) dropIncomplete() {
	if s := a.kept; s != nil && (s.ts.stopped() || s.ts.memory.truncated.Load()) {
		a.kept = nil
	}
}
