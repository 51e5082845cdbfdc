package source

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// A usageError is an error about input of the user.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// Usage marks the error as one about input of the user. It returns nil for nil.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// Usagef returns Usage of a new error.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// IsUsage reports whether the error is about input of the user: the command line,
// the request, a setting or a file.
func IsUsage(err error) bool {
	for _, kind := range []error{
		extract.ErrUnknownExample, extract.ErrIncomplete, extract.ErrExpired, extract.ErrBothSides, extract.ErrNoExamples,
		rdffile.ErrUnknownFormat, rdffile.ErrDirectory, rdffile.ErrTooLarge,
		store.ErrNotSQLite, store.ErrNotGenus, store.ErrVersion, store.ErrCorrupt, store.ErrNoSource, store.ErrOtherEndpoint,
		learner.ErrStart, queries.ErrBadIRI, queries.ErrBlankNode, queries.ErrOptions, fs.ErrNotExist, syscall.EISDIR,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	var (
		said    *usageError
		setting *config.Error
		file    *rdffile.Error
		line    *extract.LineError
		concept *syntax.Error
	)
	return errors.As(err, &said) || errors.As(err, &setting) || errors.As(err, &file) || errors.As(err, &line) ||
		errors.As(err, &concept)
}
