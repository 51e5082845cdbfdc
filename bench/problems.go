package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/interp"
)

// problemsIn returns the problems below the directories for which keep is true and whose
// names contain match.
func problemsIn(dirs []string, match string, keep func(suite.Problem) bool) ([]suite.Problem, error) {
	if len(dirs) == 0 {
		return nil, usagef("no folder with problems: name one or more")
	}
	var problems []suite.Problem
	for _, dir := range dirs {
		found, err := suite.Find(dir)
		if err != nil {
			return nil, usageError{err}
		}
		problems = append(problems, found...)
	}
	problems = slices.DeleteFunc(problems,
		func(p suite.Problem) bool { return !strings.Contains(p.Name, match) || !keep(p) })
	if len(problems) == 0 {
		return nil, usagef("no problem of this benchmark is in %s", strings.Join(dirs, ", "))
	}
	return problems, nil
}

func everyProblem(suite.Problem) bool { return true }

// fitAll learns from all examples, within --timeout.
func (r *runner) fitAll(ctx context.Context, p interp.Problem, o learner.Options) (learner.Fitting, error) {
	limited, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	f, err := learner.Learn(limited, p, o)
	if errors.Is(err, learner.ErrNoFitting) || limited.Err() != nil {
		err = nil
	}
	return f, err
}

// provedSize returns the last stage that was searched to its end, as were all before it. If
// nothing can be better than what was found, it returns the largest size.
func (r *runner) provedSize(f learner.Fitting) int {
	k := evaluation.LastProved(f)
	if f.Optimal && k == len(f.Stages) {
		return r.cfg.MaxSize
	}
	return k
}

// secondsUpTo returns the seconds of the stages up to k.
func secondsUpTo(k int, f learner.Fitting) (s float64) {
	for _, stage := range f.Stages {
		if stage.K <= k {
			s += stage.Elapsed.Seconds()
		}
	}
	return s
}
