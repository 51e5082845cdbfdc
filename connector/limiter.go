package connector

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// A limiter bounds how many requests of a client run at a time and how many may fail in
// a minute, and it is a circuit breaker.
//
// The number allowed at a time grows by one after as many answers, and is halved when
// the endpoint is busy (additive increase, multiplicative decrease: Chiu and Jain 1989,
// as in TCP). If the endpoint refuses requests for their number, twice as many answers are
// needed before the next growth, so that few requests are lost to an endpoint with few
// slots. After breakAfter failures in a row the circuit is open for breakFor: no request
// is sent. Then a single request probes whether the endpoint answers again.
//
// Interactive requests have a slot of their own.
type limiter struct {
	mu      sync.Mutex
	limit   int                 // largest number of requests at a time; 0 means no limit
	allowed int                 // number of requests allowed at a time now
	slots   *semaphore.Weighted // as many as allowed, and surplus ones in use
	surplus int                 // slots to be taken away when a request ends
	answers int                 // number of answers since allowed has changed
	rounds  int                 // number of answers needed for growth, divided by allowed
	grown   bool                // whether allowed has grown and no request was refused since

	lane *semaphore.Weighted // the slot of interactive requests

	errors   int         // failures allowed in a minute; 0 means no limit
	failures []time.Time // of the last minute

	inRow     int       // number of failures in a row
	last      error     // the last of them
	openUntil time.Time // the circuit is open until then
	probing   bool      // whether a request probes the endpoint
}

const (
	mostRounds = 64
	breakAfter = 10
	breakFor   = 30 * time.Second
)

func newLimiter(limit, errors int) *limiter {
	l := &limiter{limit: limit, allowed: 1, rounds: 1, errors: errors, slots: semaphore.NewWeighted(int64(limit)),
		lane: semaphore.NewWeighted(1)}
	l.slots.TryAcquire(int64(max(limit-1, 0))) // allowed is 1
	return l
}

// acquire waits until one more request may run. Requests start in the order in which they
// came. The caller must call release when the request has ended.
func (l *limiter) acquire(ctx context.Context) (release func(), err error) {
	switch {
	case l.limit == 0:
		return func() {}, nil
	case urgencyOf(ctx) == interactive:
		return func() { l.lane.Release(1) }, l.lane.Acquire(ctx, 1)
	}
	release = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.free()
	}
	return release, l.slots.Acquire(ctx, 1)
}

// free makes a slot free, unless there are too many.
func (l *limiter) free() {
	if l.surplus > 0 {
		l.surplus--
		return
	}
	l.slots.Release(1)
}

// beginAttempt must be called before every attempt. It waits while there have been too
// many failures in the last minute, and returns a BrokenError while the circuit is open.
// It calls waiting before a wait.
func (l *limiter) beginAttempt(ctx context.Context, url string, waiting func(time.Duration, string) error) error {
	for {
		l.mu.Lock()
		now := time.Now()
		if l.inRow >= breakAfter {
			if now.Before(l.openUntil) || l.probing {
				err := &BrokenError{URL: url, Failures: l.inRow, Until: l.openUntil, Last: l.last}
				l.mu.Unlock()
				return err
			}
			l.probing = true
		}
		wait := time.Duration(0)
		for len(l.failures) > 0 && now.Sub(l.failures[0]) > time.Minute {
			l.failures = l.failures[1:]
		}
		if l.errors > 0 && len(l.failures) >= l.errors {
			wait = time.Minute - now.Sub(l.failures[len(l.failures)-l.errors]) + time.Millisecond
			l.probing = false
		}
		l.mu.Unlock()
		if wait == 0 {
			return nil
		}
		if err := waiting(wait, fmt.Sprintf("%d requests failed within a minute", l.errors)); err != nil {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// endAttempt must be called after every attempt, with its error or nil. It ignores an
// attempt that the caller has cancelled, because that says nothing about the endpoint.
func (l *limiter) endAttempt(ctx context.Context, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.probing = false
	if err == nil {
		l.inRow = 0
		if l.answers++; l.answers >= l.allowed*l.rounds && l.allowed < l.limit {
			if l.grown {
				l.rounds = max(1, l.rounds/2)
			}
			l.allowed = l.allowed + 1
			l.answers = 0
			l.grown = true
			l.free()
		}
		return
	}
	if ctx.Err() != nil {
		return
	}
	l.failures = append(l.failures, time.Now())
	if isBusy(err) {
		var status *StatusError
		if l.allowed > 1 && (asksForLess(err) || errors.As(err, &status) && status.Status == http.StatusServiceUnavailable) {
			l.rounds, l.grown = min(2*l.rounds, mostRounds), false
		}
		allowed := max(1, l.allowed/2)
		for ; l.allowed > allowed; l.allowed-- {
			if !l.slots.TryAcquire(1) {
				l.surplus++
			}
		}
		l.answers = 0
	}
	if !isEndpointFault(err) {
		return
	}
	if l.inRow++; l.inRow >= breakAfter {
		l.openUntil, l.last = time.Now().Add(breakFor), err
	}
}

// isBusy reports whether the error means that fewer requests at a time may help.
func isBusy(err error) bool {
	var status *StatusError
	var connect *ConnectError
	return errors.Is(err, ErrTimeout) || errors.As(err, &connect) ||
		errors.As(err, &status) && (status.Status == http.StatusTooManyRequests || status.Status >= 500)
}

// asksForLess reports whether the server refused a request because there are too many.
func asksForLess(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && (status.Status == http.StatusTooManyRequests ||
		status.Status >= 500 && status.RetryAfter > 0)
}

func isEndpointFault(err error) bool {
	var status *StatusError
	var connect *ConnectError
	return errors.As(err, &connect) || errors.Is(err, ErrNotSPARQL) || errors.As(err, &status) &&
		(status.Status == http.StatusTooManyRequests || status.Status >= 500 && status.Status != http.StatusGatewayTimeout)
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
