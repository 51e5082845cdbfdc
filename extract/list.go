package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/interp"
)

// List is a list of examples, each once, as absolute IRIs.
type List struct {
	IRIs []string
	// Weights are how often each counts; nil means once.
	Weights []int
	// Duplicates counts the repetitions that were dropped.
	Duplicates int
}

// NewList is the list of these IRIs.
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

// ReadExamples reads a list of IRIs, one a line, bare, in angle brackets or as
// prefix:name with the given prefixes, and behind each, if it is to count more
// than once, its weight, from 1 to interp.MaxWeight. Empty lines and lines that
// begin with # are skipped, and so is what follows a blank and #. Repetitions are
// dropped and counted; one with another weight is an error. A file without an IRI
// is ErrNoExamples.
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
				return List{}, &LineError{path, n, fmt.Sprintf("%s has the weight %d, but %d in line %d", bracket(iri), weight, before.weight, before.line)}
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

// readExample reads a line; the IRI is empty if there is none.
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
			return "", 0, fmt.Errorf("%q is no weight: want an IRI and, if it is to count more than once, a whole number from 1 to %d behind it", columns[1], interp.MaxWeight)
		}
	default:
		return "", 0, fmt.Errorf("%d words: want an IRI and its weight at most", len(columns))
	}
	return iri, weight, nil
}
