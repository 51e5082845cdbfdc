package graph

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/queries"
)

// axioms fetches all statements with each of the predicates.
func (e *Endpoint) axioms(ctx context.Context, q Question, receive func([]Answer) error) error {
	return fetchInOrder(
		ctx,
		e,
		q.Phase,
		len(q.Terms),
		eachOf(q.Terms),
		func(ctx context.Context, predicate string) ([]Answer, error) {
			a := Answer{Term: predicate, Kind: Axioms, Time: time.Now().UnixMilli()}
			var err error
			if predicate == entail.Symmetric || predicate == entail.Transitive {
				a.Rows, err = axiomReader{e}.readMembers(ctx, predicate)
			} else {
				a.Rows, err = axiomReader{e}.readAxioms(ctx, predicate)
			}
			return []Answer{a}, err
		},
		receive,
	)
}

// axiomReader fetches all statements with a predicate.
type axiomReader struct{ *Endpoint }

// readMembers fetches the properties of a kind: the symmetric or the transitive ones.
func (e axiomReader) readMembers(ctx context.Context, kind string) ([]Row, error) {
	st := queries.Statements{Subjects: []string{kind}, Properties: []string{entail.Type}, Inverse: true}
	total, err := queries.CountAll(st)
	if err != nil {
		return nil, err
	}
	found, err := e.readVerified(ctx, kind, total, func(from, to string) (string, error) {
		part := st
		part.From, part.To = from, to
		return queries.PullStatements(part)
	})
	var rows []Row
	for _, r := range found {
		if isUsable(r.o) {
			rows = append(rows, Row{Property: text(r.o), Value: kind})
		}
	}
	return rows, err
}

// readAxioms fetches the axioms with a predicate, and the superclasses of anonymous
// domains and ranges.
func (e axiomReader) readAxioms(ctx context.Context, predicate string) ([]Row, error) {
	total, err := queries.CountWith(predicate, 0)
	if err != nil {
		return nil, err
	}
	found, err := e.readVerified(ctx, predicate, total, func(from, to string) (string, error) {
		return queries.PullWith(predicate, from, to)
	})
	if err != nil {
		return nil, err
	}
	var rows []Row
	anonymous := map[string]bool{} // properties with an anonymous domain or range, which may have named superclasses
	nameless := int64(0)
	for _, r := range found {
		switch {
		case r.s == nil || r.o == nil: // not valid RDF
		case relatesNamed(predicate) && (isBlank(r.s) || isBlank(r.o)):
			nameless++
		case !isUsable(r.s):
		case isUsable(r.o):
			rows = append(rows, Row{Property: text(r.s), Value: text(r.o)})
		case isBlank(r.o):
			anonymous[text(r.s)] = true
		}
	}
	if nameless > 0 {
		rows = append(rows, Row{Value: Blank, N: nameless})
	}
	if e.o.Vocabulary.NoClosure {
		return rows, nil
	}
	for batch := range slices.Chunk(sortedKeys(anonymous), e.o.Batch) {
		superclasses, err := e.superclassesVia(ctx, batch, predicate)
		if err != nil {
			return nil, err
		}
		for _, r := range superclasses {
			if isUsable(r.o) {
				rows = append(rows, Row{Property: text(r.s), Value: text(r.o)})
			}
		}
	}
	return rows, nil
}

// readVerified counts rows by the query total, and fetches them by partitions. If the numbers differ,
// the source has changed or rows were lost, and it tries again.
func (e axiomReader) readVerified(ctx context.Context, term, total string,
	pull func(from, to string) (string, error)) ([]solution, error) {
	for try := 1; ; try++ {
		var rows []solution
		totals, err := e.queryInHalves(ctx, []string{term}, func([]string) (string, error) { return total, nil },
			e.belowRowCap)
		n := 0
		if err == nil {
			n, err = readNumber(totals)
		}
		if err == nil {
			rows, err = e.inPartitions(ctx, n, pull)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("rows about %s: %w", Bracketed(term), err)
		case n == len(rows):
			return slices.Clip(rows), nil
		case try == tries:
			return nil, fmt.Errorf("%w: about %s the endpoint counts %s rows and sends %s", ErrInconsistent, Bracketed(term),
				Thousands(n),
				Thousands(len(rows)))
		}
	}
}

// inPartitions fetches n rows by partitions. If fewer rows arrive, the endpoint may cut results silently:
// then it fetches again by smaller partitions.
func (e axiomReader) inPartitions(ctx context.Context, n int,
	pull func(from, to string) (string, error)) ([]solution, error) {
	for {
		limit := e.rows.size()
		var rows []solution
		for _, part := range partitionsOf(n, limit) {
			if n == 0 {
				break
			}
			some, err := e.fetchPartition(ctx, part, pull)
			if err != nil {
				return nil, err
			}
			rows = append(rows, some...)
		}
		if len(rows) == n || limit <= neverCut || n <= neverCut {
			return rows, nil
		}
		e.rows.shrink(min(limit, n))
	}
}

// fetchPartition fetches one partition. If it is too large, it fetches each half.
func (e axiomReader) fetchPartition(ctx context.Context, r partition,
	pull func(from, to string) (string, error)) ([]solution, error) {
	var rows []solution
	err := halve(ctx, r, func(r partition) error {
		q, err := pull(r.bounds())
		if err != nil {
			return err
		}
		some, _, err := e.query(ctx, q)
		rows = append(rows, some...)
		return err
	}, func(r partition, _ error) (partition, partition, bool) {
		first, second := r.halves()
		return first, second, r.divisible()
	}, func(_ partition, err error) error { return err })
	return rows, err
}
