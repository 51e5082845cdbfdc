package counts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// MostSuccessors is the largest number of successors of an individual by one role, in one
// direction, that are read.
const MostSuccessors = 500

// Look reads the statements about the individuals and those that point to them, the
// statements about the successors of further, and the classes of all these. further are
// individuals, too.
func (e *Endpoint) Look(ctx context.Context, further, individuals []string) (*interp.Structure, error) {
	n := e.near
	individuals = slices.Concat(further, individuals)
	for _, iri := range individuals {
		n.b.Individual(iri)
	}
	for _, inverse := range []bool{false, true} {
		if err := e.readStatements(ctx, individuals, inverse); err != nil {
			return nil, err
		}
	}
	if next := n.successors(further); len(next) > 0 {
		if err := e.readStatements(ctx, next, false); err != nil {
			return nil, err
		}
		individuals = append(individuals, next...)
	}
	if err := e.readClasses(ctx, uniqueSorted(append(individuals, n.successors(individuals)...))); err != nil {
		return nil, err
	}
	return n.build(ctx)
}

func (e *Endpoint) ask(ctx context.Context, query string) (*connector.Table, error) {
	e.requests++
	return e.client.Select(ctx, query)
}

// readStatements reads the statements about individuals, or if inverse those that point
// to them, unless they were read before. If a role has too many successors at an
// individual, none of them are read there.
func (e *Endpoint) readStatements(ctx context.Context, individuals []string, inverse bool) error {
	side := direction(inverse)
	var fresh []string
	for _, iri := range uniqueSorted(individuals) {
		if !e.near.read[side][iri] && queries.IsIRI(iri) {
			e.near.read[side][iri] = true
			fresh = append(fresh, iri)
		}
	}
	_, err := e.read(ctx, [...]string{"out", "in"}[side], fresh, func(subjects []string) (map[string]facts, error) {
		return e.countAndPull(ctx, subjects, inverse)
	}, func(iri string, f facts) {
		e.near.counted[side][iri] = true
		for _, p := range f.lacks {
			e.near.lacks[side][edge{iri, p}] = true
		}
		for _, t := range f.statements {
			e.near.add(iri, t.p, t.o, inverse)
		}
	})
	return err
}

// countAndPull counts and reads the statements of some individuals. If reading fails, it
// returns what it has read so far.
func (e *Endpoint) countAndPull(ctx context.Context, subjects []string, inverse bool) (map[string]facts, error) {
	query, err := queries.CountStatements(queries.Statements{Subjects: subjects, Inverse: inverse})
	if err != nil {
		return nil, err
	}
	table, err := e.ask(ctx, query)
	if err != nil {
		return nil, err
	}
	some, many := map[string]bool{}, map[string]bool{} // properties
	lack := map[edge]int{}
	for _, row := range table.Rows {
		if row[0] == nil || row[1] == nil { // not valid RDF
			continue
		}
		at := edge{text(row[0]), text(row[1])}
		if lack[at], err = strconv.Atoi(text(row[2])); err != nil {
			return nil, fmt.Errorf("counting the statements of <%s> with <%s>: %w", at.s, at.p, err)
		}
		some[at.p] = some[at.p] || e.symbols.Uses(at.p)
		many[at.p] = many[at.p] || lack[at] > MostSuccessors
	}
	var properties, hubs []string
	for _, p := range slices.Sorted(maps.Keys(some)) {
		switch {
		case some[p] && many[p]:
			hubs = append(hubs, p)
		case some[p]:
			properties = append(properties, p)
		}
	}
	found := map[string]facts{}
	err = e.pullStatements(ctx, found, subjects, properties, inverse, lack)
	if err == nil {
		err = e.pullStatements(ctx, found, slices.DeleteFunc(slices.Clone(subjects), func(iri string) bool {
			return slices.ContainsFunc(hubs, func(p string) bool { return lack[edge{iri, p}] > MostSuccessors })
		}), hubs, inverse, lack)
	}
	for at := range lack {
		f := found[at.s]
		f.lacks = append(f.lacks, at.p)
		found[at.s] = f
	}
	return found, err
}

// pullStatements adds the statements of the individuals with these properties to found.
// lack has the numbers of statements that have not been received yet.
func (e *Endpoint) pullStatements(ctx context.Context, found map[string]facts, individuals, properties []string, inverse bool, lack map[edge]int) error {
	if len(individuals) == 0 || len(properties) == 0 {
		return nil
	}
	query, err := queries.PullStatements(queries.Statements{Subjects: individuals, Inverse: inverse, Properties: properties})
	if err != nil {
		return err
	}
	table, err := e.ask(ctx, query)
	if err != nil {
		return err
	}
	for _, row := range table.Rows {
		if len(row) != 3 || row[0] == nil || row[1] == nil || !canBeFact(row[2], inverse) {
			continue
		}
		at := edge{text(row[0]), text(row[1])}
		f := found[at.s]
		f.statements = append(f.statements, statement{at.p, row[2]})
		found[at.s] = f
		if lack[at]--; lack[at] == 0 {
			delete(lack, at)
		}
	}
	return nil
}

// readClasses reads the classes of individuals, and their superclasses.
func (e *Endpoint) readClasses(ctx context.Context, individuals []string) error {
	n := e.near
	var fresh []string
	for _, iri := range individuals {
		if !n.typed[iri] && queries.IsIRI(iri) {
			n.typed[iri] = true
			fresh = append(fresh, iri)
		}
	}
	var level []string
	if err := e.pull(ctx, fresh, e.vocabulary.Type, func(s, class string) {
		n.b.AddName(class, s)
		level = append(level, class)
	}); err != nil {
		return err
	}
	for len(level) > 0 {
		var ask, next []string
		for _, c := range uniqueSorted(level) {
			if n.classes[c] {
				continue
			}
			n.classes[c] = true
			if !e.symbols.IsName(c) {
				n.b.Hide(c)
			}
			if !e.vocabulary.NoClosure && queries.IsIRI(c) {
				ask = append(ask, c)
			}
		}
		if err := e.pull(ctx, ask, e.vocabulary.SubClass, func(s, o string) {
			n.b.AddInclusion(s, o)
			next = append(next, o)
		}); err != nil {
			return err
		}
		level = next
	}
	return nil
}

// pull reads the statements with these properties about the terms, and passes on those
// with an IRI.
func (e *Endpoint) pull(ctx context.Context, terms, properties []string, add func(s, o string)) error {
	all, err := e.read(ctx, strings.Join(properties, " "), terms, func(terms []string) (map[string]facts, error) {
		found := map[string]facts{}
		return found, e.pullStatements(ctx, found, terms, properties, false, map[edge]int{})
	}, func(term string, f facts) {
		for _, t := range f.statements {
			if _, ok := t.o.(rdf.IRI); ok {
				add(term, text(t.o))
			}
		}
	})
	e.near.untyped = e.near.untyped || !all || len(properties) > 1
	return err
}

// text returns the text of a term; it is empty if the term is unbound.
func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}
