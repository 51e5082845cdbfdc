package testsize

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// Prompt reports it if something took longer than the limit. A busy machine may take any
// time, so this is an error only with GENUS_TIMING=required in the environment, on a
// machine without other work.
func Prompt(t testing.TB, took, limit time.Duration) {
	t.Helper()
	switch {
	case took <= limit:
	case os.Getenv("GENUS_TIMING") == "required":
		t.Errorf("it took %s, more than %s", took, limit)
	default:
		t.Logf("it took %s, more than %s, on a machine that may be busy", took, limit)
	}
}

// EndGoroutines fails the test if more goroutines run at its end than now. The test must
// call it before anything that has a Cleanup.
func EndGoroutines(t testing.TB) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 300 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		buf := make([]byte, 1<<16)
		t.Errorf("goroutines left:\n%s", buf[:runtime.Stack(buf, true)])
	})
}
