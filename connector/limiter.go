package connector

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

// limiter bounds how many requests of a client run at a time and how many may fail in a
// minute, and it is a circuit breaker.
//
// The number at a time grows by one after as many answers as are under way, and is
// halved when the endpoint says that it is busy (additive increase, multiplicative
// decrease: Chiu and Jain 1989, as in TCP). After breakAfter failures in a row the
// circuit is open for breakFor: no request is sent. Then one request may probe
// whether the endpoint answers again.
type limiter struct {
	mu      sync.Mutex
	limit   int // largest number of requests at a time, 0: any number
	allowed int // number of requests at a time now
	running int
	answers int // since allowed was changed
	waiting []chan struct{}

	errors   int // failures allowed in a minute, 0: any number
	failures []time.Time

	inRow     int       // failures in a row
	last      error     // the last of them
	openUntil time.Time // no request is sent before
	probing   bool      // one request probes the endpoint
}

const (
	breakAfter = 10
	breakFor   = 30 * time.Second
)

func newLimiter(limit, errors int) *limiter {
	return &limiter{limit: limit, allowed: 1, errors: errors}
}

// acquire waits until one more request may run. release must follow each acquire.
func (l *limiter) acquire(ctx context.Context) error {
	l.mu.Lock()
	if l.limit == 0 || l.running < l.allowed {
		l.running++
		l.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	l.waiting = append(l.waiting, turn)
	l.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, t := range l.waiting {
		if t == turn {
			l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
			return ctx.Err()
		}
	}
	l.free() // it was given a turn in the meantime
	return ctx.Err()
}

func (l *limiter) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free()
}

func (l *limiter) free() {
	l.running--
	for len(l.waiting) > 0 && l.running < l.allowed {
		l.running++
		close(l.waiting[0])
		l.waiting = l.waiting[1:]
	}
}

// beginAttempt is called before every attempt. It waits while there have been too
// many failures in the last minute, and returns a BrokenError while the circuit is
// open.
func (l *limiter) beginAttempt(ctx context.Context, url string) error {
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
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// endAttempt is called after every attempt, with its error or nil. An attempt that
// the caller has cancelled says nothing about the endpoint.
func (l *limiter) endAttempt(ctx context.Context, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.probing = false
	if err == nil {
		l.inRow = 0
		if l.answers++; l.answers >= l.allowed && l.allowed < l.limit {
			l.allowed, l.answers = l.allowed+1, 0
			l.running++ // the new place goes to whoever waits
			l.free()
		}
		return
	}
	if ctx.Err() != nil {
		return
	}
	l.failures = append(l.failures, time.Now())
	if isBusy(err) {
		l.allowed, l.answers = max(1, l.allowed/2), 0
	}
	if !isEndpointFault(err) {
		return
	}
	if l.inRow++; l.inRow >= breakAfter {
		l.openUntil, l.last = time.Now().Add(breakFor), err
	}
}

// isBusy reports whether the error says that the endpoint, or a query, needs more time.
func isBusy(err error) bool {
	var status *StatusError
	var connect *ConnectError
	return errors.Is(err, ErrTimeout) || errors.As(err, &connect) ||
		errors.As(err, &status) && (status.Status == http.StatusTooManyRequests || status.Status >= 500)
}

// isEndpointFault reports whether the error is the fault of the endpoint and not of
// the query.
func isEndpointFault(err error) bool {
	var status *StatusError
	var connect *ConnectError
	return errors.As(err, &connect) || errors.Is(err, ErrNotSPARQL) || errors.As(err, &status) &&
		(status.Status == http.StatusTooManyRequests || status.Status >= 500 && status.Status != http.StatusGatewayTimeout)
}

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
