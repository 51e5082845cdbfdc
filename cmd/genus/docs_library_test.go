package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// program matches the program in docs/library.md, its arguments and its output.
var program = regexp.MustCompile("(?s)```go\n(// Learn from.*?)```\n.*?`go run main.go ([^`]*)`.*?```text\n(.*?)```")

// TestLibraryDocument runs the program in docs/library.md with the arguments there, and
// compares its output. With -update it writes the document.
func TestLibraryDocument(t *testing.T) {
	root := filepath.Join("..", "..")
	file := filepath.Join(root, "docs", "library.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	at := program.FindSubmatchIndex(text)
	if at == nil {
		t.Fatalf("no program with its output in %s", file)
	}
	source := testfiles.Write(t, "main.go", string(text[at[2]:at[3]]))
	cmd := exec.Command("go", "run", source, string(text[at[4]:at[5]]))
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the program of %s: %v", file, err)
	}
	if string(out) == string(text[at[6]:at[7]]) {
		return
	}
	if *testfiles.Update {
		text = append(append(append([]byte{}, text[:at[6]]...), out...), text[at[7]:]...)
		require.NoError(t, os.WriteFile(file, text, 0o600))
		return
	}
	t.Errorf("%s has another output; the program prints\n%s", file, out)
}
