package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/syntax"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// errShown fails a command whose output on stdout says why; stderr stays empty.
var errShown = errors.New("failed")

// report shows the error and returns the exit code.
func (a *program) report(ctx context.Context, err error) int {
	code := exitCode(ctx, err)
	if code == exitOK || errors.Is(err, errShown) {
		return code
	}
	if code == exitInterrupted && errors.Is(err, context.Canceled) {
		fmt.Fprintln(a.stderr, "genus: interrupted")
		return code
	}
	fmt.Fprintf(a.stderr, "genus: %s\n", app.OneLine(err.Error()))
	var at *syntax.Error
	if errors.As(err, &at) && strings.TrimSpace(at.Input) != "" {
		for line := range strings.Lines(at.Caret()) {
			fmt.Fprintf(a.stderr, "  %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return code
}

func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil, errors.Is(err, errDone):
		return exitOK
	case ctx.Err() != nil:
		return exitInterrupted
	case app.IsUsage(err):
		return exitUsage
	}
	return exitFailed
}
