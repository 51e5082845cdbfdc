package learner

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

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

// satCanWin reports whether the SAT engine can be the faster one on the task.
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
