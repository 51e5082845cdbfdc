package embedded_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
)

func asTimeout(err error, target **connector.TimeoutError) bool {
	return errors.Is(err, connector.ErrTimeout) && errors.As(err, target)
}

// settle waits until no more goroutines run than before.
func settle(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("goroutines left:\n%s", buf[:runtime.Stack(buf, true)])
		}
	}
}
