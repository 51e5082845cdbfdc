package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/interp"
)

// List is a list of examples without repetitions, as absolute IRIs.
type List struct {
	IRIs []string
	// Weights are the weights of the IRIs, in the same order; nil means that all are 1.
	Weights []int
	// Duplicates counts the repetitions that were dropped.
	Duplicates int
}

// NewList returns the list of these IRIs, without repetitions.
func NewList(iris []string) List {
	var l List
	seen := make(map[string]bool, len(iris))
	for _, s := range iris {
		if !seen[s] {
			seen[s] = true
			l.IRIs = append(l.IRIs, s)
		}
	}
	l.Duplicates = len(iris) - len(l.IRIs)
	return l
}

// ReadExamples reads a list of IRIs from a file. Each line has an IRI, bare, in angle
// brackets or as prefix:name with one of the prefixes, and may have a weight after it,
// from 1 to interp.MaxWeight; the default is 1. Empty lines and comments are skipped; a
// comment is a word that begins with # and the rest of the line. Repetitions are dropped
// and counted; a repetition with another weight is an error. A file without an IRI is
// ErrNoExamples.
func ReadExamples(path string, prefixes map[string]string) (List, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return List{}, fmt.Errorf("examples: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	var l List
	type entry struct{ line, weight int }
	seen := map[string]entry{}
	weighted := false
	for n := 1; lines.Scan(); n++ {
		iri, weight, err := readExample(lines.Text(), prefixes)
		if err != nil {
			return List{}, &LineError{path, n, err.Error()}
		}
		if iri == "" {
			continue
		}
		if before, ok := seen[iri]; ok {
			if before.weight != weight {
				return List{}, &LineError{path, n, fmt.Sprintf("%s has the weight %d, but %d in line %d", graph.Bracketed(iri), weight, before.weight, before.line)}
			}
			l.Duplicates++
			continue
		}
		seen[iri] = entry{n, weight}
		l.IRIs, l.Weights = append(l.IRIs, iri), append(l.Weights, weight)
		weighted = weighted || weight != 1
	}
	if err := lines.Err(); err != nil {
		return List{}, fmt.Errorf("examples %s: %w", path, err)
	}
	if len(l.IRIs) == 0 {
		return List{}, fmt.Errorf("%w: %s holds no IRI", ErrNoExamples, path)
	}
	if !weighted {
		l.Weights = nil
	}
	return l, nil
}

// readExample reads a line; the IRI is empty if the line has none.
func readExample(line string, prefixes map[string]string) (iri string, weight int, err error) {
	var columns []string
	for _, s := range strings.Fields(line) {
		if strings.HasPrefix(s, "#") {
			break
		}
		columns = append(columns, s)
	}
	if len(columns) == 0 {
		return "", 0, nil
	}
	if iri, err = Expand(columns[0], prefixes); err != nil {
		return "", 0, err
	}
	switch len(columns) {
	case 1:
		weight = 1
	case 2:
		weight, err = strconv.Atoi(columns[1])
		if err != nil || weight < 1 || weight > interp.MaxWeight {
			return "", 0, fmt.Errorf("%q is not a weight: want an IRI and after it, if it counts more than once, a whole number from 1 to %d", columns[1], interp.MaxWeight)
		}
	default:
		return "", 0, fmt.Errorf("%d words: want an IRI, or an IRI and its weight", len(columns))
	}
	return iri, weight, nil
}
