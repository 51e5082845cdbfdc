package dataset

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Info describes the data of a problem.
type Info struct {
	Source     store.SourceInfo
	Vocabulary graph.Vocabulary
	Prefixes   map[string]string
	// Labels maps a term to its best label, by the order of Vocabulary.Languages.
	Labels map[string]string
	// Kinds maps a feature to the sorted kinds of its values, of all if they are from files, including booleans and
	// strings.
	Kinds map[string][]dl.Kind
	// Zones maps a feature to the time zones of its dates.
	Zones map[string]queries.Zones
	// Axioms has what a query must include for each symbol: see Dataset.Axioms.
	Axioms queries.Axioms
	// Disjoint are groups of classes: no two of a group have a member in common. Only files state them.
	Disjoint [][]string
	// Above returns the class and those above it.
	Above func(class string) []string
	// Domain tells which statements of the source are facts.
	Domain queries.Domain
	// HasStatements reports whether the structure has the statements of the property of a
	// Wikibase with that name.
	HasStatements func(name string) bool
	// Statistics are those of the dataset.
	Statistics queries.Statistics
	// Skipped counts the statements of the source that cannot be used.
	Skipped []facts.Skipped
	// Depth is the depth of the crawl, or -1 if there was none.
	Depth int
}

// Lacks returns the names of the properties whose statements the concept is about and the
// structure does not have.
func (i Info) Lacks(c dl.Concept) []string {
	return slices.DeleteFunc(i.Vocabulary.Statements.Names(c), i.HasStatements)
}

// Problem returns a problem with these examples (absolute IRIs). It has the individuals
// within depth edges of the examples. Depth 0 means the depth of the crawl; for files it
// means all individuals. The symbols that exclude lists are left out, except those in its Named;
// Problem ignores its kinds of properties. The error may be a *crawl.UnknownError, graph.ErrIncomplete if the
// crawl has not covered the problem, or the error of the context.
func (d *Dataset) Problem(ctx context.Context, positives, negatives []string, depth int,
	exclude graph.Exclusions) (interp.Problem, Info, error) {
	var p interp.Problem
	info := Info{
		Source:        d.Source,
		Vocabulary:    d.Vocabulary,
		Prefixes:      d.Prefixes(),
		Skipped:       slices.Clone(d.Facts.Skipped),
		Depth:         -1,
		HasStatements: d.hasStatementsOf,
	}
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
	named := exclude.Named
	f := filler{
		Dataset: d,
		reach:   r,
		b:       &interp.Builder{},
		filter:  graph.NewSymbols(graph.Vocabulary{}, exclude),
		named:   named,
		kinds:   map[string]map[dl.Kind]bool{},
		zones:   map[string]queries.Zones{},
	}
	isLarge := f.distance == nil && len(d.Facts.Roles)+len(d.Facts.Values) >= frugalFacts
	err = frugally(isLarge, func() (err error) {
		if info.Kinds, info.Zones, err = f.fill(ctx); err != nil {
			return err
		}
		p.Structure, err = f.b.Finish(ctx)
		return err
	})
	if err != nil {
		return p, info, err
	}
	if d.Coverage == nil { // a comparison is about all values of files, not only those within reach
		for feature, ks := range info.Kinds {
			ks = slices.Concat(ks, d.Kinds()[feature])
			slices.Sort(ks)
			info.Kinds[feature] = slices.Compact(ks)
		}
	}
	if d.statements {
		p.Statements = d.Vocabulary.Statements
	}
	p.Removed, p.MaxDepth = append(removals(r.lost, info.Kinds), d.unread(named)...), r.depth
	if d.Coverage != nil {
		p.Incomplete = dl.Derived
	}
	p.Hidden = append(hideUnits(p.Structure, p.Statements, d.Source.Kind == FileSource), d.Vocabulary.SubClassOf)
	p.Hidden = append(p.Hidden, slices.DeleteFunc(slices.Clone(d.Vocabulary.Label), func(label string) bool {
		return d.Symbols.Uses(label) || slices.Contains(named, label)
	})...)
	if d.Vocabulary.Statements != "" { // sites are no values of a search
		p.Hidden = append(p.Hidden, dl.ArticleAbout, dl.ArticleIn, dl.ArticleLanguage)
	}
	for _, side := range []struct {
		iris []string
		to   *[]interp.Individual
	}{{positives, &p.Pos}, {negatives, &p.Neg}} {
		for _, iri := range side.iris {
			a, _ := p.Structure.Lookup(iri) // find has checked it
			*side.to = append(*side.to, a)
		}
	}
	info.Axioms, info.Disjoint = d.Axioms(), d.Facts.Disjoint
	p.Removed = append(p.Removed, removedClosures(info.Axioms, p.Removed)...)
	direct := sync.OnceValue(d.directSuperclasses)
	info.Above = func(class string) []string {
		id := d.Facts.Find(class)
		return append(d.Facts.IRIs(slices.Values(entail.Chain(id, direct()))), class)
	}
	info.Domain = d.Domain()
	info.Labels = d.Labels()
	info.Statistics = d.Statistics()
	return p, info, nil
}

// find returns the individuals of the examples, or a *crawl.UnknownError.
func (d *Dataset) find(examples []string) ([]facts.ID, error) {
	known := d.Facts.IsIndividual()
	var start []facts.ID
	var unknown []string
	for _, iri := range examples {
		id := d.Facts.Find(iri)
		if !known[id] {
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

// removals returns the dropped symbols for the learner. It omits a feature without values
// if the role of that property is dropped for the same reason.
func removals(lost []crawl.Dropped, kinds map[string][]dl.Kind) []interp.Removal {
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

// removedClosures returns the closures that no query can express, of roles that are not
// removed themselves.
func removedClosures(a queries.Axioms, removed []interp.Removal) (out []interp.Removal) {
	for _, p := range slices.Sorted(maps.Keys(a.ThroughLiterals)) {
		for _, r := range []dl.Role{{IRI: p}, {IRI: p, Inverse: true}} {
			if slices.ContainsFunc(removed, func(x interp.Removal) bool { return x.Role == r }) {
				continue
			}
			for _, r.Closure = range []dl.Closure{dl.Plus, dl.Star} {
				out = append(out, interp.Removal{Role: r, Reason: queries.ErrThroughLiteral.Error()})
			}
		}
	}
	return out
}
