package benchmarks

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Engines returns the names of the engines that work in stages. Only these are
// comparable.
func Engines() []string {
	return slices.DeleteFunc(config.Engines(), func(name string) bool { return name == "optimal" })
}

// A Contender is an engine that is compared.
type Contender struct {
	Name string
	// Options have the engine. Apart from it they must be the same for all contenders.
	// Progress is not called.
	Options learner.Options
}

// Limits bound a comparison and receive its progress.
type Limits struct {
	// Time limits each contender; 0 means no limit. The time of others does not count.
	Time time.Duration
	// Progress, if set, receives the progress of a contender.
	Progress func(contender string, p learner.Progress)
}

// errTimeUp is the cause of a context whose contender has no time left.
var errTimeUp = errors.New("the time is up")

// Compare lets the contenders learn the problem, a stage of each in turn. A contender
// that has finished or has no time left drops out; the others go on. When the context
// ends, Compare returns what it has within a second.
func Compare(ctx context.Context, p interp.Problem, contenders []Contender, l Limits) Comparison {
	var running []*entry
	for _, c := range contenders {
		e := startEntry(ctx, p, c, l)
		defer e.close()
		running = append(running, e)
	}
	for left := len(running); left > 0; {
		left = 0
		for _, e := range running {
			if !e.done && e.runStage() {
				left++
			}
		}
	}
	c := Comparison{}
	for _, e := range running {
		c.Score = e.contender.Options.Score
		c.Runs = append(c.Runs, e.run)
	}
	return c
}

// An entry is a running contender: a coroutine that yields after each stage.
type entry struct {
	contender Contender
	run       Run
	ctx       context.Context
	cancel    context.CancelCauseFunc
	next      func() (struct{}, bool)
	stop      func()
	left      time.Duration // 0: no limit
	stages    int           // the number of finished stages
	done      bool
}

func startEntry(ctx context.Context, p interp.Problem, c Contender, l Limits) *entry {
	e := &entry{contender: c, run: Run{Engine: c.Name}, left: l.Time}
	e.ctx, e.cancel = context.WithCancelCause(ctx)
	e.next, e.stop = iter.Pull(func(yield func(struct{}) bool) {
		o, stopped := c.Options, false
		o.Progress = func(pr learner.Progress) {
			if l.Progress != nil {
				l.Progress(c.Name, pr)
			}
			if pr.Done && !stopped { // Learn reports the end of a stage from the goroutine that called it
				stopped = !yield(struct{}{})
			}
		}
		e.run.Fitting, e.run.Err = learner.Learn(e.ctx, p, o)
	})
	return e
}

// close frees the resources of the coroutine. It matters if another one panics.
func (e *entry) close() {
	e.cancel(context.Canceled)
	e.stop()
}

// runStage runs the contender to the end of its next stage. It returns false if that was
// the last one.
func (e *entry) runStage() (more bool) {
	runtime.GC() // this contender does not pay for the garbage of others
	start := time.Now()
	if e.left != 0 {
		timer := time.AfterFunc(e.left, func() { e.cancel(errTimeUp) })
		defer timer.Stop()
	}
	_, more = e.next()
	if e.left != 0 {
		e.left = max(e.left-time.Since(start), 1)
	}
	if more {
		e.stages++
		return true
	}
	e.done = true
	// Only stages that were searched are compared, not those with what was found ahead.
	f := &e.run.Fitting
	f.Stages = f.Stages[:min(len(f.Stages), e.stages)]
	f.Chosen = max(min(f.Chosen, len(f.Stages)-1), 0)
	e.run.TimeUp = errors.Is(context.Cause(e.ctx), errTimeUp)
	if errors.Is(e.run.Err, learner.ErrNoFitting) || e.ctx.Err() != nil && errors.Is(e.run.Err, e.ctx.Err()) {
		e.run.Err = nil // the stages tell the outcome
	}
	return false
}

// A Comparison holds the runs of the contenders on one problem.
type Comparison struct {
	Score interp.Score // what was maximised
	Runs  []Run        // in the order of the contenders
}

// A Run is the outcome of one contender.
type Run struct {
	Engine  string
	Fitting learner.Fitting // incomplete if TimeUp or if the context ended
	TimeUp  bool
	Err     error // nil also if nothing fits or the time is up
}

// LastProved calls [evaluation.LastProved] for the fitting of the run.
func (r Run) LastProved() int { return evaluation.LastProved(r.Fitting) }

// A Row is stage K of all runs.
type Row struct {
	K     int
	Cells []Cell // by run
}

// A Cell is one stage of one run.
type Cell struct {
	Begun  bool // the run began the stage; if not, the other fields are zero
	Stage  learner.Stage
	Proved bool // the stage and all before it are proved
}

// Rows returns the stages that at least one run began.
func (c Comparison) Rows() []Row {
	var rows []Row
	for i, run := range c.Runs {
		proved := run.LastProved()
		for j, s := range run.Fitting.Stages {
			if j == len(rows) {
				rows = append(rows, Row{K: s.K, Cells: make([]Cell, len(c.Runs))})
			}
			rows[j].Cells[i] = Cell{Begun: true, Stage: s, Proved: s.K <= proved}
		}
	}
	return rows
}

// NumProved returns the number of runs that proved the stage.
func (r Row) NumProved() int {
	return len(r.provedStages())
}

func (r Row) provedStages() (stages []learner.Stage) {
	for _, c := range r.Cells {
		if c.Proved {
			stages = append(stages, c.Stage)
		}
	}
	return stages
}

// RunsAgree reports whether all runs that proved the stage found concepts of the same
// size with the same score.
func (r Row) RunsAgree(score interp.Score) bool {
	size := func(c dl.Concept) int { // 0: none
		if c == nil {
			return 0
		}
		return dl.Size(c)
	}
	stages := r.provedStages()
	return !slices.ContainsFunc(stages, func(s learner.Stage) bool {
		first := stages[0]
		return size(s.Concept) != size(first.Concept) || s.Concept != nil && score.Compare(s.Confusion, first.Confusion) != 0
	})
}

// Disagreements returns the stages for which runs prove different results, so that an
// engine is wrong.
func (c Comparison) Disagreements() []Row {
	var rows []Row
	for _, r := range c.Rows() {
		if !r.RunsAgree(c.Score) {
			rows = append(rows, r)
		}
	}
	return rows
}

// Total returns the number of stages that all runs proved, and the time that each run
// took for them.
func (c Comparison) Total() (stages int, elapsed []time.Duration) {
	elapsed = make([]time.Duration, len(c.Runs))
	for _, r := range c.Rows() {
		if r.NumProved() < len(c.Runs) {
			break
		}
		stages++
		for i, cell := range r.Cells {
			elapsed[i] += cell.Stage.Elapsed
		}
	}
	return stages, elapsed
}

// Ratio returns elapsed divided by first; 0 if first is not positive.
func Ratio(elapsed, first time.Duration) float64 {
	if first <= 0 {
		return 0
	}
	return elapsed.Seconds() / first.Seconds()
}
