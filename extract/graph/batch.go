package graph

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/connector"
)

func (e *Endpoint) inBatches(ctx context.Context, q Question, fetch func(context.Context, Question) ([]Answer, error),
	receive func([]Answer) error) error {
	terms := q.Terms
	next := func() (Question, int) {
		n := min(atOnce(e.batch.size(), len(terms)), e.o.Batch)
		batch := q
		batch.Terms, terms = terms[:n], terms[n:]
		return batch, n
	}
	return fetchInOrder(ctx, e, q.Phase, len(terms), next, fetch, receive)
}

// atOnce returns how many of n things the next request is about: as many as its size, or all if there are only a few
// more. These take less time than a request of their own.
func atOnce(size, n int) int {
	if n <= size+size/3 {
		return n
	}
	return size
}

// fetchInOrder fetches the items that next returns, Workers at a time, and passes the
// answers to receive in the order of the items. next also returns the size of an item;
// size 0 is the end. If an item fails, no further item is started, and the answers of
// those already started are passed on, so that no answer is lost. fetchInOrder returns
// the first error.
func fetchInOrder[T any](ctx context.Context, e *Endpoint, phase string, total int, next func() (T, int),
	fetch func(context.Context, T) ([]Answer, error), receive func([]Answer) error) error {
	type result struct {
		size    int
		answers []Answer
		err     error
	}
	var queue []chan result
	var failed error
	running := make(chan struct{}, e.o.Workers)
	if e.Requests() == 0 { // the first answer may take long
		e.report(phase, 0, total)
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
			if _, counted := CountsOf[a.Kind]; counted {
				e.facts += len(a.Rows)
			}
		}
		e.report(phase, done, total)
	}
}

// eachOf returns a function that returns the items one after another, each of size 1.
func eachOf[T any](items []T) func() (T, int) {
	return func() (item T, size int) {
		if len(items) == 0 {
			return item, 0
		}
		item, items = items[0], items[1:]
		return item, 1
	}
}

// askInHalves asks about a batch of IRIs. If the endpoint refuses, it asks about each
// half.
func (e *Endpoint) askInHalves(ctx context.Context, batch []string,
	ask func([]string) ([]solution, error)) (rows []solution, err error) {
	err = halve(ctx, batch, func(batch []string) error {
		some, err := ask(batch)
		if err != nil {
			e.o.Logger.Info("asking for less", "terms", len(batch), "because", err)
			return fmt.Errorf("asking about %s: %w", listTerms(batch), err)
		}
		rows = append(rows, some...)
		return nil
	}, halvesOf, func(_ []string, err error) error { return err })
	return rows, err
}

// halve calls do for an item. If that is refused, it does the same for each half of the
// item, and calls refused for an item that has no halves.
func halve[T any](ctx context.Context, item T, do func(T) error, halves func(T, error) (first, second T, ok bool),
	refused func(T, error) error) error {
	err := do(item)
	if err == nil || !IsRefused(ctx, err) {
		return err
	}
	first, second, ok := halves(item, err)
	if !ok {
		return refused(item, err)
	}
	if err := halve(ctx, first, do, halves, refused); err != nil {
		return err
	}
	return halve(ctx, second, do, halves, refused)
}

func halvesOf(terms []string, _ error) (first, second []string, ok bool) {
	half := len(terms) / 2
	return terms[:half], terms[half:], half > 0
}

// queryInHalves is askInHalves with a query. A result for which complete reports false
// may have been cut: then it asks about each half, too. Without complete, the result has the number of
// its rows with it.
func (e *Endpoint) queryInHalves(ctx context.Context, batch []string, query func([]string) (string, error),
	complete func(rows int) bool) ([]solution, error) {
	return e.askInHalves(ctx, batch, func(batch []string) ([]solution, error) {
		q, err := query(batch)
		if err != nil {
			return nil, err
		}
		var rows []solution
		for try := 1; ; try++ {
			if complete == nil {
				rows, err = e.selectChecked(ctx, len(batch), q)
			} else {
				rows, _, err = e.queryAbout(ctx, len(batch), q)
			}
			if len(batch) > 1 || try == tries || !IsRefused(ctx, err) {
				break
			}
		}
		if err == nil && complete != nil && len(batch) > 1 && !complete(len(rows)) {
			err = fmt.Errorf("%w: %s rows came, and the endpoint may have cut off others", connector.ErrTruncated,
				Thousands(len(rows)))
		}
		return rows, err
	})
}
