package rdffile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/therootcompany/xz"
)

// maxWindow is the largest memory, in bytes, that packed data may ask for to be unpacked: xz -9 asks
// for 64 MiB. A file of a few bytes can ask for 4 GiB.
const maxWindow = 128 << 20

// packings are the kinds of compression that are read, which the first bytes tell.
var packings = []struct {
	name, ending, start string
	open                func(r io.Reader, lim limits) (io.Reader, error)
}{
	{"gzip", ".gz", "\x1f\x8b", func(r io.Reader, _ limits) (io.Reader, error) { return gzip.NewReader(r) }},
	{"bzip2", ".bz2", "BZh", func(r io.Reader, _ limits) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	{"xz", ".xz", "\xfd7zXZ\x00", func(r io.Reader, _ limits) (io.Reader, error) { return xz.NewReader(r, maxWindow) }},
	{"zstd", ".zst", "\x28\xb5\x2f\xfd", func(r io.Reader, _ limits) (io.Reader, error) {
		// One decoder at a time starts no goroutine.
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	}},
	{"zip", ".zip", "PK\x03\x04", openZip},
}

// openZip opens the only file of a zip archive, which is held in memory: its directory is at the end.
func openZip(r io.Reader, lim limits) (io.Reader, error) {
	packed, err := readDocument(r, lim)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	var files []*zip.File
	for _, f := range z.File {
		if f.Mode().IsRegular() {
			files = append(files, f)
		}
	}
	if len(files) != 1 {
		return nil, fmt.Errorf("it has %d files: pack one RDF file, or unpack it", len(files))
	}
	return files[0].Open()
}

// Unpacked returns the name of a file without the ending of its compression, and that ending in
// lower case: "" if it has none.
func Unpacked(path string) (name, ending string) {
	ending = strings.ToLower(filepath.Ext(path))
	for _, p := range packings {
		if p.ending == ending {
			return path[:len(path)-len(ending)], ending
		}
	}
	return path, ""
}

// Unpack returns the content of r, which it decompresses if its first bytes say that it is packed.
func Unpack(r io.Reader) (plain io.Reader, isPacked bool, err error) {
	return unpack(r, defaultLimits, false)
}

// unpack returns the content of r. A zip archive may be a workbook, which stays as it is.
func unpack(r io.Reader, lim limits, isWorkbook bool) (plain *bufio.Reader, isPacked bool, err error) {
	counted := &countingReader{r: r}
	br := bufio.NewReaderSize(counted, 64<<10)
	head, err := br.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, &Error{Err: err}
	}
	for _, p := range packings {
		if !strings.HasPrefix(string(head), p.start) || isWorkbook && p.ending == ".zip" {
			continue
		}
		z, err := p.open(br, lim)
		if err != nil {
			return nil, true, &Error{Err: packingReason(p.name, err)}
		}
		return bufio.NewReaderSize(&packedReader{z: z, name: p.name, packed: counted, lim: lim}, 64<<10), true, nil
	}
	return br, false, nil
}

// A packedReader returns errors that mention the compression. It refuses data that grows
// much more than RDF does: gzip makes RDF ten to forty times smaller, and other data up to
// a thousand times.
type packedReader struct {
	z      io.Reader
	name   string
	packed *countingReader
	n      int64 // bytes unpacked
	lim    limits
}

func (p *packedReader) Read(to []byte) (int, error) {
	n, err := p.z.Read(to)
	p.n += int64(n)
	if p.n > p.lim.unpacked && p.n > p.lim.ratio*p.packed.n {
		return 0, fmt.Errorf("%s data is over %d times larger when it is unpacked: %w (unpack it first, if it is meant "+
			"to be)", p.name, p.lim.ratio, ErrTooLarge)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = packingReason(p.name, err)
	}
	return n, err
}

func packingReason(name string, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("%s data ends early: the file is truncated: %w", name, io.ErrUnexpectedEOF)
	}
	if errors.Is(err, xz.ErrMemlimit) || errors.Is(err, zstd.ErrWindowSizeExceeded) ||
		errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return fmt.Errorf("%s data needs over %d MiB of memory to be unpacked: %w (unpack it first)", name, maxWindow>>20,
			ErrTooLarge)
	}
	return fmt.Errorf("%s data is damaged: %w", name, err)
}
