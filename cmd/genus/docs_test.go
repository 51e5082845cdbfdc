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
	root := filepath.Join("..", "..")
	t.Chdir(root)
	file := filepath.Join("docs", "outputs.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	forms := map[string]bool{}
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
	if n == 0 || len(forms) < 8 {
		t.Fatalf("%d examples of %d forms in %s", n, len(forms), file)
	}
	if bytes.Equal(got, text) {
		return
	}
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s does not say what genus prints: run go test ./cmd/genus -run Document -update, and read the difference", file)
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
