package config

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/genus-kg/genus/internal/say"
)

// An Error is about a setting that cannot be used.
type Error struct {
	Where string // the flag, the variable, or the file (with its line); empty if Msg says it
	Key   string // the key in a file; empty otherwise
	Msg   string
}

// Error returns one line: where, what, and what to do.
func (e *Error) Error() string {
	parts := slices.DeleteFunc([]string{e.Where, e.Key, e.Msg}, func(s string) bool { return s == "" })
	return strings.Join(parts, ": ")
}

func unknownKeyError(file, key string, names []string) error {
	parent, _, nested := strings.Cut(key, ".")
	if nested {
		if slices.Contains(names, parent) {
			return &Error{Where: file, Key: parent, Msg: "takes a value or a list of values, not a map"}
		}
	}
	msg := "unknown setting"
	if near := say.Nearest(key, names); near != "" {
		msg += fmt.Sprintf(": did you mean %s?", near)
	}
	return &Error{Where: file, Key: key, Msg: msg}
}

var yamlLine = regexp.MustCompile(`(?s)^yaml: (?:unmarshal errors:\s*)?(?:line (\d+): )?(.*)$`)

// parserFlaw matches the messages of the YAML parser (not its scanner), which counts
// lines from 0.
var parserFlaw = regexp.MustCompile(
	`^did not find expected (<document start>|node content|'-' indicator|key|',' or '[\]}]')$`,
)

// mostKeys is the largest number of keys of a map. The parser compares every pair of them.
const mostKeys = 1000

// values are those of a file by their keys, in lower case. The key of a value in a map has that of the map
// and a dot before it.
type values map[string]any

// CheckYAML returns an error about a text that is no YAML map, or that has a key twice.
func CheckYAML(path string, text []byte) error {
	_, err := readYAML(path, text)
	return err
}

// readYAML returns the values of a YAML text.
func readYAML(path string, text []byte) (values, error) {
	if err := checkKeys(path, text); err != nil {
		return nil, err
	}
	var all map[string]any
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, yamlError(path, err)
	}
	out := values{}
	for key, value := range all {
		inner, isMap := value.(map[string]any)
		for name, value := range inner {
			out[strings.ToLower(key+"."+name)] = value
		}
		if !isMap {
			out[strings.ToLower(key)] = value
		}
	}
	return out, nil
}

// checkKeys returns an error about the first key that a map of the YAML text has twice. The
// parser would name every pair. It leaves other errors to the parser.
func checkKeys(path string, text []byte) error {
	var document yaml.Node
	if yaml.Unmarshal(text, &document) != nil {
		return nil
	}
	for open := []*yaml.Node{&document}; len(open) > 0; {
		n := open[0]
		open = append(open[1:], n.Content...)
		if n.Kind != yaml.MappingNode {
			continue
		}
		first := map[string]int{}
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i]
			if line, known := first[key.Value]; known && key.Kind == yaml.ScalarNode {
				return &Error{
					Where: path + ":" + strconv.Itoa(key.Line),
					Msg:   fmt.Sprintf("malformed YAML: mapping key %q already defined at line %d", key.Value, line),
				}
			}
			first[key.Value] = key.Line
		}
		if len(first) > mostKeys {
			return &Error{Where: path, Msg: fmt.Sprintf("%d keys: there are not so many settings", len(first))}
		}
	}
	return nil
}

// yamlError returns the error of the YAML parser with its line after the path.
func yamlError(path string, err error) error {
	m := yamlLine.FindStringSubmatch(err.Error())
	if m == nil {
		return &Error{Where: path, Msg: "malformed YAML: " + say.OneLine(err.Error())}
	}
	line, err := strconv.Atoi(m[1])
	switch {
	case err != nil: // the parser omits line 1
		line = 1
	case parserFlaw.MatchString(m[2]):
		line++
	}
	path += ":" + strconv.Itoa(line)
	return &Error{Where: path, Msg: "malformed YAML: " + say.OneLine(m[2])}
}
