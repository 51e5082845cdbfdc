package command

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// enrichResults holds the results of genus enrich. In a results file, the header and
// each result are a line of JSON.
type enrichResults struct {
	head    enrichHeader
	results []genus.Proposals
	only    map[string]bool // identifiers of the ticked candidates; nil without --accept
}

// enrichHeader describes the source of the results.
type enrichHeader struct {
	Version    int                 `json:"version"`
	Source     string              `json:"source"`
	Key        string              `json:"key"`              // of the data and settings
	Sample     int                 `json:"sample,omitempty"` // individuals that were extracted; 0 means all
	Confidence float64             `json:"confidence"`
	Prefixes   map[string]string   `json:"prefixes"`
	Type       string              `json:"type,omitempty"`
	SubClassOf string              `json:"subclass,omitempty"`
	Closure    bool                `json:"closure"`
	Kinds      map[string][]string `json:"kinds"` // datatypes by feature
}

func kindIRIs(kinds map[string][]dl.Kind) map[string][]string {
	out := map[string][]string{}
	for feature, ks := range kinds {
		for _, k := range ks {
			out[feature] = append(out[feature], k.IRI())
		}
	}
	return out
}

func (h enrichHeader) kinds() map[string][]dl.Kind {
	out := map[string][]dl.Kind{}
	for feature, iris := range h.Kinds {
		for _, iri := range iris {
			if k, ok := dl.KindOf(iri); ok {
				out[feature] = append(out[feature], k)
			}
		}
	}
	return out
}

// prefixes returns the prefixes of the source, and generated ones for other subjects.
func (e *enrichResults) prefixes() syntax.Prefixes {
	var iris []string
	for _, r := range e.results {
		iris = append(iris, r.Subject)
	}
	known := source.UsablePrefixes(e.head.Prefixes)
	maps.Copy(known, syntax.NewPrefixes(known, iris...))
	return known
}

func (e *enrichResults) sort() {
	slices.SortStableFunc(e.results, func(a, b genus.Proposals) int {
		if a.Property != b.Property {
			if b.Property {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Subject, b.Subject)
	})
}

const largestResults = 1 << 30

// readResults reads a results file. It ignores a last line that a killed run left
// incomplete; size is the length of the file in bytes without it.
func readResults(path string) (e enrichResults, size int64, err error) {
	text, err := extract.ReadFile(path, largestResults)
	if err != nil {
		return e, 0, err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, line := range lines {
		switch {
		case len(line) == 0 || line[len(line)-1] != '\n':
			continue
		case i == 0:
			err = json.Unmarshal(line, &e.head)
		default:
			var r genus.Proposals
			err = json.Unmarshal(line, &r)
			e.results = append(e.results, r)
		}
		if err == nil && e.head.Version != 1 {
			err = errors.New("it is not a results file of this version of genus enrich")
		}
		if err != nil {
			return e, 0, fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
		size += int64(len(line))
	}
	if size == 0 {
		return e, 0, fmt.Errorf("%s is not a results file: it is empty", path)
	}
	return e, size, nil
}

// resultsFile keeps results in a file, or nowhere if f is nil.
type resultsFile struct{ f *os.File }

// openResults reads the results of a file into all and opens the file for appending.
// It refuses a file about other data or with other settings.
func openResults(path string, all *enrichResults) (r resultsFile, err error) {
	if path == "" {
		return r, nil
	}
	before, size, err := readResults(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return r, source.Usagef("--results: %w", err)
	case before.head.Key != all.head.Key:
		return r, source.Usagef("--results: %s is about other data or was made with other settings: choose another file", path)
	}
	if r.f, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return r, fmt.Errorf("--results: %w", err)
	}
	if err = r.f.Truncate(size); err == nil {
		_, err = r.f.Seek(size, 0)
	}
	if all.results = before.results; err == nil && size == 0 {
		err = r.append(all.head)
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("--results: %w", err), r.f.Close())
	}
	return r, err
}

func (r resultsFile) append(line any) error {
	if r.f == nil {
		return nil
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if _, err = r.f.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("--results: %w", err)
	}
	return nil
}

func (r resultsFile) close() error {
	if r.f == nil {
		return nil
	}
	return r.f.Close()
}

// mergeResults joins results files of one source and the same settings. If several
// files have a subject, the first one counts.
func mergeResults(paths []string) (all enrichResults, err error) {
	seen := map[string]bool{}
	for i, path := range paths {
		e, _, err := readResults(path)
		if err != nil {
			return all, source.Usagef("--merge: %w", err)
		}
		if i == 0 {
			all.head = e.head
		} else if e.head.Key != all.head.Key {
			return all, source.Usagef("--merge: %s and %s are about other data or were made with other settings", paths[0], path)
		}
		for _, r := range e.results {
			if !seen[r.Subject] {
				seen[r.Subject] = true
				all.results = append(all.results, r)
			}
		}
	}
	all.sort()
	return all, nil
}

// ticked matches a line of a report whose box is ticked; the identifier is in backticks.
var ticked = regexp.MustCompile("^\\s*[-*+] \\[[xX]\\].*`([0-9a-f]{8})`")

// readTicked returns the identifiers that are ticked in a Markdown report or in a file
// that the HTML report saved.
func readTicked(path string) (map[string]bool, error) {
	text, err := extract.ReadFile(path, extract.LargestInput)
	if err != nil {
		return nil, source.Usagef("--accept: %w", err)
	}
	out := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if m := ticked.FindStringSubmatch(lines.Text()); m != nil {
			out[m[1]] = true
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("--accept %s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, source.Usagef("--accept: %s has no ticked axiom: a line such as - [x] … `0123abcd`", path)
	}
	return out, nil
}

// accept removes all candidates except those with these identifiers. It is an error if
// no candidate has one of them.
func (e *enrichResults) accept(ids map[string]bool) error {
	known := map[string]bool{}
	for i := range e.results {
		r := &e.results[i]
		r.Candidates = slices.DeleteFunc(r.Candidates, func(c enrich.Proposal) bool {
			known[c.ID] = true
			return !ids[c.ID]
		})
		r.Unmet = nil
	}
	var unknown []string
	for id := range ids {
		if !known[id] {
			unknown = append(unknown, id)
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return source.Usagef("--accept: no axiom here has the identifier %s: the report is about other results",
			strings.Join(unknown, ", "))
	}
	e.results = slices.DeleteFunc(e.results, func(r genus.Proposals) bool { return len(r.Candidates) == 0 })
	e.only = ids
	return nil
}
