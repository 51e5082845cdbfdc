package search

import (
	"context"
	"slices"

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
func (s *Session) Run(ctx context.Context, t interp.Task, o Options) (c dl.Concept, proved bool, err error) {
	if err := o.Validate(); err != nil {
		return nil, false, err
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = DefaultMaxMemory
	}
	return s.run(ctx, t, int64(o.MaxMemory/4*3), limits{
		workers: max(o.Workers, 1), scan: 3, scanned: 800, dominators: mostDominators, places: mostPlaces,
		steps: 30_000, rows: 10, least: 32_000_000, short: 8, share: 1 << 20, looks: 1, entries: 1000,
		bounds: int64(o.MaxMemory / 4),
	})
}

func (s *Session) run(ctx context.Context, t interp.Task, memory int64, l limits) (dl.Concept, bool, error) {
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
		if _, err := s.runner(ctx, q, q.known.part(nil), false); err != nil {
			return nil, false, err
		}
	}
	if len(t.Avoid) == 0 && q.have && t.MinSize < t.MaxSize {
		if err := q.ahead(ctx, t.MaxSize); err != nil {
			return nil, false, err
		}
	}
	for k := max(t.MinSize, 1); k <= t.MaxSize && !q.done; k++ {
		if err := q.search(ctx, k); err != nil {
			return nil, false, err
		}
	}
	return q.settled(), q.proved, nil
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

// runner is the search of the part, ready for concepts up to the task's size;
// afresh, it keeps nothing and gives it all the memory.
func (s *Session) runner(ctx context.Context, q *quest, p *part, afresh bool) (*runner, error) {
	s.clock++
	p.used = s.clock
	all := afresh || len(q.avoid) == 0
	memory, l := s.room(p, all)
	if afresh {
		p.run = nil
	}
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
		t.Space = without(q.Space, p.removed, t.Problem.Structure)
		st, err := newStage(ctx, &t, s.eval, p.removed, memory, l.places)
		if err != nil {
			return nil, err
		}
		st.workers = l.workers
		p.run = &runner{Task: t, st: st, limits: l, eval: s.eval, steps: l.steps, all: all}
	}
	if st := p.run.st; len(p.removed) == 0 && q.Describe != nil {
		q.Describe(st.reached, st.classes, len(st.leaves))
		q.Describe = nil
	}
	return p.run, nil
}

// room drops what was not used for longest, so that the part has enough memory,
// and says how much: all, or half if others are searched too, and the other half
// is for what is kept of them.
func (s *Session) room(p *part, all bool) (memory int64, l limits) {
	memory, l = s.setting.memory, s.setting.limits
	room := int64(0) // for others
	if !all {
		memory, l.bounds = memory/2, l.bounds/2
		room = memory + l.bounds
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
		if kept <= room {
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
