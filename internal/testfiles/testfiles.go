// Package testfiles has the files of tests: temporary ones, golden ones, and datasets.
package testfiles

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"testing"

	difference "github.com/google/go-cmp/cmp"
)

// Update is the flag -update of tests: it writes the golden files.
var Update = flag.Bool("update", false, "write the golden files")

// Golden compares a text with a golden file.
func Golden(t *testing.T, path, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := difference.Diff(string(want), got); d != "" {
		t.Errorf("%s (-update writes it): -want +got\n%s", path, d)
	}
}

// Write writes a text to a file of that name in a temporary directory, and returns its
// path.
func Write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Dataset returns the path of a dataset in the directory GENUS_DATASETS or, without it, in
// one beside the checkout. It skips the test if the dataset is not there.
func Dataset(t testing.TB, name string) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for root != filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "cmd", "genus")); err == nil {
			break
		}
		root = filepath.Dir(root)
	}
	dir := cmp.Or(os.Getenv("GENUS_DATASETS"), filepath.Join(root, "..", "shared", "datasets"))
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s: no dataset %s in %s (set GENUS_DATASETS)", t.Name(), name, dir)
	}
	return path
}
