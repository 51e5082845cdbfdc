package search

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrSearch reports that the search contradicts the evaluator, which is a defect.
var ErrSearch = errors.New("search contradicts the evaluator")

// searchRun is one task of a session.
type searchRun struct {
	request
	archive *archive
	facts   *facts
	avoid   []map[dl.Concept]bool
	concept dl.Concept // the best concept accepted
	// reported is the best concept reported, with the classification shown. It may differ
	// from concept, because searches of subspaces report intermediate solutions.
	reported dl.Concept
	shown    *interp.Confusion
	done     bool // whether no concept can be better
	proved   bool
}

func newRun(t interp.Task, a *archive) *searchRun {
	r := &searchRun{request: request{Task: t}, archive: a, facts: a.factsOf(t.Space), proved: true}
	r.request.report = r.reportIfBetter
	for _, c := range t.Avoid {
		r.avoid = append(r.avoid, dl.Symbols(c))
	}
	if t.Have && !t.Exact {
		r.best, r.have, r.shown = t.Best, true, &t.Best
	}
	return r
}

// search searches the task's sizes.
func (r *searchRun) search(ctx context.Context) error {
	if len(r.avoid) == 0 { // so that the space is described even if there is nothing to search
		if _, err := r.open(ctx, nil, false); err != nil {
			return err
		}
	}
	for k := max(r.MinSize, 1); k <= r.MaxSize && !r.done; k++ {
		if err := r.searchSize(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// searchSize finds the best concept of size at most k that is better than the incumbent,
// after the smaller sizes have been searched. It is branch and bound over subspaces.
//
// A concept avoids the symbols S if it lacks one of them. So searchSize finds the best
// concept of the space. If the concept uses all symbols of some S, it splits the space into
// the subspaces without the first symbol of S, without the second, and so on, and searches
// each of them likewise. Together they have all concepts that avoid S. It does not split a
// subspace without a better concept than the incumbent. Concepts in two subspaces belong to
// the first one. The most promising subspace comes first.
func (r *searchRun) searchSize(ctx context.Context, k int) error {
	queue := []choice{{}}
	for len(queue) > 0 && !r.done {
		next := 0
		for i, c := range queue[1:] {
			if !r.Exact && r.Score.Compare(c.bound, queue[next].bound) > 0 {
				next = i + 1
			}
		}
		c := queue[next]
		queue = slices.Delete(queue, next, next+1)
		more, err := r.searchChoice(ctx, c, k)
		if err != nil {
			return err
		}
		queue = append(queue, more...)
	}
	return nil
}

// choice is a subspace to search: the concepts without the symbols removed. Concepts that
// lack one of the symbols kept belong to other choices.
type choice struct {
	removed, kept symbols
	bound         interp.Confusion // an estimate of its best classification
}

// searchChoice searches a subspace and returns the parts into which it splits it, if any.
func (r *searchRun) searchChoice(ctx context.Context, c choice, k int) ([]choice, error) {
	for !r.done && !r.hasNothingBetter(c.removed, k) {
		f := r.recall(c.removed, k)
		if f == nil {
			var err error
			if f, err = r.find(ctx, c.removed, k); f == nil {
				return nil, err
			}
		}
		if i := r.findViolation(f.symbols); i >= 0 {
			return c.split(r.avoid[i], f.confusion), nil
		}
		if err := r.accept(f); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// split returns the parts of the choice, each without one of the symbols.
func (c choice) split(set map[dl.Concept]bool, bound interp.Confusion) []choice {
	var out []choice
	kept := slices.Clone(c.kept)
	for _, symbol := range dl.SortSymbols(set) {
		if !slices.Contains(c.kept, symbol) {
			out = append(out, choice{c.removed.with(symbol), slices.Clone(kept), bound})
			kept = append(kept, symbol)
		}
	}
	return out
}

// findViolation returns the index of the first entry of avoid that the symbols include, -1
// if there is none.
func (r *searchRun) findViolation(symbols map[dl.Concept]bool) int {
	return slices.IndexFunc(r.avoid, func(set map[dl.Concept]bool) bool {
		for s := range set {
			if !symbols[s] {
				return false
			}
		}
		return true
	})
}

// isBetter reports whether the classification beats the incumbent.
func (r *searchRun) isBetter(c interp.Confusion) bool {
	return r.Exact || !r.have || r.Score.Compare(c, r.best) > 0
}

// hasNothingBetter reports whether it is proved that no concept of the subspace with at most
// k nodes is better than the incumbent.
func (r *searchRun) hasNothingBetter(removed symbols, k int) bool {
	return slices.ContainsFunc(r.facts.bounds, func(b provedBound) bool {
		return b.size >= k && (b.none || !r.isBetter(b.best)) && b.removed.isSubsetOf(removed)
	})
}

// recall returns the best concept of the subspace with at most k nodes that the session
// has found, nil if none is better than the incumbent.
func (r *searchRun) recall(removed symbols, k int) *foundConcept {
	var best *foundConcept
	for i := range r.facts.found {
		f := &r.facts.found[i]
		if f.size > k || !r.isBetter(f.confusion) || best != nil && r.Score.Compare(f.confusion, best.confusion) <= 0 ||
			slices.ContainsFunc(removed, func(c dl.Concept) bool { return f.symbols[c] }) {
			continue
		}
		best = f
	}
	return best
}

// find searches the subspace for the best concept with at most k nodes. It returns nil if
// none is better than the incumbent.
func (r *searchRun) find(ctx context.Context, removed symbols, k int) (*foundConcept, error) {
	s, o, err := r.explore(ctx, removed, k, false)
	if err == nil && s.ts.memory.truncated.Load() && s.extended {
		s, o, err = r.explore(ctx, removed, k, true)
	}
	if err != nil {
		return nil, err
	}
	complete := !s.ts.memory.truncated.Load()
	r.proved = r.proved && complete
	var f *foundConcept
	proof := provedBound{removed: removed, size: k, best: r.best, none: !r.have || r.Exact}
	if o.concept == nil && o.done { // it holds for all sizes for which the contexts are deep enough
		proof.size = s.maxSize
	}
	if o.concept != nil {
		f = &foundConcept{o.concept, dl.Size(o.concept), dl.Symbols(o.concept), o.best}
		r.facts.found = append(r.facts.found, *f)
		proof.best, proof.none = f.confusion, false
	}
	if complete && (f == nil || !r.Exact) {
		r.facts.bounds = append(r.facts.bounds, proof)
	}
	return f, nil
}

// explore opens a subspace and searches it for concepts of size k. If restart is set, it does
// not reuse tables, so that the search has all the memory.
func (r *searchRun) explore(ctx context.Context, removed symbols, k int, restart bool) (*subspace, outcome, error) {
	s, err := r.open(ctx, removed, restart)
	if err != nil {
		return nil, outcome{}, err
	}
	ts := s.ts // the function below may run after the session has dropped s
	release := context.AfterFunc(ctx, func() { ts.cancelled.Store(true) })
	before := ts.enumerated.Load() + ts.searched.Load()
	o := s.search(&r.request, k)
	r.archive.work += ts.enumerated.Load() + ts.searched.Load() - before
	if !release() {
		ts.cancelled.Store(true) // the function below may not have run yet
	}
	if r.err != nil {
		return nil, o, r.err
	}
	return s, o, ctx.Err()
}

// open prepares a subspace for a search, and calls Describe once for the whole space.
func (r *searchRun) open(ctx context.Context, removed symbols, restart bool) (*subspace, error) {
	s, err := r.archive.open(ctx, &r.Task, r.facts, removed, restart)
	if err != nil {
		return nil, err
	}
	if ts := s.ts; len(removed) == 0 && r.Describe != nil {
		r.Describe(ts.reached, ts.classes, len(ts.leaves))
		r.Describe = nil
	}
	return s, nil
}

// reportIfBetter reports a concept to the caller, if it avoids the symbols of Task.Avoid and
// is better than the last one reported.
func (r *searchRun) reportIfBetter(c dl.Concept, confusion interp.Confusion) error {
	if r.shown != nil && r.Score.Compare(confusion, *r.shown) <= 0 || r.findViolation(dl.Symbols(c)) >= 0 {
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

// accept makes a concept the incumbent.
func (r *searchRun) accept(f *foundConcept) error {
	r.best, r.have, r.concept = f.confusion, true, f.concept
	r.done = r.Exact || f.confusion.FN == 0 && f.confusion.FP == 0
	return r.reportIfBetter(f.concept, f.confusion)
}

// result returns the concept that the task ends with. The reported concept is the better
// one only if lack of memory kept a search from finding it again.
func (r *searchRun) result() dl.Concept {
	if r.reported != nil && (!r.have || r.Score.Compare(*r.shown, r.best) > 0) {
		return r.reported
	}
	return r.concept
}
