// Package dataset turns what was extracted from a source into a learning problem.
//
//	RDF files --ImportFiles--> Facts, complete            \
//	endpoint --crawl.Crawl---> Facts, with what it dropped --> Dataset --Problem--> interp.Problem, Info
//	database --crawl.Collect-> Facts, all that it holds   /
//
// A problem is made of the individuals within reach of its examples over kept roles;
// what follows from axioms about properties is filled in there (fill.go, the only
// place where facts become a structure).
//
// The facts of files are complete: nothing is dropped, and blank nodes are
// individuals. Of OWL, [ImportFiles] takes the assertions and the axioms named
// there, and counts what it leaves out.
//
// [Dataset.Graph] is for looking around, [Dataset.WriteNTriples] and
// [Dataset.WriteTurtle] export, [Dataset.Save] writes imported files into a
// database.
//
// # Key of letters
//
// s, p, o subject, property, object; a, b individuals; r a role; d the depth.
package dataset

import (
	"maps"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
	"github.com/genus-kg/genus/extract/store"
)

// Kinds of sources in a database.
const (
	Endpoint   = "endpoint"
	FileSource = "file"
)

// Dataset is what was extracted from one source, in memory. It does not change and
// is safe for concurrent use.
type Dataset struct {
	Facts *facts.Facts
	// Source is where the facts come from.
	Source     store.SourceInfo
	Vocabulary source.Vocabulary
	Exclusions source.Exclusions
	Symbols    *source.Symbols
	// Coverage says around which individuals the facts of an endpoint are complete;
	// nil for files, of which everything is there.
	Coverage *Coverage
}

// Coverage is what a crawl covered.
type Coverage struct {
	Examples []string // from which it started
	Depth    int      // edges from these
	Dropped  []crawl.Dropped
}

// New makes a dataset of facts. The vocabulary and the exclusions have their defaults
// filled in. kinds are the properties of excluded kinds.
func New(f *facts.Facts, info store.SourceInfo, v source.Vocabulary, e source.Exclusions, symbols *source.Symbols, covered *Coverage) *Dataset {
	return &Dataset{Facts: f, Source: info, Vocabulary: v, Exclusions: e, Symbols: symbols, Coverage: covered}
}

// FromFiles reports whether the facts are those of files.
func (d *Dataset) FromFiles() bool { return d.Source.Kind == FileSource }

// Prefixes are the namespace prefixes that came with the data.
func (d *Dataset) Prefixes() map[string]string { return maps.Clone(d.Facts.Prefixes) }

// Labels are the best label of every term that has one, by the order of the
// vocabulary's languages.
func (d *Dataset) Labels() map[string]string { return d.Facts.BestLabels(d.Vocabulary.Languages) }

// HasStrings reports whether strings were kept: see Vocabulary.Strings.
func (d *Dataset) HasStrings() bool { return d.Vocabulary.Strings }
