package benchmarks

import (
	"slices"
	"time"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

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
