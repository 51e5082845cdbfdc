package extract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/queries"
)

// LineError is an error in a line of a text file.
type LineError struct {
	Path string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

// schemes are common schemes of IRIs without // after the colon.
var schemes = set([]string{"urn", "tag", "mailto", "geo", "did", "info", "data", "doi", "file", "isbn", "nodeid"})

// ErrUnknownPrefix: a name has a prefix that is not declared.
var ErrUnknownPrefix = errors.New("is not known: declare it, or write the whole IRI in <>")

// Expand returns the absolute IRI of s: an IRI, bare or in angle brackets, or a CURIE with
// one of the prefixes.
func Expand(s string, prefixes map[string]string) (string, error) {
	iri := s
	if strings.HasPrefix(s, "<") {
		if !strings.HasSuffix(s, ">") {
			return "", fmt.Errorf("%q: the closing > is missing", s)
		}
		iri = s[1 : len(s)-1]
	} else if prefix, local, found := strings.Cut(s, ":"); found && !strings.HasPrefix(local, "//") && prefix != "_" {
		namespace, known := prefixes[prefix]
		switch {
		case known:
			iri = namespace + local
		case !schemes[strings.ToLower(prefix)]:
			return "", fmt.Errorf("%q: the prefix %q %w", s, prefix, ErrUnknownPrefix)
		}
	}
	if _, err := queries.IRI(iri); err != nil {
		return "", err
	}
	return iri, nil
}
