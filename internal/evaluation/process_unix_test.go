//go:build unix

package evaluation

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genus-kg/genus/learner"
)

// An interruption also ends what the command of another learner started.
func TestExternalIsKilledWhole(t *testing.T) {
	p := sister(t)
	f := split(t, p, 4, 1)
	file := filepath.Join(t.TempDir(), "pid")
	external := &External{Name: "slow",
		Command: "sleep 600 & echo $! >" + file + ".new; mv " + file + ".new " + file + "; wait", Data: "none.ttl"}
	defer external.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var pid int
	go func() {
		defer cancel()
		for ctx.Err() == nil && pid == 0 {
			time.Sleep(10 * time.Millisecond)
			text, _ := os.ReadFile(file)
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
	}()
	if _, err := Validate(ctx, p, f, learner.Options{}, ValidateOptions{External: external}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want %v", err, context.Canceled)
	}
	for range 1000 {
		status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || strings.Contains(string(status), "State:\tZ") {
			return // it has ended, or is a zombie
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}
