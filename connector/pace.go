package connector

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// A pace bounds how much of a server's time the process uses: the time between two
// requests, and the share of the wall time that the server spends on requests. All clients
// of the process with the same host share it.
//
// The share is kept by a token bucket whose tokens are seconds of the server's time. The
// bucket fills with the wall time, up to burst, and every running request empties it. A
// request may start while there is something left, so the debt after a long request delays
// the next one.
//
// The time between requests is kept on average: a request may come up to ahead before its
// turn, because few others came before. A background request may not.
type pace struct {
	// The requests that wait start in the order in which they came; those in the background
	// wait in a row of their own.
	turn, background *semaphore.Weighted

	mu      sync.Mutex
	next    time.Time     // the turn of the next request
	slow    time.Duration // least time between requests since the server asked for fewer; 0 if it has not
	refused time.Time     // when it asked last
	load    float64       // share of the wall time; 0 means no limit
	credit  time.Duration // server time that may be used, as of time at
	at      time.Time
	running int // number of requests that run
}

const (
	// burst is the server's time that may be used at once after a rest.
	burst = 15 * time.Second
	// ahead is how long before its turn a request may start.
	ahead = 5 * time.Second
	// interactiveDebt is the debt up to which an interactive request does not wait.
	interactiveDebt = 5 * time.Second
	// The time between requests doubles from leastSlow to mostSlow while the server asks
	// for fewer requests, falls by a quarter with every answer, and is forgotten forgetSlow
	// after the last refusal.
	leastSlow  = 250 * time.Millisecond
	mostSlow   = 2 * time.Second
	forgetSlow = time.Minute
)

var paces sync.Map

func paceOf(host string) *pace {
	p, _ := paces.LoadOrStore(host, newPace())
	return p.(*pace)
}

func newPace() *pace {
	return &pace{turn: semaphore.NewWeighted(1), background: semaphore.NewWeighted(1), credit: burst, at: time.Now()}
}

// wait waits until a request may start, and counts it as running. It calls waiting before
// a wait. end must follow a wait that returns nil.
func (p *pace) wait(ctx context.Context, o Options, waiting waiting) error {
	urgency := urgencyOf(ctx)
	if urgency == normal {
		if err := p.turn.Acquire(ctx, 1); err != nil {
			return err
		}
		defer p.turn.Release(1)
	}
	return p.waitFor(ctx, waiting, func() (time.Duration, string) { return p.tryStart(o, urgency) })
}

// A waiting is called before a wait. Its error ends the wait.
type waiting = func(wait time.Duration, because string) error

// waitInBackground waits until the turn of a request in the background, if ctx is of one, so
// that it takes no slot from others before. Until release is called, no other one has its turn.
func (p *pace) waitInBackground(ctx context.Context, o Options, waiting waiting) (release func(), err error) {
	if urgencyOf(ctx) != background {
		return func() {}, nil
	}
	if err := p.background.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	release = sync.OnceFunc(func() { p.background.Release(1) })
	err = p.waitFor(ctx, waiting, func() (time.Duration, string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.untilTurn(o, background)
	})
	if err != nil {
		release()
	}
	return release, err
}

// waitFor waits as long as until says.
func (p *pace) waitFor(ctx context.Context, waiting waiting, until func() (time.Duration, string)) error {
	for {
		wait, because := until()
		if wait <= 0 {
			return ctx.Err()
		}
		if err := waiting(wait, because); err != nil {
			return err
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// tryStart starts a request, or returns how long to wait before the next try and why.
func (p *pace) tryStart(o Options, urgency urgency) (wait time.Duration, because string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if wait, because = p.untilTurn(o, urgency); wait <= 0 {
		p.next = p.next.Add(max(p.interval(o), p.slow))
		p.running++
	}
	return wait, because
}

// untilTurn returns how long a request has to wait and why.
func (p *pace) untilTurn(o Options, urgency urgency) (wait time.Duration, because string) {
	now := time.Now()
	p.load = o.Load
	p.update(now)
	if now.Sub(p.refused) > forgetSlow {
		p.slow = 0
	}
	if p.next.Before(now) {
		p.next = now
	}
	wait = p.next.Sub(now)
	because = fmt.Sprintf("genus sends at most %g requests a second", o.Rate)
	switch {
	case p.slow > p.interval(o):
		because = "the endpoint asked for fewer requests"
	case urgency != background:
		wait -= ahead
	}
	if wait > 0 {
		return wait, because
	}
	debt := -p.credit
	if urgency == interactive {
		debt -= interactiveDebt
	}
	if o.Load > 0 && debt > 0 {
		// While requests run, the debt grows. A further look costs little.
		return max(time.Duration(float64(debt)/o.Load), time.Millisecond),
			fmt.Sprintf("genus uses at most %.0f %% of the endpoint's time", 100*o.Load)
	}
	return 0, ""
}

func (p *pace) interval(o Options) time.Duration {
	if o.Rate <= 0 {
		return 0
	}
	return time.Duration(float64(time.Second) / o.Rate)
}

func (p *pace) end(o Options, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.update(time.Now())
	p.running--
	switch {
	case err == nil:
		if p.slow -= p.slow / 4; p.slow < leastSlow/2 {
			p.slow = 0
		}
	case asksForLess(err):
		p.slow = min(max(2*p.slow, 2*p.interval(o), leastSlow), mostSlow)
		p.refused = time.Now()
		if next := p.refused.Add(p.slow); next.After(p.next) {
			p.next = next
		}
	}
}

// cancel takes back a request that was started but not sent.
func (p *pace) cancel() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.update(time.Now())
	p.running--
}

func (p *pace) update(now time.Time) {
	since := now.Sub(p.at)
	p.at = now
	p.credit += time.Duration((p.load - float64(p.running)) * float64(since))
	p.credit = min(p.credit, burst)
}

// jitter returns the duration or up to a quarter more, at most two seconds, at random. So
// workers that wait for the same moment do not all wake at the same time.
func jitter(d time.Duration) time.Duration {
	if d <= 0 {
		return d
	}
	return d + rand.N(min(d/4, 2*time.Second)+1)
}
