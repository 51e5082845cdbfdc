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
	"slices"
	"sync"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
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

	labels     func() map[string]string
	sizes      func() queries.Statistics
	kinds      func() map[string][]dl.Kind
	unmoved    func() map[string]bool
	statements bool     // see WithStatements
	properties []string // of the statements; nil: all
}

// A Statement has a literal as its object if Object is empty.
type Statement struct{ Subject, Property, Object, Lexical, Datatype, Lang string }

// StatedOf returns what the files state of the individuals. It is empty for other sources.
func (d *Dataset) StatedOf(iris ...string) (list []Statement) {
	if d.Stated == nil {
		return nil
	}
	f := d.Stated.facts
	for _, iri := range iris {
		for t := range d.Stated.about(f.Find(iri)) {
			list = append(list, Statement{
				Subject: iri, Property: f.Term(t.property), Object: f.Term(t.objectOf()),
				Lexical: d.Stated.lexicalOf(t), Datatype: d.Stated.datatypeOf(t), Lang: d.Stated.langOf(t),
			})
		}
	}
	return list
}

// Coverage describes the part of an endpoint that a crawl covered.
type Coverage struct {
	Examples []string // the individuals from which it started
	Depth    int      // the greatest number of edges from these
	Dropped  []crawl.Dropped
	Passing  bool // some is missing for a reason that may pass; see crawl.Result
}

// New returns a dataset of facts. The vocabulary and the exclusions must have their
// defaults filled in. covered is nil for files.
func New(f *facts.Facts, info store.SourceInfo, v graph.Vocabulary, e graph.Exclusions, symbols *graph.Symbols,
	covered *Coverage) *Dataset {
	d := &Dataset{Facts: f, Source: info, Vocabulary: v, Exclusions: e, Symbols: symbols, Coverage: covered}
	d.labels, d.sizes, d.kinds = sync.OnceValue(d.bestLabels), sync.OnceValue(d.countSizes), sync.OnceValue(d.findKinds)
	d.unmoved = sync.OnceValue(d.findUnredirected)
	return d
}

// FromFiles reports whether the facts come from files.
func (d *Dataset) FromFiles() bool { return d.Source.Kind == FileSource }

// Prefixes returns the namespace prefixes of the data.
func (d *Dataset) Prefixes() map[string]string { return maps.Clone(d.Facts.Prefixes) }

// Graph returns an index of the facts.
func (d *Dataset) Graph() *graph.Memory { return graph.NewMemory(d.Facts, d.Vocabulary) }

// Labels returns the best label of every term that has one, by the order of the
// vocabulary's languages. The caller must not change the map.
func (d *Dataset) Labels() map[string]string { return d.labels() }

func (d *Dataset) bestLabels() map[string]string {
	labels := d.Facts.BestLabels(d.Vocabulary.Languages)
	add := func(property facts.ID) { // in statements a property has the label of the direct one
		p := d.Facts.Term(property)
		if label := labels[d.Vocabulary.Statements.DirectOf(p)]; label != "" && labels[p] == "" {
			labels[p] = label
		}
	}
	for _, t := range d.Facts.Statements.Roles {
		add(t[0])
	}
	for _, x := range d.Facts.Statements.Values {
		add(x.Property)
	}
	return labels
}

// HasOnlyLiterals reports whether the values of the property that were read are literals, at
// least one; of files also those that are left out.
func (d *Dataset) HasOnlyLiterals(property string) bool {
	if things, literals, _ := d.StatedValues(property); literals && !things {
		return true
	}
	f, p := d.Facts, d.Facts.Find(property)
	return p != 0 && !slices.ContainsFunc(f.Roles, func(t facts.Tuple) bool { return t[0] == p }) &&
		(slices.ContainsFunc(f.Values, func(v facts.Value) bool { return v.Property == p }) ||
			slices.ContainsFunc(f.Others, func(o facts.Other) bool { return o.Property == p }))
}

// HasStrings reports whether strings were kept: see Vocabulary.Strings.
func (d *Dataset) HasStrings() bool { return d.Vocabulary.Strings }

// ClassNames returns the IRIs of the classes, sorted.
func (d *Dataset) ClassNames() []string {
	f := d.Facts
	iris := map[string]bool{}
	for _, t := range f.Classes {
		iris[f.Term(t[1])] = true
	}
	for _, t := range f.Superclasses {
		iris[f.Term(t[0])], iris[f.Term(t[1])] = true, true
	}
	for _, s := range f.Declared {
		if s.Kind == facts.Class {
			iris[s.IRI] = true
		}
	}
	return slices.Sorted(maps.Keys(iris))
}

// PropertyNames returns the IRIs of the roles and features, sorted.
func (d *Dataset) PropertyNames() []string {
	f := d.Facts
	iris := map[string]bool{}
	for _, t := range f.Roles {
		iris[f.Term(t[0])] = true
	}
	for _, v := range f.Values {
		iris[f.Term(v.Property)] = true
	}
	for _, s := range f.Declared {
		if s.Kind != facts.Class {
			iris[s.IRI] = true
		}
	}
	return slices.Sorted(maps.Keys(iris))
}

// Statistics returns the sizes of the facts, for the order of patterns in queries. After a crawl
// they are those of the neighbourhood of the examples: only their order matters. A member of several
// subclasses counts several times. The caller must not change the maps.
func (d *Dataset) Statistics() queries.Statistics { return d.sizes() }

// countMembers returns the numbers of members of classes.
func (d *Dataset) countMembers() map[string]int {
	f, above := d.Facts, d.directSuperclasses()
	direct, all := map[facts.ID]int{}, map[string]int{}
	for _, tuples := range [][]facts.Tuple{f.Classes, d.members()} {
		for _, t := range tuples {
			direct[t[1]]++
		}
	}
	for class, n := range direct {
		for _, c := range append(entail.Chain(class, above), class) {
			if name := f.Term(c); d.Symbols.IsName(name) {
				all[name] += n
			}
		}
	}
	return all
}

func (d *Dataset) countSizes() queries.Statistics {
	f, follows := d.Facts, d.entailment()
	out := queries.Statistics{
		Individuals: len(f.Individuals),
		Members:     d.countMembers(),
		Properties:  map[string]queries.PropertySize{},
	}
	seen := make([]facts.ID, f.NumTerms()) // the last property with the object
	meet := func(size *queries.PropertySize, property, object facts.ID) {
		if seen[object] != property {
			seen[object] = property
			size.Objects++
		}
	}
	addTo := func(iri string, size queries.PropertySize) {
		before := out.Properties[iri]
		out.Properties[iri] = queries.PropertySize{
			Facts:    before.Facts + size.Facts,
			Subjects: before.Subjects + size.Subjects,
			Objects:  before.Objects + size.Objects,
		}
	}
	for _, list := range [][]facts.Tuple{f.Roles, f.Statements.Roles} {
		for p, part := range facts.Parts(list, facts.Tuple.First) {
			size := queries.PropertySize{Facts: len(part)}
			for i, t := range part {
				if i == 0 || part[i-1][1] != t[1] {
					size.Subjects++
				}
				meet(&size, p, t[2])
			}
			for _, r := range follows.rolesAbove(f.Term(p)) {
				if r.Inverse {
					addTo(r.IRI, queries.PropertySize{Facts: size.Facts, Subjects: size.Objects, Objects: size.Subjects})
				} else {
					addTo(r.IRI, size)
				}
			}
		}
	}
	clear(seen)
	for _, list := range [][]facts.Value{f.Values, f.Statements.Values} {
		for p, part := range facts.Parts(list, facts.PropertyOf) {
			size := queries.PropertySize{Facts: len(part)}
			for i, v := range part {
				if i == 0 || part[i-1].Individual != v.Individual {
					size.Subjects++
				}
				meet(&size, p, v.Lexical)
			}
			for _, feature := range follows.featuresAbove(f.Term(p)) {
				addTo(feature, size)
			}
		}
	}
	return out
}
