package peers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// An External is another learner: a shell command that runs in the working directory of
// genus. Its environment describes a fold:
//
//	GENUS_PROBLEM    the name of the problem
//	GENUS_FOLD       the number of the fold, from 1; 0 for all examples
//	GENUS_DATA       the RDF file of the problem
//	GENUS_TRAIN_POS  files with the IRIs of the training examples, one per line
//	GENUS_TRAIN_NEG
//	GENUS_TEST       a file with the IRIs of the test examples, without labels
//	GENUS_TIMEOUT    the time limit in seconds
//
// The files with examples are in a temporary folder, one for each fold. The command
// prints either a line "concept: C", with C in DL or Manchester syntax with whole IRIs in
// angle brackets, which genus evaluates, or the IRIs of the test examples that it
// predicts to be positive, one per line. A line "seconds: S" gives the time that it took,
// which replaces the time that genus measures. Then it ends with exit code 0, or prints a
// line "end" and reads the next fold from a line of its standard input: a JSON object
// with the same variables. This saves time if it reads the data once. genus kills it when
// its time and Grace are over.
type External struct {
	Name    string
	Command string
	Problem string        // name
	Data    string        // path of the RDF file
	Grace   time.Duration // for starting and stopping; 0 means 10 seconds

	mu   sync.Mutex
	idle []*process // processes that wait for a fold
}

// Tested is a fold of an External. If it made predictions, the fold has no concept.
type Tested struct {
	evaluation.Tested
	Predicted bool
}

const defaultGrace = 10 * time.Second

// Prefixes of lines that are not examples, and the line that ends an answer.
const (
	conceptLine = "concept:"
	secondsLine = "seconds:"
	endLine     = "end"
)

// Close ends the processes that wait for a fold.
func (e *External) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.idle {
		p.stop()
	}
	e.idle = nil
}

// Fold runs the learner on one fold, counted from 1; 0 stands for all examples, which then are
// the training and the test part.
func (e *External) Fold(ctx context.Context, fold int, train, test interp.Problem,
	limit time.Duration) (Tested, error) {
	dir, err := os.MkdirTemp("", "genus-fold-")
	if err != nil {
		return Tested{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	variables, err := e.describe(dir, fold, train, test, limit)
	if err != nil {
		return Tested{}, err
	}
	limited := ctx
	longest := limit + cmp.Or(e.Grace, defaultGrace)
	if limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, longest)
		defer cancel()
	}
	start := time.Now()
	lines, err := e.run(limited, variables)
	elapsed := time.Since(start)
	switch {
	case ctx.Err() != nil:
		return Tested{}, ctx.Err()
	case limited.Err() != nil:
		return Tested{}, fmt.Errorf("%s took longer than %s", e.Name, longest)
	case err != nil:
		return Tested{}, fmt.Errorf("%s: %w", e.Name, err)
	}
	t, err := e.judge(lines, train, test)
	t.Fold = fold
	if t.Elapsed == 0 {
		t.Elapsed = elapsed
	}
	return t, err
}

// describe writes the examples of a fold to files in dir and returns the variables that
// describe the fold.
func (e *External) describe(dir string, fold int, train, test interp.Problem,
	limit time.Duration) (map[string]string, error) {
	data, err := filepath.Abs(e.Data)
	if err != nil {
		return nil, err
	}
	variables := map[string]string{
		"GENUS_PROBLEM": e.Problem, "GENUS_FOLD": strconv.Itoa(fold), "GENUS_DATA": data,
		"GENUS_TIMEOUT": strconv.FormatFloat(limit.Seconds(), 'f', -1, 64),
	}
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
			fmt.Fprintln(&b, train.Structure.IRI(a))
		}
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			return nil, err
		}
		variables[f.variable] = path
	}
	return variables, nil
}

// run passes a fold to a process that waits for one, or to a new one. It returns the
// lines that the process prints.
func (e *External) run(ctx context.Context, variables map[string]string) ([]string, error) {
	e.mu.Lock()
	var p *process
	if n := len(e.idle); n > 0 {
		p, e.idle = e.idle[n-1], e.idle[:n-1]
	}
	e.mu.Unlock()
	var err error
	if p == nil {
		p, err = startProcess(e.Command, variables)
	} else {
		err = p.send(variables)
	}
	if err != nil {
		return nil, err
	}
	lines, more, err := p.answer(ctx)
	if more {
		e.mu.Lock()
		e.idle = append(e.idle, p)
		e.mu.Unlock()
	}
	return lines, err
}

// judge classifies the examples by the lines that the learner printed.
func (e *External) judge(lines []string, train, test interp.Problem) (Tested, error) {
	eval := interp.NewEvaluator(train.Structure)
	found := map[string]bool{}
	var t Tested
	for _, line := range lines {
		if text, ok := strings.CutPrefix(line, secondsLine); ok {
			s, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || !(s >= 0) {
				return t, fmt.Errorf("%s: %q is not a number of seconds", e.Name, line)
			}
			t.Elapsed = time.Duration(s * float64(time.Second))
			continue
		}
		if text, ok := strings.CutPrefix(line, conceptLine); ok {
			c, err := syntax.Parse(strings.TrimSpace(text), nil)
			if err != nil {
				return t, fmt.Errorf("%s: %w", e.Name, err)
			}
			t.Fitting.Concept = c
			t.Fitting.Size = dl.Size(c)
			t.Fitting.Depth = dl.Depth(c)
			t.Test, err = eval.Classify(&test, c)
			return t, err
		}
		if line != "" {
			found[strings.Trim(line, "<>")] = true
		}
	}
	t.Predicted = true
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
	slices.SortFunc(all,
		func(a, b interp.Individual) int { return strings.Compare(p.Structure.IRI(a), p.Structure.IRI(b)) })
	return all
}
