package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner"
)

// exploding is a stdout that panics.
type exploding struct{}

func (exploding) Write([]byte) (int, error) { panic("first line\nsecond line") }

func TestPanicIsOneLine(t *testing.T) {
	var stderr bytes.Buffer
	code := run(context.Background(), []string{"version"}, strings.NewReader(""), exploding{}, &stderr)
	got := stderr.String()
	if code != exitFailed || !strings.HasPrefix(got, "genus: internal error: first line second line: please report it") || strings.Count(got, "\n") != 1 {
		t.Errorf("code %d, %q", code, got)
	}
}

func TestExitCode(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"none", context.Background(), nil, exitOK},
		{"nothing fits", context.Background(), fmt.Errorf("x: %w", learner.ErrNoFitting), exitFailed},
		{"endpoint", context.Background(), &connector.StatusError{Status: 500}, exitFailed},
		{"disk full", context.Background(), &store.Error{Path: "x", Kind: store.ErrFull}, exitFailed},
		{"usage", context.Background(), app.Usagef("x"), exitUsage},
		{"unknown example", context.Background(), &extract.UnknownExamplesError{}, exitUsage},
		{"other version", context.Background(), fmt.Errorf("x: %w", &store.Error{Path: "x", Kind: store.ErrVersion}), exitUsage},
		{"no such file", context.Background(), fmt.Errorf("x: %w", fs.ErrNotExist), exitUsage},
		{"interrupted", cancelled, context.Canceled, exitInterrupted},
		{"interrupted, another error", cancelled, errors.New("x"), exitInterrupted},
		{"done before the interrupt", cancelled, nil, exitOK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := exitCode(tt.ctx, tt.err); got != tt.want {
				t.Errorf("exit code %d, want %d", got, tt.want)
			}
		})
	}
}

// Every command explains itself, and every flag has a text.
func TestHelp(t *testing.T) {
	for _, name := range []string{"demo", "learn", "extract", "query", "verify", "why", "search", "eval", "enrich", "bench", "db", "mcp", "serve", "man", "version", "completion", "help"} {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), []string{name, "--help"}, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Errorf("%s --help: code %d, %s", name, code, stderr.String())
		}
		if !strings.Contains(stdout.String(), "genus "+name) {
			t.Errorf("%s --help does not name the command:\n%s", name, stdout.String())
		}
	}
}

// The help of the commands that are used most fits a screen; that of all flags has the
// rest, in groups.
func TestHelpFitsAScreen(t *testing.T) {
	for _, name := range []string{"learn", "extract", "verify", "why", "serve", "mcp"} {
		help := func(flag string) string {
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), []string{name, flag}, strings.NewReader(""), &stdout, &stderr); code != exitOK {
				t.Fatalf("%s %s: code %d, %s", name, flag, code, stderr.String())
			}
			return stdout.String()
		}
		short, all := help("--help"), help("--help-all")
		lines := strings.Split(strings.TrimRight(short, "\n"), "\n")
		if len(lines) > 40 {
			t.Errorf("%s --help has %d lines", name, len(lines))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n > 80 && !strings.HasPrefix(line, "  genus") { // examples can be copied
				t.Errorf("%s --help has a line of %d letters: %s", name, n, line)
			}
		}
		if !strings.Contains(short, "Examples:") || strings.Contains(short, "--row-cap") || !strings.Contains(all, "--row-cap") || !strings.Contains(all, "\nEndpoint:\n") {
			t.Errorf("%s --help:\n%s\n--help-all:\n%s", name, short, all)
		}
	}
}
