package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ProblemFile is a learning problem in a file of another tool.
type ProblemFile struct {
	Name     string
	Examples Examples
	// Prefixes that the file declares; may be nil.
	Prefixes map[string]string
	// Data are the files or the URL of the endpoint that it names as its knowledge base, as
	// written there; may be nil.
	Data []string
}

// ReadProblemFile reads Ontolearn's JSON ({"problems": {name:
// {"positive_examples": […], "negative_examples": […]}}}, or the problems alone, or one of
// them) or a DL-Learner .conf file. name chooses one of several problems; it may be empty if there is one.
func ReadProblemFile(path, name string) (ProblemFile, error) {
	text, err := readText(path)
	if err != nil {
		return ProblemFile{}, fmt.Errorf("problem file: %w", err)
	}
	var p ProblemFile
	if start := bytes.TrimSpace(text); bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("[")) {
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

// readOntolearn reads the problems of one JSON document. It may be an object with "problems",
// an object or a list of problems by name, or one problem.
func readOntolearn(path string, text []byte, name string) (ProblemFile, error) {
	fail := func(raw []byte, err error) (ProblemFile, error) {
		line := jsonLine(text, err)
		if raw != nil {
			line = jsonLine(text[:max(0, bytes.Index(text, raw))], nil)
		}
		return ProblemFile{}, &LineError{path, line, fmt.Errorf("JSON: %w", err)}
	}
	if err := json.Unmarshal(text, new(any)); err != nil {
		return fail(nil, err)
	}
	var p ProblemFile
	var doc map[string]json.RawMessage
	list := json.RawMessage(text)
	if json.Unmarshal(text, &doc) == nil {
		if problems, ok := doc["problems"]; ok {
			list = problems
		}
		var data string
		if json.Unmarshal(doc["data_path"], &data) == nil && data != "" {
			p.Data = []string{data}
		}
	}
	problems, err := jsonProblems(list, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if err != nil {
		return fail(list, err)
	}
	if len(problems) == 0 {
		return ProblemFile{}, fmt.Errorf(`problem file %s: no "problems" in it, and no "positive_examples"`, path)
	}
	names := slices.Sorted(maps.Keys(problems))
	if name == "" && len(names) == 1 {
		name = names[0]
	}
	sides, ok := problems[name]
	if !ok {
		what := fmt.Sprintf("no problem %q", name)
		if name == "" {
			what = fmt.Sprintf("%d problems", len(names))
		}
		some := names[:min(len(names), 20)]
		return ProblemFile{},
			fmt.Errorf("problem file %s: %s: name one of %s, as in %[1]s#%[4]s", path, what, strings.Join(some, ", "), some[0])
	}
	p.Name = name
	for _, side := range []struct {
		key string
		to  *[]string
	}{{"positive_examples", &p.Examples.Pos}, {"negative_examples", &p.Examples.Neg}} {
		raw, ok := sides[side.key]
		if !ok {
			return p, fmt.Errorf("problem file %s: problem %q has no %q", path, name, side.key)
		}
		var iris []string
		if err := json.Unmarshal(raw, &iris); err != nil {
			return fail(raw, err)
		}
		for _, s := range iris {
			iri, err := Expand(strings.TrimSpace(s), nil)
			if err != nil {
				return p, fmt.Errorf("problem file %s: problem %q, %s: %w", path, name, side.key, err)
			}
			*side.to = append(*side.to, iri)
		}
	}
	return p, nil
}

// jsonProblems returns the two lists of each problem in a document by the names
// "positive_examples" and "negative_examples". It is one problem, which has that name, an object
// of problems, or a list of problems or of pairs of a name and a problem.
func jsonProblems(raw json.RawMessage, called string) (map[string]map[string]json.RawMessage, error) {
	found := map[string]map[string]json.RawMessage{}
	add := func(name string, raw json.RawMessage) bool {
		var members, sides = map[string]json.RawMessage{}, map[string]json.RawMessage{}
		if json.Unmarshal(raw, &members) != nil {
			return false
		}
		for key, value := range members {
			switch strings.NewReplacer("_", "", " ", "", "-", "").Replace(strings.ToLower(key)) {
			case "positiveexamples", "positives", "positive", "pos":
				sides["positive_examples"] = value
			case "negativeexamples", "negatives", "negative", "neg":
				sides["negative_examples"] = value
			case "name", "targetconcept", "target", "conceptname":
				_ = json.Unmarshal(value, &name)
			}
		}
		if len(sides) > 0 {
			found[name] = sides
		}
		return len(sides) > 0
	}
	if add(called, raw) {
		return found, nil
	}
	var list []json.RawMessage
	var object map[string]json.RawMessage
	switch {
	case json.Unmarshal(raw, &object) == nil:
		for name, value := range object {
			add(name, value)
		}
	case json.Unmarshal(raw, &list) == nil:
		for i, value := range list {
			var pair []json.RawMessage
			name := strconv.Itoa(i + 1)
			if json.Unmarshal(value, &pair) == nil && len(pair) == 2 && json.Unmarshal(pair[0], &name) == nil {
				value = pair[1]
			}
			add(name, value)
		}
	default:
		return nil, errors.New("want an object of problems, or a list of them")
	}
	return found, nil
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
