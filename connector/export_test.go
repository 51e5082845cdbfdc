package connector

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/knakk/rdf"
)

func RetryAfter(h http.Header, body []byte, now time.Time) time.Duration {
	return retryAfter(h, body, now)
}

func NewTerm(kind, value, lang, datatype string) (rdf.Term, error) {
	return newTerm(kind, value, lang, datatype)
}

// DecodeSelect decodes a body that came with status 200 and the right media type.
func (c *Client) DecodeSelect(body []byte) (*Table, error) { return c.Decode(bytes.NewReader(body)) }

// Decode is DecodeSelect for a body that comes in pieces.
func (c *Client) Decode(r io.Reader) (*Table, error) {
	d, _, err := c.decode(http.Header{"Content-Type": {resultsJSON}}, http.StatusOK, r)
	if err != nil {
		return nil, err
	}
	return c.asTable(http.StatusOK, d)
}

type Limiter struct{ *limiter }

func NewLimiter(most, errors int) Limiter { return Limiter{newLimiter(most, errors)} }

func (g Limiter) Enter(ctx context.Context) error             { return g.acquire(ctx) }
func (g Limiter) Leave()                                      { g.release() }
func (g Limiter) Begin(ctx context.Context, url string) error { return g.beginAttempt(ctx, url) }
func (g Limiter) Ended(ctx context.Context, err error)        { g.endAttempt(ctx, err) }
