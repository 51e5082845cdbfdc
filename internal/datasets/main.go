// Command datasets learns every problem below a directory of benchmarks and
// prints a Markdown table of how far it came in the time:
//
//	go run ./internal/datasets [-time 60s] [-language alcqif] [-engine search] [-workers 2] DIR > docs/datasets.md
//
// Package benchmarks describes what a problem is.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/benchmarks"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/syntax"
)

var (
	limit    = flag.Duration("time", time.Minute, "time to learn each problem")
	maxSize  = flag.Int("max-size", 50, "largest k: more than the time allows, where the ceiling is not reached")
	language = flag.String("language", "alcqif", "language of the concepts")
	workers  = flag.Int("workers", 1, "solvers at a time")
	engine   = flag.String("engine", "search", "one of "+strings.Join(benchmarks.Engines(), ", "))
	match    = flag.String("match", "", "only problems whose path contains this")
)

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "datasets:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	o, err := options()
	if err != nil {
		return err
	}
	problems, err := benchmarks.Find(dir)
	if err != nil {
		return err
	}
	fmt.Printf("# How far the learner comes on the benchmarks\n\n")
	fmt.Printf("`%s`, at most %v a problem, %s on %s/%s with %d processors, language %s, engine %s.\n\n",
		"go run ./internal/datasets "+strings.Join(os.Args[1:len(os.Args)-1], " ")+" DIR", *limit,
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), o.Language, *engine)
	fmt.Print(`*k* is the last stage that was searched to its end, as all before it were, *correct* the best number of examples
classified right, *score* its share of all, *ceiling* the most that any concept can reach. *Optimal* says that nothing
better exists at any size (the ceiling is reached), or up to k. *Individuals* are those that the examples reach, *classes*
what the quotient makes of them in the last stage.

| dataset | examples | k | correct | score | ceiling | optimal | seconds | individuals | classes | concept |
|---|---:|---:|---:|---:|---:|---|---:|---:|---:|---|
`)
	for _, p := range problems {
		if !strings.Contains(p.Name, *match) {
			continue
		}
		row, err := learn(p, o)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		fmt.Printf("| %s |\n", strings.Join(row, " | "))
	}
	return nil
}

// options returns those of the flags, as genus learn reads them.
func options() (learner.Options, error) {
	if !slices.Contains(benchmarks.Engines(), *engine) {
		return learner.Options{}, fmt.Errorf("unknown engine %q: choose one of %s", *engine, strings.Join(benchmarks.Engines(), ", "))
	}
	c := config.Default()
	c.Engine, c.Language, c.Workers, c.MaxSize = *engine, *language, *workers, *maxSize
	return c.Learner()
}

// learn returns the row of a problem.
func learn(p benchmarks.Problem, o learner.Options) ([]string, error) {
	problem, err := p.Load(context.Background(), extract.LoadOptions{})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	f, err := learner.Learn(ctx, problem, o)
	if err != nil && !errors.Is(err, learner.ErrNoFitting) && ctx.Err() == nil {
		return nil, err
	}
	var last learner.Stage
	if n := len(f.Stages); n > 0 {
		last = f.Stages[max(benchmarks.LastProved(f), 1)-1] // the first has its quotient, proved or not
	}
	return []string{
		p.Name, fmt.Sprint(len(problem.Pos) + len(problem.Neg)), fmt.Sprint(benchmarks.LastProved(f)),
		fmt.Sprint(f.Confusion.Correct()), fmt.Sprintf("%.3f", f.Confusion.Accuracy()), fmt.Sprint(f.Ceiling.Confusion.Correct()),
		optimal(f), fmt.Sprintf("%.1f", f.Elapsed.Seconds()), fmt.Sprint(last.Reached), fmt.Sprint(last.Individuals), concept(f),
	}, nil
}

// optimal says what is proved of the concept.
func optimal(f learner.Fitting) string {
	switch k := benchmarks.LastProved(f); {
	case f.Optimal && f.Confusion.Correct() == f.Ceiling.Confusion.Correct():
		return "yes"
	case k == 0:
		return "no"
	default:
		return fmt.Sprintf("up to %d", k)
	}
}

func concept(f learner.Fitting) string {
	if f.Concept == nil {
		return "none"
	}
	prefixes := syntax.NewPrefixes(nil, syntax.IRIs(f.Concept)...)
	return "`" + strings.ReplaceAll(syntax.Print(f.Concept, syntax.Options{Prefixes: prefixes}), "|", "\\|") + "`"
}
