package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Session searches one problem, task after task, and keeps what it has found out
// for the next: of every space, which concepts were found and what is proved,
// and, as far as memory lasts, the tables and bounds.
//
// What a task returns is what [Run] returns, up to the choice among concepts of
// one score and size, which depends on the tables that there are; it is the same
// for the same tasks, whatever the number of workers. The zero value is ready.
// It is for one goroutine at a time.
type Session struct {
	setting setting
	eval    *interp.Evaluator
	spaces  []*knowledge
	clock   int
}

// setting is what all that is kept depends on.
type setting struct {
	problem *interp.Problem
	exact   bool
	score   interp.Score
	memory  int64
	limits  limits
}

// knowledge is what is known of the concepts of a space.
type knowledge struct {
	space   interp.Space
	found   []found
	refuted []refuted
	parts   map[string]*part // by the key of what is removed
}

// found is a concept, in order of time.
type found struct {
	concept   dl.Concept
	size      int
	symbols   map[dl.Concept]bool
	confusion interp.Confusion
}

// refuted says that without the symbols removed no concept of at most size nodes
// is better than best; none, that there is no concept.
type refuted struct {
	removed symbols
	size    int
	best    interp.Confusion
	none    bool
}

// part is a space without some symbols, and the search of it, if it is kept.
type part struct {
	removed symbols
	run     *runner
	used    int // when it was used last
}

// Run is [Run] with what the session knows.
func (s *Session) Run(ctx context.Context, t Task, o Options) (c dl.Concept, proved bool, err error) {
	if err := o.Validate(); err != nil {
		return nil, false, err
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = DefaultMaxMemory
	}
	return s.run(ctx, t, int64(o.MaxMemory/4*3), limits{
		workers: max(o.Workers, 1), scan: 3, scanned: 800, dominators: mostDominators, places: mostPlaces,
		steps: 400_000, rows: 20, entries: 1000,
		bounds: int64(o.MaxMemory / 4),
	})
}

func (s *Session) run(ctx context.Context, t Task, memory int64, l limits) (dl.Concept, bool, error) {
	if t.MaxSize < 1 {
		return nil, true, nil
	}
	if now := (setting{t.Problem, t.Exact, t.Score, memory, l}); s.setting != now {
		*s = Session{setting: now, eval: interp.NewEvaluator(t.Problem.Structure)}
	}
	q := &quest{Task: t, session: s, known: s.about(t.Space), proved: true}
	for _, c := range t.Avoid {
		q.avoid = append(q.avoid, dl.Symbols(c))
	}
	if t.Have && !t.Exact {
		q.best, q.have, q.shown = t.Best, true, &t.Best
	}
	defer s.tidy()
	if len(t.Avoid) == 0 { // it is searched anyway, and described even if there is nothing to do
		if _, err := s.runner(ctx, q, q.known.part(nil)); err != nil {
			return nil, false, err
		}
	}
	for k := max(t.MinSize, 1); k <= t.MaxSize && !q.done; k++ {
		if err := q.search(ctx, k); err != nil {
			return nil, false, err
		}
	}
	return q.concept, q.proved, nil
}

// about is what is known of the space.
func (s *Session) about(sp interp.Space) *knowledge {
	for _, k := range s.spaces {
		if sameSpace(k.space, sp, s.setting.problem.Structure) {
			return k
		}
	}
	k := &knowledge{space: sp, parts: map[string]*part{}}
	s.spaces = append(s.spaces, k)
	return k
}

// sameSpace reports whether two spaces have the same concepts, up to numbers
// that no individual of the structure has so many successors for.
func sameSpace(a, b interp.Space, s *interp.Structure) bool {
	if a.MaxNumber != b.MaxNumber && a.Language.Any(dl.WithAtLeast|dl.WithAtMost) {
		for _, r := range a.Roles {
			if s.MaxSuccessors(r) >= min(a.MaxNumber, b.MaxNumber) {
				return false
			}
		}
	}
	return a.Language == b.Language && a.MaxDepth == b.MaxDepth && slices.Equal(a.Atoms, b.Atoms) && slices.Equal(a.Roles, b.Roles) &&
		slices.EqualFunc(a.Thresholds, b.Thresholds, func(x, y []dl.Value) bool { return slices.Equal(x, y) })
}

// part is the part of the space without the symbols.
func (k *knowledge) part(removed symbols) *part {
	key := removed.key()
	p := k.parts[key]
	if p == nil {
		p = &part{removed: removed}
		k.parts[key] = p
	}
	return p
}

// runner is the search of the part, ready for concepts up to the task's size.
func (s *Session) runner(ctx context.Context, q *quest, p *part) (*runner, error) {
	s.clock++
	p.used = s.clock
	memory, l := s.room(p, len(q.avoid) > 0)
	if p.run != nil {
		p.run.st.limit = memory
		ok := p.run.st.used.Load() <= memory
		if ok && p.run.MaxSize < q.MaxSize {
			var err error
			if ok, err = p.run.extend(ctx, q.MaxSize); err != nil {
				p.run = nil
				return nil, err
			}
		}
		if !ok {
			p.run = nil
		}
	}
	if p.run == nil {
		t := q.Task
		t.Space, t.removed, t.eval = without(q.Space, p.removed, t.Problem.Structure), p.removed, s.eval
		st, err := newStage(ctx, &t, memory, l.places)
		if err != nil {
			return nil, err
		}
		p.run = &runner{Task: t, st: st, limits: l, eval: s.eval, steps: l.steps}
	}
	if st := p.run.st; len(p.removed) == 0 && q.Describe != nil {
		q.Describe(st.reached, st.classes, len(st.leaves))
		q.Describe = nil
	}
	return p.run, nil
}

// room drops what was not used for longest, so that the part has enough memory,
// and says how much. The search of a whole space may have all, the others, of
// which there are several, half; the other half is for what is kept.
func (s *Session) room(p *part, shared bool) (memory int64, l limits) {
	memory, l = s.setting.memory, s.setting.limits
	total := memory + l.bounds
	if shared {
		memory, l.bounds = memory/2, l.bounds/2
	} else {
		total = 0
	}
	var others []*part
	kept := int64(0)
	for _, k := range s.spaces {
		for _, o := range k.parts {
			if o != p && o.run != nil {
				others = append(others, o)
				kept += o.run.bytes()
			}
		}
	}
	slices.SortFunc(others, func(a, b *part) int { return a.used - b.used })
	for _, o := range others {
		if kept <= total/2 {
			break
		}
		kept -= o.run.bytes()
		o.run = nil
	}
	return memory, l
}

// tidy drops searches whose tables are incomplete, because the context ended or
// there was too little memory.
func (s *Session) tidy() {
	for _, k := range s.spaces {
		for _, p := range k.parts {
			if r := p.run; r != nil && (r.err != nil || r.st.stopped.Load() || r.st.truncated.Load()) {
				p.run = nil
			}
		}
	}
}

// symbols are symbols of concepts (dl.SymbolOf), sorted.
type symbols []dl.Concept

// sorted are the symbols of the set in an order that is always the same.
func sorted(set map[dl.Concept]bool) symbols {
	out := make(symbols, 0, len(set))
	for c := range set {
		out = append(out, c)
	}
	slices.SortFunc(out, func(c, d dl.Concept) int { return strings.Compare(name(c), name(d)) })
	return out
}

func name(c dl.Concept) string { return fmt.Sprintf("%T%v", c, c) }

// key is the same for the same symbols only.
func (x symbols) key() string {
	var b strings.Builder
	for _, c := range x {
		fmt.Fprintf(&b, "%q", name(c))
	}
	return b.String()
}

// with are the symbols and c.
func (x symbols) with(c dl.Concept) symbols {
	set := map[dl.Concept]bool{c: true}
	for _, d := range x {
		set[d] = true
	}
	return sorted(set)
}

// within reports whether y has all of x.
func (x symbols) within(y symbols) bool {
	for _, c := range x {
		if !slices.Contains(y, c) {
			return false
		}
	}
	return true
}

// without is the space without the symbols, as far as a space can say that;
// stage.findLeaves sees to the rest.
func without(sp interp.Space, removed symbols, s *interp.Structure) interp.Space {
	if len(removed) == 0 {
		return sp
	}
	sig := s.Signature()
	gone := func(c dl.Concept) bool { return slices.Contains(removed, c) }
	sp.Atoms = slices.DeleteFunc(slices.Clone(sp.Atoms), func(id interp.ConceptID) bool { return gone(dl.SymbolOf(sig.Atoms()[id])) })
	sp.Roles = slices.DeleteFunc(slices.Clone(sp.Roles), func(r interp.RoleID) bool { return gone(dl.Exists{Role: sig.Role(r)}) })
	sp.Thresholds = slices.Clone(sp.Thresholds)
	for f := range sp.Thresholds {
		feature := sig.Features()[f]
		some := false
		for op, constructor := range map[dl.Op]dl.Language{dl.GreaterEq: dl.WithDataAtLeast, dl.LessEq: dl.WithDataAtMost} {
			some = some || sp.Language.Has(constructor) && !gone(dl.Compare{Feature: feature, Op: op})
		}
		if !some {
			sp.Thresholds[f] = nil
		}
	}
	return sp
}

// quest is one task of a session.
type quest struct {
	Task
	session *Session
	known   *knowledge
	avoid   []map[dl.Concept]bool

	best    interp.Confusion // to be beaten
	have    bool
	concept dl.Concept        // the best that was found
	shown   *interp.Confusion // the best that was reported
	done    bool              // nothing can be better
	proved  bool
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
	r, err := q.session.runner(ctx, q, q.known.part(removed))
	if err != nil {
		return nil, err
	}
	r.Found, r.shown, r.allowed = q.Found, q.shown, func(c dl.Concept) bool { return q.violated(dl.Symbols(c)) < 0 }
	release := context.AfterFunc(ctx, func() { r.st.stopped.Store(true) })
	r.search(k, q.best, q.have)
	if !release() {
		r.st.stopped.Store(true) // or will be
	}
	q.shown = r.shown
	if r.err != nil {
		return nil, r.err
	}
	if err := ctx.Err(); err != nil {
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

// accept makes a concept the one to be beaten.
func (q *quest) accept(f *found) error {
	q.best, q.have, q.concept = f.confusion, true, f.concept
	q.done = q.Exact || f.confusion.FN == 0 && f.confusion.FP == 0
	if q.Found == nil || q.shown != nil && q.Score.Compare(f.confusion, *q.shown) <= 0 {
		return nil
	}
	q.shown = &f.confusion
	seen, err := q.Found(f.concept)
	if err == nil && seen != f.confusion {
		err = fmt.Errorf("%w: %+v known, %+v found, for %#v", ErrSearch, f.confusion, seen, f.concept)
	}
	return err
}

// ErrSearch says that the search contradicts the evaluator: a defect.
var ErrSearch = errors.New("search contradicts the evaluator")
