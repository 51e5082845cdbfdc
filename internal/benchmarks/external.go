package benchmarks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// External is another learner: a shell command that is run for each fold, in the
// working directory of genus. Its environment has
//
//	GENUS_PROBLEM    the name of the problem
//	GENUS_FOLD       the number of the fold, from 1; 0 for all examples
//	GENUS_DATA       the RDF file of the problem
//	GENUS_TRAIN_POS  files with the IRIs of the examples to learn from, one a line
//	GENUS_TRAIN_NEG
//	GENUS_TEST       a file with the IRIs of the test examples, without labels
//	GENUS_TIMEOUT    the seconds that it may take
//
// The files with examples are in a temporary folder, one for each fold. The command
// prints either a line "concept: C", C in DL or Manchester syntax with whole
// IRIs in angle brackets, which genus evaluates, or the IRIs of the test examples
// that it takes for positive, one a line. It must end with exit code 0; it is
// killed when its time is up, and ten seconds are over.
type External struct {
	Name    string
	Command string
	Problem string // name
	Data    string // path of the RDF file
}

// grace is what an external learner may take beyond its time, for starting and
// stopping.
const grace = 10 * time.Second

// conceptLine is what a line with a concept begins with.
const conceptLine = "concept:"

// Fit runs the learner on all examples of a problem, to learn from and to test on.
func (e External) Fit(ctx context.Context, p interp.Problem, limit time.Duration) (Tested, error) {
	return e.test(ctx, 0, p, p, limit)
}

// test runs the learner on one fold, counted from 1.
func (e External) test(ctx context.Context, fold int, train, test interp.Problem, limit time.Duration) (Tested, error) {
	dir, err := os.MkdirTemp("", "genus-fold-")
	if err != nil {
		return Tested{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s := train.Structure
	data, err := filepath.Abs(e.Data)
	if err != nil {
		return Tested{}, err
	}
	env := append(os.Environ(), "GENUS_PROBLEM="+e.Problem, "GENUS_FOLD="+strconv.Itoa(fold), "GENUS_DATA="+data, "GENUS_TIMEOUT="+strconv.FormatFloat(limit.Seconds(), 'f', -1, 64))
	for _, f := range []struct {
		variable, name string
		examples       []interp.Individual
	}{
		{"GENUS_TRAIN_POS", "train-pos.txt", train.Pos},
		{"GENUS_TRAIN_NEG", "train-neg.txt", train.Neg},
		{"GENUS_TEST", "test.txt", sortedByIRI(test)},
	} {
		var b bytes.Buffer
		for _, a := range f.examples {
			fmt.Fprintln(&b, s.IRI(a))
		}
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			return Tested{}, err
		}
		env = append(env, f.variable+"="+path)
	}
	limited := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit+grace)
		defer cancel()
	}
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(limited, "sh", "-c", e.Command) //nolint:gosec // it is the user's command
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = env, &out, &problems, time.Second
	start := time.Now()
	err = cmd.Run()
	elapsed := time.Since(start)
	switch {
	case ctx.Err() != nil:
		return Tested{}, ctx.Err()
	case limited.Err() != nil:
		return Tested{}, fmt.Errorf("%s took longer than %s", e.Name, limit+grace)
	case err != nil:
		return Tested{}, fmt.Errorf("%s: %w: %s", e.Name, err, lastLine(problems.String()))
	}
	t, err := e.judge(out.String(), train, test)
	t.Elapsed = elapsed
	return t, err
}

// judge classifies the examples by what the learner has printed.
func (e External) judge(out string, train, test interp.Problem) (Tested, error) {
	eval := interp.NewEvaluator(train.Structure)
	found := map[string]bool{}
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, conceptLine); ok {
			c, err := syntax.Parse(strings.TrimSpace(text), nil)
			if err != nil {
				return Tested{}, fmt.Errorf("%s: %w", e.Name, err)
			}
			t := Tested{}
			t.Fitting.Concept, t.Fitting.Size, t.Fitting.Depth = c, dl.Size(c), dl.Depth(c)
			if t.Train, err = classify(eval, train, c); err == nil {
				t.Test, err = classify(eval, test, c)
			}
			return t, err
		}
		if line != "" {
			found[strings.Trim(line, "<>")] = true
		}
	}
	t := Tested{Predicted: true}
	in := train.Structure.NewSet()
	for _, a := range slices.Concat(test.Pos, test.Neg) {
		if iri := train.Structure.IRI(a); found[iri] {
			in.Set(uint(a))
			delete(found, iri)
		}
	}
	for iri := range found {
		return t, errors.New(e.Name + " printed what is neither a concept nor a test example: " + iri)
	}
	t.Test = test.Classify(in)
	return t, nil
}

// sortedByIRI returns the examples in an order that does not reveal their labels.
func sortedByIRI(p interp.Problem) []interp.Individual {
	all := slices.Concat(p.Pos, p.Neg)
	slices.SortFunc(all, func(a, b interp.Individual) int { return strings.Compare(p.Structure.IRI(a), p.Structure.IRI(b)) })
	return all
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
