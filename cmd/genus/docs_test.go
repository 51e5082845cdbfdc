package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/command"
)

// example is a block of a document that begins with a command: "$ genus …", one
// or more lines, the last without a backslash at its end.
var example = regexp.MustCompile("(?ms)^```[a-z]*\n\\$ genus ((?:[^\n]*\\\\\n)*[^\n]*)\n(.*?)^```$")

// TestOutputsDocument runs the commands that docs/outputs.md shows, from the
// root of the module, and compares what they print with what it says. With
// -update the document is written.
func TestOutputsDocument(t *testing.T) {
	n, forms := checkDocument(t, "outputs.md", filepath.Join("..", ".."))
	if n == 0 || len(forms) < 8 {
		t.Fatalf("%d examples of %d forms", n, len(forms))
	}
}

// TestOntologyDocument does so for docs/ontology-engineering.md, in a folder with
// the files that it names.
func TestOntologyDocument(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"relatives.ttl", "ticked.md"} {
		text, err := os.ReadFile(filepath.Join("testdata", "data", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	if n, _ := checkDocument(t, "ontology-engineering.md", dir); n < 5 {
		t.Fatalf("%d examples", n)
	}
}

// checkDocument runs the commands of a document in the folder. It counts them, and
// gives the forms that they write.
func checkDocument(t *testing.T, name, dir string) (n int, forms map[string]bool) {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	forms = map[string]bool{}
	got := example.ReplaceAllFunc(text, func(block []byte) []byte {
		n++
		match := example.FindSubmatch(block)
		args, err := shellWords(strings.ReplaceAll(string(match[1]), "\\\n", " "))
		if err != nil {
			t.Fatal(err)
		}
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
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return n, forms
	}
	t.Errorf("%s does not say what genus prints: run go test ./cmd/genus -run Document -update, and read the difference", file)
	return n, forms
}

// shellWords splits a command line at blanks outside single quotes.
func shellWords(line string) ([]string, error) {
	var words []string
	word, quoted, any := "", false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted, any = !quoted, true
		case r == ' ' && !quoted:
			if any {
				words = append(words, word)
			}
			word, any = "", false
		default:
			word, any = word+string(r), true
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is open in %q", line)
	}
	if any {
		words = append(words, word)
	}
	return words, nil
}
