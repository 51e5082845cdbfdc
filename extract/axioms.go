package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// With Vocabulary.RDFS concepts mean what follows from the axioms about properties,
// stated or not. An endpoint is asked for all its axioms first. Then
//
//   - a property from whose statements those of a symbol follow is counted, pulled
//     and bounded like the symbol itself, excluded or not (taste.uses);
//   - what is cut takes with it everything that follows from it (entailed.go);
//   - domains and ranges make members of individuals at every distance, whatever was
//     cut: which of the properties that have some occur at them is asked apart.

// predicates are those of axioms, by which all statements are asked for.
var predicates = []string{entail.SubPropertyOf, entail.InverseOf, entail.Domain, entail.Range}

// aboutProperties is the term under which it is noted that all axioms were asked
// for.
const aboutProperties = rdfNS + "Property"

// axioms asks for the axioms of the source, and heeds them from now on.
func (c *crawl) axioms(ctx context.Context) error {
	if !c.o.Vocabulary.RDFS {
		return nil
	}
	if err := c.lookAsked(ctx, []string{aboutProperties}, store.Axioms); err != nil {
		return err
	}
	if c.fetched[store.Axioms][aboutProperties] == 0 {
		found, err := c.askAxioms(ctx)
		if err != nil {
			return fmt.Errorf("axioms about properties: %w", err)
		}
		err = c.db.Update(ctx, func(tx *store.Tx) error {
			tx.ClearAxioms()
			for _, a := range found {
				tx.AddAxiom(a.Property, a.Predicate, a.Object)
			}
			c.setAsked(tx, store.Axioms, aboutProperties)
			return nil
		})
		if err != nil {
			return err
		}
	}
	stated, err := c.db.Axioms(ctx)
	if err != nil {
		return err
	}
	ignored := c.taste.heed(stated)
	if len(ignored) > 0 {
		c.warn("%s axioms would make classes, superclasses or axioms of statements, and are not heeded, such as %s %s %s",
			count(len(ignored)), bracket(ignored[0].Property), bracket(ignored[0].Predicate), bracket(ignored[0].Object))
	}
	return nil
}

// askAxioms asks for all axioms.
func (c *crawl) askAxioms(ctx context.Context) ([]entail.Axiom, error) {
	st := queries.Statements{Subjects: []string{entail.Symmetric}, Properties: []string{entail.Type}, Inverse: true}
	total, err := queries.CountAll(st)
	if err != nil {
		return nil, err
	}
	rows, err := c.all(ctx, entail.Symmetric, total, func(from, to string) (string, error) {
		part := st
		part.From, part.To = from, to
		return queries.PullStatements(part)
	})
	if err != nil {
		return nil, err
	}
	var found []entail.Axiom
	for _, row := range rows {
		if usable(row.o) {
			found = append(found, entail.Axiom{Property: text(row.o), Predicate: entail.Type, Object: entail.Symmetric})
		}
	}
	for i, predicate := range predicates {
		c.o.Progress(Progress{Phase: "axioms about properties", Done: i + 1, Total: len(predicates) + 1, Requests: int(c.requests.Load()), Facts: c.received})
		some, err := c.axiomsBy(ctx, predicate)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// axiomsBy asks for those with the predicate.
func (c *crawl) axiomsBy(ctx context.Context, predicate string) ([]entail.Axiom, error) {
	total, err := queries.CountWith(predicate)
	if err != nil {
		return nil, err
	}
	rows, err := c.all(ctx, predicate, total, func(from, to string) (string, error) { return queries.PullWith(predicate, from, to) })
	if err != nil {
		return nil, err
	}
	var found []entail.Axiom
	nameless := 0
	anonymous := map[string]bool{} // properties with a domain or range that has no name, but may have superclasses
	for _, row := range rows {
		between := predicate == entail.SubPropertyOf || predicate == entail.InverseOf
		switch {
		case row.s == nil || row.o == nil: // not valid RDF
		case between && (blank(row.s) || blank(row.o)):
			nameless++
		case !usable(row.s):
		case usable(row.o):
			found = append(found, entail.Axiom{Property: text(row.s), Predicate: predicate, Object: text(row.o)})
		case blank(row.o):
			anonymous[text(row.s)] = true
		}
	}
	if nameless > 0 {
		c.warn("%s axioms with %s are about properties without a name and are not heeded", count(nameless), bracket(predicate))
	}
	if c.o.Vocabulary.NoClosure {
		return found, nil
	}
	for batch := range slices.Chunk(slices.Sorted(maps.Keys(anonymous)), c.o.Batch) {
		rows, err := c.anonymous(ctx, batch, []string{predicate})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if usable(row.o) {
				found = append(found, entail.Axiom{Property: text(row.s), Predicate: predicate, Object: text(row.o)})
			}
		}
	}
	return found, nil
}

// all pulls, in slices by hash, as many rows as the query total counts. Where fewer
// come, the source may have changed, or the endpoint cuts results without a word:
// then the slices are made smaller.
func (c *crawl) all(ctx context.Context, what, total string, pull func(from, to string) (string, error)) ([]solution, error) {
	for try := 1; ; try++ {
		counts, err := c.query(ctx, total)
		if canSplit(err) && try < tries && ctx.Err() == nil { // there is nothing to split
			continue
		}
		if err != nil {
			return nil, err
		}
		n, ok := 0, len(counts) == 1
		if ok {
			n, ok = integer(counts[0].n)
		}
		if !ok {
			return nil, fmt.Errorf("%w: the number of statements with %s is no number", ErrInconsistent, bracket(what))
		}
		limit := c.rowLimit.size()
		var rows []solution
		if n > 0 {
			for _, part := range slicesOf(n, limit) {
				some, err := c.slice(ctx, part, pull)
				if err != nil {
					return nil, err
				}
				rows = append(rows, some...)
			}
		}
		switch {
		case len(rows) == n:
			return rows, nil
		case limit > neverCut && n > neverCut:
			c.rowLimit.tooMuch(min(limit, n))
		case try >= tries:
			return nil, fmt.Errorf("%w: the endpoint counts %s statements with %s and sends %s", ErrInconsistent, count(n), bracket(what), count(len(rows)))
		}
	}
}

// slice pulls a slice, in halves if it is too much.
func (c *crawl) slice(ctx context.Context, part slice, pull func(from, to string) (string, error)) ([]solution, error) {
	q, err := pull(part.keys())
	if err != nil {
		return nil, err
	}
	rows, err := c.query(ctx, q)
	if !canSplit(err) || part.end()-part.lo <= 1 || ctx.Err() != nil {
		return rows, err
	}
	first, second := part.halves()
	if rows, err = c.slice(ctx, first, pull); err != nil {
		return nil, err
	}
	more, err := c.slice(ctx, second, pull)
	return append(rows, more...), err
}

// sides are the sides as they are stored.
var sides = map[entail.Side]store.Side{entail.Subject: store.Subject, entail.Linked: store.Linked, entail.Object: store.Object}

// mostTelling is how many properties are asked about in one request: with as many
// IRIs as are asked about, most occur nowhere.
const mostTelling = 400

// occurrences asks which of the telling properties occur at the individuals within
// reach. What was asked before the axioms were is asked again: it may have been
// about other properties.
func (c *crawl) occurrences(ctx context.Context) error {
	telling := c.taste.telling()
	if len(telling) == 0 {
		return nil
	}
	iris, err := c.db.IRIs(ctx, slices.Sorted(maps.Keys(c.near.distance)))
	if err != nil {
		return err
	}
	individuals := slices.Sorted(maps.Values(iris))
	if err := c.lookAsked(ctx, individuals, store.Occurs); err != nil {
		return err
	}
	since := c.fetched[store.Axioms][aboutProperties]
	individuals = slices.DeleteFunc(individuals, func(s string) bool { return c.fetched[store.Occurs][s] >= since })
	type occurrence struct {
		s, p string
		side store.Side
	}
	return c.batches(ctx, "domains and ranges", individuals, func(ctx context.Context, batch []string) (func(*store.Tx) error, error) {
		var found []occurrence
		for _, side := range slices.Sorted(maps.Keys(telling)) {
			for some := range slices.Chunk(telling[side], mostTelling) {
				rows, err := c.verified(ctx, batch, func(batch []string) (string, error) {
					return queries.Occurring(batch, some, side == entail.Linked, side == entail.Object)
				}, func(batch []string) (string, error) {
					return queries.CountOccurring(batch, some, side == entail.Linked, side == entail.Object)
				})
				if err != nil {
					return nil, err
				}
				for _, row := range rows {
					s, p := text(row.s), text(row.p)
					if !slices.Contains(batch, s) || !slices.Contains(some, p) {
						return nil, notAsked(s)
					}
					found = append(found, occurrence{s, p, sides[side]})
				}
			}
		}
		return func(tx *store.Tx) error {
			tx.Clear(batch, store.Occurs)
			for _, o := range found {
				tx.AddOccurrence(o.s, o.p, o.side)
			}
			c.setAsked(tx, store.Occurs, batch...)
			return nil
		}, nil
	})
}
