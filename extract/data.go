package extract

import (
	"context"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/classes"
	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
)

// Types of the subpackages in the interface of this package.
type (
	ImportOptions = dataset.ImportOptions
	Statement     = dataset.Statement
	ClassExamples = classes.Examples
	Triple        = dataset.Triple // a statement of the source
	TermID        = facts.ID       // the number of a term
)

// What the individuals of RDF files are: see ImportOptions.
const (
	Named   = dataset.Named
	Classes = dataset.Classes
	Auto    = dataset.Auto
)

// Stamp returns a text that changes when one of the files does, see dataset.Stamp.
func Stamp(paths ...string) string { return dataset.Stamp(paths...) }

// ImportFiles reads RDF files, see dataset.ImportFiles.
func ImportFiles(ctx context.Context, paths []string, o ImportOptions) (*Data, Report, error) {
	began := time.Now()
	read, err := dataset.ImportFiles(ctx, paths, o)
	if err != nil {
		return nil, Report{}, err
	}
	o.Vocabulary, o.Exclusions = read.Vocabulary, read.Exclusions
	symbols := graph.NewSymbols(o.Vocabulary, o.Exclusions)
	symbols.Apply(read.Facts.Axioms)
	info := store.SourceInfo{SourceKey: dataset.FileKey(read.Files, toJSON(settings{o.Vocabulary, o.Exclusions}))}
	report := Report{Warnings: read.Warnings, Notes: read.Notes, Seconds: time.Since(began).Seconds()}
	report.count(read.Facts)
	d := dataset.New(read.Facts, info, o.Vocabulary, o.Exclusions, symbols, nil)
	d.Stated = read.Stated
	d.NotePresence()
	return &Data{Dataset: d}, report, nil
}

// Covered returns the examples of all completed crawls, sorted; none for files.
func (d *Data) Covered() []string {
	var examples []string
	if d.Coverage != nil {
		examples = slices.Clone(d.Coverage.Examples)
	}
	for _, r := range d.runs {
		if !r.Finished.IsZero() {
			examples = append(examples, r.Examples...)
		}
	}
	slices.Sort(examples)
	return slices.Compact(examples)
}

// Learnable returns a function that reports whether the data has everything about an
// individual; nil means it has for all.
func (d *Data) Learnable() func(iri string) bool {
	if d.FromFiles() {
		return nil
	}
	covered := set(d.Covered())
	return func(iri string) bool { return covered[iri] }
}

// FindClass looks for examples of a class, see classes.Find.
func FindClass(ctx context.Context, g graph.Graph, symbols *graph.Symbols, v Vocabulary,
	learnable func(iri string) bool, class string, elsewhere func() []string, limit int) (ClassExamples, error) {
	return classes.Find(ctx, g, symbols, v, learnable, class, elsewhere, limit)
}
