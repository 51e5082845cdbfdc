package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/internal/require"
)

// overstruck matches the overstriking with which formatters make letters bold.
var overstruck = regexp.MustCompile(".\x08")

// manual runs genus man and returns the folder.
func manual(t *testing.T) string {
	t.Helper()
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	dir := filepath.Join(t.TempDir(), "man1")
	run(t, exitOK, "man", dir)
	return dir
}

// visitCommands visits all visible commands.
func visitCommands(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			visitCommands(sub, visit)
		}
	}
}

// TestManual checks that every command has a page, with all its visible flags.
func TestManual(t *testing.T) {
	dir := manual(t)
	a := &program{}
	pages := 0
	visitCommands(a.root(), func(cmd *cobra.Command) {
		pages++
		b, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
			return
		}
		page := string(b)
		if want := ` 1 2023-11-14 "genus ` + programVersion() + `"`; !strings.Contains(page, want) {
			t.Errorf("%s: no %q in\n%s", cmd.CommandPath(), want, page)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			name := `\fB` + strings.ReplaceAll("--"+f.Name, "-", `\-`) + `\fR`
			if strings.Contains(page, name) == f.Hidden {
				t.Errorf("%s: --%s: shown %t", cmd.CommandPath(), f.Name, f.Hidden)
			}
		})
	})
	written, err := os.ReadDir(dir)
	if err != nil || len(written) != pages || pages < 20 {
		t.Errorf("%d pages, %v; want %d", len(written), err, pages)
	}
}

// TestManualRenders checks that the formatters report no errors, and that signs in
// examples stay as they have to be typed.
func TestManualRenders(t *testing.T) {
	dir := manual(t)
	page := filepath.Join(dir, "genus-query.1")
	for _, formatter := range []struct{ name, check, show string }{
		{"mandoc", "mandoc -Tlint -W warning", "mandoc -Tutf8"},
		{"man", "man --warnings -Tutf8 -l", "man -Tutf8 -l"},
	} {
		t.Run(formatter.name, func(t *testing.T) {
			if _, err := exec.LookPath(formatter.name); err != nil {
				if os.Getenv("GENUS_MANUAL") == "required" {
					t.Fatal(err)
				}
				t.Skipf("%s: %v: .ci/manual installs it", t.Name(), err)
			}
			pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
			require.NoError(t, err)
			for _, page := range pages {
				if _, complaints, err := format(formatter.check, page); err != nil || complaints != "" {
					t.Errorf("%s: %v: %s", page, err, complaints)
				}
			}
			text, _, err := format(formatter.show, page)
			require.NoError(t, err)
			for _, want := range []string{"genus query 'CONCEPT'", "--show-labels", "(>=2 childOf^-.Female)", "Elephant ⊓ (weight ≥ 3000)"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		})
	}
}

// format runs the formatter on a page. With -Tlint the complaints are on stdout.
func format(command, page string) (text, complaints string, err error) {
	args := append(strings.Fields(command), page)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "MANWIDTH=100", "LC_ALL=C.UTF-8", "MAN_KEEP_FORMATTING=")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	complaints = stderr.String()
	if strings.Contains(command, "-Tlint") {
		complaints += stdout.String()
	}
	return overstruck.ReplaceAllString(stdout.String(), ""), complaints, err
}
