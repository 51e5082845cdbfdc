package genus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
)

// The time limits are those of a run, not of its phases: --max-time after its start no request
// is sent or goes on, whatever it is for, and --timeout later everything has ended. A phase
// that is stopped leaves what the earlier ones have found.

type runEndKey struct{}

// Limit returns a context for a run that begins now. It does nothing if the settings limit no
// requests, and within another run.
func (s Session) Limit(ctx context.Context) context.Context {
	if s.Config.Endpoint == "" || s.Config.MaxTime <= 0 || ctx.Value(runEndKey{}) != nil {
		return ctx
	}
	end := time.Now().Add(s.Config.MaxTime)
	ctx = context.WithValue(ctx, runEndKey{}, end.Add(s.Config.Timeout))
	return connector.Until(ctx, end, fmt.Errorf("%w of %s (--max-time)", extract.ErrBudget, s.Config.MaxTime))
}

// within returns a context that ends after the time limit, or with the run. doing says what is
// limited, for the error.
func within(ctx context.Context, limit time.Duration, doing string) (context.Context, context.CancelFunc) {
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

// namingLimit returns err, or the limit that ended the context if err says no more than that.
func namingLimit(limited context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && limited.Err() != nil && strings.Contains(err.Error(), limited.Err().Error()) {
		return context.Cause(limited)
	}
	return err
}
