package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func writeText(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	read := func(name string) string {
		b := require.Value(os.ReadFile(in(name)))(t)
		return string(b)
	}
	err := writeFile(in("new"), writeText("one"))
	check.That(t, err == nil && read("new") == "one", "new file: %v", err)
	require.NoError(t, os.Chmod(in("new"), 0o600))
	err = writeFile(in("new"), writeText("two"))
	check.That(t, err == nil && read("new") == "two", "file that is there: %v", err)
	if info, err := os.Stat(in("new")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions changed: %v, %v", info.Mode(), err)
	}

	broken := errors.New("broken")
	err = writeFile(in("new"), func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return broken })
	check.That(t, errors.Is(err, broken) && read("new") == "two", "after an error: %v, %q", err, read("new"))

	require.NoError(t, os.Symlink("new", in("link")))
	if err := writeFile(in("link"), writeText("three")); err != nil || read("new") != "three" {
		t.Errorf("through a link: %v, %q", err, read("new"))
	}
	if info, err := os.Lstat(in("link")); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link was replaced: %v", err)
	}

	require.NoError(t, os.Symlink("nowhere", in("dangling")))
	for name, want := range map[string]string{
		"dangling": "link to a file that does not exist",
		".":        "is a directory",
		"no/such":  "no such file",
	} {
		err := writeFile(in(name), writeText("x"))
		check.That(t, err != nil && strings.Contains(err.Error(), want), "%s: got %v, want %s", name, err, want)
	}
	entries, err := os.ReadDir(dir)
	check.That(t, err == nil && len(entries) == 3, "files that stay: %v, %v", entries, err)
}

// TestDescriptorIsNotReplaced checks that the path of an open file is recognised, such as
// /dev/stdout. Behind a redirection it leads to a regular file, which must not be replaced.
func TestDescriptorIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "stdout") // as /dev/stdout
	require.NoError(t, os.Symlink("/proc/self/fd/1", link))
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skipf("%s: no /proc here", t.Name())
	}
	check.That(t, isDescriptor(link) && isDescriptor("/proc/self/fd/1"), "the path of an open file is not recognised")
	check.That(t, !isDescriptor(filepath.Join(dir, "plain")), "a plain path counts as one of an open file")
}
