package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
)

// validateAll splits all problems, and then cross-validates genus and the external
// learners on each. When ctx ends, it returns the results so far.
func (v validation) validateAll(ctx context.Context, problems []evaluation.Problem,
	o learner.Options) ([]validationResult, error) {
	var split []evaluation.FoldsOf
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
			results = append(results, validationResult{name: p.Name, learner: genusName, err: err})
			v.status.Note("%v", err)
			continue
		}
		split = append(split, one)
	}
	for _, name := range v.without {
		if len(split) > 0 &&
			!slices.ContainsFunc(split,
				func(one evaluation.FoldsOf) bool { return len(evaluation.FeaturesNamed(one.Problem, name)) > 0 }) {
			return nil, genus.Usagef("--without %s: no problem has a feature with that name", name)
		}
	}
	if v.foldsOut != "" {
		if err := writeFile(v.foldsOut, func(w io.Writer) error { return evaluation.WriteFolds(w, split) }); err != nil {
			return nil, err
		}
	}
	learners := v.external
	if v.genus {
		learners = slices.Concat([]string{""}, learners)
	}
	for _, one := range split {
		for _, external := range learners {
			results = append(results, v.validate(ctx, one, o, external))
			if ctx.Err() != nil {
				return results, nil
			}
		}
	}
	return results, nil
}

// readFolds reads the file of --folds-in; nil without one.
func (v validation) readFolds() (given evaluation.FoldsFile, err error) {
	if v.foldsIn == "" {
		return nil, nil
	}
	text, err := extract.ReadFile(v.foldsIn, extract.LargestInput)
	if err != nil {
		return nil, genus.Usagef("--folds-in: %w", err)
	}
	if given, err = evaluation.ReadFolds(bytes.NewReader(text)); err != nil {
		return nil, genus.Usagef("--folds-in: %s: %w", v.foldsIn, err)
	}
	return given, nil
}

// problems returns the problems below the directories or, without any, the problem of
// the settings.
func (v validation) problems(dirs []string) ([]evaluation.Problem, error) {
	if len(dirs) == 0 {
		if len(v.external) > 0 {
			return nil, genus.Usagef(
				"--external needs files: in place of a source and examples, give a DIR with pos.txt, neg.txt and an RDF file",
			)
		}
		if v.cfg.Endpoint == "" && len(v.cfg.Data) == 0 && v.cfg.DB == "" {
			return nil, genus.Usagef(
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
			defer s.Source.Close()
			p, err := s.ProblemToSplit(ctx, ex, func(p interp.Problem) ([]interp.Problem, error) { return v.trained(name, p) })
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
			return nil, genus.Usagef("two problems have the name %s: give a folder that both are in", p.Name)
		}
		seen[p.Name] = true
	}
	return problems, nil
}

// split reads a problem and splits its examples into folds.
func (v validation) split(ctx context.Context, p evaluation.Problem) (evaluation.FoldsOf, error) {
	v.status.Progress(p.Name, "reading")
	out := evaluation.FoldsOf{Name: p.Name}
	var err error
	if out.Problem, out.File, err = p.LoadFrom(ctx, extract.LoadOptions{Depth: max(v.cfg.Depth, 0)}); err != nil {
		return out, err
	}
	out.Problem = evaluation.WithoutFeatures(out.Problem, v.without)
	out.Folds, err = v.foldsOf(p.Name, out.Problem)
	return out, err
}

// foldsOf splits the examples of the problem with the name into folds: those that are given, if any are.
func (v validation) foldsOf(name string, p interp.Problem) (f folds.Folds, err error) {
	if v.given != nil {
		if f, err = v.given.FoldsFor(name, p); err != nil {
			return f, genus.Usagef("problem %s: %s: %w", name, v.foldsIn, err)
		}
	} else if f, err = folds.Stratified(p, v.folds, v.seed); err != nil {
		return f, genus.Usagef("problem %s: %w", name, err)
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

// learn learns from the training part of a fold.
func (v validation) learn(ctx context.Context, p interp.Problem, o learner.Options) (learner.Fitting, error) {
	p, err := genus.HideStatements(ctx, v.cfg, p)
	if err != nil {
		return learner.Fitting{}, err
	}
	if !v.ranks() {
		return learner.Learn(ctx, p, o)
	}
	return genus.LearnMeant(ctx, v.cfg, p, o)
}

// validate cross-validates genus, or the external learner NAME=CMD, on a problem.
func (v validation) validate(ctx context.Context, one evaluation.FoldsOf, o learner.Options,
	external string) validationResult {
	p := one.Problem
	r := validationResult{
		name: one.Name, learner: genusName, positives: len(p.Pos), negatives: len(p.Neg), individuals: p.Structure.Len(),
		weighted: p.Weighted(), folds: one.Folds.N,
	}
	var other *evaluation.External
	if external != "" {
		name, command, _ := strings.Cut(external, "=")
		r.learner = name
		other = &evaluation.External{Name: name, Command: command, Problem: one.Name, Data: one.File}
		if v.processor {
			other.Grace = processorGrace
		}
		defer other.Close()
		v.status.Progress(r.title(), "")
	}
	tested, err := evaluation.Validate(ctx, p, one.Folds, o, evaluation.ValidateOptions{
		Learn: v.learn, Time: v.cfg.Timeout, Parallel: v.parallel, Processor: v.processor, External: other,
		Progress: func(fold int, pr learner.Progress) {
			v.status.Progress(fmt.Sprintf("%s, fold %d of %d", one.Name, fold, one.Folds.N),
				genus.StageName(pr)+": "+genus.StageText(pr, r.weighted))
		},
		Done: func(t evaluation.Tested) {
			v.status.Detail("%s, fold %d of %d: accuracy %.3f, F1 %.3f, size %s, %s s", r.title(), t.Fold, one.Folds.N,
				t.Test.Accuracy(), t.Test.F1(), formatMeasure(t.Size(), 0), secondsText(t.Elapsed))
		},
	})
	r.tested = tested
	if err != nil && !errors.Is(err, context.Canceled) {
		r.err = fmt.Errorf("problem %s: %w", one.Name, err)
		v.status.Note("%v", r.err)
		if len(tested) == 0 {
			return r
		}
	}
	s := evaluation.Statistics(tested)
	v.status.Note("%s: accuracy %s, F1 %s, size %s", r.title(), plusMinus(s[0], 3), plusMinus(s[1], 3), plusMinus(s[4], 1))
	return r
}

// validationResult is the result of cross-validating one learner on one problem.
type validationResult struct {
	name        string
	learner     string // genusName, or the name of an external learner
	positives   int
	negatives   int
	individuals int
	weighted    bool
	folds       int // requested
	tested      []evaluation.Tested
	err         error
}

const genusName = "genus"

// title returns the name of the problem, with the learner if it is not genus.
func (r validationResult) title() string {
	if r.learner == genusName {
		return r.name
	}
	return r.name + " by " + r.learner
}

// note returns why folds are missing; empty if none is.
func (r validationResult) note() string {
	switch {
	case r.err != nil:
		return genus.OneLine(r.err.Error())
	case len(r.tested) < r.folds:
		return fmt.Sprintf("%s: only %d of %d folds are done", r.title(), len(r.tested), r.folds)
	}
	return ""
}

// processorGrace is how much longer than its limit of processor time an external learner may
// take by the clock: it loads the data first.
const processorGrace = 10 * time.Minute
