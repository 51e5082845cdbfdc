package connector

import (
	"context"
	"sync"
	"time"
)

// rateLimit keeps an interval between the starts of requests to one host, for all
// clients.
type rateLimit struct {
	mu   sync.Mutex
	next time.Time // when a request may start
}

var rateLimits = struct {
	sync.Mutex
	of map[string]*rateLimit
}{of: map[string]*rateLimit{}}

func rateLimitOf(host string) *rateLimit {
	rateLimits.Lock()
	defer rateLimits.Unlock()
	if rateLimits.of[host] == nil {
		rateLimits.of[host] = &rateLimit{}
	}
	return rateLimits.of[host]
}

// wait waits until a request may start. The next may start after the interval.
func (r *rateLimit) wait(ctx context.Context, interval time.Duration) error {
	r.mu.Lock()
	now := time.Now()
	start := r.next
	if start.Before(now) {
		start = now
	}
	r.next = start.Add(interval)
	r.mu.Unlock()
	return sleep(ctx, start.Sub(now))
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
