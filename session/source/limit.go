package source

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
)

// The time limits are those of a run, not of its phases. Requests end --max-time after the start
// of the run, and learning ends --timeout after that. If the user sets --timeout alone, it limits
// both together. A phase that is stopped leaves what the earlier phases have found.

type runEndKey struct{}

// Limit returns a context for a run that begins now. It does nothing if the settings limit no
// requests, and within another run.
func Limit(ctx context.Context, c config.Config) context.Context {
	return limit(ctx, c, c.MaxTime, c.Timeout, "--max-time")
}

// LimitAll is Limit for a run that --timeout limits as a whole if --max-time does not limit its
// requests.
func LimitAll(ctx context.Context, c config.Config) context.Context {
	if c.MaxTime > 0 {
		return Limit(ctx, c)
	}
	return limit(ctx, c, c.Timeout, 0, "--timeout")
}

func limit(ctx context.Context, c config.Config, requests, more time.Duration, setting string) context.Context {
	if c.Endpoint == "" || requests <= 0 || ctx.Value(runEndKey{}) != nil {
		return ctx
	}
	end := time.Now().Add(requests)
	ctx = context.WithValue(ctx, runEndKey{}, end.Add(more))
	return connector.Until(ctx, end, fmt.Errorf("%w of %s (%s)", extract.ErrBudget, requests, setting))
}

// Within returns a context that ends after the time limit, or with the run. doing says what is
// limited, for the error.
func Within(ctx context.Context, limit time.Duration, doing string) (context.Context, context.CancelFunc) {
	at := time.Now().Add(limit)
	if end, ok := ctx.Value(runEndKey{}).(time.Time); ok && end.Before(at) {
		at = end
	}
	return context.WithDeadlineCause(ctx, at, &timeError{limit, doing})
}

// A timeError says which limit was reached. It matches context.DeadlineExceeded.
type timeError struct {
	limit time.Duration
	doing string
}

func (e *timeError) Error() string {
	return fmt.Sprintf("%s took longer than %s: raise --timeout", e.doing, e.limit)
}

func (e *timeError) Is(target error) bool { return target == context.DeadlineExceeded }

// NamingLimit returns err, or the limit that ended the context if err says no more than that.
func NamingLimit(limited context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && limited.Err() != nil &&
		strings.Contains(err.Error(), limited.Err().Error()) {
		return context.Cause(limited)
	}
	return err
}
