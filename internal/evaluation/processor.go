package evaluation

import (
	"context"
	"time"
)

// processorPoll is the interval at which the processor time is compared with its limit.
const processorPoll = 5 * time.Millisecond

// withProcessorTime returns a context that ends when the process has used this much
// processor time. The caller must call cancel.
func withProcessorTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithCancel(ctx)
	end := processorTime() + limit
	go func() {
		ticker := time.NewTicker(processorPoll)
		defer ticker.Stop()
		for processorTime() < end {
			select {
			case <-limited.Done():
				return
			case <-ticker.C:
			}
		}
		cancel()
	}()
	return limited, cancel
}
