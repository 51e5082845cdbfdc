// Package check reports what a test finds, in one line each, and lets the test go on.
package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The garbage collector takes a third of the processor time of tests that run an endpoint in the process.
func init() {
	if testing.Testing() && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// A T is a running test: *testing.T, *testing.B, *testing.F or *rapid.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// That reports the message unless the condition holds.
func That(t T, ok bool, format string, args ...any) {
	if !ok {
		t.Helper()
		t.Errorf(format, args...)
	}
}

// Equal reports two values that differ. What, if any, is a format and its arguments, and
// says what was got.
func Equal[V comparable](t T, got, want V, what ...any) {
	if got != want {
		t.Helper()
		t.Errorf("%s", differ(what, got, want))
	}
}

// Slice reports two slices that differ.
func Slice[V comparable](t T, got, want []V, what ...any) {
	if !slices.Equal(got, want) {
		t.Helper()
		t.Errorf("%s", differ(what, got, want))
	}
}

// Contains reports a text without the part that is wanted.
func Contains(t T, got, want string, what ...any) {
	if !strings.Contains(got, want) {
		t.Helper()
		t.Errorf("%s", differ(what, got, want))
	}
}

// Diff reports how two values of any type differ.
func Diff(t T, got, want any, what ...any) {
	if diff := cmp.Diff(want, got); diff != "" {
		t.Helper()
		t.Errorf("%s(-want +got):\n%s", about(what), diff)
	}
}

func about(what []any) string {
	if len(what) == 0 {
		return ""
	}
	return fmt.Sprintf(what[0].(string), what[1:]...) + ": "
}

// differ returns what was got and what is wanted, below each other if they have lines.
func differ(what []any, got, want any) string {
	text := fmt.Sprintf("got %v, want %v", got, want)
	if strings.Contains(text, "\n") {
		text = fmt.Sprintf("got\n%v\nwant\n%v", got, want)
	}
	return about(what) + text
}

// NoError reports the error, if there is one.
func NoError(t T, err error, what ...any) {
	if err != nil {
		t.Helper()
		t.Errorf("%s%v", about(what), err)
	}
}

// ErrorIs reports an error that is not the one that is wanted.
func ErrorIs(t T, err, want error, what ...any) {
	if !errors.Is(err, want) {
		t.Helper()
		t.Errorf("%s", differ(what, err, want))
	}
}

// Error returns the error of a call that also returns a value.
func Error[V any](_ V, err error) error { return err }

// Map returns what the function makes of each element.
func Map[A, B any](all []A, f func(A) B) (out []B) {
	for _, a := range all {
		out = append(out, f(a))
	}
	return out
}

// Ended returns a context that has ended.
func Ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
