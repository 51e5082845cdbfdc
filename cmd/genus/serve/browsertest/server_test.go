package browsertest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// binary returns the path of genus, built once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(binaryDir, "genus")
	out, err := exec.Command("go", "build", "-o", path, "github.com/genus-kg/genus/cmd/genus").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

var binaryDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "genus-browsertest-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() {
			if err := os.RemoveAll(dir); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}()
		binaryDir = dir
		defer func() { endBrowser() }()
		return m.Run()
	}())
}

// A server is a process of genus serve.
type server struct {
	t     *testing.T
	url   string // of the page
	flags []string
	cmd   *exec.Cmd
}

// serve starts genus serve with a state file of the test. It ends with the test.
func serve(t *testing.T, flags ...string) *server {
	t.Helper()
	chromium(t) // skips the test before a server is started
	s := &server{t: t, flags: append([]string{"--state", filepath.Join(t.TempDir(), "state.db")}, flags...)}
	s.start("127.0.0.1:0")
	t.Cleanup(s.stop)
	return s
}

func (s *server) start(address string) {
	s.t.Helper()
	path, err := binary()
	require.NoError(s.t, err)
	s.cmd = exec.Command(path, append([]string{"serve", "--addr", address}, s.flags...)...)
	s.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+s.t.TempDir(), "HOME="+s.t.TempDir())
	var stderr strings.Builder
	s.cmd.Stderr = &stderr
	stdout, err := s.cmd.StdoutPipe()
	require.NoError(s.t, err)
	require.NoError(s.t, s.cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	s.url = strings.TrimSpace(line)
	if err != nil || !strings.HasPrefix(s.url, "http://") {
		s.stop()
		s.t.Fatalf("genus serve: its first line is %q (%v)\n%s", line, err, stderr.String())
	}
}

func (s *server) stop() {
	if s.cmd == nil {
		return
	}
	check.NoError(s.t, s.cmd.Process.Signal(os.Interrupt))
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case err := <-done:
		check.That(s.t, err == nil, "genus serve: %v", err)
	case <-time.After(20 * time.Second):
		s.t.Error("genus serve does not end when it is interrupted")
		_ = s.cmd.Process.Kill() // the test has failed already
	}
	s.cmd = nil
}

// restart ends the process and starts another one at the same address.
func (s *server) restart() {
	s.t.Helper()
	host := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	s.stop()
	s.start(host)
}
