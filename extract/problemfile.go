package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ProblemFile is a learning problem in a file of another tool.
type ProblemFile struct {
	Name     string
	Examples Examples
	// Prefixes that the file declares; may be nil.
	Prefixes map[string]string
	// Data are the files that it names as its knowledge base, as written there;
	// may be nil.
	Data []string
}

// ReadProblemFile reads Ontolearn's JSON ({"problems": {name:
// {"positive_examples": […], "negative_examples": […]}}}) or a DL-Learner .conf
// file. name chooses one of several problems; it may be empty if there is one.
func ReadProblemFile(path, name string) (ProblemFile, error) {
	text, err := ReadFile(path, LargestInput)
	if err != nil {
		return ProblemFile{}, fmt.Errorf("problem file: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	var p ProblemFile
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		p, err = readOntolearn(path, text, name)
	} else {
		p, err = readConf(path, text, name)
	}
	if err != nil {
		return p, err
	}
	ex, err := NewExamples(p.Examples.Pos, p.Examples.Neg)
	if err != nil {
		return p, fmt.Errorf("problem file %s: %w", path, err)
	}
	p.Examples = ex
	return p, nil
}

func readOntolearn(path string, text []byte, name string) (ProblemFile, error) {
	var doc struct {
		DataPath string `json:"data_path"`
		Problems map[string]*struct {
			Pos *[]string `json:"positive_examples"`
			Neg *[]string `json:"negative_examples"`
		} `json:"problems"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return ProblemFile{}, &LineError{path, jsonLine(text, err), fmt.Errorf("JSON: %w", err)}
	}
	if len(doc.Problems) == 0 {
		return ProblemFile{}, fmt.Errorf(`problem file %s: no "problems" in it`, path)
	}
	names := slices.Sorted(maps.Keys(doc.Problems))
	if name == "" && len(names) == 1 {
		name = names[0]
	}
	problem := doc.Problems[name]
	if problem == nil {
		what := fmt.Sprintf("no problem %q", name)
		if name == "" {
			what = fmt.Sprintf("%d problems", len(names))
		}
		return ProblemFile{}, fmt.Errorf("problem file %s: %s: name one of %s", path, what, strings.Join(names, ", "))
	}
	p := ProblemFile{Name: name}
	if doc.DataPath != "" {
		p.Data = []string{doc.DataPath}
	}
	for _, side := range []struct {
		key  string
		from *[]string
		to   *[]string
	}{{"positive_examples", problem.Pos, &p.Examples.Pos}, {"negative_examples", problem.Neg, &p.Examples.Neg}} {
		if side.from == nil {
			return p, fmt.Errorf("problem file %s: problem %q has no %q", path, name, side.key)
		}
		for _, s := range *side.from {
			iri, err := Expand(strings.TrimSpace(s), nil)
			if err != nil {
				return p, fmt.Errorf("problem file %s: problem %q, %s: %w", path, name, side.key, err)
			}
			*side.to = append(*side.to, iri)
		}
	}
	return p, nil
}

func jsonLine(text []byte, err error) int {
	offset := int64(len(text))
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}
