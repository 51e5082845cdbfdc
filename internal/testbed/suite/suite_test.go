package suite_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/suite"
	"github.com/genus-kg/genus/learner/dl"
)

const (
	ab = "<urn:a> <urn:r> <urn:b> .\n<urn:a> a <urn:A> .\n"
	cd = "<urn:c> <urn:r> <urn:d> .\n<urn:c> a <urn:C> .\n"
)

// tree returns a directory with these files.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

func TestFindAndLoad(t *testing.T) {
	dir := tree(t, map[string]string{
		"x/pos.txt": "urn:a\n", "x/neg.txt": "urn:b\n", "x/data.ttl": ab, "x/notes.txt": "no data",
		"y/data.ttl":    ab, // of both problems below it
		"y/one/pos.txt": "urn:a\n", "y/one/neg.txt": "urn:b\n",
		"y/two/pos.txt": "urn:c\n", "y/two/neg.txt": "urn:d\n", "y/zz.ttl": cd, // the first file does not have these
		"y/own/pos.txt": "urn:c\n", "y/own/neg.txt": "urn:d\n", "y/own/own.ttl": strings.ReplaceAll(cd, "urn:C", "urn:Own"),
		"y/short/pos.txt": "x:c\n", "y/short/neg.txt": "x:d\n", "y/short/d.ttl": "@prefix x: <urn:> .\n" + cd,
		"z/bare/pos.txt": "urn:a\n", "z/bare/neg.txt": "urn:b\n",
		"z/sided/pos.txt": "urn:a\n", "z/sided/d.ttl": ab,
		"z/stranger/pos.txt": "urn:a\n", "z/stranger/neg.txt": "urn:nobody\n", "z/stranger/d.ttl": ab,
		"sml/t/owl/lp/1/pos.txt": "urn:a\n", "sml/t/owl/lp/1/neg.txt": "urn:b\n", "sml/t/owl/data/t.ttl": ab,
		"sml/t/owl/lp/42/pos.txt": "urn:b\n", "sml/t/owl/lp/42/neg.txt": "urn:a\n",
		"empty/readme": "",
	})
	found := require.Value(suite.Find(dir))(t)
	want := []struct{ name, concept, err string }{
		{"sml/t", "urn:A", ""},
		{"sml/t/42", "urn:A", ""},
		{"x", "urn:A", ""},
		{"y/one", "urn:A", ""},
		{"y/own", "urn:Own", ""},
		{"y/short", "urn:C", ""},
		{"y/two", "urn:C", ""},
		{"z/bare", "", "problem z/bare: no RDF file in "},
		{"z/sided", "", "neg.txt"},
		{"z/stranger", "", "urn:nobody"},
	}
	require.That(t, len(found) == len(want), "found %v", found)
	for i, w := range want {
		if found[i].Name != w.name {
			t.Errorf("problem %d is %s, want %s", i, found[i].Name, w.name)
			continue
		}
		p, err := found[i].Load(t.Context(), extract.LoadOptions{})
		switch {
		case w.err != "":
			check.That(t, err != nil && strings.Contains(err.Error(), w.err), "%s: %v, want an error with %q", w.name, err,
				w.err)
		case err != nil:
			t.Error(err)
		case len(p.Pos) != 1 || len(p.Neg) != 1 || p.Validate() != nil ||
			!slices.Contains(p.Structure.Signature().Atoms(), dl.Concept(dl.Name{IRI: w.concept})):
			t.Errorf("%s: %+v with the names %v", w.name, p, p.Structure.Signature().Atoms())
		}
	}
}

func TestFindOneFolder(t *testing.T) {
	dir := tree(t, map[string]string{"only/pos.txt": "", "empty/readme": ""})
	found, err := suite.Find(filepath.Join(dir, "only"))
	check.That(t, err == nil && len(found) == 1 && found[0].Name == "only", "%v, %v", found, err)
	_, err = suite.Find(filepath.Join(dir, "empty"))
	check.That(t, err != nil && strings.Contains(err.Error(), "has no problems"), "without problems: %v", err)
	check.ErrorIs(t, check.Error(suite.Find(filepath.Join(dir, "nowhere"))), fs.ErrNotExist, "without a directory")
}

func TestLoadStopsWithTheContext(t *testing.T) {
	dir := tree(t, map[string]string{"pos.txt": "urn:a\n", "neg.txt": "urn:b\n", "a.ttl": ab, "b.ttl": ab})
	found := require.Value(suite.Find(dir))(t)
	check.ErrorIs(t, check.Error(found[0].Load(check.Ended(), extract.LoadOptions{})), context.Canceled)
}

func TestElephants(t *testing.T) {
	for _, problem := range suite.Elephants() {
		p := require.Value(problem.Load(t.Context(), extract.LoadOptions{}))(t)
		check.That(t, p.Validate() == nil && p.MaxDepth == 0 && len(p.Removed) <= 0 && p.Structure.Len() >= 300,
			"%s: %d individuals, depth %d, removed %v", problem.Name, p.Structure.Len(), p.MaxDepth, p.Removed)
	}
}
