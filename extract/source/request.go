package source

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// Some endpoints cut every result at a number of rows, and say nothing. Statements
// are checked against their number; the counts themselves come in rows, too, and
// a property that is missing there would never be asked for. But the cap is the
// same for every query: once a result of n rows is known to be complete, all
// results of up to n rows are. So a result with more rows than any that was
// checked is checked against the number of all statements, which is one row.
//
// Others send what they have when the time is up, with wrong numbers in it
// (Virtuoso's anytime queries; not all versions say so in a header). So what took
// long is checked, too.

// neverCut is a number of rows that no endpoint cuts.
const neverCut = 100

// isComplete notes that a result of that many rows was complete.
func (e *Endpoint) isComplete(rows int) {
	for {
		known := e.complete.Load()
		if int64(rows) <= known || e.complete.CompareAndSwap(known, int64(rows)) {
			return
		}
	}
}

// belowRowCap reports whether a result of that many rows cannot have been cut.
func (e *Endpoint) belowRowCap(rows int) bool {
	return rows <= neverCut || int64(rows) <= e.complete.Load()
}

// slowCount is how long counting may take before the numbers are checked.
const slowCount = 3 * time.Second

// tries is how often the smallest request is sent, which cannot be split.
const tries = 3

// Requests is the number of requests that were sent.
func (e *Endpoint) Requests() int { return int(e.requests.Load()) }

// query sends one query; the rows come with how long the answer took.
func (e *Endpoint) query(ctx context.Context, q string) (rows []solution, took time.Duration, err error) {
	began := time.Now()
	table, err := e.table(ctx, q)
	if err != nil {
		return nil, time.Since(began), err
	}
	return solutions(table), time.Since(began), nil
}

// table is the whole answer, which the caller releases.
func (e *Endpoint) table(ctx context.Context, q string) (*connector.Table, error) {
	e.slots <- struct{}{}
	defer func() { <-e.slots }()
	if err := e.charge(); err != nil {
		return nil, err
	}
	return e.client.Select(ctx, q)
}

// queryAbout is query for a query about n IRIs, from which it learns how many may
// be asked about.
func (e *Endpoint) queryAbout(ctx context.Context, n int, q string) ([]solution, time.Duration, error) {
	rows, took, err := e.query(ctx, q)
	switch {
	case err != nil && canSplit(err), took > slowAnswer:
		e.batch.tooMuch(n)
	case err == nil:
		e.batch.fits(n)
	}
	return rows, took, err
}

// charge counts a request that is about to be sent, or refuses it.
func (e *Endpoint) charge() error {
	n := int(e.requests.Add(1))
	var what string
	switch {
	case e.o.MaxRequests > 0 && n > e.o.MaxRequests:
		what = fmt.Sprintf("%s requests", Thousands(e.o.MaxRequests))
	case e.o.MaxTime > 0 && time.Since(e.started) > e.o.MaxTime:
		what = e.o.MaxTime.String()
	default:
		return nil
	}
	e.requests.Add(-1)
	return fmt.Errorf("%w of %s", ErrBudget, what)
}

// IsRefused reports whether the endpoint declined the question, rather than being out of
// reach.
func IsRefused(ctx context.Context, err error) bool { return ctx.Err() == nil && canSplit(err) }

// canSplit reports whether asking for less may help.
func canSplit(err error) bool {
	for _, kind := range []error{connector.ErrTimeout, connector.ErrTruncated, connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// pattern is the query pattern for statements of a kind.
func (e *Endpoint) pattern(kind Kind, terms, properties []string) queries.Statements {
	st := queries.Statements{Subjects: terms, Properties: properties, Inverse: kind == In}
	switch {
	case kind == Leaf:
		st.LiteralsOr = e.o.Vocabulary.Type
	case kind == Superclasses && properties == nil:
		st.Properties = e.o.Vocabulary.SubClass
	}
	return st
}
