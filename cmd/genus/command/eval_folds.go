package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// validateAll splits all problems, and then cross-validates on each. When ctx ends, it returns the results so far.
func (v validation) validateAll(ctx context.Context, problems []evaluation.Problem,
	o learner.Options) ([]validationResult, error) {
	var split []splitProblem
	var results []validationResult
	for _, p := range problems {
		one, err := v.split(ctx, p)
		if ctx.Err() != nil {
			return nil, context.Canceled
		}
		if err != nil && len(problems) == 1 {
			return nil, err
		}
		if err != nil {
			results = append(results, validationResult{name: p.Name, err: err})
			v.status.Note("%v", err)
			continue
		}
		split = append(split, one)
	}
	for _, name := range v.without {
		if len(split) > 0 &&
			!slices.ContainsFunc(split,
				func(one splitProblem) bool { return len(evaluation.FeaturesNamed(one.Problem, name)) > 0 }) {
			return nil, source.Usagef("--without %s: no problem has a feature with that name", name)
		}
	}
	for _, one := range split {
		results = append(results, v.validate(ctx, one, o))
		if ctx.Err() != nil {
			return results, nil
		}
	}
	return results, nil
}

// A splitProblem is a problem with its folds.
type splitProblem struct {
	interp.Problem
	name  string
	folds folds.Folds
}

// problems returns the problems below the directories or, without any, the problem of
// the settings.
func (v validation) problems(dirs []string) ([]evaluation.Problem, error) {
	if len(dirs) == 0 {
		if v.cfg.Endpoint == "" && len(v.cfg.Data) == 0 && v.cfg.DB == "" {
			return nil, source.Usagef(
				"nothing to evaluate: give a DIR with problems, or a source and examples as for genus learn",
			)
		}
		_, name := v.cfg.ProblemFile()
		name = cmp.Or(name, "examples")
		load := func(ctx context.Context, _ extract.LoadOptions) (interp.Problem, error) {
			s, ex, err := v.open(ctx)
			if err != nil {
				return interp.Problem{}, err
			}
			defer s.Close()
			p, err := answer.On(s.Use()).ProblemToSplit(ctx, ex, func(p interp.Problem) ([]interp.Problem, error) { return v.trained(name, p) })
			if err != nil {
				return interp.Problem{}, err
			}
			return p.Problem, nil
		}
		return []evaluation.Problem{evaluation.NewProblem(name, load)}, nil
	}
	problems, err := problemsIn(dirs, v.match)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, p := range problems {
		if seen[p.Name] {
			return nil, source.Usagef("two problems have the name %s: give a folder that both are in", p.Name)
		}
		seen[p.Name] = true
	}
	return problems, nil
}

// split reads a problem and splits its examples into folds.
func (v validation) split(ctx context.Context, p evaluation.Problem) (out splitProblem, err error) {
	v.status.Progress(p.Name, "reading")
	out.name = p.Name
	if out.Problem, err = p.Load(ctx, extract.LoadOptions{Depth: max(v.cfg.Depth, 0)}); err != nil {
		return out, err
	}
	out.Problem = evaluation.WithoutFeatures(out.Problem, v.without)
	out.folds, err = v.foldsOf(p.Name, out.Problem)
	return out, err
}

// foldsOf splits the examples of the problem with the name into folds.
func (v validation) foldsOf(name string, p interp.Problem) (folds.Folds, error) {
	f, err := folds.Stratified(p, v.folds, v.seed)
	if err != nil {
		return f, source.Usagef("problem %s: %w", name, err)
	}
	f.Noise = v.noise
	return f, nil
}

// trained returns the training parts of the problem with the name.
func (v validation) trained(name string, p interp.Problem) ([]interp.Problem, error) {
	f, err := v.foldsOf(name, p)
	if err != nil {
		return nil, err
	}
	parts := make([]interp.Problem, f.N)
	for i := range parts {
		parts[i], _ = f.Split(p, i)
	}
	return parts, nil
}

// ranks reports whether a fold learns the concept that was most likely meant. Ranking
// counts members in the whole graph, which only files have.
func (v validation) ranks() bool {
	return v.cfg.Prefer == config.Meant && v.cfg.Endpoint == "" && v.cfg.DB == ""
}

// validate cross-validates on a problem.
func (v validation) validate(ctx context.Context, one splitProblem, o learner.Options) validationResult {
	p := one.Problem
	r := validationResult{
		name: one.name, positives: len(p.Pos), negatives: len(p.Neg), individuals: p.Structure.Len(),
		weighted: p.Weighted(), folds: one.folds.N,
	}
	learn := func(ctx context.Context, fold int, train, test interp.Problem) (evaluation.Tested, error) {
		limited, cancel := ctx, context.CancelFunc(func() {})
		if v.cfg.Timeout > 0 {
			limited, cancel = context.WithTimeout(ctx, v.cfg.Timeout)
		}
		defer cancel()
		o := o
		o.Progress = func(pr learner.Progress) {
			v.status.Progress(fmt.Sprintf("%s, fold %d of %d", one.name, fold, one.folds.N),
				answer.StageName(pr)+": "+answer.StageText(pr, r.weighted))
		}
		return evaluation.Fit(limited, train, test, func(ctx context.Context, p interp.Problem) (learner.Fitting, error) {
			return answer.LearnFold(ctx, v.cfg, p, o, v.ranks())
		})
	}
	tested, err := evaluation.Validate(ctx, p, one.folds, v.parallel, learn, func(t evaluation.Tested) {
		v.status.Detail("%s, fold %d of %d: accuracy %.3f, F1 %.3f, size %d, %s s", one.name, t.Fold, one.folds.N,
			t.Test.Accuracy(), t.Test.F1(), t.Fitting.Size, secondsText(t.Elapsed))
	})
	r.tested = tested
	if err != nil && !errors.Is(err, context.Canceled) {
		r.err = fmt.Errorf("problem %s: %w", one.name, err)
		v.status.Note("%v", r.err)
		if len(tested) == 0 {
			return r
		}
	}
	s := evaluation.Statistics(tested)
	v.status.Note("%s: accuracy %s, F1 %s, size %s", one.name, plusMinus(s[0], 3), plusMinus(s[1], 3), plusMinus(s[4], 1))
	return r
}

// validationResult is the result of cross-validating on one problem.
type validationResult struct {
	name        string
	positives   int
	negatives   int
	individuals int
	weighted    bool
	folds       int // requested
	tested      []evaluation.Tested
	err         error
}

// note returns why folds are missing; empty if none is.
func (r validationResult) note() string {
	switch {
	case r.err != nil:
		return say.OneLine(r.err.Error())
	case len(r.tested) < r.folds:
		return fmt.Sprintf("%s: only %d of %d folds are done", r.name, len(r.tested), r.folds)
	}
	return ""
}
