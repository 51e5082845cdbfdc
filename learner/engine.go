package learner

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/optimal"
	"github.com/genus-kg/genus/learner/search"
)

// Engine searches the stages of bounded fitting.
type Engine interface {
	// Name is the engine's name on the command line.
	Name() string
	// Search looks for better and better concepts of the task's space.
	//
	// It returns the best concept, or nil if none is better than Task.Best, and
	// whether it has proved that no concept is better and no smaller one is as
	// good. Unless the engine says otherwise, the concept depends on the task
	// alone, not on workers or timing. When the context ends, Search returns the
	// context's error within a second; what it has reported to Found stays valid.
	Search(ctx context.Context, t Task) (c dl.Concept, proved bool, err error)
}

// Keeper is an engine that can reuse the work of one task in the next.
type Keeper interface {
	Engine
	// Session returns the engine for all tasks of one [Learn], one after the
	// other, whose Options.Memory is memory. It proves the same as the engine
	// itself, but may return another concept of the same score and size.
	Session(memory uint64) Engine
}

// Task is one stage for an engine.
type Task = interp.Task

// Search is the engine of package search. It proves the same as [SAT] and is
// usually orders of magnitude faster.
type Search struct {
	Workers int // 0 means 1

	session *search.Session
	memory  uint64 // for tables and caches; 0: the default of package search
}

// Name implements [Engine].
func (Search) Name() string { return "search" }

// Session implements [Keeper]: a stage reuses the tables and bounds of the one
// before. Tables and caches take at most a third of the memory. When
// they are full the search goes on without new ones, but such a stage is not proved.
func (e Search) Session(memory uint64) Engine {
	e.session, e.memory = new(search.Session), memory/3
	return e
}

// Search implements [Engine].
func (e Search) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	session := e.session
	if session == nil {
		session = new(search.Session)
	}
	return session.Run(ctx, t, search.Options{Workers: e.Workers, MaxMemory: e.memory})
}

// fitOptimal runs the polynomial-time fitting of Theorem 2 instead of the stages.
// Its concept reaches the ceiling and is usually large. It is reported as one
// stage of its size, which proves nothing about size.
func (l *run) fitOptimal(ctx context.Context, base interp.Space) error {
	start := time.Now()
	sp := l.unbounded(base)
	c, err := optimal.Fit(ctx, *l.p, sp, l.o.Score)
	if err != nil {
		return err
	}
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return err
	}
	f := &l.fitting
	f.Concept, f.Confusion = c, confusion
	if l.o.Score.Compare(f.Confusion, f.Ceiling.Confusion) != 0 {
		return fmt.Errorf("the optimal fitting classifies as %+v, the ceiling is %+v", f.Confusion, f.Ceiling.Confusion)
	}
	stage := Stage{
		K:             dl.Size(c),
		Engine:        "optimal",
		AllThresholds: true,
		Elapsed:       time.Since(start),
		Concept:       c,
		Confusion:     f.Confusion,
	}
	for _, values := range sp.Thresholds {
		stage.Thresholds = max(stage.Thresholds, len(values))
	}
	f.Stages = append(f.Stages, stage)
	l.o.Progress(Progress{K: stage.K, Done: true, Best: c, Confusion: f.Confusion})
	return nil
}

// Portfolio is the default engine. It runs [Search] and, where it can be faster,
// [SAT] on another core. The first answer ends a stage, and the other engine stops
// within a second.
//
// Portfolio asks SAT for a concept without errors only, because formulas that count
// errors are much harder. It starts SAT if such a concept may exist, if there are
// roles (a search over names alone takes milliseconds), and after a delay.
//
// The score and size of the result do not depend on which engine is first; which
// of several concepts of that score and size it is may depend on it.
type Portfolio struct {
	Workers int // of Search
	// Delay is how long Search runs alone in a stage; 0 means DefaultDelay.
	Delay time.Duration

	first Engine // the session of Search, or nil
}

// DefaultDelay is 2 s. In stages that take longer, building the formulas is the
// smaller part of SAT's work.
const DefaultDelay = 2 * time.Second

// Name implements [Engine].
func (Portfolio) Name() string { return "auto" }

// Session implements [Keeper] with the session of [Search].
func (e Portfolio) Session(memory uint64) Engine {
	e.first = e.search().Session(memory)
	return e
}

// answer is what an engine returns.
type answer struct {
	concept dl.Concept
	proved  bool
	err     error
	sat     bool // whether SAT answered
}

// Search implements [Engine].
func (e Portfolio) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	first := e.first
	if first == nil {
		first = e.search()
	}
	t = lockCallbacks(t)
	within, cancel := context.WithCancel(ctx)
	answers := make(chan answer, 2)
	running := 1
	defer func() { // stop the other engine
		cancel()
		for ; running > 0; running-- {
			<-answers
		}
	}()
	go func() {
		c, proved, err := first.Search(within, t)
		answers <- answer{c, proved, err, false}
	}()
	var late <-chan time.Time
	if satCanWin(t) {
		delay := e.Delay
		if delay == 0 {
			delay = DefaultDelay
		}
		timer := time.NewTimer(delay)
		defer timer.Stop()
		late = timer.C
	}
	start := func() {
		late = nil
		running++
		go func() {
			exact := t
			exact.Exact = true
			c, proved, err := SAT{}.Search(within, exact)
			answers <- answer{c, proved, err, true}
		}()
	}
	var searched *answer // what Search found without a proof
	for {
		select {
		case <-late:
			start()
		case a := <-answers:
			running--
			switch {
			case a.err != nil:
				return nil, false, a.err
			case !a.sat && !a.proved && (late != nil || running > 0): // Search ran out of memory
				searched = &a
				if late != nil {
					start()
				}
			case !a.sat:
				reportEngine(t, Search{}.Name())
				return a.concept, a.proved, nil
			case a.concept != nil || t.Exact:
				reportEngine(t, SAT{}.Name())
				return a.concept, a.proved, nil
			case searched != nil:
				reportEngine(t, Search{}.Name())
				return searched.concept, false, nil
			}
		}
	}
}

func (e Portfolio) search() Search { return Search{Workers: e.Workers} }

func satCanWin(t Task) bool {
	perfect := t.Exact || t.Bound.Correct() == t.Bound.Total()
	return perfect && t.Space.Language.Any(dl.WithRoles) && len(t.Space.Roles) > 0 && runtime.GOMAXPROCS(0) > 1
}

// lockCallbacks returns the task with callbacks that two engines can call concurrently.
func lockCallbacks(t Task) Task {
	var mu sync.Mutex
	found, describe := t.Found, t.Describe
	t.Found = func(c dl.Concept) (interp.Confusion, error) {
		mu.Lock()
		defer mu.Unlock()
		return found(c)
	}
	if describe == nil {
		return t
	}
	var once sync.Once
	t.Describe = func(reached, individuals, names int) {
		once.Do(func() { describe(reached, individuals, names) })
	}
	return t
}

// reportEngine tells the task which engine has answered.
func reportEngine(t Task, engine string) {
	if t.Answered != nil {
		t.Answered(engine)
	}
}
