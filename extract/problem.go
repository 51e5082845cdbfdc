package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

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
}

// Info is what a Problem does not say about its data.
type Info struct {
	Sources    []store.Source
	Vocabulary Vocabulary
	Prefixes   map[string]string
	// Labels are the best label of a term, by the order of Vocabulary.Languages.
	Labels map[string]string
	// Kinds are the kinds of values that a feature has, booleans and strings
	// included, sorted.
	Kinds map[string][]dl.Kind
	// Zones are the time zones of the dates that a feature has.
	Zones map[string]queries.Zones
	// Statistics are the sizes of the structure.
	Statistics queries.Statistics
	// Individuals and Facts count the structure, inherited classes included.
	Individuals, Facts int
	// Skipped is what was in the source and cannot be used.
	Skipped []store.Skipped
	// Depth is how deep the source was read from these examples; -1: wholly.
	Depth int
}

// Load makes a problem from a database.
func Load(ctx context.Context, db *store.DB, ex Examples, o LoadOptions) (interp.Problem, Info, error) {
	d, err := ReadData(ctx, db)
	if err != nil {
		return interp.Problem{}, Info{}, err
	}
	return d.Problem(ex, o)
}

// Problem makes a problem from the data. The examples must be known
// (UnknownExamplesError) and, after a crawl, within what it covered
// (ErrIncomplete).
func (d *Data) Problem(ex Examples, o LoadOptions) (interp.Problem, Info, error) {
	var p interp.Problem
	info := Info{Sources: d.Sources(), Vocabulary: d.vocabulary, Prefixes: d.Prefixes(), Skipped: slices.Clone(d.skipped), Depth: -1}
	if o.Depth < 0 {
		return p, info, fmt.Errorf("depth %d is negative", o.Depth)
	}
	start, err := d.start(ex)
	if err != nil {
		return p, info, err
	}
	depth := o.Depth
	if d.examples != nil {
		if info.Depth, err = d.covered(ex, o.Depth); err != nil {
			return p, info, err
		}
		if depth == 0 {
			depth = info.Depth
		}
	}
	include := d.include(start, depth)
	b := &interp.Builder{}
	info.Kinds, info.Zones = d.fill(b, include)
	p.Removed = d.removed(info.Kinds)
	p.MaxDepth = depth
	if p.Structure, err = b.Build(); err != nil {
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
		_, example := d.examples[iri]
		if id == 0 || !known[id] && !example {
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
	switch len(d.sources) {
	case 0:
		return "the data"
	case 1:
		return d.sources[0].Name
	}
	return fmt.Sprintf("%s and %d more files", d.sources[0].Name, len(d.sources)-1)
}

// covered is how deep the crawl went from all of the examples.
func (d *Data) covered(ex Examples, want int) (int, error) {
	depth := -1
	for _, iri := range slices.Concat(ex.Pos, ex.Neg) {
		got, started := d.examples[iri]
		switch {
		case !started:
			return 0, fmt.Errorf("%w: the crawl did not start from %s: run genus extract with these examples", ErrIncomplete, bracket(iri))
		case got < 0:
			return 0, fmt.Errorf("%w: the crawl was interrupted: run genus extract again, it goes on where it was", ErrIncomplete)
		case got < want:
			return 0, fmt.Errorf("%w: it was extracted to depth %d and depth %d is asked for: extract deeper, or learn less deep", ErrIncomplete, got, want)
		case depth < 0 || got < depth:
			depth = got
		}
	}
	return max(depth, 0), nil
}

// include tells which individuals belong to the problem; nil means all.
func (d *Data) include(start []store.ID, depth int) map[store.ID]bool {
	if d.examples == nil && depth == 0 {
		return nil
	}
	cut := map[cutKey]bool{}
	for _, c := range d.cuts {
		cut[cutKey{c.Property, c.Direction}] = true
	}
	kept := func(p store.ID, dir store.Direction) bool { return !cut[cutKey{d.terms[p], dir}] }
	include := map[store.ID]bool{}
	for id := range distances(len(d.terms), d.roles, start, depth, kept) {
		include[id] = true
	}
	return include
}

// fill states all facts among the included individuals. It is the only place
// where data becomes a structure.
func (d *Data) fill(b *interp.Builder, include map[store.ID]bool) (map[string][]dl.Kind, map[string]queries.Zones) {
	taste := newTaste(d.vocabulary, d.exclusions)
	in := func(a store.ID) bool { return include == nil || include[a] }
	for _, s := range d.declared {
		switch s.Kind {
		case store.Class:
			if taste.names(s.IRI) {
				b.Name(s.IRI)
			}
		case store.Role:
			b.Role(s.IRI)
		case store.Feature:
			b.Feature(s.IRI)
		}
	}
	for _, a := range d.individuals {
		if in(a) {
			b.Individual(d.terms[a])
		}
	}
	for a := range include { // an example may be in no fact at all
		b.Individual(d.terms[a])
	}
	above := d.closure(taste)
	for _, f := range d.classes {
		if in(f[0]) {
			for _, class := range above(f[1]) {
				b.AddName(d.terms[class], d.terms[f[0]])
			}
		}
	}
	for _, f := range d.roles {
		if in(f[1]) && in(f[2]) {
			b.AddRole(d.terms[f[0]], d.terms[f[1]], d.terms[f[2]])
		}
	}
	kinds := map[string]map[dl.Kind]bool{}
	zones := map[string]queries.Zones{}
	for _, v := range d.values {
		if !in(v.Individual) {
			continue
		}
		value, err := dl.ParseLiteral(v.Lexical, d.terms[v.Datatype])
		if err != nil {
			continue // not stored by this version; counted as skipped by those that do
		}
		p := d.terms[v.Property]
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
	sorted := make(map[string][]dl.Kind, len(kinds))
	for p, ks := range kinds {
		sorted[p] = slices.Sorted(maps.Keys(ks))
	}
	return sorted, zones
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

// closure returns the function from a class to itself and its superclasses, as
// far as they are concept names.
func (d *Data) closure(taste *taste) func(store.ID) []store.ID {
	direct := map[store.ID][]store.ID{}
	if !d.vocabulary.NoClosure {
		for _, f := range d.subclasses {
			direct[f[0]] = append(direct[f[0]], f[1])
		}
	}
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
func (d *Data) removed(kinds map[string][]dl.Kind) []interp.Removal {
	var out []interp.Removal
	reasons := map[string]string{} // of cut roles
	for _, c := range d.cuts {
		if c.Direction == store.CutOut {
			reasons[c.Property] = c.Reason
		}
	}
	for _, c := range d.cuts {
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
