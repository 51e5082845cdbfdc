package search

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrSearch says that the search contradicts the evaluator: a defect.
var ErrSearch = errors.New("search contradicts the evaluator")

// searchRun is one task of a session.
type searchRun struct {
	request
	archive *archive
	facts   *facts
	avoid   []map[dl.Concept]bool
	concept dl.Concept // the best that was found
	// The best that was reported: not the same, because searches of subspaces report
	// what they find on the way.
	reported dl.Concept
	shown    *interp.Confusion
	done     bool // nothing can be better
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

// search finds what is better of the task's sizes.
func (r *searchRun) search(ctx context.Context) error {
	if len(r.avoid) == 0 { // it is searched anyway, and described even if there is nothing to do
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

// searchSize finds what is better among concepts of size k, those of smaller size
// having been searched. It is branch and bound over subspaces.
//
// A concept avoids the symbols S if it does without one of them. So the best
// concept of the space is sought; if it uses all of some S, the space is split into
// the subspaces without the first symbol of S, without the second, …, and each of them
// is searched like that. The subspaces together have all concepts that avoid S, so the
// first one found that avoids everything, when no subspace can have a better one, is
// the best: those without anything better are not split. What is in two subspaces is
// left to the first. The most promising subspace is searched first.
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

// choice is a subspace that is to be searched: what does not use the symbols removed.
// Concepts that do without one of the symbols kept are in other choices.
type choice struct {
	removed, kept symbols
	bound         interp.Confusion // what its best concept may reach, a guess
}

// searchChoice searches a subspace and returns what it is split into.
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

// split returns the parts of the choice without one of the symbols.
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

// findViolation returns an entry of avoid that the symbols include, or -1.
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

// isBetter reports whether the classification beats what there is.
func (r *searchRun) isBetter(c interp.Confusion) bool {
	return r.Exact || !r.have || r.Score.Compare(c, r.best) > 0
}

// hasNothingBetter reports whether the subspace is known to have nothing better of size k.
func (r *searchRun) hasNothingBetter(removed symbols, k int) bool {
	return slices.ContainsFunc(r.facts.bounds, func(b provedBound) bool {
		return b.size >= k && (b.none || !r.isBetter(b.best)) && b.removed.isSubsetOf(removed)
	})
}

// recall is the best concept of the subspace known with at most k nodes, nil if none
// is better than what there is.
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

// find searches the subspace for the best concept with at most k nodes, nil if none
// is better than what there is.
func (r *searchRun) find(ctx context.Context, removed symbols, k int) (*foundConcept, error) {
	search := func(s *subspace) outcome { return s.search(&r.request, k) }
	s, o, err := r.explore(ctx, removed, false, search)
	if err == nil && s.ts.memory.truncated.Load() && s.extended {
		s, o, err = r.explore(ctx, removed, true, search)
	}
	if err != nil {
		return nil, err
	}
	complete := !s.ts.memory.truncated.Load()
	r.proved = r.proved && complete
	var f *foundConcept
	proof := provedBound{removed: removed, size: k, best: r.best, none: !r.have || r.Exact}
	if o.concept == nil && o.done { // for all that the contexts are deep enough for
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

// explore searches a subspace; restart says to begin anew, with all the memory there
// is.
func (r *searchRun) explore(ctx context.Context, removed symbols, restart bool, search func(*subspace) outcome) (*subspace, outcome, error) {
	s, err := r.open(ctx, removed, restart)
	if err != nil {
		return nil, outcome{}, err
	}
	ts := s.ts // the function may be called when the search has been dropped
	release := context.AfterFunc(ctx, func() { ts.cancelled.Store(true) })
	before := ts.enumerated.Load() + ts.searched.Load()
	o := search(s)
	r.archive.work += ts.enumerated.Load() + ts.searched.Load() - before
	if !release() {
		ts.cancelled.Store(true) // or will be
	}
	if r.err != nil {
		return nil, o, r.err
	}
	return s, o, ctx.Err()
}

// open returns a subspace, ready to be searched, and describes the whole space.
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

// reportIfBetter tells the caller of a concept, if it avoids what it ought to and is better
// than what the caller was told of before.
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

// result is the concept that the task ends with. What was reported is better only
// where too little memory kept a search from finding it again.
func (r *searchRun) result() dl.Concept {
	if r.reported != nil && (!r.have || r.Score.Compare(*r.shown, r.best) > 0) {
		return r.reported
	}
	return r.concept
}
