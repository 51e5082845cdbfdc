package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestReadFileStops: a file that is too large or endless is refused, whatever its name.
func TestReadFileStops(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large.txt")
	require.NoError(t, os.WriteFile(file, []byte("12345"), 0o600))
	if text, err := extract.ReadFile(file, 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	text, err := extract.ReadFile(file, 4)
	check.That(t, err != nil && text == nil && strings.Contains(err.Error(), "more than"), "%q, %v", text, err)
	sparse := filepath.Join(t.TempDir(), "sparse.txt")
	require.NoError(t, os.WriteFile(sparse, nil, 0o600))
	require.NoError(t, os.Truncate(sparse, extract.LargestInput+1))
	_, err = extract.ReadExamples(sparse, nil)
	check.That(t, err != nil && strings.Contains(err.Error(), "it has more than 64 MiB"), "%v", err)
}
