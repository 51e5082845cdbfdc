package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/internal/evaluation"
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

// measured are the measures of genus eval that the benchmarks show.
var measured = []string{"accuracy", "f1", "size", "seconds"}

// validate runs genus eval on the folder of a problem and returns a result for each learner.
func (r *runner) validate(ctx context.Context, p evaluation.Problem, folds int, flags ...string) ([]validated, error) {
	r.progress("%s: genus eval %s", p.Name, flags)
	var out bytes.Buffer
	args := append([]string{"eval", p.Dir, "--folds", strconv.Itoa(folds), "--format", "csv", "-q"}, flags...)
	code := command.Main(args, &bytes.Buffer{}, &out, r.stderr)
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) == 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("problem %s: genus eval ended with exit code %d", p.Name, code)
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	var results []validated
	for _, row := range rows[1:] {
		fold := row[column("fold")]
		if _, err := strconv.Atoi(fold); err != nil {
			continue // the mean or the deviation
		}
		learner := row[column("learner")]
		i := slices.IndexFunc(results, func(v validated) bool { return v.learner == learner })
		if i < 0 {
			i = len(results)
			results = append(results, validated{p.Name, learner, folds, nil, map[string][]float64{}})
		}
		results[i].done = append(results[i].done, fold)
		for _, m := range measured {
			x, err := strconv.ParseFloat(row[column(m)], 64)
			if err != nil { // empty: undefined for this fold
				x = math.NaN()
			}
			results[i].measures[m] = append(results[i].measures[m], x)
		}
	}
	return results, nil
}

// givenFlags returns the settings that are given as flags of genus.
func (r *runner) givenFlags() (flags []string) {
	for _, s := range r.cfg.Settings() {
		for _, value := range r.given[s.Name] {
			flags = append(flags, "--"+s.Name+"="+value)
		}
	}
	return flags
}

// learning are the settings of learning that the benchmarks have as flags.
var learning = []string{
	"language", "constructors", "nominals", "max-size", "max-number", "thresholds", "mode", "score", "select",
	"engine", "workers", "prefer", "memory", "depth",
}
