package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrSearch reports that the search contradicts the evaluator, which is a defect.
var ErrSearch = errors.New("search contradicts the evaluator")

// searchRun is one task of a session.
type searchRun struct {
	request
	session *Session
	concept dl.Concept // the best concept accepted
	// reported is the best concept reported, with the classification shown. It may differ
	// from concept, because a search reports intermediate solutions.
	reported dl.Concept
	shown    *interp.Confusion
	done     bool // whether no concept can be better
	proved   bool
}

func newRun(t interp.Task, s *Session) *searchRun {
	r := &searchRun{request: request{Task: t}, session: s, proved: true}
	r.request.report = r.reportIfBetter
	if t.Have && !t.Exact {
		r.best = t.Best
		r.have = true
		r.shown = &t.Best
	}
	return r
}

// search searches the task's sizes.
func (r *searchRun) search(ctx context.Context) error {
	// The space is described even if there is nothing to search.
	if _, err := r.open(ctx, false); err != nil {
		return err
	}
	for k := max(r.MinSize, 1); k <= r.MaxSize && !r.done; k++ {
		if err := r.searchSize(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// searchSize finds the best concept of size at most k that is better than the incumbent,
// after the smaller sizes have been searched.
func (r *searchRun) searchSize(ctx context.Context, k int) error {
	for !r.done {
		s, o, err := r.explore(ctx, k, false)
		if err == nil && s.ts.memory.truncated.Load() && s.extended {
			s, o, err = r.explore(ctx, k, true)
		}
		if err != nil {
			return err
		}
		complete := !s.ts.memory.truncated.Load()
		r.proved = r.proved && complete
		if o.concept == nil {
			r.done = o.done
			return nil
		}
		if err := r.accept(o); err != nil || complete {
			return err
		}
	}
	return nil
}

// explore opens the space and searches it for concepts of size k. If restart is set, it does
// not reuse tables, so that the search has all the memory.
func (r *searchRun) explore(ctx context.Context, k int, restart bool) (*spaceSearch, outcome, error) {
	s, err := r.open(ctx, restart)
	if err != nil {
		return nil, outcome{}, err
	}
	ts := s.ts // the function below may run after the session has dropped s
	release := context.AfterFunc(ctx, func() { ts.cancelled.Store(true) })
	before := ts.enumerated.Load() + ts.searched.Load()
	o := s.search(&r.request, k)
	r.session.work += ts.enumerated.Load() + ts.searched.Load() - before
	if !release() {
		ts.cancelled.Store(true) // the function below may not have run yet
	}
	if r.err != nil {
		return nil, o, r.err
	}
	return s, o, ctx.Err()
}

// open prepares a search of the space, and calls Describe once. It continues with the kept
// tables if they are of that space and can be extended, unless restart is set. A search may
// use all the memory, so only one is kept.
func (r *searchRun) open(ctx context.Context, restart bool) (*spaceSearch, error) {
	q := r.session
	last := q.kept
	q.kept = nil
	if last != nil && !restart && q.space.Equal(r.Space, r.Problem.Structure) {
		ok, err := last.extend(ctx, r.MaxSize)
		if err != nil {
			return nil, err
		}
		if ok {
			q.kept = last
		}
	}
	if q.kept == nil {
		l := q.settings.limits
		ts, err := newTables(ctx, &r.Task, q.eval, q.settings.memory, l.contexts)
		if err != nil {
			return nil, err
		}
		ts.workers = l.workers
		q.kept, q.space = &spaceSearch{ts: ts, limits: l, maxSize: r.MaxSize, allowance: l.tableWork}, r.Space
	}
	if ts := q.kept.ts; r.Describe != nil {
		r.Describe(ts.reached, ts.classes, len(ts.leaves))
		r.Describe = nil
	}
	return q.kept, nil
}

// reportIfBetter reports a concept to the caller, if it is better than the last one
// reported.
func (r *searchRun) reportIfBetter(c dl.Concept, confusion interp.Confusion) error {
	if r.shown != nil && r.Score.Compare(confusion, *r.shown) <= 0 {
		return nil
	}
	r.shown, r.reported = &confusion, c
	if r.Found == nil {
		return nil
	}
	seen, err := r.Found(c)
	if err == nil && seen != confusion {
		err = fmt.Errorf("%w: %+v claimed, %+v found, for %#v", ErrSearch, confusion, seen, c)
	}
	return err
}

// accept makes the concept of the outcome the incumbent.
func (r *searchRun) accept(o outcome) error {
	r.best = o.best
	r.have = true
	r.concept = o.concept
	r.done = r.Exact || o.best.FN == 0 && o.best.FP == 0
	return r.reportIfBetter(o.concept, o.best)
}

// result returns the concept that the task ends with. The reported concept is the better
// one only if lack of memory kept a search from finding it again.
func (r *searchRun) result() dl.Concept {
	if r.reported != nil && (!r.have || r.Score.Compare(*r.shown, r.best) > 0) {
		return r.reported
	}
	return r.concept
}
