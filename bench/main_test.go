package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/genus-kg/genus/internal/engines"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bench": main})
}

// TestScripts runs the scripts in testdata in processes.
func TestScripts(t *testing.T) {
	graph, err := filepath.Abs(filepath.Join("..", "internal", "elephants", "elephants.ttl"))
	if err != nil {
		t.Fatal(err)
	}
	zoo := engines.ServeFile(t, graph).URL()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("ELEPHANTS", graph)
			e.Setenv("ZOO", zoo)
			return nil
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exit": exitCode},
		RequireExplicitExec: true,
	})
}

// exitCode is the command exit CODE PROGRAM ARG…: the program must end with that code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if neg || code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}
