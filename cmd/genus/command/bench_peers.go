package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/internal/benchmarks/peers"
	"github.com/genus-kg/genus/internal/picture"
	"github.com/genus-kg/genus/learner/interp"
)

// peersGrace is how much longer than its time limit a peer may take by the clock:
// loading the data does not count, and the limit is of processor time.
const peersGrace = 10 * time.Minute

// peersEnvironment names the environment variable with the path of a Python that has
// Ontolearn.
const peersEnvironment = "GENUS_PEERS"

// peersBench is genus bench peers.
type peersBench struct {
	validation
	limits    []time.Duration
	learners  []string
	seeds     int
	firstSeed uint64
}

func benchPeers(a *program) *cobra.Command {
	b := &peersBench{
		validation: validation{program: a, parallel: 1, processor: true},
		limits:     []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second},
		learners:   slices.Concat([]string{genusName}, peers.Learners),
	}
	cmd := &cobra.Command{
		Use:   "peers DIR...",
		Short: "Compare quality against time with EvoLearner, CELOE and TDL of Ontolearn",
		Long: `Peers cross-validates genus and three learners of Ontolearn on the problems
below DIR, all on the same folds and with each of the limits, and prints
accuracy and F1 on the test parts. All maximise F1, genus unless --score says
otherwise. Limits and seconds are processor time without loading the data. TDL
takes no limit and runs once. The last rows are means over the problems that
all learners finished with all limits.

GENUS_PEERS names a Python that has Ontolearn; .ci/peers installs one:

  eval "$(.ci/peers)"
  genus bench peers datasets/sml --folds 5 --limits 1s,30s --picture peers.svg`,
		RunE: func(cmd *cobra.Command, dirs []string) error {
			return b.run(cmd.Context(), dirs)
		},
	}
	cmd.Flags().StringVar(&b.match, "match", "", "only problems whose name contains this `TEXT`")
	cmd.Flags().IntVar(&b.folds, "folds", 10, "split into `N` folds")
	cmd.Flags().Uint64Var(&b.firstSeed, "seed", 1, "`SEED` of the first split")
	cmd.Flags().IntVar(&b.seeds, "seeds", 1, "number `N` of splits into folds, with --seed and the seeds after it")
	cmd.Flags().Float64Var(&b.noise, "noise", 0, "flip the labels of this `SHARE` of the training examples")
	cmd.Flags().DurationSliceVar(&b.limits, "limits", b.limits, "processor time `T,...` of a fold")
	cmd.Flags().StringSliceVar(&b.learners, "learners", b.learners, "which `NAMES` to run")
	b.to.bind(cmd)
	a.bind(cmd, func(c *config.Config) { c.Score = interp.F1.String() }, []config.Group{config.Learning}, "depth", "out", "quiet", "verbose")
	cmd.Flags().Lookup("timeout").Hidden = true // --limits replaces it
	showFirst(cmd, "limits", "learners", "match", "folds", "seeds", "seed", "noise", "max-size", "format", "out", "quiet")
	return cmd
}

// check checks the flags.
func (b *peersBench) check(dirs []string, python string) error {
	switch {
	case len(dirs) == 0:
		return app.Usagef("no folder with problems: see genus bench peers --help")
	case python == "" && !slices.Equal(b.learners, []string{genusName}):
		return app.Usagef("%s is not set: it names a Python that has Ontolearn (.ci/peers installs one)", peersEnvironment)
	case b.seeds < 1:
		return app.Usagef("--seeds is %d, but must be at least 1", b.seeds)
	case len(b.limits) == 0 || slices.Min(b.limits) <= 0:
		return app.Usagef("--limits: give times such as 1s,30s")
	}
	for _, name := range b.learners {
		if name != genusName && !slices.Contains(peers.Learners, name) {
			return app.Usagef("--learners: unknown learner %q: choose from %s, %s", name, genusName, strings.Join(peers.Learners, ", "))
		}
	}
	return nil
}

func (b *peersBench) run(ctx context.Context, dirs []string) error {
	python := os.Getenv(peersEnvironment)
	if err := b.check(dirs, python); err != nil {
		return err
	}
	o, err := b.options()
	if err != nil {
		return err
	}
	problems, err := b.problems(dirs)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "genus-peers-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	script := filepath.Join(folder, "peers.py")
	if err := os.WriteFile(script, peers.Program, 0o600); err != nil {
		return err
	}
	slices.Sort(b.limits)
	b.withoutGenus = !slices.Contains(b.learners, genusName)
	var all []limitedResult
	for _, limit := range b.limits {
		b.cfg.Timeout, b.external = limit, nil
		for _, name := range b.learners {
			if name != genusName && (name != peers.TDL || limit == slices.Max(b.limits)) {
				b.external = append(b.external, fmt.Sprintf("%s='%s' '%s' %s", name, python, script, name))
			}
		}
		for seed := range b.seeds {
			b.seed = b.firstSeed + uint64(seed)
			results, err := b.validateAll(ctx, problems, o)
			for _, r := range results {
				all = addResult(all, limitedResult{r, limit})
			}
			switch {
			case ctx.Err() != nil && len(all) > 0: // report what is done
				return b.show(ctx, b.report(all), b.to)
			case err != nil:
				return err
			}
		}
	}
	return b.show(ctx, b.report(all), b.to)
}

// addResult merges r into the result of another split, or appends it.
func addResult(all []limitedResult, r limitedResult) []limitedResult {
	i := slices.IndexFunc(all, func(l limitedResult) bool {
		return l.limit == r.limit && l.name == r.name && l.learner == r.learner
	})
	if i < 0 {
		return append(all, r)
	}
	all[i].add(r.validationResult)
	return all
}

// limitedResult is the result of a learner on a problem with a time limit.
type limitedResult struct {
	validationResult
	limit time.Duration
}

// report returns a table with a row for each problem, learner and limit, and means.
func (b *peersBench) report(all []limitedResult) report {
	var texts []string
	for _, l := range b.limits {
		texts = append(texts, l.String())
	}
	how := fmt.Sprintf("Cross-validation, %d folds, seeds %d to %d, processor time of a fold %s; genus: %s by %s, selected by %s, %s",
		b.folds, b.firstSeed, b.seed, strings.Join(texts, ", "), b.cfg.Mode, b.cfg.Score, b.cfg.Select, b.cfg.Language)
	if b.ranks() {
		how += ", preferring what was meant"
	}
	if b.noise > 0 {
		how += fmt.Sprintf("; labels of %g %% of the training examples flipped", 100*b.noise)
	}
	r := report{
		name: "peers", how: how + ".",
		table: table{columns: []string{"problem", "learner", "limit", "accuracy", "accuracy_deviation", "f1", "f1_deviation", "size", "seconds"}},
	}
	unfinished := map[string]bool{}
	for _, one := range all {
		if note := one.note(); note != "" {
			r.notes = append(r.notes, note)
		}
		if len(one.tested) < one.folds {
			unfinished[one.name] = true
		}
		if len(one.tested) > 0 {
			s := benchmarks.Statistics(one.tested)
			r.rows = append(r.rows, []any{one.name, one.learner, one.limit.String(), figure{s[0].Mean, 3}, figure{s[0].Deviation, 3}, figure{s[1].Mean, 3}, figure{s[1].Deviation, 3}, figure{s[4].Mean, 1}, figure{s[5].Mean, 2}})
		}
	}
	var series []picture.Series
	for _, learner := range b.learners {
		line := picture.Series{Name: learner}
		for i, limit := range b.limits {
			means, n := meansOf(all, learner, limit, unfinished)
			if n == 0 {
				continue
			}
			r.rows = append(r.rows, []any{fmt.Sprintf("mean of %d", n), learner, limit.String(), figure{means[0], 3}, nil, figure{means[1], 3}, nil, figure{means[4], 1}, figure{means[5], 2}})
			line.X, line.Y = append(line.X, float64(i)), append(line.Y, means[1])
		}
		series = append(series, line)
	}
	r.chart = func(note string) (picture.Chart, error) {
		return picture.Points(picture.Labels{
			Title: "Quality against time: mean F1 on examples that were not seen", X: "processor time of a fold", Y: "F1", Ticks: texts, Note: note, Share: true,
		}, series, true)
	}
	return r
}

// meansOf returns the means of the measures over the n problems that are not in without.
func meansOf(all []limitedResult, learner string, limit time.Duration, without map[string]bool) (means []float64, n int) {
	means = make([]float64, len(benchmarks.Measures))
	for _, one := range all {
		if one.learner != learner || one.limit != limit || without[one.name] {
			continue
		}
		n++
		for i, s := range benchmarks.Statistics(one.tested) {
			means[i] += s.Mean
		}
	}
	for i := range means {
		means[i] /= float64(n)
	}
	return means, n
}
