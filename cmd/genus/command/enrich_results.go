package command

import (
	"bufio"
	"bytes"
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
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// enrichResults holds the results of genus enrich. In a results file, the header and
// each result are a line of JSON.
type enrichResults struct {
	api.EnrichOutput
	key        string // of the data and settings
	isReviewed bool   // the candidates are those that --accept names
	// into is the edit file of a patch, and provenance what is noted at axioms: none, comment or an IRI.
	into, provenance string
}

// resultsHeader is the first line of a results file.
type resultsHeader struct {
	api.EnrichHeader
	Key    string         `json:"key"`
	Stated []genus.Stated `json:"stated,omitempty"`
}

func (e *enrichResults) readHeader(line []byte) error {
	var h resultsHeader
	err := json.Unmarshal(line, &h)
	e.EnrichHeader, e.Stated, e.key = h.EnrichHeader, h.Stated, h.Key
	return err
}

// kinds returns the kinds of values by feature.
func (e *enrichResults) kinds() map[string][]dl.Kind {
	out := map[string][]dl.Kind{}
	for feature, iris := range e.Kinds {
		for _, iri := range iris {
			if k, ok := dl.KindOf(iri); ok {
				out[feature] = append(out[feature], k)
			}
		}
	}
	return out
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
			err = e.readHeader(line)
		default:
			var r genus.Proposals
			err = json.Unmarshal(line, &r)
			e.Results = append(e.Results, r)
		}
		if err == nil && e.Version != 1 {
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
	case before.key != all.key:
		return r, source.Usagef("--results: %s is about other data or was made with other settings: choose another file",
			path)
	}
	if r.f, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return r, fmt.Errorf("--results: %w", err)
	}
	if err = r.f.Truncate(size); err == nil {
		_, err = r.f.Seek(size, 0)
	}
	if all.Results = before.Results; err == nil && size == 0 {
		err = r.append(resultsHeader{all.EnrichHeader, all.key, all.Stated})
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
	all.Notes = []string{}
	seen := map[string]bool{}
	for i, path := range paths {
		e, _, err := readResults(path)
		if err != nil {
			return all, source.Usagef("--merge: %w", err)
		}
		if i == 0 {
			all.EnrichHeader, all.Stated, all.key = e.EnrichHeader, e.Stated, e.key
		} else if e.key != all.key {
			return all, source.Usagef("--merge: %s and %s are about other data or were made with other settings", paths[0], path)
		}
		for feature, kinds := range e.Kinds { // a shard of an endpoint has seen some
			if all.Kinds[feature] == nil {
				all.Kinds[feature] = kinds
			}
		}
		maps.Copy(e.Prefixes, all.Prefixes)
		all.Prefixes = e.Prefixes
		for _, r := range e.Results {
			if !seen[r.Subject] {
				seen[r.Subject] = true
				all.Results = append(all.Results, r)
			}
		}
	}
	all.Sort()
	return all, nil
}

// ticked matches a line of a report whose box is ticked: the axiom, and its identifier in backticks.
var ticked = regexp.MustCompile("^\\s*[-*+] \\[[xX]\\](.*)`([0-9a-f]{8})`")

// ticks are the accepted axioms.
type ticks struct {
	axioms map[string]string // their texts by their identifiers; empty for those as they were proposed
	// mayBeOld: they may be of other proposals, too, as decisions are kept when the ontology has the axioms.
	mayBeOld bool
}

// readTicked returns the axioms that are ticked in a Markdown report, or accepted in a file of decisions.
func readTicked(path string) (*ticks, error) {
	text, err := extract.ReadFile(path, extract.LargestInput)
	if err != nil {
		return nil, source.Usagef("--accept: %w", err)
	}
	out := map[string]string{}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		decisions, err := readDecisions(path)
		for id, d := range decisions {
			if d.Decision == accepted {
				out[id] = d.Edited
			}
		}
		return &ticks{out, true}, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if m := ticked.FindStringSubmatch(lines.Text()); m != nil {
			out[m[2]] = m[1]
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("--accept %s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, source.Usagef("--accept: %s has no ticked axiom: a line such as - [x] … `0123abcd`", path)
	}
	return &ticks{out, false}, nil
}

// accept keeps the candidates with these identifiers, as the texts of their boxes state them. It is an error if
// no candidate has one of them.
func (e *enrichResults) accept(t ticks) error {
	boxes := t.axioms
	known := map[string]bool{}
	accepted := make([][]enrich.Proposal, len(e.Results))
	for i, r := range e.Results {
		for _, c := range r.Candidates {
			known[c.ID] = true
			text, ok := boxes[c.ID]
			if !ok {
				continue
			}
			c, err := e.readEdited(c, r, text)
			if err != nil {
				return err
			}
			accepted[i] = append(accepted[i], c)
		}
	}
	for i := range e.Results {
		r := &e.Results[i]
		r.Candidates, r.Unmet, r.Fits = accepted[i], nil, nil
	}
	var unknown []string
	for id := range boxes {
		if !known[id] {
			unknown = append(unknown, id)
		}
	}
	if len(unknown) > 0 && !t.mayBeOld {
		slices.Sort(unknown)
		return source.Usagef("--accept: no axiom here has the identifier %s: the report is about other results",
			strings.Join(unknown, ", "))
	}
	e.Results = slices.DeleteFunc(e.Results, func(r genus.Proposals) bool { return len(r.Candidates) == 0 })
	e.isReviewed = true
	return nil
}
