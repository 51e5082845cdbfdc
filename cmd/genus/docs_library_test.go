package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// program is the program of docs/library.md and, behind it, what it prints.
var program = regexp.MustCompile("(?s)```go\n(// Learn from.*?)```\n.*?`go run main.go ([^`]*)`.*?```text\n(.*?)```")

// TestLibraryDocument compiles the program that docs/library.md shows, runs it
// as is said there, and compares what it prints. With -update the document is
// written.
func TestLibraryDocument(t *testing.T) {
	root := filepath.Join("..", "..")
	file := filepath.Join(root, "docs", "library.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := program.FindSubmatchIndex(text)
	if at == nil {
		t.Fatalf("no program in %s, or not what it prints", file)
	}
	source := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(source, text[at[2]:at[3]], 0o600); err != nil {
		t.Fatal(err)
	}
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
	if *update {
		text = append(append(append([]byte{}, text[:at[6]]...), out...), text[at[7]:]...)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s does not say what its program prints; it prints\n%s", file, out)
}
