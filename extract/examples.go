package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/genus-kg/genus/queries"
)

// Examples are the positive and the negative examples, as absolute IRIs.
type Examples struct {
	Pos, Neg []string
	// Duplicates counts the repetitions that were dropped.
	Duplicates int
}

// NewExamples puts two lists together, without repetitions. An IRI on both
// sides is ErrBothSides, an empty side ErrNoExamples.
func NewExamples(pos, neg []string) (Examples, error) {
	var ex Examples
	ex.Pos, ex.Neg = unique(pos), unique(neg)
	ex.Duplicates = len(pos) + len(neg) - len(ex.Pos) - len(ex.Neg)
	for _, side := range []struct {
		name string
		iris []string
	}{{"positive", ex.Pos}, {"negative", ex.Neg}} {
		if len(side.iris) == 0 {
			return ex, fmt.Errorf("%w: there is no %s one", ErrNoExamples, side.name)
		}
	}
	positive := set(ex.Pos)
	for _, iri := range ex.Neg {
		if positive[iri] {
			return ex, fmt.Errorf("%w: %s", ErrBothSides, bracket(iri))
		}
	}
	return ex, nil
}

// All are the examples of both sides.
func (ex Examples) All() []string { return slices.Concat(ex.Pos, ex.Neg) }

func unique(list []string) []string {
	seen := make(map[string]bool, len(list))
	var out []string
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// LineError is a flaw in a line of a text file.
type LineError struct {
	Path string
	Line int // from 1
	Msg  string
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Msg) }

// ReadExamples reads a list of IRIs, one a line, bare, in angle brackets or as
// prefix:name with the given prefixes. Empty lines and lines that begin with #
// are skipped, and so is what follows a blank and #. Repetitions are dropped and
// counted. A file without an IRI is ErrNoExamples.
func ReadExamples(path string, prefixes map[string]string) (iris []string, duplicates int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, fmt.Errorf("examples: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	var all []string
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if i := strings.IndexAny(line, " \t"); i >= 0 && strings.HasPrefix(strings.TrimSpace(line[i:]), "#") {
			line = line[:i]
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		iri, err := expand(line, prefixes)
		if err != nil {
			return nil, 0, &LineError{path, n, err.Error()}
		}
		all = append(all, iri)
	}
	if err := lines.Err(); err != nil {
		return nil, 0, fmt.Errorf("examples %s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, 0, fmt.Errorf("%w: %s holds no IRI", ErrNoExamples, path)
	}
	iris = unique(all)
	return iris, len(all) - len(iris), nil
}

// schemes of IRIs that are usual without // after the colon.
var schemes = set([]string{"urn", "tag", "mailto", "geo", "did", "info", "data", "doi", "file", "isbn", "nodeid"})

// Expand reads an IRI, bare or in angle brackets, or a CURIE with one of the
// prefixes.
func Expand(s string, prefixes map[string]string) (string, error) { return expand(s, prefixes) }

func expand(s string, prefixes map[string]string) (string, error) {
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
			return "", fmt.Errorf("%q: the prefix %q is not known: write the whole IRI, or declare the prefix", s, prefix)
		}
	}
	if _, err := queries.IRI(iri); err != nil {
		return "", err
	}
	return iri, nil
}
