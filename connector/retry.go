package connector

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// longWait is the longest wait between attempts if the server names none. Each wait
// is randomly up to a quarter longer or shorter, so that workers do not all ask again
// at the same time.
const longWait = 30 * time.Second

// call is all attempts to send one query.
type call struct {
	c     *Client
	take  func(*results, int) error // receives the answer and its status; may refuse it
	done  bool
	last  error // of the attempt just made; typed
	n     int   // attempts made
	bytes int64 // received, all attempts together
}

// fetch sends a query until take accepts the answer, or another attempt is of no use.
// The error is one of this package's types, or the context's.
func (c *Client) fetch(ctx context.Context, query string, take func(*results, int) error) error {
	c = c.within(ctx)
	if err := c.limiter.acquire(ctx); err != nil {
		return c.stopped(ctx, err)
	}
	defer c.limiter.release()
	req, err := c.newRequest(ctx, query)
	if err != nil {
		return &ConnectError{URL: c.shown, Reason: "the request cannot be made", Err: err}
	}
	if err := c.awaitAttempt(ctx); err != nil {
		return c.stopped(ctx, err)
	}
	k := &call{c: c, take: take}
	req.SetResponseHandler(k.read)
	client := &retryablehttp.Client{
		HTTPClient:   c.http,
		RetryMax:     c.o.Retries,
		CheckRetry:   k.checkRetry,
		Backoff:      k.backoff,
		PrepareRetry: func(*http.Request) error { return c.awaitAttempt(ctx) },
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	started := time.Now()
	_, err = client.Do(req) //nolint:bodyclose // the response handler reads and closes it
	switch {
	case ctx.Err() != nil && !k.done:
		err = c.stopped(ctx, ctx.Err())
	case k.last != nil:
		err = k.last
	case err != nil:
		err = c.stopped(ctx, err)
	}
	if err != nil {
		c.log.Debug("query failed", "endpoint", c.shown, "attempts", k.n, "seconds", time.Since(started).Seconds(), "error", err)
		return err
	}
	c.log.Debug("query answered", "endpoint", c.shown, "attempts", k.n, "seconds", time.Since(started).Seconds(), "bytes", k.bytes)
	return nil
}

// awaitAttempt waits until an attempt may start.
func (c *Client) awaitAttempt(ctx context.Context) error {
	if err := c.pause.wait(ctx, c.o.MaxWait); err != nil {
		return err
	}
	if c.o.Rate > 0 {
		if err := c.rate.wait(ctx, time.Duration(float64(time.Second)/c.o.Rate)); err != nil {
			return err
		}
	}
	return c.limiter.beginAttempt(ctx, c.shown) // must be last: an attempt follows
}

// checkRetry decides after an attempt: err is from the network, or from read.
func (k *call) checkRetry(ctx context.Context, _ *http.Response, err error) (bool, error) {
	if err == nil {
		return false, nil // read is called next, or has succeeded
	}
	defer func() { k.c.limiter.endAttempt(ctx, k.last) }()
	if k.last == nil || !errors.Is(err, k.last) { // the network's own error
		k.n++
		k.last = k.c.connectError(err)
	}
	if ctx.Err() != nil || !k.c.retryable(k.last, k.n) {
		return false, nil
	}
	var status *StatusError
	if errors.As(k.last, &status) && status.RetryAfter > 0 {
		k.c.pause.extendTo(time.Now().Add(status.RetryAfter), status)
		if status.RetryAfter > k.c.o.MaxWait || !reachable(ctx, status.RetryAfter) {
			return false, nil
		}
	}
	return true, nil
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

func (k *call) backoff(_, _ time.Duration, attempt int, _ *http.Response) time.Duration {
	wait := min(k.c.firstWait<<min(attempt, 10), longWait)
	wait = time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
	var status *StatusError
	if errors.As(k.last, &status) && status.RetryAfter > 0 {
		wait = status.RetryAfter
	}
	k.c.log.Warn("repeating a request", "endpoint", k.c.shown, "attempt", k.n, "wait", wait, "error", k.last)
	k.last = nil
	return wait
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

// wait waits until the pause is over. If it is longer than limit, or ends after the
// context's deadline, wait returns its cause at once.
func (p *pause) wait(ctx context.Context, limit time.Duration) error {
	p.mu.Lock()
	left, cause := time.Until(p.end), p.cause
	p.mu.Unlock()
	if left <= 0 {
		return ctx.Err()
	}
	if left > limit || !reachable(ctx, left) {
		return cause
	}
	return sleep(ctx, left)
}

// reachable reports whether the context ends later than d from now.
func reachable(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > d
}

// read reads an answer and sets k.done, or k.last to the error.
func (k *call) read(resp *http.Response) error {
	defer resp.Body.Close()
	k.n++
	server := resp.Header.Get("Server")
	k.c.server.Store(&server)
	if resp.StatusCode != http.StatusOK {
		k.last = k.c.statusError(resp)
		return k.last
	}
	d, n, err := k.c.decode(resp.Header, resp.StatusCode, resp.Body)
	k.bytes += n
	if err == nil {
		err = k.take(d, resp.StatusCode)
	}
	if k.last, k.done = err, err == nil; k.done {
		k.c.answered.Store(true)
		k.c.limiter.endAttempt(resp.Request.Context(), nil)
	}
	return err
}
