package engines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Engine is a running SPARQL engine that holds one graph.
type Engine struct {
	// Name is the engine's name, such as "virtuoso".
	Name string

	// Endpoint is the URL of its SPARQL endpoint.
	Endpoint string

	// Graph is the IRI of the graph that the data is in; empty if it is in the
	// unnamed graph and queries need not say. Where it is set, pass it as
	// default-graph-uri (SPARQL 1.1 Protocol, section 2.1.4): the default graph
	// of such an engine holds more than the data.
	Graph string

	load func(ctx context.Context, ntriples string) error
}

// required is the value of GENUS_ENGINES that turns skips into failures.
const required = "required"

// missing ends the test: skipped, or failed where engines are required.
func missing(t testing.TB, name, how string) {
	t.Helper()
	msg := fmt.Sprintf("engine %s is not installed: %s (or run .ci/engines)", name, how)
	if os.Getenv("GENUS_ENGINES") == required {
		t.Fatal(msg)
	}
	t.Skip(msg)
}

// Load replaces the engine's graph by the given N-Triples.
func (e Engine) Load(ctx context.Context, ntriples string) error {
	if err := e.load(ctx, ntriples); err != nil {
		return fmt.Errorf("loading %s: %w", e.Name, err)
	}
	return nil
}

// Query asks a SELECT or ASK query over the engine's graph by POST and returns
// the JSON results. Any status but 200 is an error with the start of the body.
func (e Engine) Query(ctx context.Context, query string) ([]byte, error) {
	form := url.Values{"query": {query}}
	if e.Graph != "" {
		form.Set("default-graph-uri", e.Graph)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.Endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/sparql-results+json")
	return send(req)
}

func send(req *http.Request) ([]byte, error) {
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s: %s", res.Status, body[:min(len(body), 500)])
	}
	return body, nil
}

// freePort is a TCP port of loopback that was free a moment ago.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// start runs the server until the test ends and waits until it answers at
// endpoint. What the server writes is shown if it never does.
func start(t testing.TB, endpoint string, cmd *exec.Cmd) {
	t.Helper()
	var out lockedBuffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatalf("starting %s: %v", cmd.Path, err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
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
			t.Fatalf("%s ended early: %v\n%s", cmd.Path, err, out.String())
		default:
		}
		if err := ready(endpoint); err == nil {
			return
		} else if time.Now().After(deadline) {
			t.Fatalf("%s does not answer: %v\n%s", cmd.Path, err, out.String())
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// ready reports whether the endpoint answers a trivial question.
func ready(endpoint string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	body, err := Engine{Endpoint: endpoint}.Query(ctx, "ASK {}")
	if err != nil {
		return err
	}
	if !bytes.Contains(body, []byte("boolean")) {
		return errors.New("no boolean in the answer to ASK {}")
	}
	return nil
}

// lockedBuffer takes the output of a process while it is read.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
