package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/peers"
	"github.com/genus-kg/genus/bench/picture"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner/interp"
)

// peersEnvironment names a Python that has Ontolearn.
const peersEnvironment = "GENUS_PEERS"

const genusName = "genus"

// peerOptions are the flags of the benchmark peers.
type peerOptions struct {
	match, half  string
	folds, seeds int
	seed         uint64
	noise        float64
	limits       []time.Duration
	peerLimit    time.Duration
	learners     []string
}

var peersBench = benchmark{
	name: "peers", args: "DIR...", settings: learning,
	doc: `Quality against time, beside EvoLearner, CELOE and TDL of Ontolearn

Peers cross-validates genus and three learners of Ontolearn on the problems below DIR, all
on the same folds and with each of the limits, and prints accuracy and F1 on the test parts.
All maximise F1, genus unless --score says otherwise. Limits and seconds are processor time
without loading the data. TDL takes no limit and runs once. The last rows are means over the
problems that all learners finished with all limits. Below the table are the mean differences
between genus and each other learner on the folds that both did, with their standard errors.
Rules and constants of genus were chosen on some problems (--half choose); others confirm them
(--half confirm): bench/peers/problems.txt lists both.

GENUS_PEERS names a Python that has Ontolearn: eval "$(.ci/peers)" installs one.`,
	defaults: func(c *config.Config) { c.Score = interp.F1.String() },
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		var o peerOptions
		f.StringVar(&o.match, "match", "", "only problems whose name contains this `TEXT`")
		f.IntVar(&o.folds, "folds", 10, "split into `N` folds")
		f.Uint64Var(&o.seed, "seed", 1, "`SEED` of the first split")
		f.IntVar(&o.seeds, "seeds", 1, "number `N` of splits, with --seed and the seeds after it")
		f.Float64Var(&o.noise, "noise", 0, "flip the labels of this `SHARE` of the training examples")
		f.DurationSliceVar(&o.limits, "limits",
			[]time.Duration{time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second},
			"processor time `T,...` of a fold")
		f.StringVar(&o.half, "half", "all", "`HALF` of the problems: "+strings.Join(halves, ", "))
		f.DurationVar(&o.peerLimit, "peer-limit", 0, "processor time of a fold of the other learners (default as --limits)")
		f.StringSliceVar(&o.learners, "learners", slices.Concat([]string{genusName}, peers.Learners),
			"which `NAMES` to run")
		return func(ctx context.Context, r *runner, dirs []string) (report, error) { return r.peers(ctx, dirs, o) }
	},
}

func (o *peerOptions) check(python string) error {
	for _, name := range o.learners {
		if name != genusName && !slices.Contains(peers.Learners, name) {
			return usagef("--learners: unknown learner %q: choose from %s, %s", name, genusName,
				strings.Join(peers.Learners, ", "))
		}
	}
	switch {
	case python == "" && !slices.Equal(o.learners, []string{genusName}):
		return usagef("%s is not set: it names a Python that has Ontolearn (.ci/peers installs one)", peersEnvironment)
	case !slices.Contains(halves, o.half):
		return usagef("--half: unknown half %q: choose one of %s", o.half, strings.Join(halves, ", "))
	case o.peerLimit < 0:
		return usagef("--peer-limit: give a time such as 10s")
	case o.seeds < 1:
		return usagef("--seeds is %d, but must be at least 1", o.seeds)
	case len(o.limits) == 0 || slices.Min(o.limits) <= 0:
		return usagef("--limits: give times such as 1s,30s")
	}
	return nil
}

// limited is the result of a learner on a problem with a time limit, over all splits.
type limited struct {
	validated
	limit time.Duration
}

func (r *runner) peers(ctx context.Context, dirs []string, o peerOptions) (report, error) {
	python := os.Getenv(peersEnvironment)
	if err := o.check(python); err != nil {
		return report{}, err
	}
	problems, err := problemsIn(dirs, o.match, func(p suite.Problem) bool {
		return o.half == "all" || peers.HalfOf(filepath.ToSlash(p.Dir)) == o.half || peers.HalfOf(p.Name) == o.half
	})
	if err != nil {
		return report{}, err
	}
	folder, err := os.MkdirTemp("", "genus-peers-")
	if err != nil {
		return report{}, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	script := filepath.Join(folder, "peers.py")
	if err := os.WriteFile(script, peers.Program, 0o600); err != nil {
		return report{}, err
	}
	var all []limited
	var failures []string
	for _, pass := range o.passes() {
		for _, p := range problems {
			for seed := o.seed; seed < o.seed+uint64(o.seeds); seed++ {
				c := crossing{folds: o.folds, seed: seed, noise: o.noise, limit: pass.limit, processor: true}
				for _, name := range pass.learners {
					if c.genus = c.genus || name == genusName; name != genusName {
						c.others = append(c.others, fmt.Sprintf("%s='%s' '%s' %s", name, python, script, name))
					}
				}
				results, err := r.validate(ctx, p, c)
				if err != nil && ctx.Err() == nil {
					failures = append(failures, err.Error())
				}
				for _, v := range results {
					for i, fold := range v.done {
						v.done[i] = fmt.Sprintf("%s of seed %d", fold, seed)
					}
					all = addSplit(all, limited{v, pass.limit})
				}
				if ctx.Err() != nil {
					return r.peersReport(o, all, failures), nil
				}
			}
		}
	}
	return r.peersReport(o, all, failures), nil
}

// A pass runs learners on all problems with one limit.
type pass struct {
	limit    time.Duration
	learners []string
}

// passes returns the runs that the options ask for.
func (o peerOptions) passes() (out []pass) {
	for _, limit := range slices.Sorted(slices.Values(o.limits)) {
		out = append(out, pass{limit, slices.DeleteFunc(slices.Clone(o.learners), func(name string) bool {
			return name != genusName && o.peerLimit > 0 || name == peers.TDL && limit < slices.Max(o.limits)
		})})
	}
	if o.peerLimit > 0 {
		others := slices.DeleteFunc(slices.Clone(o.learners), func(name string) bool { return name == genusName })
		out = append(out, pass{o.peerLimit, others})
	}
	return slices.DeleteFunc(out, func(p pass) bool { return len(p.learners) == 0 })
}

// addSplit adds the folds of another split to those of the same learner, problem and limit.
func addSplit(all []limited, v limited) []limited {
	for i := range all {
		if one := &all[i]; one.limit == v.limit && one.problem == v.problem && one.learner == v.learner {
			one.folds += v.folds
			one.done = append(one.done, v.done...)
			for m, xs := range v.measures {
				one.measures[m] = append(one.measures[m], xs...)
			}
			return all
		}
	}
	return append(all, v)
}

func (r *runner) peersReport(o peerOptions, all []limited, notes []string) report {
	var times []time.Duration
	for _, p := range o.passes() {
		times = append(times, p.limit)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	var limits []string
	for _, l := range times {
		limits = append(limits, l.String())
	}
	rep := report{
		how: fmt.Sprintf("Cross-validation, %d folds, seeds %d to %d, processor time of a fold %s; genus: %s by %s, "+
			"selected by %s, %s, preferring %s; %g %% of the training labels flipped.",
			o.folds, o.seed, o.seed+uint64(o.seeds)-1, strings.Join(limits, ", "), r.cfg.Mode, r.cfg.Score, r.cfg.Select,
			r.cfg.Language, r.cfg.Prefer, 100*o.noise),
		columns: []string{"problem", "learner", "limit", "accuracy", "accuracy_deviation", "f1", "f1_deviation", "size",
			"seconds"},
		notes: notes,
	}
	unfinished := map[string]bool{}
	for _, v := range all {
		if len(v.done) < v.folds {
			unfinished[v.problem] = true
			rep.notes = append(rep.notes,
				fmt.Sprintf("%s by %s: only %d of %d folds are done", v.problem, v.learner, len(v.done), v.folds))
		}
		accuracy, f1 := v.of("accuracy"), v.of("f1")
		rep.rows = append(rep.rows, []any{
			v.problem,
			v.learner,
			v.limit.String(),
			figure{accuracy.Mean, 3},
			figure{accuracy.Deviation, 3},
			figure{f1.Mean, 3},
			figure{f1.Deviation, 3},
			figure{v.of("size").Mean, 1},
			figure{v.of("seconds").Mean, 2},
		})
	}
	rep.notes = append(rep.notes, pairedNotes(all)...)
	var series []picture.Series
	for _, learner := range o.learners {
		line := picture.Series{Name: learner}
		for i, limit := range times {
			means, n := map[string]float64{}, 0
			for _, v := range all {
				if v.learner == learner && v.limit == limit && !unfinished[v.problem] {
					n++
					for _, m := range measured {
						means[m] += v.of(m).Mean
					}
				}
			}
			if n == 0 {
				continue
			}
			mean := func(m string, digits int) figure { return figure{means[m] / float64(n), digits} }
			rep.rows = append(rep.rows, []any{
				fmt.Sprintf("mean of %d", n), learner, limit.String(), mean("accuracy", 3), nil, mean("f1", 3), nil,
				mean("size", 1), mean("seconds", 2),
			})
			line.X, line.Y = append(line.X, float64(i)), append(line.Y, mean("f1", 3).value)
		}
		series = append(series, line)
	}
	rep.chart = func(note string) (picture.Chart, error) {
		return picture.Points(picture.Labels{
			Title: "Quality against time: mean F1 on examples that were not seen",
			X:     "processor time of a fold",
			Y:     "F1",
			Ticks: limits,
			Note:  note,
			Share: true,
		}, series, true)
	}
	return rep
}
