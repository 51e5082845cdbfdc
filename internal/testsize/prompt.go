package testsize

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// Prompt notes how long something took that should end within the limit. A busy
// machine may take any time, so that is an error only with GENUS_TIMING=required in
// the environment, on a machine with nothing else to do.
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

// EndGoroutines fails the test if more goroutines run after it than before. It must be
// called before anything that has a Cleanup.
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
