package connector

import (
	"context"
	"time"
)

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
