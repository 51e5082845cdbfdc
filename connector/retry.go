package connector

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// longWait is the longest wait between attempts if the server names none. Each wait is
// up to a quarter longer or shorter, at random, so that workers do not all repeat their
// requests at the same time.
const longWait = 30 * time.Second

// maxWait is the longest Retry-After that the client waits for. A longer one is a
// StatusError at once.
const maxWait = 2 * time.Minute

// fetch sends a query until take accepts the answer, or until another attempt would not
// help. take gets the document and the status. The error is of one of this package's
// types, or wraps the cause of the context's end.
func (c *Client) fetch(ctx context.Context, query string, take func(*results, int) error) error {
	c = c.withLimit(ctx)
	ctx, cancel := endOf(ctx)
	defer cancel()
	started, bytes := time.Now(), int64(0)
	for attempt := 1; ; attempt++ {
		by := c.methods.current()
		n, err := c.attempt(ctx, by, query, take)
		bytes += n
		if err == nil {
			c.log.Debug("query answered", "endpoint", c.shown, "attempts", attempt, "seconds", time.Since(started).Seconds(),
				"bytes", bytes)
			return nil
		}
		if next, ok := c.methods.after(by, err); ok && ctx.Err() == nil {
			c.log.Warn("the endpoint does not take queries "+by.describe()+": sending them "+next.describe(), "endpoint",
				c.shown)
			attempt--
			continue
		}
		wait, again := c.waitAfter(ctx, err, attempt)
		if !again {
			err = c.stopError(ctx, err)
			c.log.Debug("query failed", "endpoint", c.shown, "attempts", attempt, "seconds", time.Since(started).Seconds(),
				"error", err)
			return err
		}
		c.log.Warn("repeating a request", "endpoint", c.shown, "attempt", attempt, "wait", wait, "error", err)
		if err := sleep(ctx, wait); err != nil {
			return c.stopError(ctx, err)
		}
	}
}

// attempt sends a query once, when its turn has come. It returns the number of bytes of
// the answer. Between two attempts of a query other queries may have their turns, so that
// an endpoint that is busy sees as few requests at a time as the limiter allows.
func (c *Client) attempt(ctx context.Context, by Method, query string, take func(*results, int) error) (int64, error) {
	req, err := c.newRequest(ctx, by, query)
	if err != nil {
		return 0, &ConnectError{URL: c.shown, Reason: "the request cannot be made", Err: err}
	}
	if refused, is := c.length.tooLong(by, lengthOf(req)); is {
		return 0, c.lengthError(by, lengthOf(req), refused)
	}
	// waiting reports a wait, or returns an error in place of a wait that the deadline does
	// not allow.
	waiting := func(wait time.Duration, because string) error {
		if !allows(ctx, wait) {
			return &WaitError{URL: c.shown, Wait: wait, Because: because}
		}
		c.reportWait(ctx, wait, because)
		return nil
	}
	endTurn, err := c.pace.waitInBackground(ctx, c.o, waiting)
	if err != nil {
		return 0, err
	}
	defer endTurn()
	release, err := c.limiter.acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	if err := c.pause.wait(ctx, waiting); err != nil {
		return 0, err
	}
	if err := c.pace.wait(ctx, c.o, waiting); err != nil {
		return 0, err
	}
	endTurn()
	if err := c.limiter.beginAttempt(ctx, c.shown, waiting); err != nil {
		c.pace.cancel()
		return 0, err
	}
	n, err := c.send(req, take)
	switch status := (*StatusError)(nil); {
	case err == nil:
		c.methods.worked(by)
		c.length.take(by, lengthOf(req))
	case errors.As(err, &status) && status.byLength:
		c.length.refuse(by, lengthOf(req))
	}
	c.pace.end(c.o, err)
	c.limiter.endAttempt(ctx, err)
	return n, err
}

func (c *Client) send(req *http.Request, take func(*results, int) error) (int64, error) {
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
		if to := movedTo(resp.Request); to != nil {
			c.moved.Store(to)
		}
	}
	return n, err
}

// waitAfter returns the time to wait before the next attempt. It returns false if there
// should not be another one. err is the error of the last of the attempts.
func (c *Client) waitAfter(ctx context.Context, err error, attempts int) (time.Duration, bool) {
	var status *StatusError
	wanted := errors.As(err, &status) && status.RetryAfter > 0 && status.Status != http.StatusBadRequest
	if wanted {
		c.pause.extendTo(time.Now().Add(status.RetryAfter), status)
	}
	if ctx.Err() != nil || !c.retryable(err, attempts) {
		return 0, false
	}
	wait := min(c.o.FirstWait<<min(attempts-1, 10), longWait)
	wait = time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
	if wanted {
		if status.RetryAfter > maxWait || !allows(ctx, status.RetryAfter) {
			return 0, false
		}
		wait = 0 // the pause delays the next attempt
	}
	return wait, attempts <= c.o.Retries
}

func (c *Client) retryable(err error, attempts int) bool {
	// A working endpoint sometimes sends a proxy's page, a document broken in the
	// middle, or a failure. If two more attempts fail, others would, too.
	const maxAttempts = 3
	twice := c.answered.Load() && attempts < maxAttempts
	if errors.Is(err, ErrNotSPARQL) || errors.Is(err, ErrMalformed) {
		return twice
	}
	if errors.Is(err, ErrOutOfMemory) {
		return false
	}
	if status, ok := errors.AsType[*StatusError](err); ok {
		switch status.Status {
		case http.StatusInternalServerError:
			return twice
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		return false
	}
	if _, ok := errors.AsType[*redirectError](err); ok {
		return false
	}
	// If the endpoint has never answered, it is down or its URL is wrong, and the user
	// should know at once. If it has answered before, it may be restarting.
	var connect *ConnectError
	return errors.As(err, &connect) && (connect.transient || c.answered.Load())
}

// A pause delays all requests of a client after the server has asked it to wait.
type pause struct {
	mu    sync.Mutex
	end   time.Time
	cause error // the error with which the server asked
}

func (p *pause) extendTo(end time.Time, cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if end.After(p.end) {
		p.end, p.cause = end, cause
	}
}

// wait waits until the pause is over, and calls waiting before. If that takes longer than
// maxWait, or longer than the context's deadline allows, wait returns the cause of the
// pause at once.
func (p *pause) wait(ctx context.Context, waiting func(time.Duration, string) error) error {
	p.mu.Lock()
	left, cause := time.Until(p.end), p.cause
	p.mu.Unlock()
	if left <= 0 {
		return ctx.Err()
	}
	if left > maxWait || !allows(ctx, left) {
		return cause
	}
	if err := waiting(left, "the endpoint asked for it: "+cause.Error()); err != nil {
		return err
	}
	return sleep(ctx, jitter(left))
}

func allows(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > d
}

func (c *Client) withLimit(ctx context.Context) *Client {
	limit, ok := ctx.Value(limitKey{}).(time.Duration)
	if !ok || limit <= 0 || limit >= c.o.Timeout {
		return c
	}
	limited, http := *c, *c.http
	http.Timeout = limit
	limited.o.Timeout = limit
	limited.http = &http
	return &limited
}

func (c *Client) reportWait(ctx context.Context, wait time.Duration, because string) {
	if wait < time.Second {
		return
	}
	c.log.Info("waiting", "endpoint", c.shown, "wait", wait.Round(time.Second/10), "because", because)
	if report, ok := ctx.Value(waitingKey{}).(func(time.Duration, string)); ok {
		report(wait, because)
	}
}
