package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file completely or not at all: it writes a temporary file in the
// same folder and renames it. A symbolic link stays and its target is written. A pipe
// or device, such as /dev/stdout, is written to and never replaced.
func writeFile(path string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, context.Canceled) {
			err = fmt.Errorf("write %s: %w", path, reason(err))
		}
	}()
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(path); err == nil {
			return errors.New("it is a link to a file that does not exist")
		}
		return replaceFile(path, 0o644, write)
	case err != nil:
		return err
	case info.IsDir():
		return errIsDirectory
	case !info.Mode().IsRegular():
		return writeInPlace(path, write)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	// The path of an open file of a process (/dev/stdout, /proc/self/fd/1) is a link,
	// too, and may lead to a regular file.
	if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 && isDescriptor(path) {
		return writeInPlace(path, write)
	}
	return replaceFile(target, info.Mode().Perm(), write)
}

// writable reports before long work that the folder of the file is missing or that
// the path is a folder. writeFile reports other errors.
func writable(path string) error {
	if path == "" {
		return nil
	}
	err := func() error {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return errIsDirectory
		}
		_, err := os.Stat(filepath.Dir(path))
		return err
	}()
	if err != nil {
		return fmt.Errorf("write %s: %w", path, reason(err))
	}
	return nil
}

var errIsDirectory = errors.New("it is a directory")

// isDescriptor reports whether the path leads to an open file of a process.
func isDescriptor(path string) bool {
	for range 8 { // links to links
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return false
		}
		if rel, err := filepath.Rel("/proc", dir); err == nil && filepath.IsLocal(rel) || dir == "/dev/fd" {
			return true
		}
		next, err := os.Readlink(path)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(dir, next)
		}
		path = next
	}
	return false
}

func writeInPlace(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func replaceFile(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// reason returns the error without the name of the temporary file.
func reason(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
