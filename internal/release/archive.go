package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name string // with slashes, relative
	mode fs.FileMode
	data []byte
}

// pack makes the archive that people expect: zip on Windows, else tar.gz. Its
// files are in one folder, in the order of their names, and nobody's.
func pack(t target, folder string, files []file, date time.Time) (data []byte, ending string, err error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	if t.os == "windows" {
		err = packZip(&b, folder, files, date)
		return b.Bytes(), ".zip", err
	}
	err = packTar(&b, folder, files, date)
	return b.Bytes(), ".tar.gz", err
}

func packTar(b *bytes.Buffer, folder string, files []file, date time.Time) error {
	gz, err := gzip.NewWriterLevel(b, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(gz)
	for _, f := range files {
		header := tar.Header{Format: tar.FormatUSTAR, Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: date}
		if err := w.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return gz.Close()
}

func packZip(b *bytes.Buffer, folder string, files []file, date time.Time) error {
	w := zip.NewWriter(b)
	for _, f := range files {
		header := zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		entry, err := w.CreateHeader(&header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return w.Close()
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
