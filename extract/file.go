package extract

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// LargestInput is the largest file of examples or settings, in bytes.
const LargestInput = 64 << 20

// ReadFile returns the content of a regular file of at most that many bytes. It refuses
// devices and pipes, which may be endless. Errors are of type *fs.PathError.
func ReadFile(path string, most int64) ([]byte, error) {
	refused := func(err error) error { return &fs.PathError{Op: "read", Path: path, Err: err} }
	// To open a pipe may wait for ever. Errors of Stat are those of Open, too.
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, refused(errors.New("it is not a regular file: write its content into one"))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = refused(fmt.Errorf("it has more than %d MiB", most>>20))
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}
