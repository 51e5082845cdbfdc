package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/bench/peers"
	"github.com/genus-kg/genus/bench/processor"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/answer"
)

// A validated result has the folds of one learner on one problem, by measure.
type validated struct {
	problem, learner string
	folds            int      // that were to be done
	done             []string // the folds that were done, in the order of the measures
	measures         map[string][]float64
}

// of returns the statistic of a measure over the folds.
func (v validated) of(measure string) evaluation.Statistic {
	return evaluation.StatisticOf(v.measures[measure])
}

// measured are the measures that the benchmarks show.
var measured = []string{"accuracy", "f1", "size", "seconds"}

// A crossing says how problems are cross-validated, by genus and by other learners.
type crossing struct {
	folds  int
	seed   uint64
	noise  float64       // share of the training labels that are flipped
	limit  time.Duration // of a fold
	genus  bool          // run genus, and not only the others
	others []string      // NAME=CMD
	// processor: genus gets limit as processor time, and others may take longer by the clock.
	processor bool
}

// processorGrace is how much longer than its limit of processor time another learner may
// take by the clock: it loads the data first.
const processorGrace = 10 * time.Minute

// validate cross-validates on a problem and returns a result for each learner, all on the same
// folds. The error names each fold that failed; the others are in the results.
func (r *runner) validate(ctx context.Context, problem suite.Problem, c crossing) ([]validated, error) {
	p, file, err := problem.LoadFrom(ctx, extract.LoadOptions{Depth: max(r.cfg.Depth, 0)})
	if err != nil {
		return nil, err
	}
	split, err := folds.Stratified(p, c.folds, c.seed)
	if err != nil {
		return nil, fmt.Errorf("problem %s: %w", problem.Name, err)
	}
	split.Noise = c.noise
	learners := map[string]func(context.Context, int, interp.Problem, interp.Problem) (peers.Tested, error){}
	names := []string{}
	if c.genus {
		names = append(names, genusName)
		learners[genusName] = func(ctx context.Context, _ int, train, test interp.Problem) (peers.Tested, error) {
			t, err := r.learnFold(ctx, train, test, c)
			return peers.Tested{Tested: t}, err
		}
	}
	others, err := externals(c.others, problem.Name, file)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if c.processor {
			other.Grace = processorGrace
		}
		defer other.Close()
		names = append(names, other.Name)
		learners[other.Name] = func(ctx context.Context, fold int, train, test interp.Problem) (peers.Tested, error) {
			return other.Fold(ctx, fold, train, test, c.limit)
		}
	}
	var results []validated
	var failed []error
	for _, name := range names {
		r.progress("%s by %s", problem.Name, name)
		v := validated{problem: problem.Name, learner: name, folds: split.N, measures: map[string][]float64{}}
		_, err := evaluation.Validate(ctx, p, split, 1,
			func(ctx context.Context, fold int, train, test interp.Problem) (evaluation.Tested, error) {
				t, err := learners[name](ctx, fold, train, test)
				if err != nil {
					return t.Tested, err
				}
				v.done = append(v.done, strconv.Itoa(fold))
				for _, m := range evaluation.Measures {
					x := m.Of(t.Tested)
					if t.Predicted && m.Name == "size" {
						x = math.NaN()
					}
					v.measures[m.Name] = append(v.measures[m.Name], x)
				}
				return t.Tested, nil
			}, nil)
		results = append(results, v)
		if ctx.Err() != nil {
			return results, ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("problem %s: %s: %w", problem.Name, name, err))
		}
	}
	return results, errors.Join(failed...)
}

// learnFold learns with genus, as genus eval does on files.
func (r *runner) learnFold(ctx context.Context, train, test interp.Problem, c crossing) (evaluation.Tested, error) {
	cfg := r.cfg
	cfg.Timeout = c.limit
	o, err := cfg.Learner()
	if err != nil {
		return evaluation.Tested{}, err
	}
	limit := context.WithTimeout
	if c.processor {
		limit = processor.WithLimit
	}
	limited, cancel := limit(ctx, c.limit)
	defer cancel()
	before := processor.Time()
	t, err := evaluation.Fit(limited, train, test, func(ctx context.Context, p interp.Problem) (learner.Fitting, error) {
		return answer.LearnFold(ctx, cfg, p, o, cfg.Prefer == config.Meant)
	})
	if c.processor {
		t.Elapsed = processor.Time() - before
	}
	return t, err
}

// externals returns the learners that NAME=CMD describe, for the problem with this data file.
func externals(texts []string, problem, data string) (others []*peers.External, err error) {
	for _, text := range texts {
		name, command, ok := strings.Cut(text, "=")
		if !ok || name == "" || command == "" || name == genusName {
			return nil, usagef("--external: %q is not NAME=CMD", text)
		}
		others = append(others, &peers.External{Name: name, Command: command, Problem: problem, Data: data})
	}
	return others, nil
}

// learning are the settings of learning that the benchmarks have as flags.
var learning = []string{
	"language", "constructors", "nominals", "max-size", "max-number", "thresholds", "mode", "score", "select",
	"engine", "workers", "prefer", "memory", "depth",
}
