// Package check reports what a test finds, in one line each, and lets the test go on.
package check

import (
	"fmt"
	"strings"
)

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
	if got == want {
		return
	}
	t.Helper()
	of := ""
	if len(what) > 0 {
		of = fmt.Sprintf(what[0].(string), what[1:]...) + ": "
	}
	gap := " "
	if strings.Contains(fmt.Sprint(got, want), "\n") {
		gap = "\n"
	}
	t.Errorf("%sgot%s%v,%swant%s%v", of, gap, got, gap, gap, want)
}

// NoError reports the error, if there is one.
func NoError(t T, err error) {
	if err != nil {
		t.Helper()
		t.Errorf("%v", err)
	}
}
