package command

import (
	"math"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner/dl"
)

// The JSON form of genus eval, version 1: fields are only ever added. Measures
// that have no meaning are null.
type jsonEval struct {
	Version     int               `json:"version"`
	Genus       string            `json:"genus"`
	Machine     string            `json:"machine"`
	Language    string            `json:"language"`
	Score       string            `json:"score_maximised"`
	Select      string            `json:"select"`
	Folds       int               `json:"folds"` // the most of a problem
	Seed        *uint64           `json:"seed"`  // null if a file has the folds
	FoldsIn     string            `json:"folds_in,omitempty"`
	Timeout     float64           `json:"timeout"` // seconds for a fold
	Parallel    int               `json:"parallel"`
	Without     []string          `json:"without,omitempty"`
	Noise       float64           `json:"noise,omitempty"` // share
	Interrupted bool              `json:"interrupted"`
	Problems    []jsonEvalProblem `json:"problems"`
}

type jsonEvalProblem struct {
	Problem  string                   `json:"problem"`
	Learner  string                   `json:"learner"`
	Error    string                   `json:"error,omitempty"`
	Examples app.ExamplesJSON         `json:"examples"`
	Folds    []jsonEvalFold           `json:"folds"` // that are done
	Mean     map[string]jsonStatistic `json:"mean,omitempty"`
	Pooled   *app.ScoreJSON           `json:"pooled,omitempty"` // of all test parts together
}

type jsonStatistic struct {
	Folds     int      `json:"folds"` // that have the measure
	Mean      *float64 `json:"mean"`
	Deviation *float64 `json:"deviation"` // of the sample (n-1)
}

type jsonEvalFold struct {
	Fold     int                 `json:"fold"`
	Concept  string              `json:"concept"`
	Measures map[string]*float64 `json:"measures"`
	Train    *app.ScoreJSON      `json:"train"` // null if there are predictions only
	Test     *app.ScoreJSON      `json:"test"`
	Optimal  bool                `json:"optimal"`
	TimeUp   bool                `json:"time_up"`
	Stages   []jsonEvalStage     `json:"stages"`
}

// jsonEvalStage is the best concept of size at most k, whether or not it is the
// one that was chosen.
type jsonEvalStage struct {
	K       int            `json:"k"`
	Size    int            `json:"size"`
	Proved  bool           `json:"proved"`
	Seconds float64        `json:"seconds"`
	Train   *app.ScoreJSON `json:"train"`
	Test    *app.ScoreJSON `json:"test"`
}

func (a *program) evalJSON(v validation, results []validated, interrupted bool) jsonEval {
	out := jsonEval{
		Version: 1, Genus: programVersion(), Machine: machine(), Language: a.cfg.Language, Score: a.cfg.Score, Select: a.cfg.Select,
		Folds: v.folds, FoldsIn: v.foldsIn, Timeout: a.cfg.Timeout.Seconds(), Parallel: v.parallel, Without: v.without, Noise: v.noise,
		Interrupted: interrupted, Problems: []jsonEvalProblem{},
	}
	if seed := uint64(a.cfg.Seed); v.foldsIn == "" {
		out.Seed = &seed
	} else {
		out.Folds = 0
	}
	for _, r := range results {
		out.Folds = max(out.Folds, r.folds)
		p := jsonEvalProblem{Problem: r.name, Learner: r.learner, Examples: app.ExamplesJSON{Positive: r.positives, Negative: r.negatives}, Folds: []jsonEvalFold{}}
		if r.err != nil {
			p.Error = app.OneLine(r.err.Error())
		}
		for _, t := range r.tested {
			p.Folds = append(p.Folds, evalFoldJSON(t))
		}
		if len(r.tested) > 0 {
			p.Mean = map[string]jsonStatistic{}
			for i, s := range benchmarks.Statistics(r.tested, benchmarks.Measures...) {
				p.Mean[benchmarks.Measures[i].Name] = jsonStatistic{s.N, finite(s.Mean), finite(s.Deviation)}
			}
			p.Pooled = app.NewScoreJSON(benchmarks.PooledConfusion(r.tested))
		}
		out.Problems = append(out.Problems, p)
	}
	return out
}

func evalFoldJSON(t benchmarks.Tested) jsonEvalFold {
	f := jsonEvalFold{
		Fold: t.Fold, Concept: conceptOf(t), Measures: map[string]*float64{},
		Test: app.NewScoreJSON(t.Test), Optimal: t.Fitting.Optimal, TimeUp: t.TimeUp, Stages: []jsonEvalStage{},
	}
	if !t.Predicted {
		f.Train = app.NewScoreJSON(t.Train)
	}
	for _, m := range benchmarks.Measures {
		f.Measures[m.Name] = finite(m.Of(t))
	}
	for i, s := range t.Fitting.Stages {
		if s.Concept == nil {
			continue
		}
		f.Stages = append(f.Stages, jsonEvalStage{
			K: s.K, Size: dl.Size(s.Concept), Proved: s.Proved, Seconds: s.Elapsed.Seconds(), Train: app.NewScoreJSON(s.Confusion), Test: app.NewScoreJSON(t.Stages[i]),
		})
	}
	return f
}

// finite is nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
