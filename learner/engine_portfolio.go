package learner

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Portfolio is the default engine: [Search], and beside it, on another core and
// only where it can be faster, [SAT]. Whichever answers a stage first ends it,
// and the other stops within a second.
//
// SAT can be faster where a concept without errors is asked for or possible,
// because formulas that count errors are much harder, and where there are
// roles, because a search over names alone takes milliseconds; and only after
// Search has been at a stage for a while. It is asked for a concept without
// errors and nothing else.
//
// The score and the size of what is found do not depend on who was first. Which
// of several concepts of that score and size it is may.
type Portfolio struct {
	Workers int    // of Search
	Memory  uint64 // of Search
	// Delay is how long Search has a stage for itself; 0 means DefaultDelay.
	Delay time.Duration

	first Engine // of a session
}

// DefaultDelay is 2 s: by then building the formulas is the smaller part.
const DefaultDelay = 2 * time.Second

// Name implements [Engine].
func (Portfolio) Name() string { return "auto" }

// Session implements [Keeper], by what [Search] keeps.
func (e Portfolio) Session() Engine {
	e.first = e.search().Session()
	return e
}

// answer is what an engine returns.
type answer struct {
	concept dl.Concept
	proved  bool
	err     error
	sat     bool // by SAT
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
	defer func() { // the other one
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
	var searched *answer // that it could not prove
	for {
		select {
		case <-late:
			start()
		case a := <-answers:
			running--
			switch {
			case a.err != nil:
				return nil, false, a.err
			case !a.sat && !a.proved && (late != nil || running > 0): // memory ran out
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

func (e Portfolio) search() Search { return Search{Workers: e.Workers, Memory: e.Memory} }

// satCanWin reports whether the SAT engine may be faster on the task.
func satCanWin(t Task) bool {
	perfect := t.Exact || t.Bound.Correct() == t.Bound.Total()
	return perfect && t.Space.Language.Any(dl.WithRoles) && len(t.Space.Roles) > 0 && runtime.GOMAXPROCS(0) > 1
}

// lockCallbacks is the task for two engines at once.
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
