package graph

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// Some endpoints silently cut every result at a fixed number of rows. Statements are
// checked against their count. But counts come in rows, too, and a property missing
// there would never be asked for. The row cap is the same for every query: if a result
// of n rows is complete, so is every result of up to n rows. So a result with more
// rows than any result checked so far is checked against the count of all statements,
// which is a single row.
//
// Other endpoints return partial results with wrong numbers when their time limit
// passes (Virtuoso's anytime queries; not all versions say so in a header). So slow
// counts are checked, too.

// neverCut is a number of rows that no endpoint cuts.
const neverCut = 100

// recordComplete records that a result of that many rows was complete.
func (e *Endpoint) recordComplete(rows int) { Raise(&e.complete, int64(rows)) }

// A request is known to do for as many IRIs as have an answer in quickAbout, if it takes as long for each as one before
// did, but for mostFaster times as many at most.
const (
	quickAbout = time.Second
	mostFaster = 4
)

// Raise makes the number at least n.
func Raise(number *atomic.Int64, n int64) {
	for known := number.Load(); n > known && !number.CompareAndSwap(known, n); {
		known = number.Load()
	}
}

// belowRowCap reports whether a result of that many rows is below every row cap, so
// that it is complete.
func (e *Endpoint) belowRowCap(rows int) bool {
	return rows <= neverCut || int64(rows) <= e.complete.Load()
}

// slowCount is how long counting may take before the numbers are checked.
const slowCount = 3 * time.Second

// tries is how often a request that cannot be split is sent.
const tries = 3

// mostSilent is how many requests may take too long before the first answer comes: a batch
// of ten, its halves down to one IRI, and that one again.
const mostSilent = 6

// Requests returns the number of requests sent so far.
func (e *Endpoint) Requests() int { return int(e.requests.Load()) }

// report reports the progress of a question.
func (e *Endpoint) report(phase string, done, total int) {
	e.o.Progress(Progress{Phase: phase, Done: done, Total: total, Requests: e.Requests(), Facts: e.facts})
}

func (e *Endpoint) query(ctx context.Context, q string) (rows []solution, took time.Duration, err error) {
	if err := e.charge(); err != nil {
		return nil, 0, err
	}
	began := time.Now()
	table, err := e.client.Select(ctx, q)
	if err != nil {
		return nil, time.Since(began), e.noteSilence(err)
	}
	e.answered.Store(true)
	rows = solutions(table)
	if err := checkCounts(rows); err != nil {
		return nil, time.Since(began), fmt.Errorf("endpoint %s: %w", e.client.URL(), err)
	}
	return rows, time.Since(began), nil
}

// noteSilence returns the error of a request. After several time-outs without any answer
// it is one that does not make anybody ask for less: smaller requests would not help.
func (e *Endpoint) noteSilence(err error) error {
	if !errors.Is(err, connector.ErrTimeout) || e.answered.Load() || e.silent.Add(1) < mostSilent {
		return err
	}
	return fmt.Errorf("%w: no request had an answer so far; the last: %s", connector.ErrUnreachable, err.Error())
}

// queryAbout sends a query about n IRIs, like query, perhaps a second time. It adapts the size of the next
// batches to the outcome.
func (e *Endpoint) queryAbout(ctx context.Context, n int, q string) ([]solution, time.Duration, error) {
	rows, took, err := e.query(ctx, q)
	if err != nil && ctx.Err() == nil && e.again.worth(n, err) {
		e.o.Logger.Info("asking again", "terms", n, "because", err)
		rows, took, err = e.query(ctx, q)
		e.again.tried(err)
	}
	if err == nil {
		e.again.answered(n, took)
	}
	switch {
	case err != nil && canSplit(err), took > slowAnswer:
		e.batch.shrink(n)
	case err == nil:
		e.batch.grow(n)
		Raise(&e.about, int64(n)*int64(min(mostFaster, quickAbout/max(took, 1))))
	}
	return rows, took, err
}

// charge counts a request that is about to be sent. It returns ErrBudget if the budget
// does not allow the request.
func (e *Endpoint) charge() error {
	n := int(e.requests.Add(1))
	var what string
	switch {
	case e.o.MaxRequests > 0 && e.o.Spent.Requests+n > e.o.MaxRequests:
		what = fmt.Sprintf("%s requests", Thousands(e.o.MaxRequests))
	case e.o.MaxTime > 0 && e.o.Spent.Time+time.Since(e.started) > e.o.MaxTime:
		what = e.o.MaxTime.String()
	default:
		return nil
	}
	e.requests.Add(-1)
	return fmt.Errorf("%w of %s", ErrBudget, what)
}

// IsRefused reports whether err means that the endpoint did not answer because the
// request was too large, took too long or needed too much memory: it is reachable, and ctx has not ended.
func IsRefused(ctx context.Context, err error) bool { return ctx.Err() == nil && canSplit(err) }

// canSplit reports whether a smaller request may succeed.
func canSplit(err error) bool {
	for _, kind := range []error{connector.ErrTimeout, connector.ErrOutOfMemory, connector.ErrTruncated,
		connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

func (e *Endpoint) pattern(kind Kind, terms, properties []string) queries.Statements {
	st := queries.Statements{Subjects: terms, Properties: properties, Inverse: kind == In}
	switch {
	case kind == Leaf:
		st.LiteralsOr = []string{e.o.Vocabulary.Type}
	case kind == Superclasses && properties == nil:
		st.Properties = []string{e.o.Vocabulary.SubClassOf}
	case kind == Out || kind == In:
		st.Redirect = e.o.Vocabulary.Redirect
	}
	return st
}
