package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// example matches a block of a document that begins with a command "$ genus …". A
// backslash at the end of a line continues the command.
var example = regexp.MustCompile("(?ms)^```[a-z]*\n\\$ genus ((?:[^\n]*\\\\\n)*[^\n]*)\n(.*?)^```$")

// TestOutputsDocument runs the commands in docs/outputs.md in the root of the module, and
// compares their output. With -update it writes the document.
func TestOutputsDocument(t *testing.T) {
	n, forms := checkDocument(t, "outputs.md", filepath.Join("..", ".."))
	require.That(t, n != 0 && len(forms) >= 6, "%d examples of %d forms", n, len(forms))
}

// TestGeneralisationDocument does the same for docs/generalisation.md.
func TestGeneralisationDocument(t *testing.T) {
	n, _ := checkDocument(t, "generalisation.md", filepath.Join("..", ".."))
	require.That(t, n != 0, "no examples")
}

// TestOntologyDocument does the same for docs/ontology-engineering.md, in a folder with
// the files that it names.
func TestOntologyDocument(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"relatives.ttl", "ticked.md"} {
		text := require.Value(os.ReadFile(filepath.Join("testdata", "data", name)))(t)
		write(t, filepath.Join(dir, name), string(text))
	}
	n, _ := checkDocument(t, "ontology-engineering.md", dir)
	require.That(t, n >= 5, "%d examples", n)
}

// checkDocument runs the commands of a document in dir. It returns their number and the
// forms that they write.
func checkDocument(t *testing.T, name, dir string) (n int, forms map[string]bool) {
	t.Helper()
	file := require.Value(filepath.Abs(filepath.Join("..", "..", "docs", name)))(t)
	t.Chdir(dir)
	text := require.Value(os.ReadFile(file))(t)
	forms = map[string]bool{}
	got := example.ReplaceAllFunc(text, func(block []byte) []byte {
		n++
		match := example.FindSubmatch(block)
		args := require.Value(shellWords(strings.ReplaceAll(string(match[1]), "\\\n", " ")))(t)
		for i, arg := range args[:len(args)-1] {
			if arg == "--to" {
				forms[args[i+1]] = true
			}
		}
		var out, errors bytes.Buffer
		if code := command.Main(args, strings.NewReader(""), &out, &errors); code != 0 {
			t.Fatalf("genus %s: exit code %d: %s", match[1], code, errors.String())
		}
		shown := bytes.TrimSuffix(block, append(bytes.Clone(match[2]), []byte("```")...))
		return append(bytes.Clone(shown), append(out.Bytes(), []byte("```")...)...)
	})
	if bytes.Equal(got, text) {
		return n, forms
	}
	if *testfiles.Update {
		require.NoError(t, os.WriteFile(file, got, 0o600))
		return n, forms
	}
	t.Errorf("%s has other outputs than genus: run go test ./cmd/genus -run Document -update, and read the difference",
		file)
	return n, forms
}

// link matches a link of Markdown within the repository: a file, a heading, or both.
var link = regexp.MustCompile(`\]\(([^)#: ]*)(?:#([^) ]+))?\)`)

// TestLinks checks that every link in a document leads to a file and a heading, and that
// docs has an index and at most thirteen files, all of them in the index.
func TestLinks(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	documents, err := filepath.Glob(filepath.Join("docs", "*.md"))
	require.That(t, err == nil && len(documents) <= 14, "%d documents, %v", len(documents), err)
	index, err := os.ReadFile(filepath.Join("docs", "README.md"))
	require.NoError(t, err)
	for _, file := range append(documents, "README.md", "CHANGELOG.md") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		dir, name := filepath.Split(file)
		check.That(t, dir == "" || name == "README.md" || bytes.Contains(index, []byte("("+name+")")), "the index does not name %s", file)
		for _, m := range link.FindAllSubmatch(fenced.ReplaceAll(text, nil), -1) {
			to, heading := file, string(m[2])
			if len(m[1]) > 0 {
				to = filepath.Join(filepath.Dir(file), string(m[1]))
			}
			target, err := os.ReadFile(to)
			if info, statErr := os.Stat(to); statErr == nil && info.IsDir() {
				err = nil
			}
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if heading != "" && !headings(target)[heading] {
				t.Errorf("%s: %s has no heading #%s", file, to, heading)
			}
		}
	}
}

// fenced matches a block of code.
var fenced = regexp.MustCompile("(?ms)^```.*?^```$")

// headings returns the anchors that GitHub gives the headings of a document.
func headings(text []byte) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(fenced.ReplaceAll(text, nil)), -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		anchors[anchor] = true
	}
	return anchors
}

// shellWords splits a command line into words as the shell does.
func shellWords(line string) ([]string, error) {
	out, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), err
}
