package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// LoadOptions tell what part of the data a problem is made of.
type LoadOptions struct {
	// Depth is the role depth of the concepts to be learned: the individuals
	// within that many edges of the examples are taken. Zero means as deep as the
	// crawl went or, for files, everything.
	Depth int
	// MaxAge is how long what was asked of an endpoint holds: what is older is
	// ErrExpired. Zero means for ever.
	MaxAge time.Duration
	// Exclusions leave out properties and classes in addition to those that the
	// extraction left out. Kinds of properties are not looked at.
	Exclusions Exclusions
}

// Info is what a Problem does not say about its data.
type Info struct {
	Source     store.Source
	Vocabulary Vocabulary
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
	Skipped []store.Skipped
	// Depth is how deep the source was read from these examples; -1: wholly.
	Depth int
}

// Load makes a problem from a database, of the source that Choose chooses.
func Load(ctx context.Context, db *store.DB, ex Examples, o LoadOptions) (interp.Problem, Info, error) {
	space, err := Choose(ctx, db, "", ex)
	if err != nil {
		return interp.Problem{}, Info{}, err
	}
	d, err := ReadData(ctx, space)
	if err != nil {
		return interp.Problem{}, Info{}, err
	}
	return d.Problem(ctx, ex, o)
}

// Problem makes a problem from the data. The examples must be known
// (UnknownExamplesError) and, after a crawl, within what it covered
// (ErrIncomplete).
func (d *Data) Problem(ctx context.Context, ex Examples, o LoadOptions) (interp.Problem, Info, error) {
	var p interp.Problem
	info := Info{Source: d.source, Vocabulary: d.vocabulary, Prefixes: d.Prefixes(), Skipped: slices.Clone(d.skipped), Depth: -1}
	if o.Depth < 0 {
		return p, info, fmt.Errorf("depth %d is negative", o.Depth)
	}
	start, err := d.start(ex)
	if err != nil {
		return p, info, err
	}
	e, err := d.extent(start, ex, o)
	if err != nil {
		return p, info, err
	}
	if d.crawled != nil {
		info.Depth = e.covered
	}
	b := &interp.Builder{}
	if info.Kinds, info.Zones, err = d.fill(ctx, b, e, newTaste(Vocabulary{}, o.Exclusions)); err != nil {
		return p, info, err
	}
	p.Removed = removed(e.lostList, info.Kinds)
	p.MaxDepth = e.depth
	if p.Structure, err = b.Build(ctx); err != nil {
		return p, info, err
	}
	for _, side := range []struct {
		iris []string
		to   *[]interp.Individual
	}{{ex.Pos, &p.Pos}, {ex.Neg, &p.Neg}} {
		for _, iri := range side.iris {
			a, _ := p.Structure.Lookup(iri) // start made sure of it
			*side.to = append(*side.to, a)
		}
	}
	p.PosWeights, p.NegWeights = slices.Clone(ex.PosWeights), slices.Clone(ex.NegWeights)
	info.Axioms, info.Domain = d.axiomsFor(e.taste), d.Domain()
	info.Labels = d.bestLabels()
	info.Statistics = statistics(p.Structure)
	info.Individuals, info.Facts = p.Structure.Len(), p.Structure.NumFacts()
	return p, info, nil
}

// start finds the examples among the individuals.
func (d *Data) start(ex Examples) ([]store.ID, error) {
	known := make(map[store.ID]bool, len(d.individuals))
	for _, a := range d.individuals {
		known[a] = true
	}
	var start []store.ID
	var unknown []string
	for _, iri := range slices.Concat(ex.Pos, ex.Neg) {
		id := d.index[iri]
		if id == 0 || !known[id] {
			unknown = append(unknown, iri)
			continue
		}
		start = append(start, id)
	}
	if len(unknown) > 0 {
		return nil, &UnknownExamplesError{Source: d.sourceName(), IRIs: unknown}
	}
	return start, nil
}

func (d *Data) sourceName() string {
	if n := len(d.source.Files); n > 1 {
		return fmt.Sprintf("%s and %d more files", d.source.Files[0].Path, n-1)
	}
	return d.source.Name
}

// fill states all facts among the included individuals, but for those whose
// property or class the filter leaves out. It is the only place where data becomes
// a structure. The error is that of the context.
func (d *Data) fill(ctx context.Context, b *interp.Builder, e *extent, filter *taste) (map[string][]dl.Kind, map[string]queries.Zones, error) {
	taste := e.taste
	in := e.has
	for _, s := range d.declared {
		switch s.Kind {
		case store.Class:
			if taste.names(s.IRI) && filter.names(s.IRI) {
				b.Name(s.IRI)
			}
		case store.Role:
			if filter.symbol(s.IRI) {
				b.Role(s.IRI)
			}
		case store.Feature:
			if filter.symbol(s.IRI) {
				b.Feature(s.IRI)
			}
		}
	}
	for _, a := range d.individuals {
		if in(a) {
			b.Individual(d.terms[a])
		}
	}
	for a := range e.distance { // an example may be in no fact at all
		b.Individual(d.terms[a])
	}
	d.fillClasses(b, e, filter)
	for i, f := range d.roles {
		if i%contextEvery == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		for _, r := range e.follows.above(d.terms[f[0]]) {
			s, o := f[1], f[2]
			if r.Inverse {
				s, o = o, s
			}
			if filter.symbol(r.IRI) && e.needsRole(r.IRI, s, o) {
				b.AddRole(r.IRI, d.terms[s], d.terms[o])
			}
		}
	}
	return d.fillValues(ctx, b, e, filter)
}

// contextEvery is the number of facts between two looks at the context.
const contextEvery = 1 << 14

// fillClasses states the members of classes, and which class includes which as
// far as there are members.
func (d *Data) fillClasses(b *interp.Builder, e *extent, filter *taste) {
	direct := d.direct()
	seen := map[store.ID]bool{}
	var found []store.ID
	meet := func(class store.ID) {
		if seen[class] {
			return
		}
		seen[class] = true
		found = append(found, class)
		if !e.taste.names(d.terms[class]) || !filter.names(d.terms[class]) {
			b.Hide(d.terms[class])
		}
	}
	for _, f := range slices.Concat(d.classes, d.members(e.taste)) {
		if e.has(f[0]) {
			meet(f[1])
			b.AddName(d.terms[f[1]], d.terms[f[0]])
		}
	}
	for i := 0; i < len(found); i++ {
		for _, super := range direct[found[i]] {
			meet(super)
			b.AddInclusion(d.terms[found[i]], d.terms[super])
		}
	}
}

// fillValues states the values of features. It returns which kinds and time
// zones the values of each feature have.
func (d *Data) fillValues(ctx context.Context, b *interp.Builder, e *extent, filter *taste) (map[string][]dl.Kind, map[string]queries.Zones, error) {
	kinds := map[string]map[dl.Kind]bool{}
	zones := map[string]queries.Zones{}
	for i, v := range d.values {
		if i%contextEvery == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		features := e.follows.valuesAbove(d.terms[v.Property])
		if !e.has(v.Individual) || !slices.ContainsFunc(features, e.hasValues) {
			continue
		}
		value, err := dl.ParseLiteral(v.Lexical, d.terms[v.Datatype])
		if err != nil {
			continue // not stored by this version; counted as skipped by those that do
		}
		for _, p := range features {
			if !e.hasValues(p) || !filter.symbol(p) {
				continue
			}
			b.AddValue(p, d.terms[v.Individual], value)
			if kinds[p] == nil {
				kinds[p] = map[dl.Kind]bool{}
			}
			kinds[p][value.Kind()] = true
			if k := value.Kind(); !k.Numeric() && k != dl.Boolean && k != dl.String {
				z := zoneOf(value.Lexical())
				if other, seen := zones[p]; seen && other != z {
					z = queries.AnyZones
				}
				zones[p] = z
			}
		}
	}
	sorted := make(map[string][]dl.Kind, len(kinds))
	for p, ks := range kinds {
		sorted[p] = slices.Sorted(maps.Keys(ks))
	}
	return sorted, zones, nil
}

// zoneOf is what the spelling of a date says of its zone.
func zoneOf(s string) queries.Zones {
	n := len(s)
	switch {
	case strings.HasSuffix(s, "Z"):
		return queries.UTCOnly
	case n >= 6 && s[n-3] == ':' && (s[n-6] == '+' || s[n-6] == '-'): // +01:00
		return queries.AnyZones
	}
	return queries.NoZones
}

// direct are the superclasses of each class that are stated, if members of a
// class belong to them.
func (d *Data) direct() map[store.ID][]store.ID {
	direct := map[store.ID][]store.ID{}
	if !d.vocabulary.NoClosure {
		for _, f := range d.subclasses {
			direct[f[0]] = append(direct[f[0]], f[1])
		}
	}
	return direct
}

// closure returns the function from a class to itself and its superclasses, as
// far as they are concept names.
func (d *Data) closure(taste *taste) func(store.ID) []store.ID {
	direct := d.direct()
	memo := map[store.ID][]store.ID{}
	return func(class store.ID) []store.ID {
		if above, ok := memo[class]; ok {
			return above
		}
		seen := map[store.ID]bool{class: true}
		above := []store.ID{}
		for stack := []store.ID{class}; len(stack) > 0; {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if taste.names(d.terms[c]) {
				above = append(above, c)
			}
			for _, s := range direct[c] {
				if !seen[s] {
					seen[s] = true
					stack = append(stack, s)
				}
			}
		}
		memo[class] = above
		return above
	}
}

// removed are the cuts as the learner knows them. Cutting a property that has
// no values is not worth a word if its role is cut for the same reason.
func removed(cuts []store.Cut, kinds map[string][]dl.Kind) []interp.Removal {
	var out []interp.Removal
	reasons := map[string]string{} // of cut roles
	for _, c := range cuts {
		if c.Direction == store.CutOut {
			reasons[c.Property] = c.Reason
		}
	}
	for _, c := range cuts {
		switch {
		case c.Direction != store.CutValue:
			out = append(out, interp.Removal{Role: dl.Role{IRI: c.Property, Inverse: c.Direction == store.CutIn}, Reason: c.Reason})
		case len(kinds[c.Property]) > 0 || reasons[c.Property] != c.Reason:
			out = append(out, interp.Removal{Feature: c.Property, Reason: c.Reason})
		}
	}
	return out
}

func (d *Data) bestLabels() map[string]string {
	rank := map[string]int{}
	for i, lang := range d.vocabulary.Languages {
		rank[lang] = i + 1
	}
	best := map[string]string{}
	got := map[string]int{}
	for _, l := range d.labels { // sorted, so of equals the first in order wins
		r := rank[l.Lang]
		if r == 0 {
			r = len(rank) + 1
		}
		if _, ok := best[l.IRI]; !ok || r < got[l.IRI] {
			best[l.IRI], got[l.IRI] = l.Text, r
		}
	}
	return best
}
