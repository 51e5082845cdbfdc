package extract

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/extract/store"
)

// fetched is what was fetched for an item, and how to write it.
type fetched struct {
	size  int
	write func(*store.Tx) error
	err   error
}

// inOrder fetches the items that next gives (with their sizes, until one of
// size 0), Workers at a time, and writes what came in their order while others are
// fetched. When one fails no other begins, and what came for those that had begun
// is written, so that no answer is lost; the first error is returned.
func inOrder[T any](ctx context.Context, c *crawl, phase string, total int, next func() (T, int), fetch func(context.Context, T) (func(*store.Tx) error, error)) error {
	var queue []chan fetched
	var failed error
	ready := 0
	if c.o.Workers > 1 { // while an answer is looked at, the next question is ready
		ready = 1
	}
	running := make(chan struct{}, c.o.Workers+ready)
	if total > 0 && c.requests.Load() == 0 { // the first answer may take its time
		c.o.Progress(Progress{Phase: phase, Total: total})
	}
	for done, more := 0, true; ; {
		for more && failed == nil && len(queue) < 2*c.o.Workers {
			item, size := next()
			if size == 0 {
				more = false
				break
			}
			came := make(chan fetched, 1)
			queue = append(queue, came)
			go func() {
				running <- struct{}{}
				f := fetched{size: size}
				f.write, f.err = fetch(ctx, item)
				<-running
				came <- f
			}()
		}
		if len(queue) == 0 {
			return failed
		}
		f := <-queue[0]
		queue = queue[1:]
		if f.err == nil {
			f.err = c.db.Update(ctx, f.write)
		} else {
			f.err = fmt.Errorf("%s: %w", phase, f.err)
		}
		if f.err != nil {
			if failed == nil {
				failed = f.err
			}
			continue
		}
		done += f.size
		c.o.Progress(Progress{Phase: phase, Done: done, Total: total, Requests: int(c.requests.Load()), Facts: c.received})
	}
}
