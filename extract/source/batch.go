package source

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/connector"
)

// inBatches asks about the terms of the question in batches.
func (e *Endpoint) inBatches(ctx context.Context, q Question, fetch func(context.Context, Question) ([]Answer, error), receive func([]Answer) error) error {
	terms := q.Terms
	next := func() (Question, int) {
		n := min(e.batch.size(), len(terms))
		batch := q
		batch.Terms, terms = terms[:n], terms[n:]
		return batch, n
	}
	return inOrder(ctx, e, q.Phase, len(terms), next, fetch, receive)
}

// inOrder fetches the items that next returns with their sizes, until one of size
// 0, Workers at a time, and passes on the answers in the order of the items while
// others are fetched. When one fails no other begins, and what came for those
// that had begun is passed on, so that no answer is lost. It returns the first
// error.
func inOrder[T any](ctx context.Context, e *Endpoint, phase string, total int, next func() (T, int), fetch func(context.Context, T) ([]Answer, error), receive func([]Answer) error) error {
	type result struct {
		size    int
		answers []Answer
		err     error
	}
	var queue []chan result
	var failed error
	running := make(chan struct{}, e.o.Workers)
	if e.Requests() == 0 { // the first answer may take its time
		e.o.Progress(Progress{Phase: phase, Total: total})
	}
	for done, more := 0, true; ; {
		for more && failed == nil && len(queue) < 2*e.o.Workers {
			item, size := next()
			if size == 0 {
				more = false
				break
			}
			came := make(chan result, 1)
			queue = append(queue, came)
			go func() {
				running <- struct{}{}
				answers, err := fetch(ctx, item)
				<-running
				came <- result{size, answers, err}
			}()
		}
		if len(queue) == 0 {
			return failed
		}
		r := <-queue[0]
		queue = queue[1:]
		if r.err != nil {
			r.err = fmt.Errorf("%s: %w", phase, r.err)
		} else {
			r.err = receive(r.answers)
		}
		if r.err != nil {
			if failed == nil {
				failed = r.err
			}
			continue
		}
		done += r.size
		for _, a := range r.answers {
			if _, counted := countsOf[a.Kind]; counted {
				e.facts += len(a.Rows)
			}
		}
		e.o.Progress(Progress{Phase: phase, Done: done, Total: total, Requests: e.Requests(), Facts: e.facts})
	}
}

// oneByOne are the items, each of size 1.
func oneByOne[T any](items []T) func() (T, int) {
	return func() (item T, size int) {
		if len(items) == 0 {
			return item, 0
		}
		item, items = items[0], items[1:]
		return item, 1
	}
}

// halving asks about a batch of IRIs, and about its halves where the whole is too much.
func (e *Endpoint) halving(ctx context.Context, batch []string, ask func([]string) ([]solution, error)) ([]solution, error) {
	rows, err := ask(batch)
	if err == nil || len(batch) == 1 || !IsRefused(ctx, err) {
		if err != nil {
			err = fmt.Errorf("asking about %s: %w", someOf(batch), err)
		}
		return rows, err
	}
	e.o.Logger.Info("asking for half", "terms", len(batch), "because", err)
	half := len(batch) / 2
	rows, err = e.halving(ctx, batch[:half], ask)
	if err != nil {
		return nil, err
	}
	more, err := e.halving(ctx, batch[half:], ask)
	return append(rows, more...), err
}

// InHalves calls do for as many of the terms at a time as most allows, and for half of
// them where that is refused. Of a single one that is refused nothing is known: then it
// reports false.
func InHalves(ctx context.Context, terms []string, most int, do func(batch []string) error) (all bool, err error) {
	all = true
	for batch := range slices.Chunk(terms, most) {
		err := do(batch)
		switch {
		case err == nil:
		case !IsRefused(ctx, err):
			return false, err
		case len(batch) == 1:
			all = false
		default:
			some, err := InHalves(ctx, batch, (len(batch)+1)/2, do)
			if err != nil {
				return false, err
			}
			all = all && some
		}
	}
	return all, nil
}

// askInHalves is halving with a query about a batch. complete doubts that so many rows are
// all there are.
func (e *Endpoint) askInHalves(ctx context.Context, batch []string, query func([]string) (string, error), complete func(rows int) bool) ([]solution, error) {
	return e.halving(ctx, batch, func(batch []string) ([]solution, error) {
		q, err := query(batch)
		if err != nil {
			return nil, err
		}
		var rows []solution
		for try := 1; ; try++ {
			rows, _, err = e.queryAbout(ctx, len(batch), q)
			if len(batch) > 1 || try == tries || !IsRefused(ctx, err) {
				break
			}
		}
		if err == nil && len(batch) > 1 && !complete(len(rows)) {
			err = fmt.Errorf("%w: %s rows, and nobody knows whether these are all", connector.ErrTruncated, Thousands(len(rows)))
		}
		return rows, err
	})
}

// verified fetches rows about a batch of IRIs, of which the endpoint first says the
// number. If another number comes, the source has changed or rows are lost, and it is
// asked again. fetch is told the number, and which try it is.
func (e *Endpoint) verified(ctx context.Context, batch []string, total func([]string) (string, error), fetch func(n, try int) ([]solution, error)) ([]solution, error) {
	for try := 1; ; try++ {
		totals, err := e.askInHalves(ctx, batch, total, e.belowRowCap) // one row, or more where that was too much
		if err != nil {
			return nil, err
		}
		n, err := sum(totals)
		if err != nil {
			return nil, fmt.Errorf("rows about %s: %w", someOf(batch), err)
		}
		rows, err := fetch(n, try)
		switch {
		case err != nil:
			return nil, err
		case len(totals) > 0 && n == len(rows):
			return slices.Clip(rows), nil
		case try == tries:
			return nil, fmt.Errorf("%w: about %s the endpoint counts %s rows and sends %s", ErrInconsistent, someOf(batch), Thousands(n), Thousands(len(rows)))
		}
	}
}

// verifiedPairs is verified in halves, with more distrust after the first try.
func (e *Endpoint) verifiedPairs(ctx context.Context, batch []string, pull, total func([]string) (string, error)) ([]solution, error) {
	return e.verified(ctx, batch, total, func(_, try int) ([]solution, error) {
		return e.askInHalves(ctx, batch, pull, func(rows int) bool { return try == 1 || e.belowRowCap(rows) })
	})
}
