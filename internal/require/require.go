// Package require ends a test that cannot go on.
package require

import "fmt"

// A T is a running test: *testing.T, *testing.B, *testing.F or *rapid.T.
type T interface {
	Helper()
	Fatal(args ...any)
}

// NoError ends the test if there is an error. What, if any, is a format and its arguments.
func NoError(t T, err error, what ...any) {
	if err == nil {
		return
	}
	t.Helper()
	if len(what) > 0 {
		err = fmt.Errorf("%s: %w", fmt.Sprintf(what[0].(string), what[1:]...), err)
	}
	t.Fatal(err)
}

// That ends the test with the message unless the condition holds.
func That(t T, ok bool, format string, args ...any) {
	if !ok {
		t.Helper()
		t.Fatal(fmt.Sprintf(format, args...))
	}
}

// Value returns what a call returned without an error: Value(f())(t). An error ends the test.
func Value[V any](v V, err error) func(t T) V {
	return func(t T) V {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
}

// Values returns what a call returned in front of no error, as Value does.
func Values[V, W any](v V, w W, err error) func(t T) (V, W) {
	return func(t T) (V, W) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v, w
	}
}
