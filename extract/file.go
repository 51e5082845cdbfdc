package extract

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// LargestInput is the largest file of examples or settings, in bytes.
const LargestInput = 64 << 20

// readStdin returns the start of standard input, more than LargestInput only if it has more.
// Examples are read twice.
var readStdin = sync.OnceValues(func() ([]byte, error) {
	return io.ReadAll(io.LimitReader(os.Stdin, LargestInput+1))
})

// ReadFile returns the content of a regular file of at most that many bytes, or for the path
// "-" that of standard input. It refuses devices and other pipes, which may be endless.
// Errors are of type *fs.PathError.
func ReadFile(path string, most int64) ([]byte, error) {
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
