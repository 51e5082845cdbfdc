package connector

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// longWait is the longest wait between attempts if the server names none. Each wait
// is randomly up to a quarter longer or shorter, so that workers do not all ask again
// at the same time.
const longWait = 30 * time.Second

// maxWait is the longest Retry-After that is waited for; a longer one is a StatusError
// at once.
const maxWait = 2 * time.Minute

// fetch sends a query until take accepts the answer and its status, or another attempt
// is of no use. The error is one of this package's types, or the context's.
func (c *Client) fetch(ctx context.Context, query string, take func(*results, int) error) error {
	c = c.within(ctx)
	if err := c.limiter.acquire(ctx); err != nil {
		return c.stopped(ctx, err)
	}
	defer c.limiter.release()
	started, bytes := time.Now(), int64(0)
	for attempt := 1; ; attempt++ {
		if err := c.awaitAttempt(ctx); err != nil {
			return c.stopped(ctx, err)
		}
		n, err := c.attempt(ctx, query, take)
		bytes += n
		c.limiter.endAttempt(ctx, err)
		if err == nil {
			c.log.Debug("query answered", "endpoint", c.shown, "attempts", attempt, "seconds", time.Since(started).Seconds(), "bytes", bytes)
			return nil
		}
		wait, again := c.waitAfter(ctx, err, attempt)
		if !again {
			err = c.stopped(ctx, err)
			c.log.Debug("query failed", "endpoint", c.shown, "attempts", attempt, "seconds", time.Since(started).Seconds(), "error", err)
			return err
		}
		c.log.Warn("repeating a request", "endpoint", c.shown, "attempt", attempt, "wait", wait, "error", err)
		if err := sleep(ctx, wait); err != nil {
			return c.stopped(ctx, err)
		}
	}
}

// awaitAttempt waits until an attempt may start.
func (c *Client) awaitAttempt(ctx context.Context) error {
	if err := c.pause.wait(ctx); err != nil {
		return err
	}
	if c.o.Rate > 0 {
		if err := c.rate.wait(ctx, time.Duration(float64(time.Second)/c.o.Rate)); err != nil {
			return err
		}
	}
	return c.limiter.beginAttempt(ctx, c.shown) // must be last: an attempt follows
}

// attempt sends a query once, and returns how many bytes of the answer came.
func (c *Client) attempt(ctx context.Context, query string, take func(*results, int) error) (int64, error) {
	req, err := c.newRequest(ctx, query)
	if err != nil {
		return 0, &ConnectError{URL: c.shown, Reason: "the request cannot be made", Err: err}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, c.connectError(err)
	}
	defer resp.Body.Close()
	server := resp.Header.Get("Server")
	c.server.Store(&server)
	if resp.StatusCode != http.StatusOK {
		return 0, c.statusError(resp)
	}
	d, n, err := c.decode(resp.Header, resp.StatusCode, resp.Body)
	if err == nil {
		err = take(d, resp.StatusCode)
	}
	if err == nil {
		c.answered.Store(true)
	}
	return n, err
}

// waitAfter returns how long to wait after so many attempts, the last with that error;
// false: there is to be no other one.
func (c *Client) waitAfter(ctx context.Context, err error, attempts int) (time.Duration, bool) {
	if ctx.Err() != nil || !c.retryable(err, attempts) {
		return 0, false
	}
	wait := min(c.o.FirstWait<<min(attempts-1, 10), longWait)
	wait = time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
	var status *StatusError
	if errors.As(err, &status) && status.RetryAfter > 0 {
		wait = status.RetryAfter
		c.pause.extendTo(time.Now().Add(wait), status)
		if wait > maxWait || !reachable(ctx, wait) {
			return 0, false
		}
	}
	return wait, attempts <= c.o.Retries
}

// retryable reports whether the same request may succeed later.
func (c *Client) retryable(err error, attempts int) bool {
	// A working endpoint sometimes sends a proxy's page, a document broken in the
	// middle, or a failure. If two more attempts get the same, further ones are of no
	// use.
	const seldom = 3
	twice := c.answered.Load() && attempts < seldom
	if errors.Is(err, ErrNotSPARQL) || errors.Is(err, ErrMalformed) {
		return twice
	}
	var status *StatusError
	if errors.As(err, &status) {
		switch status.Status {
		case http.StatusInternalServerError:
			return twice
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		return false
	}
	var refused *redirectError
	if errors.As(err, &refused) {
		return false
	}
	// An endpoint that never answered is down, or its URL is wrong: the user should
	// know at once. One that answered before may be restarting.
	var connect *ConnectError
	return errors.As(err, &connect) && (connect.transient || c.answered.Load())
}

// pause delays all requests of a client after the server asked it to wait.
type pause struct {
	mu    sync.Mutex
	end   time.Time
	cause error
}

func (p *pause) extendTo(end time.Time, cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if end.After(p.end) {
		p.end, p.cause = end, cause
	}
}

// wait waits until the pause is over. If it is longer than maxWait, or ends after the
// context's deadline, wait returns its cause at once.
func (p *pause) wait(ctx context.Context) error {
	p.mu.Lock()
	left, cause := time.Until(p.end), p.cause
	p.mu.Unlock()
	if left <= 0 {
		return ctx.Err()
	}
	if left > maxWait || !reachable(ctx, left) {
		return cause
	}
	return sleep(ctx, left)
}

// reachable reports whether the context ends later than d from now.
func reachable(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > d
}

type limitKey struct{}

// Within returns a context in which one request, from dialling to the last byte of
// the answer, takes no longer than the limit, or than Options.Timeout where that is
// less. Unlike a deadline it does not run while a request waits for its turn.
func Within(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}

// within is the client with the limit of the context.
func (c *Client) within(ctx context.Context) *Client {
	limit, ok := ctx.Value(limitKey{}).(time.Duration)
	if !ok || limit <= 0 || limit >= c.o.Timeout {
		return c
	}
	limited, http := *c, *c.http
	http.Timeout, limited.o.Timeout, limited.http = limit, limit, &http
	return &limited
}
