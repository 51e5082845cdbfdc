package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
)

// completions returns what a shell offers for the last of the arguments.
func completions(t *testing.T, args ...string) (names []string, directive string) {
	t.Helper()
	args = append([]string{cobra.ShellCompNoDescRequestCmd}, args...)
	names = strings.Split(strings.TrimSpace(string(run(t, exitOK, args...))), "\n")
	return names[:len(names)-1], names[len(names)-1]
}

func TestCompletion(t *testing.T) {
	const noFiles, noSpace, files, endings = ":4", ":6", ":0", ":8"
	tests := []struct {
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
		{"constructors", []string{"learn", "--constructors"}, "and,or,da", []string{"and,or,data-at-least", "and,or,data-at-most"}, noSpace},
		{"number", []string{"learn", "--max-size"}, "", nil, noFiles},
		{"data", []string{"learn", "--data"}, "", fileEndings["data"], endings},
		{"more data", []string{"learn", "--data", "a.ttl"}, "", fileEndings["data"], endings},
		{"examples", []string{"learn", "--pos"}, "", nil, files},
		{"database", []string{"db", "info"}, "", []string{"db"}, endings},
		{"no argument", []string{"learn"}, "", nil, noFiles},
		{"the next name of a list", []string{"learn", "--constructors"}, "and,exi", []string{"and,exists"}, noSpace},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			names, directive := completions(t, append(tt.args, tt.begun)...)
			// The shell shows names with the prefix that the user has typed.
			names = slices.DeleteFunc(names, func(s string) bool { return s == "" || !strings.HasPrefix(s, tt.begun) })
			check.That(t, slices.Equal(names, tt.want) && directive == tt.directive, "got %q %s, want %q %s", names, directive, tt.want, tt.directive)
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
