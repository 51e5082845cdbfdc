package rdffile

import (
	"errors"
	"fmt"

	"github.com/genus-kg/genus/internal/say"
)

// Errors that callers can match with errors.Is.
var (
	// ErrUnknownFormat: the name of the file has no known extension.
	ErrUnknownFormat = errors.New(
		"unknown RDF format: want .nt, .nq, .ttl, .trig, .jsonld, .owl, .ofn, .omn, .obo, .json (OBO Graphs), .rdf or " +
			".xml, or .csv or .tsv, " +
			"each also packed (.gz, .bz2, .xz, .zst, .zip)")
	// ErrDirectory: the path is a directory.
	ErrDirectory = errors.New("is a directory, not a file")
	// ErrTooLarge: the document, or its text with entities expanded, exceeds a limit.
	ErrTooLarge = errors.New("too large")
)

// An Error reports a fault in a file.
type Error struct {
	Path string // the file; "" if the content was not read from a file
	Line int    // from 1; 0 if unknown (such as in a truncated gzip)
	Err  error  // the reason
}

func (e *Error) Error() string {
	path := e.Path
	if path == "" {
		path = "RDF input"
	}
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", path, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", path, e.Line, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

func errorAt(line int, format string, args ...any) error {
	return &Error{Line: line, Err: fmt.Errorf(format, args...)}
}

// withoutSkipping returns the error of a document whose bad lines cannot be skipped.
func withoutSkipping(err error) error {
	var at *Error
	if !errors.As(err, &at) {
		return err
	}
	return &Error{at.Path, at.Line, fmt.Errorf("%w (only lines of N-Triples and N-Quads can be skipped)", at.Err)}
}

func shorten(text string) string { return say.Cut(say.OneLine(text[:min(len(text), 400)]), 40) }
