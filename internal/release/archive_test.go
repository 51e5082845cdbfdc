package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"slices"
	"testing"
	"time"
)

var (
	packed = []file{{"README.md", 0o644, []byte("read\n")}, {"genus", 0o755, bytes.Repeat([]byte("program"), 9999)}, {"man/man1/genus.1", 0o644, nil}}
	when   = time.Date(2026, 7, 1, 12, 30, 42, 0, time.UTC)
)

// entry is what comes out of an archive.
type entry struct {
	mode fs.FileMode
	data string
	date time.Time
}

func TestPack(t *testing.T) {
	tests := []struct {
		system, ending string
		read           func(*testing.T, []byte) map[string]entry
	}{
		{"linux", ".tar.gz", readTar},
		{"darwin", ".tar.gz", readTar},
		{"windows", ".zip", readZip},
	}
	for _, tt := range tests {
		t.Run(tt.system, func(t *testing.T) {
			data, ending, err := pack(target{tt.system, "arm64"}, "genus_1", packed, when)
			if err != nil || ending != tt.ending {
				t.Fatalf("%s, %v", ending, err)
			}
			got := tt.read(t, data)
			if len(got) != len(packed) {
				t.Errorf("%d files", len(got))
			}
			for _, f := range packed {
				e, ok := got["genus_1/"+f.name]
				if !ok || e.mode != f.mode || e.data != string(f.data) || !e.date.Equal(when) {
					t.Errorf("%s: there %t, mode %o, %d bytes, %s", f.name, ok, e.mode, len(e.data), e.date)
				}
			}
			turned := slices.Clone(packed)
			slices.Reverse(turned)
			if again, _, err := pack(target{tt.system, "arm64"}, "genus_1", turned, when); err != nil || checksum(again) != checksum(data) {
				t.Errorf("in another order it is another archive (%v)", err)
			}
		})
	}
}

func readTar(t *testing.T, data []byte) map[string]entry {
	gz, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !gz.ModTime.IsZero() || gz.Name != "" {
		t.Errorf("the gzip header has %s, %q", gz.ModTime, gz.Name)
	}
	got := map[string]entry{}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s belongs to somebody", h.Name)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		got[h.Name] = entry{h.FileInfo().Mode(), string(b), h.ModTime}
	}
}

func readZip(t *testing.T, data []byte) map[string]entry {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]entry{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		got[f.Name] = entry{f.Mode(), string(b), f.Modified}
	}
	return got
}
