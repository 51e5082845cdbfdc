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

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/session/source"
)

// run runs the program, which must end with code, and returns its stdout.
func run(t *testing.T, code int, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	got := Main(args, strings.NewReader(""), &stdout, &stderr)
	require.That(t, got == code, "genus %s: exit code %d, want %d: %s", strings.Join(args, " "), got, code,
		stderr.String())
	return stdout.Bytes()
}

// panicWriter panics when it is written to.
type panicWriter struct{}

func (panicWriter) Write([]byte) (int, error) { panic("first line\nsecond line") }

func TestPanicIsOneLine(t *testing.T) {
	var stderr bytes.Buffer
	code := Main([]string{"version"}, strings.NewReader(""), panicWriter{}, &stderr)
	got := stderr.String()
	check.That(t, code == exitFailed &&
		strings.HasPrefix(got, "genus: internal error: first line second line: please report it") &&
		strings.Count(got, "\n") == 1,
		"code %d, %q", code, got)
}

func TestExitCode(t *testing.T) {
	cancelled := check.Ended()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"none", context.Background(), nil, exitOK},
		{"nothing fits", context.Background(), fmt.Errorf("x: %w", learner.ErrNoFitting), exitFailed},
		{"endpoint", context.Background(), &connector.StatusError{Status: 500}, exitFailed},
		{"disk full", context.Background(), &store.Error{Path: "x", Kind: store.ErrFull}, exitFailed},
		{"usage", context.Background(), source.Usagef("x"), exitUsage},
		{"unknown example", context.Background(), &extract.UnknownExamplesError{}, exitUsage},
		{"other version", context.Background(), fmt.Errorf("x: %w", &store.Error{Path: "x", Kind: store.ErrVersion}),
			exitUsage},
		{"no such file", context.Background(), fmt.Errorf("x: %w", fs.ErrNotExist), exitUsage},
		{"interrupted", cancelled, context.Canceled, exitInterrupted},
		{"interrupted, another error", cancelled, errors.New("x"), exitInterrupted},
		{"done before the interrupt", cancelled, nil, exitOK},
	} {
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
		check.That(t, len(lines) <= screen && strings.Contains(short, cmd.CommandPath()), "%s --help has %d lines:\n%s",
			cmd.CommandPath(), len(lines), short)
		for _, line := range lines {
			// Examples are for copying; the help of completion is of cobra.
			if n := utf8.RuneCountInString(line); n > helpWidth && !strings.HasPrefix(line, "  genus") && cmd.Parent() != nil &&
				cmd.Parent().Name() != "completion" {
				t.Errorf("%s --help has a line of %d letters: %s", cmd.CommandPath(), n, line)
			}
		}
		if cmd.Flags().Lookup(helpAllFlag) != nil {
			all := help(append(slices.Clone(path), "--"+helpAllFlag)...)
			check.That(t, strings.Contains(all, cmd.Long) &&
				strings.Count(all, "\n      --") > strings.Count(short, "\n      --"), "%s --help-all:\n%s", cmd.CommandPath(), all)
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

// completions returns what a shell offers for the last of the arguments.
func completions(t *testing.T, args ...string) (names []string, directive string) {
	t.Helper()
	args = append([]string{cobra.ShellCompNoDescRequestCmd}, args...)
	names = strings.Split(strings.TrimSpace(string(run(t, exitOK, args...))), "\n")
	return names[:len(names)-1], names[len(names)-1]
}

func TestCompletion(t *testing.T) {
	const noFiles, noSpace, files, endings = ":4", ":6", ":0", ":8"
	for _, tt := range []struct {
		name      string
		args      []string
		begun     string
		want      []string
		directive string
	}{
		{"language", []string{"learn", "--language"}, "", config.Languages(), noFiles},
		{"engine", []string{"learn", "--engine"}, "", config.Engines(), noFiles},
		{"preset", []string{"extract", "--preset"}, "", append(config.Presets(), config.None), noFiles},
		{"dialect", []string{"verify", "--dialect"}, "vir", []string{"virtuoso"}, noFiles},
		{"form", []string{"query", "--to"}, "", translations, noFiles},
		{"constructors", []string{"learn", "--constructors"}, "and,or,da",
			[]string{"and,or,data-at-least", "and,or,data-at-most"}, noSpace},
		{"number", []string{"learn", "--max-size"}, "", nil, noFiles},
		{"data", []string{"learn", "--data"}, "", fileEndings["data"], endings},
		{"more data", []string{"learn", "--data", "a.ttl"}, "", fileEndings["data"], endings},
		{"examples", []string{"learn", "--pos"}, "", nil, files},
		{"database", []string{"db", "info"}, "", []string{"db"}, endings},
		{"no argument", []string{"learn"}, "", nil, noFiles},
		{"the next name of a list", []string{"learn", "--constructors"}, "and,exi", []string{"and,exists"}, noSpace},
	} {
		t.Run(tt.name, func(t *testing.T) {
			names, directive := completions(t, append(tt.args, tt.begun)...)
			// The shell shows names with the prefix that the user has typed.
			names = slices.DeleteFunc(names, func(s string) bool { return s == "" || !strings.HasPrefix(s, tt.begun) })
			check.That(t, slices.Equal(names, tt.want) && directive == tt.directive, "got %q %s, want %q %s", names, directive,
				tt.want, tt.directive)
		})
	}
}

// TestCompletionOfSettings checks that a setting with a list of values offers each.
func TestCompletionOfSettings(t *testing.T) {
	c := config.Default()
	for _, s := range c.Settings() {
		if s.OneOf == nil || s.Name == "format" {
			continue
		}
		for _, value := range s.OneOf {
			names, _ := completions(t, "learn", "--"+s.Name, value)
			check.That(t, slices.Contains(names, value), "--%s %s: the shell offers %q", s.Name, value, names)
		}
	}
}

func TestRepeatVariadicFlags(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"one file", "learn --data a --pos p", "learn --data=a --pos p"},
		{"several", "learn --data a b c -v", "learn --data=a --data=b --data=c -v"},
		{"two flags", "learn --pos-iri a b --neg-iri c d", "learn --pos-iri=a --pos-iri=b --neg-iri=c --neg-iri=d"},
		{"none", "learn --data", "learn --data"},
		{"none before a flag", "learn --data -v", "learn --data -v"},
		{"with =", "learn --data=a b", "learn --data=a b"},
		{"ended", "verify --data a b -- C --pos p", "verify --data=a --data=b C --pos p"},
		{"not of these flags", "query C -- --data x", "query C -- --data x"},
		{"stdin as an argument", "verify - --data a", "verify - --data=a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check.Slice(t, repeatVariadicFlags(strings.Fields(tt.in)), strings.Fields(tt.want), "want %q", tt.want)
		})
	}
}
