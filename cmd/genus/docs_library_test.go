package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/syntax"
)

// program matches the program in docs/library.md, the file that the endpoint serves, the
// concept that the user thinks of, and the output.
var program = regexp.MustCompile(
	"(?s)```go\n(// Ask an endpoint.*?)```\n.*?serves `([^`]*)`.*?thinks\\sof `([^`]*)`.*?```text\n(.*?)```")

// TestLibraryDocument runs the program in docs/library.md on an endpoint with the file there,
// answers its questions by the concept there, and compares its output. The program has at most 40 lines. With -update
// it writes the document.
func TestLibraryDocument(t *testing.T) {
	if !testsize.Full() {
		t.Skipf("%s: links a program, which takes long: with GENUS_TESTS=full only", t.Name())
	}
	root := filepath.Join("..", "..")
	file := filepath.Join(root, "docs", "library.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	at := program.FindSubmatchIndex(text)
	require.That(t, at != nil, "no program with its output in %s", file)
	group := func(i int) string { return string(text[at[2*i]:at[2*i+1]]) }
	n := strings.Count(group(1), "\n")
	check.That(t, n <= 40, "the program has %d lines, want 40 at most", n)
	triples, _, err := rdffile.ReadAll(t.Context(), filepath.Join(root, group(2)))
	require.NoError(t, err)
	endpoint, err := embedded.Start(t.Context(), triples, embedded.Options{})
	require.NoError(t, err)
	defer endpoint.Close()
	cmd := exec.Command("go", "run", testfiles.Write(t, "main.go", group(1)), endpoint.URL())
	cmd.Dir, cmd.Stderr = root, os.Stderr
	answers, err := cmd.StdinPipe()
	require.NoError(t, err)
	printed, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	belongs := labelsOf(t, filepath.Join(root, group(2)), group(3))
	var out strings.Builder
	for lines := bufio.NewScanner(printed); lines.Scan(); {
		fmt.Fprintln(&out, lines.Text())
		if label, ok := strings.CutPrefix(lines.Text(), "Is "); ok {
			label, _, _ = strings.Cut(label, " one of")
			fmt.Fprintln(answers, map[bool]string{true: "yes", false: "no"}[belongs[label]])
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the program of %s: %v", file, err)
	}
	if out.String() == group(4) {
		return
	}
	if *testfiles.Update {
		text = slices.Concat(text[:at[8]], []byte(out.String()), text[at[9]:])
		require.NoError(t, os.WriteFile(file, text, 0o600))
		return
	}
	t.Errorf("%s has another output; the program prints\n%s", file, out.String())
}

func labelsOf(t *testing.T, file, concept string) map[string]bool {
	t.Helper()
	c := config.Default()
	c.Data, c.Prefix = []string{file}, []string{"zoo=http://example.org/zoo#"}
	s := require.Value(genus.Open(t.Context(), c, genus.Options{}))(t)
	defer s.Close()
	meant := require.Value(syntax.Parse(concept, s.Source.Prefixes))(t)
	p := require.Value(s.ProblemAbout(t.Context(), extract.Examples{}, meant))(t)
	members := require.Value(s.Matches(t.Context(), p, meant, math.MaxInt32, 0))(t)
	labels := map[string]bool{}
	for _, m := range members.Matches {
		labels[m.Label] = true
	}
	return labels
}
