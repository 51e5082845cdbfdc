package learner

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/genus-kg/genus/learner/internal/available"
)

// ErrMemory reports that Options.Memory was reached before a concept was found.
var ErrMemory = errors.New("memory limit reached")

// memoryEvery is the interval at which the heap is measured.
const memoryEvery = 50 * time.Millisecond

// DefaultMemory returns the default of Options.Memory: half of the memory that the machine,
// the control group (container) and the limit of the address space leave to the process, and
// no more than GOMEMLIMIT.
func DefaultMemory() uint64 {
	return min(available.Memory()/2, uint64(debug.SetMemoryLimit(-1)))
}

// WithinMemory returns a context that ends with [ErrMemory] as its cause when the process
// needs more memory than limit, in bytes; 0 means [DefaultMemory]. The limit is for the heap
// with its garbage, so the context ends when objects in use take three quarters of it. The
// caller must call stop, which waits for the measurements to end.
func WithinMemory(ctx context.Context, limit uint64) (watched context.Context, stop func()) {
	if limit == 0 {
		limit = DefaultMemory()
	}
	most := limit / 4 * 3
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
			if heap, live := readHeap(); heap <= limit && live <= most {
				continue
			}
			runtime.GC() // part of the heap may be garbage
			if _, live := readHeap(); live > most {
				cancel(fmt.Errorf("%w: %d MiB in use, %d MiB allowed", ErrMemory, live>>20, most>>20))
				return
			}
		}
	}()
	return watched, func() {
		cancel(nil)
		<-done
	}
}

// readHeap returns the number of bytes in objects on the heap, garbage included, and how
// many of them the last garbage collection found in use.
func readHeap() (heap, live uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
