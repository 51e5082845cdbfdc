package builtin_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/builtin"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// largest is the most bytes that the piece of Wikidata may add to the program.
const largest = 1_500_000

// Every file can be read, and is found by its name.
func TestFiles(t *testing.T) {
	for name, least := range map[string]int{"elephants": 2000, "wikidata": 60_000, "pizza": 1500} {
		d, ok := builtin.Find(name)
		require.That(t, ok, "no data %q", name)
		triples, _ := require.Values(rdffile.ReadAll(t.Context(), require.Value(d.WriteFile(t.TempDir()))(t)))(t)
		check.That(t, len(triples) >= least, "%s has %d triples", name, len(triples))
	}
	_, ok := builtin.Find("dbpedia")
	check.That(t, !ok, "dbpedia is built in")
}

// Names of built-in data become files; other paths stay.
func TestReplaced(t *testing.T) {
	dir := t.TempDir()
	inDir := func() (string, error) { return dir, nil }
	got := require.Value(builtin.Replaced([]string{"a.ttl", "builtin:wikidata"}, inDir))(t)
	require.That(t, len(got) == 2 && got[0] == "a.ttl", "the paths are %q", got)
	size := require.Value(os.Stat(got[1]))(t).Size()
	check.That(t, size > 100_000, "%s has %d bytes", got[1], size)
	_, err := builtin.Replaced([]string{"builtin:x"}, inDir)
	check.That(t, err != nil && strings.Contains(err.Error(), "builtin:wikidata"), "the error is %v", err)
}

// unpacked returns the lines of a compressed file.
func unpacked(t *testing.T, path string) []string {
	t.Helper()
	r := require.Value(gzip.NewReader(bytes.NewReader(require.Value(os.ReadFile(path))(t))))(t)
	return slices.Collect(strings.Lines(string(require.Value(io.ReadAll(r))(t))))
}

// cut returns the statements about properties, the first label of each thing, and the
// statements between things that have one.
func cut(lines []string) []string {
	const label, wikibase = "<http://www.w3.org/2000/01/rdf-schema#label>", "<http://wikiba.se/ontology#"
	var kept []string
	labelled := map[string]bool{}
	parts := func(line string) (s, p, o string) {
		s, rest, _ := strings.Cut(line, " ")
		p, o, _ = strings.Cut(rest, " ")
		return s, p, strings.TrimSuffix(o, " .\n")
	}
	for _, line := range lines {
		s, p, _ := parts(line)
		if p == label && !labelled[s] {
			labelled[s] = true
			kept = append(kept, line)
		}
	}
	for _, line := range lines {
		s, p, o := parts(line)
		if strings.HasPrefix(p, wikibase) || p != label && labelled[s] && labelled[o] {
			kept = append(kept, line)
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// TestWikidata compares the piece with what is cut from CoDEx. With -update it writes the file.
func TestWikidata(t *testing.T) {
	const file = "wikidata.nt.gz"
	want := cut(unpacked(t, testfiles.Dataset(t, "codex/codex.nt.gz")))
	if *testfiles.Update {
		var b bytes.Buffer
		w := require.Value(gzip.NewWriterLevel(&b, gzip.BestCompression))(t)
		_ = require.Value(io.WriteString(w, strings.Join(want, "")))(t)
		require.NoError(t, w.Close())
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
	}
	check.That(t, slices.Equal(unpacked(t, file), want), "%s is not what is cut from CoDEx: -update writes it", file)
	size := require.Value(os.Stat(file))(t).Size()
	check.That(t, size <= largest, "%s has %d bytes, want %d at most", file, size, largest)
}
