package learner

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"
)

// ErrMemory reports that Options.Memory was reached before a concept was found.
var ErrMemory = errors.New("memory limit reached")

// memoryEvery is the interval at which the heap is measured.
const memoryEvery = 50 * time.Millisecond

// watchMemory ends the context with [ErrMemory] once the live heap of the
// process is over the limit, in bytes; 0 means no limit. The caller must call
// stop, which waits for the watcher to end.
func watchMemory(ctx context.Context, limit uint64) (watched context.Context, stop func()) {
	if limit == 0 {
		return ctx, func() {}
	}
	watched, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(memoryEvery)
		defer tick.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-tick.C:
			}
			if readHeap() <= limit {
				continue
			}
			runtime.GC() // part of the heap may be garbage
			if n := readHeap(); n > limit {
				cancel(fmt.Errorf("%w: %d MiB in use, %d MiB allowed", ErrMemory, n>>20, limit>>20))
				return
			}
		}
	}()
	return watched, func() {
		cancel(nil)
		<-done
	}
}

// readHeap returns the number of bytes in objects on the heap, including dead ones
// until they are collected.
func readHeap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
