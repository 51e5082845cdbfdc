package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError is an error about what the user wrote.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// errShown: the result is on stdout and says what is wrong; there is nothing to
// add on stderr.
var errShown = errors.New("failed")

// report shows the error and returns the exit code.
func (a *app) report(ctx context.Context, err error) int {
	code := exitCode(ctx, err)
	if code == exitOK || errors.Is(err, errShown) {
		return code
	}
	if code == exitInterrupted && errors.Is(err, context.Canceled) {
		fmt.Fprintln(a.stderr, "genus: interrupted")
		return code
	}
	fmt.Fprintf(a.stderr, "genus: %s\n", oneLine(err.Error()))
	var at *syntax.Error
	if errors.As(err, &at) && strings.TrimSpace(at.Input) != "" {
		for line := range strings.Lines(at.Caret()) {
			fmt.Fprintf(a.stderr, "  %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return code
}

func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil, errors.Is(err, errDone):
		return exitOK
	case ctx.Err() != nil:
		return exitInterrupted
	case isUsage(err):
		return exitUsage
	}
	return exitFailed
}

// isUsage reports whether the user has to change what he wrote: the command
// line, a setting, or a file that he named.
func isUsage(err error) bool {
	for _, kind := range []error{
		extract.ErrUnknownExample, extract.ErrNoSource, extract.ErrIncomplete, extract.ErrExpired, extract.ErrBothSides, extract.ErrNoExamples, extract.ErrNoSiblings,
		rdffile.ErrUnknownFormat, rdffile.ErrDirectory, rdffile.ErrTooLarge,
		store.ErrNotSQLite, store.ErrNotGenus, store.ErrVersion, store.ErrCorrupt,
		queries.ErrBadIRI, queries.ErrBlankNode, queries.ErrOptions, fs.ErrNotExist,
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
	return errors.As(err, &said) || errors.As(err, &setting) || errors.As(err, &file) || errors.As(err, &line) || errors.As(err, &concept)
}

// oneLine takes line breaks and control characters out of a message.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
}
