// Package processor measures and limits the processor time of this process, for comparisons on
// a machine that does other work, too.
package processor

import (
	"context"
	"time"
)

// poll is the interval at which the processor time is compared with its limit.
const poll = 5 * time.Millisecond

// WithLimit returns a context that ends when the process has used this much processor time.
// The caller must call cancel.
func WithLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithCancel(ctx)
	end := Time() + limit
	go func() {
		ticker := time.NewTicker(poll)
		defer ticker.Stop()
		for Time() < end {
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
