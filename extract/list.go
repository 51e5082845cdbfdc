package extract

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
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
	lines, err := readLines(path)
	if err != nil {
		return List{}, err
	}
	var l List
	first := map[string]exampleLine{}
	weighted := false
	for _, line := range lines {
		iri, err := Expand(line.name, prefixes)
		if err != nil {
			return List{}, &LineError{path, line.number, err}
		}
		if before, ok := first[iri]; ok {
			if before.weight != line.weight {
				err := fmt.Errorf("%s has the weight %d, but %d in line %d",
					graph.Bracketed(iri), line.weight, before.weight, before.number)
				return List{}, &LineError{path, line.number, err}
			}
			l.Duplicates++
			continue
		}
		first[iri] = line
		l.IRIs, l.Weights = append(l.IRIs, iri), append(l.Weights, line.weight)
		weighted = weighted || line.weight != 1
	}
	if len(l.IRIs) == 0 {
		return List{}, fmt.Errorf("%w: %s holds no IRI", ErrNoExamples, path)
	}
	if !weighted {
		l.Weights = nil
	}
	return l, nil
}

// An exampleLine is a line of a list of examples. Its name is not expanded.
type exampleLine struct {
	number int // from 1
	name   string
	weight int
}

// readLines returns the lines of a list that have a name.
func readLines(path string) ([]exampleLine, error) {
	text, err := readText(path)
	if err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	scan := bufio.NewScanner(bytes.NewReader(text))
	scan.Buffer(nil, len(text)+1)
	var lines []exampleLine
	for n := 1; scan.Scan(); n++ {
		name, weight, err := readExample(scan.Text())
		if name == "" && err == nil {
			continue
		}
		if isTable(path, scan.Text(), err) {
			err = errors.New("this is a table: want a list with one IRI on each line, such as one column of the table")
		}
		if err != nil {
			return nil, &LineError{path, n, err}
		}
		lines = append(lines, exampleLine{n, name, weight})
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("examples %s: %w", path, err)
	}
	return lines, nil
}

// isTable reports whether the line is a row of a table with separators and not an example.
// An IRI may have commas and semicolons. err says what is wrong with the line as an
// example.
func isTable(path, line string, err error) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv", ".tsv":
		return strings.ContainsAny(line, ",;\t\"")
	}
	name, _, separated := strings.Cut(line, ",")
	if !separated {
		name, _, separated = strings.Cut(line, ";")
	}
	return separated && (err != nil || !strings.Contains(name, ":") || strings.HasPrefix(name, `"`))
}

func readExample(line string) (name string, weight int, err error) {
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
	if strings.HasPrefix(columns[0], "<") { // needs no prefixes
		if _, err := Expand(columns[0], nil); err != nil {
			return "", 0, err
		}
	}
	switch len(columns) {
	case 1:
		weight = 1
	case 2:
		weight, err = strconv.Atoi(columns[1])
		if err != nil || weight < 1 || weight > interp.MaxWeight {
			return "", 0, fmt.Errorf(
				"%q is not a weight: want an IRI and after it, if it counts more than once, a whole number from 1 to %d",
				columns[1],
				interp.MaxWeight,
			)
		}
	default:
		return "", 0, fmt.Errorf("%d words: want an IRI, or an IRI and its weight", len(columns))
	}
	return columns[0], weight, nil
}
