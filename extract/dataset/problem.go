package dataset

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Info is what a Problem does not say about its data.
type Info struct {
	Source     store.SourceInfo
	Vocabulary source.Vocabulary
	Prefixes   map[string]string
	// Labels are the best label of a term, by the order of Vocabulary.Languages.
	Labels map[string]string
	// Kinds are the kinds of values that a feature has, booleans and strings
	// included, sorted.
	Kinds map[string][]dl.Kind
	// Zones are the time zones of the dates that a feature has.
	Zones map[string]queries.Zones
	// Axioms are what a query about the source must ask for beside the symbols.
	Axioms queries.Axioms
	// Domain says which statements of the source are facts.
	Domain queries.Domain
	// Statistics are the sizes of the structure.
	Statistics queries.Statistics
	// Individuals and Facts count the structure, inherited classes included.
	Individuals, Facts int
	// Skipped is what was in the source and cannot be used.
	Skipped []facts.Skipped
	// Depth is how deep the source was read from these examples; -1: wholly.
	Depth int
}

// FromFiles reports whether the data is that of files.
func (i Info) FromFiles() bool { return i.Source.Kind == FileSource }

// Problem makes a problem with these examples (absolute IRIs): of the individuals
// within depth edges of them or, if depth is 0, as deep as the crawl went, and of
// files everything. What exclude excludes is left out, too; kinds of properties are
// not looked at. Errors: a *crawl.UnknownError, source.ErrIncomplete if a crawl did
// not cover it, and that of the context.
func (d *Dataset) Problem(ctx context.Context, positives, negatives []string, depth int, exclude source.Exclusions) (interp.Problem, Info, error) {
	var p interp.Problem
	info := Info{Source: d.Source, Vocabulary: d.Vocabulary, Prefixes: d.Prefixes(), Skipped: slices.Clone(d.Facts.Skipped), Depth: -1}
	if depth < 0 {
		return p, info, fmt.Errorf("depth %d is negative", depth)
	}
	start, err := d.find(slices.Concat(positives, negatives))
	if err != nil {
		return p, info, err
	}
	r, err := d.reach(start, positives, negatives, depth)
	if err != nil {
		return p, info, err
	}
	if d.Coverage != nil {
		info.Depth = d.Coverage.Depth
	}
	f := filler{Dataset: d, reach: r, b: &interp.Builder{}, filter: source.NewSymbols(source.Vocabulary{}, exclude)}
	if info.Kinds, info.Zones, err = f.fill(ctx); err != nil {
		return p, info, err
	}
	p.Removed, p.MaxDepth = removed(r.lost, info.Kinds), r.depth
	if p.Structure, err = f.b.Build(ctx); err != nil {
		return p, info, err
	}
	for _, side := range []struct {
		iris []string
		to   *[]interp.Individual
	}{{positives, &p.Pos}, {negatives, &p.Neg}} {
		for _, iri := range side.iris {
			a, _ := p.Structure.Lookup(iri) // find made sure of it
			*side.to = append(*side.to, a)
		}
	}
	info.Axioms, info.Domain, info.Labels, info.Statistics = d.Axioms(), d.Domain(), d.Labels(), statistics(p.Structure)
	info.Individuals, info.Facts = p.Structure.Len(), p.Structure.NumFacts()
	return p, info, nil
}

// find finds the examples among the individuals.
func (d *Dataset) find(examples []string) ([]facts.ID, error) {
	known := make(map[facts.ID]bool, len(d.Facts.Individuals))
	for _, a := range d.Facts.Individuals {
		known[a] = true
	}
	var start []facts.ID
	var unknown []string
	for _, iri := range examples {
		id := d.Facts.Find(iri)
		if id == 0 || !known[id] {
			unknown = append(unknown, iri)
			continue
		}
		start = append(start, id)
	}
	if len(unknown) > 0 {
		return nil, &crawl.UnknownError{IRIs: unknown}
	}
	return start, nil
}

// removed is what was dropped as the learner knows it. Dropping a property that has
// no values is not worth a word if its role is dropped for the same reason.
func removed(lost []crawl.Dropped, kinds map[string][]dl.Kind) []interp.Removal {
	var out []interp.Removal
	reasons := map[string]string{} // of dropped roles
	for _, l := range lost {
		if l.Direction == crawl.Out {
			reasons[l.Property] = l.Reason
		}
	}
	for _, l := range lost {
		switch {
		case l.Direction != crawl.Values:
			out = append(out, interp.Removal{Role: dl.Role{IRI: l.Property, Inverse: l.Direction == crawl.In}, Reason: l.Reason})
		case len(kinds[l.Property]) > 0 || reasons[l.Property] != l.Reason:
			out = append(out, interp.Removal{Feature: l.Property, Reason: l.Reason})
		}
	}
	return out
}
