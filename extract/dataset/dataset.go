// Package dataset turns what was extracted from a source into a learning problem.
//
//	RDF files --ImportFiles--> Facts, complete            \
//	endpoint --crawl.Crawl---> Facts, with what it dropped --> Dataset --Problem--> interp.Problem, Info
//	database --crawl.Collect-> Facts, all that it holds   /
//
// A problem consists of the individuals that its examples reach over the roles that are
// not dropped, and of their facts, both stated and entailed by axioms about properties.
// Only fill.go turns facts into a structure.
//
// The facts of files are complete: nothing is dropped, and blank nodes are individuals. Of
// OWL, [ImportFiles] uses the assertions and some axioms, and counts the rest.
//
// [Dataset.Graph] indexes the facts for browsing, [Dataset.WriteNTriples] and
// [Dataset.WriteTurtle] export them, and [Dataset.Save] writes imported files into a
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
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
)

// Kinds of sources in a database.
const (
	Endpoint   = "endpoint"
	FileSource = "file"
)

// A Dataset holds in memory what was extracted from a source. It does not change and is
// safe for concurrent use.
type Dataset struct {
	Facts *facts.Facts
	// Source identifies the source of the facts.
	Source     store.SourceInfo
	Vocabulary graph.Vocabulary
	Exclusions graph.Exclusions
	Symbols    *graph.Symbols
	// Stated are the statements of files. It is nil for other sources, and for files that
	// were read from a database.
	Stated *Statements
	// Coverage describes which facts of an endpoint are complete. It is nil for files,
	// whose facts are all complete.
	Coverage *Coverage
}

// Statements are the triples of RDF files as they stand.
type Statements struct{ triples }

// Coverage describes the part of an endpoint that a crawl covered.
type Coverage struct {
	Examples []string // the individuals from which it started
	Depth    int      // the greatest number of edges from these
	Dropped  []crawl.Dropped
}

// New returns a dataset of facts. The vocabulary and the exclusions must have their
// defaults filled in. covered is nil for files.
func New(f *facts.Facts, info store.SourceInfo, v graph.Vocabulary, e graph.Exclusions, symbols *graph.Symbols,
	covered *Coverage) *Dataset {
	return &Dataset{Facts: f, Source: info, Vocabulary: v, Exclusions: e, Symbols: symbols, Coverage: covered}
}

// FromFiles reports whether the facts come from files.
func (d *Dataset) FromFiles() bool { return d.Source.Kind == FileSource }

// Prefixes returns the namespace prefixes of the data.
func (d *Dataset) Prefixes() map[string]string { return maps.Clone(d.Facts.Prefixes) }

// Graph returns an index of the facts.
func (d *Dataset) Graph() *graph.Memory { return graph.NewMemory(d.Facts, d.Vocabulary) }

// Labels returns the best label of every term that has one, by the order of the
// vocabulary's languages.
func (d *Dataset) Labels() map[string]string { return d.Facts.BestLabels(d.Vocabulary.Languages) }

// HasStrings reports whether strings were kept: see Vocabulary.Strings.
func (d *Dataset) HasStrings() bool { return d.Vocabulary.Strings }
