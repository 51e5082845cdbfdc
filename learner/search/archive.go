package search

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// archive is what a session keeps.
type archive struct {
	setting setting
	eval    *interp.Evaluator
	spaces  []*facts
	clock   int
	work    int64 // of all searches: words and rows
}

// setting is what all that is kept depends on.
type setting struct {
	problem *interp.Problem
	exact   bool
	score   interp.Score
	memory  int64
	limits  limits
}

// facts are what a session knows of the concepts of a space.
type facts struct {
	space     interp.Space
	found     []found
	bounds    []provedBound
	subspaces map[string]*subspace // by the key of what is removed
}

// found is a concept, in order of time.
type found struct {
	concept   dl.Concept
	size      int
	symbols   map[dl.Concept]bool
	confusion interp.Confusion
}

// provedBound says that without the symbols removed no concept of at most size nodes
// is better than best; none, that there is no concept.
type provedBound struct {
	removed symbols
	size    int
	best    interp.Confusion
	none    bool
}

// subspace is the part of the space without the symbols.
func (f *facts) subspace(removed symbols) *subspace {
	key := removed.key()
	s := f.subspaces[key]
	if s == nil {
		s = &subspace{removed: removed}
		f.subspaces[key] = s
	}
	return s
}

// factsAbout is what is known of the space.
func (a *archive) factsAbout(sp interp.Space) *facts {
	for _, f := range a.spaces {
		if f.space.Equal(sp, a.setting.problem.Structure) {
			return f
		}
	}
	f := &facts{space: sp, subspaces: map[string]*subspace{}}
	a.spaces = append(a.spaces, f)
	return f
}

// open prepares the search of a subspace for the task; whole says that it may have all
// the memory, restart that it keeps nothing.
func (a *archive) open(ctx context.Context, t *interp.Task, s *subspace, whole, restart bool) error {
	a.clock++
	s.lastUse = a.clock
	memory, l := a.evict(s, whole)
	if restart {
		s.drop()
	}
	if err := s.reuse(ctx, memory, t.MaxSize); err != nil || s.ts != nil {
		return err
	}
	own := *t
	own.Space = without(t.Space, s.removed, t.Problem.Structure)
	ts, err := newTables(ctx, &own, a.eval, s.removed, memory, l.contexts)
	if err != nil {
		return err
	}
	ts.workers = l.workers
	s.ts, s.limits, s.maxSize, s.allowance, s.wholeMemory = ts, l, t.MaxSize, l.tableWork, whole
	return nil
}

// evict drops the searches that were not used for longest, so that this one has enough
// memory, and returns how much: all, or half if others are searched too, and the other
// half is for what is kept of them.
func (a *archive) evict(s *subspace, whole bool) (memory int64, l limits) {
	memory, l = a.setting.memory, a.setting.limits
	room := int64(0) // for others
	if !whole {
		memory, l.lowerBytes = memory/2, l.lowerBytes/2
		room = memory + l.lowerBytes
	}
	var others []*subspace
	kept := int64(0)
	for _, f := range a.spaces {
		for _, o := range f.subspaces {
			if o != s && o.ts != nil {
				others = append(others, o)
				kept += o.bytes()
			}
		}
	}
	slices.SortFunc(others, func(x, y *subspace) int { return x.lastUse - y.lastUse })
	for _, o := range others {
		if kept <= room {
			break
		}
		kept -= o.bytes()
		o.drop()
	}
	return memory, l
}

// tidy drops searches whose tables are incomplete, because the context ended or
// there was too little memory.
func (a *archive) tidy() {
	for _, f := range a.spaces {
		for _, o := range f.subspaces {
			if o.ts != nil && (o.ts.stopped() || o.ts.memory.truncated.Load()) {
				o.drop()
			}
		}
	}
}
