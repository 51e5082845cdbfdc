package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate fails when the files of the package are not what gen writes.
func TestUpToDate(t *testing.T) {
	for name, want := range generate() {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if string(got) != want {
			t.Errorf("%s is not what gen writes: run go generate ./cmd/genus/elephants", name)
		}
	}
}
