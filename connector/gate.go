package connector

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// A gate is what every request passes: it says how many may be under way, how
// soon the next may begin, and when it is better not to ask at all.
//
// The number at a time grows by one after as many answers as are under way, and is
// halved when the endpoint says that it is busy (additive increase, multiplicative
// decrease: Chiu and Jain 1989, as in TCP). After breakAfter failures in a row the
// endpoint is left alone for breakFor (a circuit breaker); then one request may
// try.
type gate struct {
	mu      sync.Mutex
	most    int // requests at a time, 0: any number
	now     int // of these, today
	running int
	calm    int // answers since now was changed
	waiting []chan struct{}

	errors   int // failures a minute, 0: any number
	failures []time.Time

	broken int // failures in a row
	last   error
	until  time.Time // when the next may try
	trying bool      // one does
}

const (
	breakAfter = 10
	breakFor   = 30 * time.Second
)

func newGate(most, errors int) *gate { return &gate{most: most, now: 1, errors: errors} }

// enter waits until one more request may be under way. Each enter is followed by
// leave.
func (g *gate) enter(ctx context.Context) error {
	g.mu.Lock()
	if g.most == 0 || g.running < g.now {
		g.running++
		g.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	g.waiting = append(g.waiting, turn)
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, t := range g.waiting {
		if t == turn {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			return ctx.Err()
		}
	}
	g.free() // it was given a turn in the meantime
	return ctx.Err()
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.free()
}

func (g *gate) free() {
	g.running--
	for len(g.waiting) > 0 && g.running < g.now {
		g.running++
		close(g.waiting[0])
		g.waiting = g.waiting[1:]
	}
}

// begin is called before every attempt. It waits while there have been too many
// failures in the last minute, and refuses while the circuit is open.
func (g *gate) begin(ctx context.Context, url string) error {
	for {
		g.mu.Lock()
		now := time.Now()
		if g.broken >= breakAfter {
			if now.Before(g.until) || g.trying {
				err := &BrokenError{URL: url, Failures: g.broken, Until: g.until, Last: g.last}
				g.mu.Unlock()
				return err
			}
			g.trying = true
		}
		wait := time.Duration(0)
		for len(g.failures) > 0 && now.Sub(g.failures[0]) > time.Minute {
			g.failures = g.failures[1:]
		}
		if g.errors > 0 && len(g.failures) >= g.errors {
			wait = time.Minute - now.Sub(g.failures[len(g.failures)-g.errors]) + time.Millisecond
			g.trying = false
		}
		g.mu.Unlock()
		if wait == 0 {
			return nil
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// ended is called after every attempt, with its typed error. One that the caller
// has ended tells nothing.
func (g *gate) ended(ctx context.Context, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.trying = false
	if err == nil {
		g.broken = 0
		if g.calm++; g.calm >= g.now && g.now < g.most {
			g.now, g.calm = g.now+1, 0
			g.running++ // the new place goes to whoever waits
			g.free()
		}
		return
	}
	if ctx.Err() != nil {
		return
	}
	g.failures = append(g.failures, time.Now())
	if busy(err) {
		g.now, g.calm = max(1, g.now/2), 0
	}
	if !ill(err) {
		return
	}
	if g.broken++; g.broken >= breakAfter {
		g.until, g.last = time.Now().Add(breakFor), err
	}
}

// busy: the endpoint, or a query, needs more time.
func busy(err error) bool {
	var status *StatusError
	var connect *ConnectError
	return errors.Is(err, ErrTimeout) || errors.As(err, &connect) ||
		errors.As(err, &status) && (status.Status == http.StatusTooManyRequests || status.Status >= 500)
}

// ill: it is not the query's fault.
func ill(err error) bool {
	var status *StatusError
	var connect *ConnectError
	return errors.As(err, &connect) || errors.Is(err, ErrNotSPARQL) || errors.As(err, &status) &&
		(status.Status == http.StatusTooManyRequests || status.Status >= 500 && status.Status != http.StatusGatewayTimeout)
}

// BrokenError: the endpoint was not asked, because many requests in a row failed.
// It matches ErrUnreachable.
type BrokenError struct {
	URL      string
	Failures int       // in a row
	Until    time.Time // not asked before
	Last     error     // how the last one failed; not unwrapped, for it was another request
}

func (e *BrokenError) Error() string {
	return sentence(e.URL, fmt.Sprintf("%d requests in a row failed, so it is not asked before %s", e.Failures, e.Until.Format(time.TimeOnly)),
		"try again later", "") + "; the last: " + e.Last.Error()
}

// Is matches ErrUnreachable.
func (e *BrokenError) Is(target error) bool { return target == ErrUnreachable }

// pace keeps the beginnings of requests to one host apart, whichever client
// sends them.
type pace struct {
	mu   sync.Mutex
	next time.Time // when a request may begin
}

var paces = struct {
	sync.Mutex
	of map[string]*pace
}{of: map[string]*pace{}}

func paceOf(host string) *pace {
	paces.Lock()
	defer paces.Unlock()
	if paces.of[host] == nil {
		paces.of[host] = &pace{}
	}
	return paces.of[host]
}

// wait returns when a request may begin; the next may gap later.
func (p *pace) wait(ctx context.Context, gap time.Duration) error {
	p.mu.Lock()
	now := time.Now()
	begin := p.next
	if begin.Before(now) {
		begin = now
	}
	p.next = begin.Add(gap)
	p.mu.Unlock()
	return sleep(ctx, begin.Sub(now))
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
