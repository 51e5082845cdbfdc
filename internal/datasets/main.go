// Command datasets learns every problem below a directory of benchmarks and
// prints a Markdown table of how far it came in the time:
//
//	go run ./internal/datasets [-time 60s] [-language alcqif] [-engine search] [-workers 2] DIR > docs/datasets.md
//
// A problem is a folder with pos.txt and neg.txt; its data are the RDF files in
// the folder or, if there are none, in the one above, the first that knows the
// examples.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

var (
	limit    = flag.Duration("time", time.Minute, "time for each problem")
	language = flag.String("language", "alcqif", "language of the concepts")
	workers  = flag.Int("workers", 1, "solvers at a time")
	engine   = flag.String("engine", "search", "search or sat")
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
	lang, err := dl.ParseLanguage(*language)
	if err != nil {
		return err
	}
	problems, err := find(dir)
	if err != nil {
		return err
	}
	fmt.Printf("# How far the learner comes on the benchmarks\n\n")
	fmt.Printf("`%s`, at most %v a problem, %s on %s/%s with %d processors, language %s.\n\n",
		"go run ./internal/datasets "+strings.Join(os.Args[1:len(os.Args)-1], " ")+" DIR", *limit, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), lang)
	fmt.Print(`*k* is the last stage that was searched to its end, *correct* the best number of examples classified right, out of all,
*ceiling* the most that any concept can reach. *Proved* says that nothing better exists at any size (the ceiling is
reached), or up to k. *Individuals* are those that the examples reach, and the classes of them in the last stage.

| problem | examples | k | correct | ceiling | proved | seconds | individuals | concept |
|---|---:|---:|---:|---:|---|---:|---:|---|
`)
	for _, dir2 := range problems {
		name, _ := filepath.Rel(dir, dir2)
		if !strings.Contains(name, *match) {
			continue
		}
		row, err := learn(dir2, lang)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("| %s | %s |\n", name, row)
	}
	return nil
}

// find lists the folders with pos.txt.
func find(dir string) (problems []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "pos.txt" {
			problems = append(problems, filepath.Dir(path))
		}
		return err
	})
	slices.Sort(problems)
	return problems, err
}

// load reads a problem from the first file that has its examples.
func load(ctx context.Context, dir string) (interp.Problem, extract.Info, error) {
	pos, err := extract.ReadExamples(filepath.Join(dir, "pos.txt"), nil)
	if err != nil {
		return interp.Problem{}, extract.Info{}, err
	}
	neg, err := extract.ReadExamples(filepath.Join(dir, "neg.txt"), nil)
	if err != nil {
		return interp.Problem{}, extract.Info{}, err
	}
	examples, err := extract.NewWeighted(pos, neg)
	if err != nil {
		return interp.Problem{}, extract.Info{}, err
	}
	var files []string
	for _, at := range []string{dir, filepath.Dir(dir)} {
		for _, pattern := range []string{"*.owl", "*.nt.gz"} {
			found, err := filepath.Glob(filepath.Join(at, pattern))
			if err != nil {
				return interp.Problem{}, extract.Info{}, err
			}
			files = append(files, found...)
		}
		if len(files) > 0 {
			break
		}
	}
	err = errors.New("no data beside pos.txt")
	for _, file := range files {
		var data *extract.Data
		if data, _, err = extract.ImportFiles(ctx, []string{file}, extract.ImportOptions{}); err != nil {
			continue
		}
		var p interp.Problem
		var info extract.Info
		if p, info, err = data.Problem(examples, extract.LoadOptions{}); err == nil {
			return p, info, nil
		}
	}
	return interp.Problem{}, extract.Info{}, err
}

// learn is the row of a problem, but for its name.
func learn(dir string, lang dl.Language) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	p, _, err := load(ctx, dir)
	if err != nil {
		return "", err
	}
	var search learner.Engine = learner.Search{Workers: *workers}
	if *engine == "sat" {
		search = learner.SAT{Workers: *workers}
	}
	start := time.Now()
	f, err := learner.Learn(ctx, p, learner.Options{Language: lang, Engine: search})
	if err != nil && !errors.Is(err, learner.ErrNoFitting) && ctx.Err() == nil {
		return "", err
	}
	seconds := time.Since(start).Seconds()
	k, last := 0, learner.Stage{}
	for _, s := range f.Stages {
		if s.Proved {
			k, last = s.K, s
		}
	}
	proved := fmt.Sprintf("up to %d", k)
	if f.Optimal {
		proved = "yes"
	}
	concept := "none"
	if f.Concept != nil {
		prefixes := syntax.NewPrefixes(nil, syntax.IRIs(f.Concept)...)
		concept = "`" + strings.ReplaceAll(syntax.Print(f.Concept, syntax.Options{Prefixes: prefixes}), "|", "\\|") + "`"
	}
	return fmt.Sprintf("%d | %d | %d | %d | %s | %.1f | %d → %d | %s", len(p.Pos)+len(p.Neg), k, f.Confusion.Correct(),
		f.Ceiling.Confusion.Correct(), proved, seconds, last.Reached, last.Individuals, concept), nil
}
