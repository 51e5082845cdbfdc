package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// EvalInput is the input of Eval. The command line is its only door: it takes the time limit of a
// search for each fold, longer than a route or a tool may take, and what it compares are the settings of
// the program, which these cannot change.
type EvalInput struct {
	Examples extract.Examples `json:"-"` // with their weights
	Folds    int              `json:"folds" minimum:"2" jsonschema:"split into N folds" flag:"N"`
	Seed     uint64           `json:"seed" jsonschema:"SEED of the folds" flag:"SEED"`
	Parallel int              `json:"parallel" jsonschema:"run N folds at a time; times are comparable only with 1" flag:"N"`
}

// EvalOutput says how well what is learned from some examples classifies the others.
type EvalOutput struct {
	Version     int       `json:"version" jsonschema:"of the format: 1"`
	Benchmark   string    `json:"benchmark" jsonschema:"eval"`
	How         string    `json:"how" jsonschema:"the settings and the machine"`
	Interrupted bool      `json:"interrupted" jsonschema:"some folds were not done"`
	Rows        []EvalRow `json:"rows" jsonschema:"a row for each fold, and two for their means and their sample deviations"`
	Notes       []string  `json:"notes" jsonschema:"warnings, and what was left out and why"`

	Name    string              `json:"-"` // of the problem
	Problem interp.Problem      `json:"-"`
	Folds   []evaluation.Tested `json:"-"` // those that have ended
}

// An EvalRow is a fold, the means or the deviations, which have no counts and no concept. A test part
// without positives has no precision, recall and F1.
type EvalRow struct {
	Problem   string   `json:"problem" jsonschema:"name of the problem"`
	Fold      any      `json:"fold" jsonschema:"number of the fold, or mean or deviation"`
	Accuracy  *float64 `json:"accuracy" jsonschema:"share of the test part that is classified correctly"`
	F1        *float64 `json:"f1" jsonschema:"harmonic mean of precision and recall"`
	Precision *float64 `json:"precision"`
	Recall    *float64 `json:"recall"`
	Size      *float64 `json:"size" jsonschema:"nodes of the concept"`
	Seconds   *float64 `json:"seconds" jsonschema:"how long it took, in seconds"`
	TP        *int     `json:"tp" jsonschema:"positives of the test part that are in"`
	FN        *int     `json:"fn" jsonschema:"positives that are out"`
	TN        *int     `json:"tn" jsonschema:"negatives that are out"`
	FP        *int     `json:"fp" jsonschema:"negatives that are in"`
	Proved    *int     `json:"proved_k" jsonschema:"the last stage up to which all are proved"`
	TimeUp    *bool    `json:"time_up" jsonschema:"the time was up before the search ended"`
	Concept   *string  `json:"concept" jsonschema:"what was learned"`
}

// Eval cross-validates: for each fold it learns from the other folds, and tests on that one. On files a fold
// learns the concept that was most likely meant; ranking counts members in the whole graph, which
// only files have. When the context ends or a fold fails, the output has the folds that have ended.
func Eval(ctx context.Context, s Session, in EvalInput) (out EvalOutput, err error) {
	c := s.Settings()
	o, err := c.Learner()
	if err != nil {
		return out, source.Usage(err)
	}
	report := s.Use().Reporter
	o.Logger = report.Logger()
	_, name := c.ProblemFile()
	out.Name = cmp.Or(name, "examples")
	split := func(p interp.Problem) (folds.Folds, error) {
		f, err := folds.Stratified(p, in.Folds, in.Seed)
		return f, source.Usage(err)
	}
	loaded, err := s.Work().ProblemToSplit(ctx, in.Examples, func(p interp.Problem) (parts []interp.Problem, err error) {
		f, err := split(p)
		for i := 0; err == nil && i < f.N; i++ {
			part, _ := f.Split(p, i)
			parts = append(parts, part)
		}
		return parts, err
	})
	if err != nil {
		return out, err
	}
	out.Problem = loaded.Problem
	f, err := split(out.Problem)
	if err != nil {
		return out, err
	}
	meant := c.Prefer == config.Meant && c.Endpoint == "" && c.DB == ""
	learn := func(ctx context.Context, fold int, train, test interp.Problem) (evaluation.Tested, error) {
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		o := o
		o.Progress = func(p learner.Progress) {
			report.Progress(fmt.Sprintf("fold %d of %d", fold, f.N),
				answer.StageName(p)+": "+answer.StageText(p, train.Weighted()))
		}
		return evaluation.Fit(limited, train, test, func(ctx context.Context, p interp.Problem) (learner.Fitting, error) {
			return answer.LearnFold(ctx, c, p, o, meant)
		})
	}
	out.Folds, err = evaluation.Validate(ctx, out.Problem, f, in.Parallel, learn, func(t evaluation.Tested) {
		report.Detail("fold %d of %d: accuracy %.3f, F1 %.3f, size %d, %.2f s", t.Fold, f.N, t.Test.Accuracy(), t.Test.F1(),
			t.Fitting.Size, t.Elapsed.Seconds())
	})
	if n := len(out.Folds); n < f.N {
		report.Note("only %d of %d folds are done", n, f.N)
	}
	out.Version, out.Benchmark, out.Interrupted = 1, "eval", errors.Is(err, context.Canceled)
	out.How, out.Rows, out.Notes = in.how(c, meant, s.Use().Version), out.rows(), s.Collected()
	return out, err
}

// how describes the evaluation.
func (in EvalInput) how(c config.Config, meant bool, version string) string {
	rule := ""
	if meant {
		rule = ", preferring what was meant"
	}
	return fmt.Sprintf(
		"Cross-validation, %d folds, seed %d, at most %s a fold; %s by %s, selected by %s, language %s, size up to %d%s. "+
			"genus %s, %s on %s/%s with %s.", in.Folds, in.Seed, c.Timeout, c.Mode, c.Score, c.Select, c.Language, c.MaxSize,
		rule,
		version, runtime.Version(), runtime.GOOS, runtime.GOARCH, say.Plural(runtime.GOMAXPROCS(0), "processor"))
}

func (out EvalOutput) rows() []EvalRow {
	rows := []EvalRow{}
	for _, t := range out.Folds {
		var xs []float64
		for _, m := range evaluation.Measures {
			xs = append(xs, m.Of(t))
		}
		row, proved, concept := out.row(t.Fold, xs), evaluation.LastProved(t.Fitting), foldConcept(t)
		row.TP, row.FN, row.TN, row.FP = &t.Test.TP, &t.Test.FN, &t.Test.TN, &t.Test.FP
		row.Proved, row.TimeUp, row.Concept = &proved, &t.TimeUp, &concept
		rows = append(rows, row)
	}
	var means, deviations []float64
	for _, s := range evaluation.Statistics(out.Folds) {
		means, deviations = append(means, s.Mean), append(deviations, s.Deviation)
	}
	return append(rows, out.row("mean", means), out.row("deviation", deviations))
}

// row returns a row of the measures, in their order.
func (out EvalOutput) row(fold any, measures []float64) EvalRow {
	r := EvalRow{Problem: out.Name, Fold: fold}
	for i, to := range []**float64{&r.Accuracy, &r.F1, &r.Precision, &r.Recall, &r.Size, &r.Seconds} {
		if !math.IsNaN(measures[i]) {
			*to = &measures[i]
		}
	}
	return r
}

func foldConcept(t evaluation.Tested) string {
	switch c := t.Fitting.Concept; {
	case c == nil:
		return "none"
	case dl.Size(c) > answer.MostNodes:
		return "too large to write out"
	default:
		return syntax.Print(c, syntax.Options{Prefixes: syntax.NewPrefixes(nil, syntax.IRIs(c)...)})
	}
}
