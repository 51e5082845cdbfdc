package suite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/learner/interp"
)

// A Problem is a learning problem that has not been read yet.
type Problem struct {
	// Name is the path of the folder below the directory that was searched.
	Name string
	Dir  string // the folder; empty for a built-in problem
	load func(context.Context, extract.LoadOptions) (p interp.Problem, file string, err error)
}

// Load reads the problem.
func (p Problem) Load(ctx context.Context, o extract.LoadOptions) (interp.Problem, error) {
	loaded, _, err := p.LoadFrom(ctx, o)
	return loaded, err
}

// LoadFrom reads the problem. It returns the path of its RDF file, if it has one.
func (p Problem) LoadFrom(ctx context.Context, o extract.LoadOptions) (loaded interp.Problem, file string, err error) {
	loaded, file, err = p.load(ctx, o)
	if err != nil {
		return interp.Problem{}, "", fmt.Errorf("problem %s: %w", p.Name, err)
	}
	return loaded, file, nil
}

// Find returns the problems in the directory and below it, by name. It is an error if
// there is none.
func Find(dir string) ([]Problem, error) {
	if info, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w: want a folder with problems in it", dir, fs.ErrNotExist)
	} else if err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder: want one with problems in it", dir)
	}
	var problems []Problem
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "pos.txt" {
			return err
		}
		folder := filepath.Dir(path)
		name, err := filepath.Rel(dir, folder)
		if err != nil {
			return err
		}
		if name == "." {
			name = filepath.Base(folder)
		}
		problems = append(
			problems,
			Problem{
				Name: taskName(filepath.ToSlash(name)),
				Dir:  folder,
				load: func(ctx context.Context, o extract.LoadOptions) (interp.Problem, string, error) {
					return loadFolder(ctx, folder, o)
				},
			},
		)
		return nil
	})
	if err == nil && len(problems) == 0 {
		err = fmt.Errorf("%s has no problems: a problem is a folder with pos.txt, neg.txt and RDF files", dir)
	}
	return problems, err
}

// taskName returns TASK/PROBLEM for the folder TASK/owl/lp/PROBLEM of SML-Bench, or TASK
// if the problem is called 1. It returns other folders as they are.
func taskName(folder string) string {
	parts := strings.Split(folder, "/")
	n := len(parts)
	if n < 4 || parts[n-3] != "owl" || parts[n-2] != "lp" {
		return folder
	}
	name := strings.Join(parts[:n-3], "/")
	if problem := parts[n-1]; problem != "1" {
		name += "/" + problem
	}
	return name
}

// loadFolder reads a problem from the first file that has its examples.
func loadFolder(ctx context.Context, dir string, o extract.LoadOptions) (interp.Problem, string, error) {
	files, err := dataFiles(dir)
	if err != nil {
		return interp.Problem{}, "", err
	}
	for _, file := range files {
		var p interp.Problem
		p, err = loadFile(ctx, file, o, func(prefixes map[string]string) (extract.Examples, error) {
			return readFolder(dir, prefixes)
		})
		if err == nil {
			return p, file, nil
		}
	}
	return interp.Problem{}, "", err
}

func readFolder(dir string, prefixes map[string]string) (extract.Examples, error) {
	pos, err := extract.ReadExamples(filepath.Join(dir, "pos.txt"), prefixes)
	if err != nil {
		return extract.Examples{}, err
	}
	neg, err := extract.ReadExamples(filepath.Join(dir, "neg.txt"), prefixes)
	if err != nil {
		return extract.Examples{}, err
	}
	return extract.NewWeighted(pos, neg)
}

// dataFiles returns the RDF files in the folder. If it has none, it returns those in the
// folder above or, in SML-Bench (TASK/owl/lp/PROBLEM), those in TASK/owl/data.
func dataFiles(dir string) ([]string, error) {
	above := filepath.Dir(dir)
	places := []string{dir, above}
	if filepath.Base(above) == "lp" {
		places = append(places, filepath.Join(filepath.Dir(above), "data"))
	}
	for _, at := range places {
		entries, err := os.ReadDir(at)
		if err != nil {
			return nil, err
		}
		var files []string
		for _, e := range entries {
			if _, err := rdffile.FormatOf(e.Name()); err == nil && !e.IsDir() {
				files = append(files, filepath.Join(at, e.Name()))
			}
		}
		if len(files) > 0 {
			return files, nil
		}
	}
	return nil, fmt.Errorf("no RDF file in %s or above it", dir)
}

// loadFile reads a problem from an RDF file. The examples may use its prefixes.
func loadFile(ctx context.Context, file string, o extract.LoadOptions,
	examples func(prefixes map[string]string) (extract.Examples, error)) (interp.Problem, error) {
	data, _, err := extract.ImportFiles(ctx, []string{file}, extract.ImportOptions{})
	if err != nil {
		return interp.Problem{}, err
	}
	ex, err := examples(data.Facts.Prefixes)
	if err != nil {
		return interp.Problem{}, err
	}
	p, _, err := data.Problem(ctx, ex, o)
	return p, err
}

// Elephants returns the built-in problems.
func Elephants() []Problem {
	builtIn := func(name string, pos, neg []string) Problem {
		return Problem{Name: name, load: func(ctx context.Context, o extract.LoadOptions) (interp.Problem, string, error) {
			p, err := loadElephants(ctx, pos, neg, o)
			return p, "", err
		}}
	}
	return []Problem{
		builtIn("elephants", elephants.Positives, elephants.Negatives),
		builtIn("elephants-sister", elephants.SisterPositives, elephants.SisterNegatives),
	}
}

// loadElephants writes the graph to a temporary file, which extract imports.
func loadElephants(ctx context.Context, pos, neg []string, o extract.LoadOptions) (interp.Problem, error) {
	dir, err := os.MkdirTemp("", "genus-elephants-")
	if err != nil {
		return interp.Problem{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "elephants.ttl")
	if err := os.WriteFile(file, []byte(elephants.Turtle), 0o600); err != nil {
		return interp.Problem{}, err
	}
	return loadFile(ctx, file, o, func(map[string]string) (extract.Examples, error) {
		return extract.NewExamples(slices.Clone(pos), slices.Clone(neg))
	})
}
