package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every module that is linked into the program states its terms.
func TestLicences(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, system := range []target{{"linux", "amd64"}, {"windows", "arm64"}} {
		text, err := licences(t.Context(), system)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"The Go programming language: LICENSE", "github.com/spf13/cobra v", "modernc.org/sqlite v", "github.com/knakk/digest v0.0.0-20160404164910-fd45becddc49: digest.go"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: nothing about %s", system, want)
			}
		}
		if only := "github.com/inconshreveable/mousetrap"; strings.Contains(string(text), only) != (system.os == "windows") {
			t.Errorf("%s: %s", system, only)
		}
	}
}

func TestAppendLicences(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string // in the text; empty: an error
	}{
		{"files", map[string]string{"LICENSE": "the terms", "NOTICE.txt": "the notice", "a.go": "// Licensed under X\npackage a"}, "m: LICENSE\n\nthe terms\n\n"},
		{"British", map[string]string{"Licence.md": "the terms"}, "m: Licence.md\n\nthe terms"},
		{"in the source", map[string]string{"a.go": "package a\n\n// Copyright X\n//\n// Licensed under Y\n\n// Package a does nothing."}, "m: a.go\n\nCopyright X\n\nLicensed under Y\n\n"},
		{"none", map[string]string{"README.md": "LICENSE: ask", "license_test.go": "package a"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var b strings.Builder
			err := appendLicences(&b, "m", dir)
			if (err != nil) != (tt.want == "") || !strings.Contains(b.String(), tt.want) {
				t.Errorf("got %q, %v", b.String(), err)
			}
		})
	}
}
