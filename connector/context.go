package connector

import (
	"context"
	"time"
)

// An urgency says who waits for a request.
type urgency int

const (
	normal urgency = iota
	interactive
	background
)

type urgencyKey struct{}

// Interactive returns a context for requests that a person waits for. They have a lane of
// their own: they do not queue behind the other requests of the client, and the other
// requests pay for their share of the server's time.
func Interactive(ctx context.Context) context.Context {
	return context.WithValue(ctx, urgencyKey{}, interactive)
}

// Background returns a context for requests that may wait for all others. They come at an
// even rate: what [Options.Rate] allows at once after a rest is left to the others.
func Background(ctx context.Context) context.Context {
	return context.WithValue(ctx, urgencyKey{}, background)
}

func urgencyOf(ctx context.Context) urgency {
	u, _ := ctx.Value(urgencyKey{}).(urgency)
	return u
}

type waitingKey struct{}

// ReportWaits returns a context whose requests call report when they begin to wait for a
// second or longer before they are sent. Because is the reason, a sentence without a
// subject's capital or a full stop. Several goroutines may call report at a time.
func ReportWaits(ctx context.Context, report func(wait time.Duration, because string)) context.Context {
	return context.WithValue(ctx, waitingKey{}, report)
}

type endKey struct{}

type end struct {
	at    time.Time
	cause error
}

// Until returns a context whose requests end at a time, with cause as their error. Unlike a
// deadline of the context it ends the requests only, and not what the caller does with the
// answers so far. Of several times the first one counts.
func Until(ctx context.Context, at time.Time, cause error) context.Context {
	if known, ok := ctx.Value(endKey{}).(end); ok && known.at.Before(at) {
		return ctx
	}
	return context.WithValue(ctx, endKey{}, end{at, cause})
}

// endOf returns the context of a request, with the end of Until as its deadline.
func endOf(ctx context.Context) (context.Context, context.CancelFunc) {
	e, ok := ctx.Value(endKey{}).(end)
	if !ok {
		return ctx, func() {}
	}
	return context.WithDeadlineCause(ctx, e.at, e.cause)
}

type limitKey struct{}

// Within returns a context that limits each request, from dialling to the last byte of
// the answer, to the limit or to Options.Timeout, whichever is less. Unlike a deadline,
// the limit does not run while a request waits for its turn.
func Within(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}
