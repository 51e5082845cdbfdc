package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"genus": func() {
		os.Exit(command.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// TestScripts runs the program in processes. The folder of each script has the files of
// testdata/data.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			elephants, err := filepath.Abs(filepath.Join("..", "..", "internal", "elephants", "elephants.ttl"))
			if err != nil {
				return err
			}
			env.Setenv("ELEPHANTS", elephants)
			env.Setenv("GENUS_RATE", "0") // public endpoints need pauses
			env.Setenv("GENUS_LOAD", "0")
			env.Setenv("GOGC", "400") // less processor time
			return os.CopyFS(env.WorkDir, os.DirFS(filepath.Join("testdata", "data")))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit":      exitCode,
			"serve":     serveFile,
			"liar":      liar,
			"fault":     fault,
			"tmpfs":     tmpfs,
			"interrupt": interrupt,
			"patch":     patch,
			"cars":      cars,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "devfull":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			case "tmpfs":
				return canMount(), nil
			case "full":
				return testsize.Full(), nil
			}
			return false, errors.New("unknown condition " + name)
		},
		UpdateScripts:       *testfiles.Update,
		RequireExplicitExec: true,
	})
}

// cars is the command cars FILE. It writes a table of 406 cars, of which those from Japan with at most 4 cylinders
// are wanted.
func cars(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	b.WriteString("name,cylinders,weight,built,origin,wanted\n")
	for i := 1; i <= 406; i++ {
		cylinders, origin := []int{4, 6, 4, 8}[i%4], []string{"Japan", "USA", "Europe", "USA"}[i/4%4]
		if i%4 == 0 {
			cylinders, origin = 4, "Japan"
		}
		fmt.Fprintf(&b, "car %d,%d,%d,19%d-01-%02d,%s,%t\n", i, cylinders, 1600+i*37%3000, 70+i%13, 1+i%28, origin,
			cylinders <= 5 && origin == "Japan")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}

// exitCode is the command exit CODE PROGRAM ARG…: the program must end with that code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := codeOf(ts.Exec(args[1], args[2:]...)); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func codeOf(err error) int {
	var exited *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exited):
		return exited.ExitCode()
	}
	return -1
}

// serveFile is the command serve VARIABLE FILE. It starts an embedded endpoint with the
// RDF file and sets the variable to its URL.
func serveFile(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], start(ts, args[1]))
}

func start(ts *testscript.TestScript, file string) string {
	triples, _, err := rdffile.ReadAll(context.Background(), ts.MkAbs(file))
	ts.Check(err)
	e, err := embedded.Start(context.Background(), triples, embedded.Options{})
	ts.Check(err)
	ts.Defer(func() { _ = e.Close() })
	return e.URL()
}

// liar is the command liar VARIABLE FILE. It starts an endpoint that answers queries
// about statements correctly, but returns no members of any concept.
func liar(ts *testscript.TestScript, _ bool, args []string) {
	target, err := url.Parse(start(ts, args[1]))
	ts.Check(err)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL = target
		r.Out.Host = target.Host
	}}
	listen(ts, args[0], func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if form, err := url.ParseQuery(string(body)); err == nil &&
			strings.Contains(form.Get("query"), "SELECT DISTINCT ?x") {
			w.Header().Set("Content-Type", "application/sparql-results+json")
			_, _ = io.WriteString(w, `{"head":{"vars":["x"]},"results":{"bindings":[]}}`)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		proxy.ServeHTTP(w, r)
	})
}

// fault is the command fault VARIABLE KIND. It starts a server that fails every request.
// KIND is a status, html, hang (it stops in the middle of the answer), endless (the
// answer never ends), or down (nothing listens at the address). The first request makes
// it write the file VARIABLE.
func fault(ts *testscript.TestScript, _ bool, args []string) {
	kind := args[1]
	if kind == "down" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		ts.Check(err)
		ts.Setenv(args[0], "http://"+l.Addr().String()+"/sparql")
		ts.Check(l.Close())
		return
	}
	status, err := strconv.Atoi(kind)
	if err != nil && kind != "html" && kind != "hang" && kind != "endless" {
		ts.Fatalf("unknown kind of fault %q", kind)
	}
	asked := ts.MkAbs(args[0])
	listen(ts, args[0], func(w http.ResponseWriter, r *http.Request) {
		_ = os.WriteFile(asked, []byte("asked"), 0o600) // a script that waits for it would fail
		switch {
		case kind == "html":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<!DOCTYPE html><html><title>Welcome</title></html>")
		case kind == "endless":
			w.Header().Set("Content-Type", "application/sparql-results+json")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat(" ", 4096)); err != nil {
					return
				}
				time.Sleep(time.Millisecond)
			}
		case kind == "hang":
			w.Header().Set("Content-Type", "application/sparql-results+json")
			_, _ = io.WriteString(w, `{"head":{"vars":["s"]},"results":{"bindings":[`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		default:
			w.Header().Set("Retry-After", "3600")
			http.Error(w, "this is the server's own text", status)
		}
	})
}

func listen(ts *testscript.TestScript, variable string, h http.HandlerFunc) {
	s := httptest.NewServer(h)
	ts.Defer(func() {
		s.CloseClientConnections()
		s.Close()
	})
	ts.Setenv(variable, s.URL+"/sparql")
}

// patch is the command patch FILE OFFSET BYTE…. It overwrites bytes of a file.
func patch(ts *testscript.TestScript, _ bool, args []string) {
	offset, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	var bytes []byte
	for _, arg := range args[2:] {
		b, err := strconv.ParseUint(arg, 10, 8)
		ts.Check(err)
		bytes = append(bytes, byte(b))
	}
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY, 0)
	ts.Check(err)
	defer f.Close()
	_, err = f.WriteAt(bytes, offset)
	ts.Check(err)
}

// interrupt is the command interrupt WHEN OUT ERR PROGRAM ARG…. It interrupts the program
// (by SIGINT, or $SIGNAL) after the time WHEN, when its stderr has the text WHEN, or when the endpoint
// of fault WHEN gets a request. The program must end with code 130, or $INTERRUPTED if it
// is set. Its output is in the files OUT and ERR.
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	program, err := exec.LookPath(args[3])
	ts.Check(err)
	cmd := exec.Command(program, args[4:]...)
	cmd.Dir = ts.Getenv("WORK")
	// With the race detector a program takes a second to end by default.
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"), "GORACE=atexit_sleep_ms=0",
		"GENUS_PEERS="+ts.Getenv("GENUS_PEERS"))
	out, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	defer out.Close()
	errs, err := os.Create(ts.MkAbs(args[2]))
	ts.Check(err)
	defer errs.Close()
	cmd.Stdout, cmd.Stderr = out, errs
	// A signal that the test ignores, as under nohup, would be ignored in the program, too; one that it catches is not.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	err = cmd.Start()
	signal.Stop(caught)
	ts.Check(err)
	if wait, err := time.ParseDuration(args[0]); err == nil {
		time.Sleep(wait)
	} else if ts.Getenv(args[0]) != "" {
		waitFor(ts, ts.MkAbs(args[0]), "asked")
	} else {
		waitFor(ts, errs.Name(), args[0])
	}
	signals := map[string]os.Signal{"": os.Interrupt, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}
	ts.Check(cmd.Process.Signal(signals[ts.Getenv("SIGNAL")]))
	began := time.Now()
	if err := cmd.Wait(); err != nil && cmd.ProcessState == nil {
		ts.Fatalf("%v", err)
	}
	ts.Logf("it took %s to stop", time.Since(began))
	want := 130
	if code := ts.Getenv("INTERRUPTED"); code != "" {
		want, err = strconv.Atoi(code)
		ts.Check(err)
	}
	if code := cmd.ProcessState.ExitCode(); code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// waitFor waits until the file has the text.
func waitFor(ts *testscript.TestScript, path, text string) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		b, err := os.ReadFile(path)
		if !errors.Is(err, fs.ErrNotExist) {
			ts.Check(err)
		}
		if strings.Contains(string(b), text) {
			return
		}
	}
	ts.Fatalf("the text %q does not come in %s", text, path)
}
