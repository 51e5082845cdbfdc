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

// DecodeSelect decodes the body of an answer with status 200 and the right media type.
func (c *Client) DecodeSelect(body []byte) (*Table, error) { return c.Decode(bytes.NewReader(body)) }

// DecodeXML does the same for XML.
func (c *Client) DecodeXML(body []byte) (*Table, error) {
	return c.decodeAs(resultsXML, bytes.NewReader(body))
}

// Decode does the same as DecodeSelect for a reader.
func (c *Client) Decode(r io.Reader) (*Table, error) { return c.decodeAs(resultsJSON, r) }

func (c *Client) decodeAs(media string, r io.Reader) (*Table, error) {
	d, _, err := c.decode(http.Header{"Content-Type": {media}}, http.StatusOK, r)
	if err != nil {
		return nil, err
	}
	return c.asTable(http.StatusOK, d)
}

type Limiter struct{ *limiter }

func NewLimiter(limit, errors int) Limiter { return Limiter{newLimiter(limit, errors)} }

func (l Limiter) Acquire(ctx context.Context) error { _, err := l.acquire(ctx); return err }
func (l Limiter) Release()                          { l.mu.Lock(); defer l.mu.Unlock(); l.free() }
func (l Limiter) Begin(ctx context.Context, u string) error {
	return l.beginAttempt(ctx, u, func(time.Duration, string) error { return nil })
}
func (l Limiter) End(ctx context.Context, err error) { l.endAttempt(ctx, err) }
