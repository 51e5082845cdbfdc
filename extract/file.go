package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"unicode/utf8"

	"github.com/genus-kg/genus/extract/rdffile"
)

// LargestInput is the largest file of examples or settings, in bytes.
const LargestInput = 64 << 20

// readStdin returns the start of standard input, more than LargestInput only if it has more.
// Examples are read twice.
var readStdin = sync.OnceValues(func() ([]byte, error) {
	return io.ReadAll(io.LimitReader(os.Stdin, LargestInput+1))
})

// ReadFile returns the content of a regular file of at most that many bytes, or for the path
// "-" that of standard input. It refuses devices and other pipes, which may be endless. A byte
// order mark is left out, and UTF-16 that begins with one becomes UTF-8.
// Errors are of type *fs.PathError.
func ReadFile(path string, most int64) ([]byte, error) {
	text, err := readFile(path, most)
	if err != nil {
		return nil, err
	}
	if text, err = rdffile.UTF8(text); err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, nil
}

// readText is ReadFile for examples of UTF-8 only: an IRI in another encoding would be another one.
func readText(path string) ([]byte, error) {
	text, err := ReadFile(path, LargestInput)
	if err != nil {
		return nil, err
	}
	return text, checkText(path, text)
}

// checkText returns an error with the line of the first byte that is not of a text in UTF-8.
func checkText(path string, text []byte) error {
	if utf8.Valid(text) && !bytes.ContainsRune(text, 0) {
		return nil
	}
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	what := "it is not UTF-8, but perhaps Latin-1 or Windows-1252: save it as UTF-8"
	if text[at] == 0 {
		what = "it has zero bytes, as UTF-16 has and files that are no text: save it as UTF-8"
	}
	return &LineError{path, 1 + bytes.Count(text[:at], []byte("\n")), errors.New(what)}
}

func readFile(path string, most int64) ([]byte, error) {
	refused := func(err error) error { return &fs.PathError{Op: "read", Path: path, Err: err} }
	tooLarge := refused(fmt.Errorf("it has more than %d MiB", most>>20))
	if path == "-" {
		text, err := readStdin()
		if err != nil {
			return nil, refused(err)
		}
		if int64(len(text)) > most {
			return nil, tooLarge
		}
		return text, nil
	}
	// To open a pipe may wait for ever. Errors of Stat are those of Open, too.
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, refused(errors.New("it is not a regular file: write its content into one, or to standard input (-)"))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = tooLarge
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}
