package testsize

import (
	"os"
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
