package engines

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// javaJar returns the jar that the environment variable names, and the java that runs it.
// If one is missing, the test ends.
func javaJar(t testing.TB, name, variable string) (java, jar string) {
	t.Helper()
	requireEngine(t, name)
	jar = os.Getenv(variable)
	if _, err := os.Stat(jar); err != nil {
		failMissing(t, name, variable+" must name its jar")
	}
	java, err := exec.LookPath("java")
	if err != nil {
		failMissing(t, name, "apt-get install default-jre-headless")
	}
	return java, jar
}

// Ports of engines are below those that systems assign: an engine takes seconds to begin to
// listen, and until then the system could assign its port to the server of another test.
const firstPort, lastPort = 20_000, 31_999

// freePort returns a TCP port of loopback that was free a moment ago.
func freePort(t testing.TB) int {
	t.Helper()
	var err error
	for range 100 {
		port := firstPort + rand.IntN(lastPort-firstPort+1)
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = l.Close()
			return port
		}
	}
	t.Fatalf("no free port: %v", err)
	return 0
}

// start runs the server until the test ends, and loads the N-Triples.
func (e Engine) start(t testing.TB, server *exec.Cmd, ntriples string) Engine {
	t.Helper()
	e.pid = start(t, e.Endpoint, server)
	if err := e.Load(t.Context(), ntriples); err != nil {
		t.Fatal(err)
	}
	return e
}

// start runs the server until the test ends and waits until the endpoint answers. If it
// never does, the test fails with the output of the server. start returns the process id.
func start(t testing.TB, endpoint string, cmd *exec.Cmd) (pid int) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	printed := func() []byte { text, _ := os.ReadFile(out.Name()); return text }
	cmd.Stdout, cmd.Stderr = out, out
	dieWithParent(cmd)
	started, done := make(chan error), make(chan error, 1)
	go func() {
		runtime.LockOSThread() // see dieWithParent; the thread ends with the server
		err := cmd.Start()
		started <- err
		if err == nil {
			done <- cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		t.Fatalf("starting %s: %v", cmd.Path, err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
	})
	deadline := time.Now().Add(60 * time.Second)
	for {
		select {
		case err := <-done:
			done <- err
			t.Fatalf("%s ended early: %v\n%s", cmd.Path, err, printed())
		default:
		}
		if err := checkReady(endpoint); err == nil {
			return cmd.Process.Pid
		} else if time.Now().After(deadline) {
			t.Fatalf("%s does not answer: %v\n%s", cmd.Path, err, printed())
		}
		time.Sleep(100 * time.Millisecond)
	}
}
