package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
)

// run runs the program, which must end with code, and returns its stdout.
func run(t *testing.T, code int, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	got := Main(args, strings.NewReader(""), &stdout, &stderr)
	require.That(t, got == code, "genus %s: exit code %d, want %d: %s", strings.Join(args, " "), got, code, stderr.String())
	return stdout.Bytes()
}

// panicWriter panics when it is written to.
type panicWriter struct{}

func (panicWriter) Write([]byte) (int, error) { panic("first line\nsecond line") }

func TestPanicIsOneLine(t *testing.T) {
	var stderr bytes.Buffer
	code := Main([]string{"version"}, strings.NewReader(""), panicWriter{}, &stderr)
	got := stderr.String()
	if code != exitFailed ||
		!strings.HasPrefix(got, "genus: internal error: first line second line: please report it") ||
		strings.Count(got, "\n") != 1 {
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
		{"usage", context.Background(), genus.Usagef("x"), exitUsage},
		{"unknown example", context.Background(), &extract.UnknownExamplesError{}, exitUsage},
		{"other version", context.Background(), fmt.Errorf("x: %w", &store.Error{Path: "x", Kind: store.ErrVersion}),
			exitUsage},
		{"no such file", context.Background(), fmt.Errorf("x: %w", fs.ErrNotExist), exitUsage},
		{"interrupted", cancelled, context.Canceled, exitInterrupted},
		{"interrupted, another error", cancelled, errors.New("x"), exitInterrupted},
		{"done before the interrupt", cancelled, nil, exitOK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check.Equal(t, exitCode(tt.ctx, tt.err), tt.want, "exit code") })
	}
}

// TestHelp checks that the help of every command names it and fits a screen, and that
// --help-all has the whole text and more flags.
func TestHelp(t *testing.T) {
	help := func(args ...string) string { return string(run(t, exitOK, args...)) }
	visitCommands((&program{status: newStatus(io.Discard)}).root(), func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		short := help(append(slices.Clone(path), "--help")...)
		lines := strings.Split(strings.TrimRight(short, "\n"), "\n")
		check.That(t, len(lines) <= screen && strings.Contains(short, cmd.CommandPath()), "%s --help has %d lines:\n%s", cmd.CommandPath(), len(lines), short)
		for _, line := range lines {
			// Examples are for copying; the help of completion is of cobra.
			if n := utf8.RuneCountInString(line); n > helpWidth && !strings.HasPrefix(line, "  genus") && cmd.Parent() != nil && cmd.Parent().Name() != "completion" {
				t.Errorf("%s --help has a line of %d letters: %s", cmd.CommandPath(), n, line)
			}
		}
		if cmd.Flags().Lookup(helpAllFlag) != nil {
			if all := help(append(slices.Clone(path), "--"+helpAllFlag)...); !strings.Contains(all, cmd.Long) ||
				strings.Count(all, "\n      --") <= strings.Count(short, "\n      --") {
				t.Errorf("%s --help-all:\n%s", cmd.CommandPath(), all)
			}
		}
	})
}

func visitCommands(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			visitCommands(sub, visit)
		}
	}
}
