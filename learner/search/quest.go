package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// quest is one task of a session.
type quest struct {
	interp.Task
	session *Session
	known   *knowledge
	avoid   []map[dl.Concept]bool

	best    interp.Confusion // to be beaten
	have    bool
	concept dl.Concept // the best that was found
	// The best that was reported: not the same, because searches of parts report
	// what they find on the way.
	reported dl.Concept
	shown    *interp.Confusion
	done     bool // nothing can be better
	proved   bool
}

// choice is a part of the space that is to be searched: what does not use the
// symbols removed. Concepts that do without one of the symbols kept are in
// other choices.
type choice struct {
	removed, kept symbols
	bound         interp.Confusion // what its best concept may reach, a guess
}

// search finds what is better among concepts of size k, those of smaller size
// having been searched.
//
// A concept avoids the symbols S if it does without one of them. So the best
// concept of the space is sought; if it uses all of some S, the space is split
// into the parts without the first symbol of S, without the second, …, and each
// of them is searched like that. The parts together have all concepts that avoid
// S, so the first one found that avoids everything, when no part can have a
// better one, is the best: the parts need not be counted beforehand, and those
// without anything better are not split. What is in two parts is left to the
// first. The most promising part is searched first.
func (q *quest) search(ctx context.Context, k int) error {
	queue := []choice{{}}
	for len(queue) > 0 && !q.done {
		next := 0
		for i, c := range queue[1:] {
			if !q.Exact && q.Score.Compare(c.bound, queue[next].bound) > 0 {
				next = i + 1
			}
		}
		c := queue[next]
		queue = slices.Delete(queue, next, next+1)
		more, err := q.choose(ctx, c, k)
		if err != nil {
			return err
		}
		queue = append(queue, more...)
	}
	return nil
}

// choose searches a part and returns what it is split into.
func (q *quest) choose(ctx context.Context, c choice, k int) ([]choice, error) {
	for !q.done && !q.refuted(c.removed, k) {
		f := q.recall(c.removed, k)
		if f == nil {
			var err error
			if f, err = q.find(ctx, c.removed, k); f == nil {
				return nil, err
			}
		}
		if s := q.violated(f.symbols); s >= 0 {
			return c.split(q.avoid[s], f.confusion), nil
		}
		if err := q.accept(f); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// split are the parts of the choice without one of the symbols.
func (c choice) split(set map[dl.Concept]bool, bound interp.Confusion) []choice {
	var out []choice
	kept := slices.Clone(c.kept)
	for _, symbol := range sorted(set) {
		if !slices.Contains(c.kept, symbol) {
			out = append(out, choice{c.removed.with(symbol), slices.Clone(kept), bound})
			kept = append(kept, symbol)
		}
	}
	return out
}

// violated is an entry of avoid that the symbols include, or -1.
func (q *quest) violated(symbols map[dl.Concept]bool) int {
	return slices.IndexFunc(q.avoid, func(set map[dl.Concept]bool) bool {
		for s := range set {
			if !symbols[s] {
				return false
			}
		}
		return true
	})
}

// better reports whether the classification beats what there is.
func (q *quest) better(c interp.Confusion) bool {
	return q.Exact || !q.have || q.Score.Compare(c, q.best) > 0
}

// refuted reports whether the part is known to have nothing better of size k.
func (q *quest) refuted(removed symbols, k int) bool {
	return slices.ContainsFunc(q.known.refuted, func(r refuted) bool {
		return r.size >= k && (r.none || !q.better(r.best)) && r.removed.within(removed)
	})
}

// recall is the best concept of the part known with at most k nodes, nil if none
// is better than what there is.
func (q *quest) recall(removed symbols, k int) *found {
	var best *found
	for i := range q.known.found {
		f := &q.known.found[i]
		if f.size > k || !q.better(f.confusion) || best != nil && q.Score.Compare(f.confusion, best.confusion) <= 0 ||
			slices.ContainsFunc(removed, func(c dl.Concept) bool { return f.symbols[c] }) {
			continue
		}
		best = f
	}
	return best
}

// find searches the part for the best concept with at most k nodes, nil if none
// is better than what there is.
func (q *quest) find(ctx context.Context, removed symbols, k int) (*found, error) {
	search := func(r *runner) { r.search(k, q.best, q.have) }
	r, err := q.run(ctx, removed, false, search)
	if err == nil && r.st.truncated.Load() && !r.alone() {
		r, err = q.run(ctx, removed, true, search)
	}
	if err != nil {
		return nil, err
	}
	complete := !r.st.truncated.Load()
	q.proved = q.proved && complete
	var f *found
	proof := refuted{removed: removed, size: k, best: q.best, none: !q.have || q.Exact}
	if r.concept == nil && r.done { // for all that the places are deep enough for
		proof.size = r.MaxSize
	}
	if r.concept != nil {
		f = &found{r.concept, dl.Size(r.concept), dl.Symbols(r.concept), r.Best}
		q.known.found = append(q.known.found, *f)
		proof.best, proof.none = f.confusion, false
	}
	if complete && (f == nil || !q.Exact) {
		q.known.refuted = append(q.known.refuted, proof)
	}
	return f, nil
}

// run searches the part; afresh, with all the memory there is.
func (q *quest) run(ctx context.Context, removed symbols, afresh bool, search func(*runner)) (*runner, error) {
	r, err := q.session.runner(ctx, q, q.known.part(removed), afresh)
	if err != nil {
		return nil, err
	}
	r.shown, r.allowed = q.shown, func(c dl.Concept) bool { return q.violated(dl.Symbols(c)) < 0 }
	r.Found = func(c dl.Concept) (interp.Confusion, error) {
		q.reported = c
		if q.Found == nil {
			return *r.shown, nil
		}
		return q.Found(c)
	}
	release := context.AfterFunc(ctx, func() { r.st.stopped.Store(true) })
	search(r)
	if !release() {
		r.st.stopped.Store(true) // or will be
	}
	q.shown = r.shown
	if r.err != nil {
		return nil, r.err
	}
	return r, ctx.Err()
}

// settled is the concept that the task ends with. What was reported is better only
// where too little memory kept a search from finding it again.
func (q *quest) settled() dl.Concept {
	if q.reported != nil && (!q.have || q.Score.Compare(*q.shown, q.best) > 0) {
		return q.reported
	}
	return q.concept
}

// accept makes a concept the one to be beaten.
func (q *quest) accept(f *found) error {
	q.best, q.have, q.concept = f.confusion, true, f.concept
	q.done = q.Exact || f.confusion.FN == 0 && f.confusion.FP == 0
	if q.shown != nil && q.Score.Compare(f.confusion, *q.shown) <= 0 {
		return nil
	}
	q.shown, q.reported = &f.confusion, f.concept
	if q.Found == nil {
		return nil
	}
	seen, err := q.Found(f.concept)
	if err == nil && seen != f.confusion {
		err = fmt.Errorf("%w: %+v known, %+v found, for %#v", ErrSearch, f.confusion, seen, f.concept)
	}
	return err
}
