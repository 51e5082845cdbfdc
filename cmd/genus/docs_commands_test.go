package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

type goTest struct {
	file     string
	packages []string // patterns, such as ./learner and ./...
	run      string   // the value of -run, or of -bench if that is given
	bench    bool
	flags    []string // names of the other flags
}

var (
	// goTestCommand matches a command to the end of its code or of its line.
	goTestCommand = regexp.MustCompile("go test ([^`#\n]*)")
	word          = regexp.MustCompile(`'[^']*'|\S+`)
	testFunction  = regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz|Benchmark)\w*)\(`)
	testFlag      = regexp.MustCompile(`flag\.\w+\((?:&\w+, )?"([\w-]+)"`)
)

// goTests returns the commands of the document.
func goTests(file, text string) (list []goTest) {
	for _, m := range goTestCommand.FindAllStringSubmatch(text, -1) {
		c := goTest{file: file}
		dir := "." // -C
		words := word.FindAllString(strings.ReplaceAll(m[1], `\|`, "|"), -1)
		for i := 0; i < len(words); i++ {
			switch w := words[i]; {
			case strings.HasPrefix(w, "./"):
				c.packages = append(c.packages, dir+strings.TrimPrefix(w, "."))
			case w == "-C":
				i++
				dir = "./" + words[i]
			case w == "-bench", w == "-run" && !c.bench:
				i++
				c.run, c.bench = strings.Trim(words[i], "'"), w == "-bench"
			case strings.HasPrefix(w, "-"):
				name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
				c.flags = append(c.flags, name)
			}
		}
		list = append(list, c)
	}
	return list
}

// alternatives returns the parts of a pattern between the | outside of parentheses. Each
// part is cut before its first slash, which begins the pattern of subtests.
func alternatives(pattern string) (parts []string) {
	depth, from := 0, 0
	for i, r := range pattern + "|" {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == '|' && depth == 0:
			part, _, _ := strings.Cut(pattern[from:i], "/")
			parts, from = append(parts, part), i+1
		}
	}
	return parts
}

func testsOf(t *testing.T, root string, packages []string) (names []string) {
	t.Helper()
	read := func(dir string) {
		files := require.Value(filepath.Glob(filepath.Join(dir, "*_test.go")))(t)
		for _, file := range files {
			text := require.Value(os.ReadFile(file))(t)
			for _, m := range testFunction.FindAllStringSubmatch(string(text), -1) {
				names = append(names, m[1])
			}
		}
	}
	for _, p := range packages {
		dir, recursive := strings.CutSuffix(p, "...")
		dir = filepath.Join(root, dir)
		if !recursive {
			read(dir)
			continue
		}
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				read(path)
			}
			return err
		}))
	}
	return names
}

// TestDocumentedTests checks that every command go test in the documents runs a test, that
// each alternative of its -run matches one, and that a test has each of its flags.
func TestDocumentedTests(t *testing.T) {
	root := require.Value(filepath.Abs(filepath.Join("..", "..")))(t)
	files := require.Value(filepath.Glob(filepath.Join(root, "docs", "*.md")))(t)
	flags := []string{"run", "bench", "count", "v", "timeout", "benchtime", "short", "race"}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range testFlag.FindAllStringSubmatch(string(text), -1) {
			flags = append(flags, m[1])
		}
		return err
	}))
	var commands []goTest
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		text := require.Value(os.ReadFile(file))(t)
		commands = append(commands, goTests(filepath.Base(file), string(text))...)
	}
	require.That(t, len(commands) >= 30, "only %d commands", len(commands))
	for _, c := range commands {
		names := testsOf(t, root, c.packages)
		for _, part := range alternatives(c.run) {
			pattern := require.Value(regexp.Compile(part))(t)
			if !slices.ContainsFunc(names, func(name string) bool {
				return strings.HasPrefix(name, "Benchmark") == c.bench && pattern.MatchString(name)
			}) {
				t.Errorf("%s: go test %s: no test matches %q", c.file, strings.Join(c.packages, " "), part)
			}
		}
		for _, name := range c.flags {
			check.That(t, slices.Contains(flags, name), "%s: go test %s -run %s: no test has the flag -%s", c.file, strings.Join(c.packages, " "), c.run, name)
		}
	}
}
