package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/benchmarks"
	"github.com/genus-kg/genus/bench/picture"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
)

// What the paper's experiments have in common: ALCQ(f) as its tool has it, with comparisons
// (f ≥ v) only, numbers up to 3, and sizes up to 8.
const (
	paperLanguage = dl.ALCQIF &^ (dl.WithInverse | dl.WithDataAtMost)
	paperNumber   = 3
	paperSize     = 8
)

func paperDefaults(c *config.Config) { c.Timeout, c.MaxSize = time.Minute, paperSize }

// A fitting is a benchmark that fits all examples of the problems of one of the paper's
// tables, with each of some values of a parameter.
type fitting struct {
	number   int // of the table
	problems []string
	// settings returns the values, each with the options.
	settings func(maxSize int) ([]setting, error)
	// rows adds the rows of a problem. It has as many fittings as settings, fewer if the
	// time was up.
	rows func(r *runner, rep *report, name string, fs []learner.Fitting, paper paperFigure)
}

// A setting is a value of the parameter.
type setting struct {
	name string
	o    learner.Options
}

// A paperFigure looks up the paper's figure for the problem: in column, of the row whose
// column key is value. It returns nil if the paper has none.
type paperFigure func(key, value, column string, digits int) any

// run fits the examples of every problem below the directories with every setting.
func (b fitting) run(ctx context.Context, r *runner, dirs []string, match string, rep *report) error {
	settings, err := b.settings(r.cfg.MaxSize)
	if err != nil {
		return err
	}
	problems, err := problemsIn(dirs, match,
		func(p suite.Problem) bool { return slices.Contains(b.problems, path.Base(p.Name)) })
	if err != nil {
		return err
	}
	published, err := benchmarks.PaperTable(b.number)
	if err != nil {
		return err
	}
	for _, p := range problems {
		problem, err := p.Load(ctx, extract.LoadOptions{})
		if err != nil {
			return err
		}
		name := path.Base(p.Name)
		var fs []learner.Fitting
		for _, s := range settings {
			r.progress("%s, %s", name, s.name)
			f, err := r.fitAll(ctx, problem, s.o)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				break
			}
			fs = append(fs, f)
		}
		b.rows(r, rep, name, fs, func(key, value, column string, digits int) any {
			for _, row := range published {
				if x, err := strconv.ParseFloat(row[column], 64); err == nil && row["problem"] == name &&
					row[key] == value {
					return figure{x, digits}
				}
			}
			return nil
		})
		if ctx.Err() != nil {
			break
		}
	}
	return nil
}

// numbered returns a setting for each number.
func numbered(numbers []int, least int, what string, options func(n int) learner.Options) ([]setting, error) {
	if len(numbers) == 0 || slices.Min(numbers) < least {
		return nil, usagef("numbers of %ss must be %d or more", what, least)
	}
	var out []setting
	for _, n := range numbers {
		out = append(out, setting{plural(n, what), options(n)})
	}
	return out, nil
}

// lines returns two lines for each problem over the same numbers: ours and the paper's.
type lines struct{ series []picture.Series }

func (l *lines) add(name string, ours []float64, theirs []any) {
	line, paper := picture.Series{Name: name}, picture.Series{Name: name + ", paper", Same: true}
	for i := range ours {
		line.X, line.Y = append(line.X, float64(i)), append(line.Y, ours[i])
		if f, ok := theirs[i].(figure); ok {
			paper.X, paper.Y = append(paper.X, float64(i)), append(paper.Y, f.value)
		}
	}
	l.series = append(l.series, line, paper)
}

func (l *lines) chart(numbers []int, labels picture.Labels) func(string) (picture.Chart, error) {
	return func(note string) (picture.Chart, error) {
		labels.Note = note
		for _, n := range numbers {
			labels.Ticks = append(labels.Ticks, strconv.Itoa(n))
		}
		return picture.Points(labels, l.series, true)
	}
}

var table2 = benchmark{
	name: "table2", args: "DIR...", settings: []string{"max-size", "timeout"}, defaults: paperDefaults,
	doc: `Accuracy by number of values per feature, beside the paper's figures (Table 2)

Table2 fits all examples of mammographic, suramin and mutagenesis below DIR, with N
thresholds per feature, and prints accuracy and seconds beside the paper's figures. As in
the paper: ALCQ(f) with (f ≥ v), numbers up to 3, sizes up to 8; with N = 0, boolean
features only. Thresholds are quantiles of the values; the paper chooses a small number of
them differently.`,
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		match := f.String("match", "", "only problems whose name contains this `TEXT`")
		values := f.IntSlice("values", []int{0, 2, 5, 10, 20, 1000}, "numbers `N,...` of thresholds per feature")
		return func(ctx context.Context, r *runner, dirs []string) (report, error) {
			var l lines
			rep := report{
				how: fmt.Sprintf("Accuracy on all examples up to size %d, at most %s a run.", r.cfg.MaxSize,
					r.cfg.Timeout),
				columns: []string{
					"problem",
					"values",
					"accuracy",
					"size",
					"proved_size",
					"seconds",
					"paper_accuracy",
					"paper_seconds",
				},
				chart: l.chart(*values, picture.Labels{
					Title: fmt.Sprintf("Accuracy on the training examples up to size %d", r.cfg.MaxSize),
					X:     "thresholds per feature (0: boolean features only)",
					Y:     "accuracy",
					Share: true,
				}),
			}
			b := fitting{
				number:   2,
				problems: []string{"mammographic", "suramin", "mutagenesis"},
				settings: func(maxSize int) ([]setting, error) {
					return numbered(*values, 0, "value", func(n int) learner.Options {
						o := learner.Options{
							Language:   paperLanguage,
							MaxNumber:  paperNumber,
							MaxSize:    maxSize,
							Thresholds: n,
							Engine:     learner.Search{},
						}
						if n == 0 {
							o.Language &^= dl.WithDataAtLeast
						}
						return o
					})
				},
				rows: func(r *runner, rep *report, name string, fs []learner.Fitting, paper paperFigure) {
					var ours []float64
					var theirs []any
					for i, f := range fs {
						n := strconv.Itoa((*values)[i])
						ours, theirs = append(ours,
							f.Confusion.Accuracy()), append(theirs, paper("values", n, "accuracy", 2))
						rep.rows = append(rep.rows, []any{
							name,
							n,
							figure{ours[i], 3},
							f.Size,
							r.provedSize(f),
							figure{f.Elapsed.Seconds(), 2},
							theirs[i],
							paper("values", n, "seconds", 1),
						})
					}
					l.add(name, ours, theirs)
				},
			}
			return rep, b.run(ctx, r, dirs, *match, &rep)
		}
	},
}

var table3 = benchmark{
	name: "table3", args: "DIR...", settings: []string{"max-size", "timeout"}, defaults: paperDefaults,
	doc: `What the quotient by bisimilarity saves, beside the paper's figures (Table 3)

Table3 fits all examples of mammographic, hepatitis and lymphography below DIR with the
paper's engine (sat), without and with the quotient by bisimilarity, in four languages.
Beside the paper's figures it prints the number of individuals within reach of the
examples, the number of their classes that the last stage tells apart, and the seconds of
the stages that both runs searched to their end, up to size K. As in the paper: numbers up
to 3; ten thresholds per feature, (f ≥ v) and (f ≤ v).`,
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		match := f.String("match", "", "only problems whose name contains this `TEXT`")
		return func(ctx context.Context, r *runner, dirs []string) (report, error) {
			var groups []string
			ours, theirs := picture.Series{Name: genusName}, picture.Series{Name: "paper"}
			rep := report{
				how: fmt.Sprintf("The quotient: sat up to size %d, at most %s a run, one worker.", r.cfg.MaxSize,
					r.cfg.Timeout),
				columns: []string{
					"problem", "language", "individuals", "classes", "k", "seconds_without", "seconds",
					"paper_individuals", "paper_classes", "paper_seconds_without", "paper_seconds",
				},
				chart: func(note string) (picture.Chart, error) {
					labels := picture.Labels{
						Title: "What the quotient leaves of the individuals (their number above)",
						Y:     "share of the individuals",
						Note:  note,
						Share: true,
					}
					return picture.Bars(labels, groups, []picture.Series{ours, theirs})
				},
			}
			languages := []string{"alc", "alcf", "alcqf", "alcqif"}
			b := fitting{
				number:   3,
				problems: []string{"mammographic", "hepatitis", "lymphography"},
				settings: func(maxSize int) (out []setting, err error) {
					for _, name := range languages {
						o := learner.Options{
							MaxNumber:  paperNumber,
							MaxSize:    maxSize,
							Thresholds: 10,
							Engine:     learner.SAT{NoQuotient: true},
						}
						if o.Language, err = dl.ParseLanguage(name); err != nil {
							return nil, err
						}
						with := o
						with.Engine = learner.SAT{}
						out = append(out, setting{name + " without the quotient", o},
							setting{name + " with the quotient", with})
					}
					return out, nil
				},
				rows: func(r *runner, rep *report, name string, fs []learner.Fitting, paper paperFigure) {
					for i := 0; i+1 < len(fs) && len(fs[i+1].Stages) > 0; i += 2 {
						language, without, with := languages[i/2], fs[i], fs[i+1]
						k := min(r.provedSize(without), r.provedSize(with))
						last := with.Stages[len(with.Stages)-1]
						individuals, classes := paper("language", language, "individuals",
							0), paper("language", language, "classes", 0)
						rep.rows = append(rep.rows, []any{
							name,
							language,
							last.Reached,
							last.Individuals,
							k,
							figure{secondsUpTo(k, without), 2},
							figure{secondsUpTo(k, with), 2},
							individuals,
							classes,
							paper("language", language, "seconds", 1),
							paper("language", language, "seconds_quotient", 1),
						})
						groups = append(groups, name+"\n"+language)
						of, _ := individuals.(figure)
						left, _ := classes.(figure)
						ours.Y, ours.Above = append(
							ours.Y,
							float64(last.Individuals)/float64(last.Reached),
						), append(ours.Above, strconv.Itoa(last.Individuals))
						theirs.Y, theirs.Above = append(theirs.Y,
							left.value/of.value), append(theirs.Above, strconv.Itoa(int(left.value)))
					}
				},
			}
			return rep, b.run(ctx, r, dirs, *match, &rep)
		}
	},
}

var table5 = benchmark{
	name: "table5", args: "DIR...", settings: []string{"max-size", "timeout"}, defaults: paperDefaults,
	doc: `Seconds by number of workers, beside the paper's figures (Table 5)

Table5 fits all examples of mammographic, carcinogenesis and lymphography below DIR with
the paper's engine (sat) and 1, 2, 4 and 8 solvers at a time, and prints the seconds for
the stages that all of these runs searched to their end, up to size K, beside the paper's
figures for size 8. Language and numbers as in the paper; ten thresholds per feature.`,
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		match := f.String("match", "", "only problems whose name contains this `TEXT`")
		workers := f.IntSlice("workers", []int{1, 2, 4, 8}, "numbers `N,...` of solvers at a time")
		return func(ctx context.Context, r *runner, dirs []string) (report, error) {
			var l lines
			rep := report{
				how:     fmt.Sprintf("Workers: sat up to size %d, at most %s a run.", r.cfg.MaxSize, r.cfg.Timeout),
				columns: []string{"problem", "workers", "k", "seconds", "times_faster", "paper_seconds"},
				chart: l.chart(
					*workers,
					picture.Labels{
						Title: "Times faster than with the first number of workers (sat)",
						X:     "workers",
						Y:     "times faster",
					},
				),
			}
			b := fitting{
				number:   5,
				problems: []string{"mammographic", "carcinogenesis", "lymphography"},
				settings: func(maxSize int) ([]setting, error) {
					return numbered(*workers, 1, "worker", func(n int) learner.Options {
						return learner.Options{
							Language:   paperLanguage,
							MaxNumber:  paperNumber,
							MaxSize:    maxSize,
							Thresholds: 10,
							Engine:     learner.SAT{Workers: n},
						}
					})
				},
				rows: func(r *runner, rep *report, name string, fs []learner.Fitting, paper paperFigure) {
					k := r.cfg.MaxSize
					for _, f := range fs {
						k = min(k, r.provedSize(f))
					}
					var ours []float64
					var theirs []any
					var first figure // the paper's
					for i, f := range fs {
						seconds := paper("workers", strconv.Itoa((*workers)[i]), "seconds", 1)
						paperSeconds, known := seconds.(figure)
						if i == 0 {
							first = paperSeconds
						}
						faster := secondsUpTo(k, fs[0]) / secondsUpTo(k, f)
						ours, theirs = append(ours, faster), append(theirs, nil)
						if known && first.value > 0 {
							theirs[i] = figure{value: first.value / paperSeconds.value}
						}
						rep.rows = append(rep.rows,
							[]any{name, (*workers)[i], k, figure{secondsUpTo(k, f), 2}, figure{faster, 2}, seconds})
					}
					l.add(name, ours, theirs)
				},
			}
			return rep, b.run(ctx, r, dirs, *match, &rep)
		}
	},
}
