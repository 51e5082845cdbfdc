package connector

import (
	"context"
	"time"
)

type interactiveKey struct{}

// Interactive returns a context for requests that a person waits for. They have a lane of
// their own: they do not queue behind the other requests of the client, and the other
// requests pay for their share of the server's time.
func Interactive(ctx context.Context) context.Context {
	return context.WithValue(ctx, interactiveKey{}, true)
}

func isInteractive(ctx context.Context) bool { return ctx.Value(interactiveKey{}) != nil }

type waitingKey struct{}

// ReportWaits returns a context whose requests call report when they begin to wait for a
// second or longer before they are sent. Because is the reason, a sentence without a
// subject's capital or a full stop. Several goroutines may call report at a time.
func ReportWaits(ctx context.Context, report func(wait time.Duration, because string)) context.Context {
	return context.WithValue(ctx, waitingKey{}, report)
}

type limitKey struct{}

// Within returns a context that limits each request, from dialling to the last byte of
// the answer, to the limit or to Options.Timeout, whichever is less. Unlike a deadline,
// the limit does not run while a request waits for its turn.
func Within(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}
