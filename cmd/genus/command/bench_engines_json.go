package command

import (
	"fmt"
	"runtime"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
)

// The JSON form of genus bench engines, version 1: fields are only ever added.
// Lists of engines are in the order of --engines everywhere.
type jsonEngines struct {
	Version     int                 `json:"version"`
	Genus       string              `json:"genus"`
	Machine     string              `json:"machine"`
	Language    string              `json:"language"`
	Timeout     float64             `json:"timeout"` // seconds
	Interrupted bool                `json:"interrupted"`
	Engines     []string            `json:"engines"`
	Problems    []jsonEngineProblem `json:"problems"`
}

type jsonEngineProblem struct {
	Problem     string            `json:"problem"`
	Error       string            `json:"error,omitempty"` // why there is nothing else
	Examples    app.ExamplesJSON  `json:"examples"`
	Individuals int               `json:"individuals"`
	Runs        []jsonEngineRun   `json:"runs"`
	Stages      []jsonEngineStage `json:"stages"`
	// Total is of the stages that all engines proved.
	Total jsonEngineTotal `json:"total"`
}

type jsonEngineRun struct {
	Engine  string `json:"engine"`
	Proved  int    `json:"proved"`  // the last stage that is, as all before it; 0: none
	TimeUp  bool   `json:"time_up"` // in the stage after it
	Optimal bool   `json:"optimal"`
	Error   string `json:"error,omitempty"`
}

type jsonEngineStage struct {
	K int `json:"k"`
	// Agree is null if fewer than two engines have proved the stage.
	Agree   *bool            `json:"agree"`
	Engines []jsonEngineCell `json:"engines"` // those that began the stage
}

type jsonEngineCell struct {
	Engine  string         `json:"engine"`
	Seconds float64        `json:"seconds"`
	Ratio   *float64       `json:"ratio"` // to the seconds of the first engine; null if that did not begin the stage
	Score   *app.ScoreJSON `json:"score"` // null if there is no concept
	Size    int            `json:"size"`
	Proved  bool           `json:"proved"`
	// PeakBytes is what the engine held on the heap at most.
	PeakBytes   uint64 `json:"peak_bytes"`
	Individuals int    `json:"individuals"`
	Names       int    `json:"names"`
}

type jsonEngineTotal struct {
	Stages  int       `json:"stages"`
	Seconds []float64 `json:"seconds"`
	Ratios  []float64 `json:"ratios"` // to the first engine
}

func (a *program) enginesJSON(contenders []benchmarks.Contender, results []compared, interrupted bool) jsonEngines {
	j := jsonEngines{
		Version: 1, Genus: programVersion(), Machine: machine(), Language: contenders[0].Options.Language.String(),
		Timeout: a.cfg.Timeout.Seconds(), Interrupted: interrupted, Problems: []jsonEngineProblem{},
	}
	for _, c := range contenders {
		j.Engines = append(j.Engines, c.Name)
	}
	for _, r := range results {
		j.Problems = append(j.Problems, engineProblemJSON(r))
	}
	return j
}

func engineProblemJSON(r compared) jsonEngineProblem {
	j := jsonEngineProblem{
		Problem: r.name, Examples: app.ExamplesJSON{Positive: r.positives, Negative: r.negatives}, Individuals: r.individuals,
		Runs: []jsonEngineRun{}, Stages: []jsonEngineStage{}, Total: jsonEngineTotal{Seconds: []float64{}, Ratios: []float64{}},
	}
	if r.err != nil {
		j.Error = app.OneLine(r.err.Error())
		return j
	}
	for _, run := range r.comparison.Runs {
		e := jsonEngineRun{Engine: run.Engine, Proved: run.LastProved(), TimeUp: run.TimeUp, Optimal: run.Fitting.Optimal}
		if run.Err != nil {
			e.Error = app.OneLine(run.Err.Error())
		}
		j.Runs = append(j.Runs, e)
	}
	for _, row := range r.comparison.Rows() {
		j.Stages = append(j.Stages, engineStageJSON(r.comparison, row))
	}
	stages, elapsed := r.comparison.Total()
	j.Total.Stages = stages
	for _, e := range elapsed {
		j.Total.Seconds = append(j.Total.Seconds, e.Seconds())
		j.Total.Ratios = append(j.Total.Ratios, benchmarks.Ratio(e, elapsed[0]))
	}
	return j
}

func engineStageJSON(c benchmarks.Comparison, row benchmarks.Row) jsonEngineStage {
	j := jsonEngineStage{K: row.K}
	if row.NumProved() >= 2 {
		agree := row.RunsAgree(c.Score)
		j.Agree = &agree
	}
	for i, cell := range row.Cells {
		if !cell.Begun {
			continue
		}
		s := cell.Stage
		e := jsonEngineCell{
			Engine: c.Runs[i].Engine, Seconds: s.Elapsed.Seconds(), Size: sizeOf(cell), Proved: cell.Proved,
			PeakBytes: cell.Peak, Individuals: s.Individuals, Names: s.Names,
		}
		if row.Cells[0].Begun {
			ratio := benchmarks.Ratio(s.Elapsed, row.Cells[0].Stage.Elapsed)
			e.Ratio = &ratio
		}
		if s.Concept != nil {
			e.Score = app.NewScoreJSON(s.Confusion)
		}
		j.Engines = append(j.Engines, e)
	}
	return j
}

// machine says what a benchmark ran on.
func machine() string {
	s := fmt.Sprintf("%s on %s/%s with %s", runtime.Version(), runtime.GOOS, runtime.GOARCH, app.Plural(runtime.NumCPU(), "processor"))
	if n := runtime.GOMAXPROCS(0); n < runtime.NumCPU() {
		s += fmt.Sprintf(" (GOMAXPROCS %d)", n)
	}
	return s
}
