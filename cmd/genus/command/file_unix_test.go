//go:build unix

package command

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestWriteFileKeepsSpecialFiles checks that a special file is written to and not
// replaced. A pipe stands for devices, so that a failure does no harm.
func TestWriteFileKeepsSpecialFiles(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("%s: no named pipes here: %v", t.Name(), err)
	}
	got := make(chan string, 1)
	go func() {
		b, err := os.ReadFile(pipe)
		if err != nil {
			b = []byte(err.Error())
		}
		got <- string(b)
	}()
	require.NoError(t, writeFile(pipe, writeText("through")))
	check.Equal(t, <-got, "through", "through the pipe")
	info, err := os.Lstat(pipe)
	check.That(t, err == nil && info.Mode().Type() == os.ModeNamedPipe, "the pipe was replaced: %v, %v", info.Mode(), err)
}
