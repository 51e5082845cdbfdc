package config

import (
	"errors"
	"maps"
	"os"
	"slices"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/sheet"
)

// FileName is the configuration file in the working directory.
const FileName = "genus.yaml"

// Given is the input of a program, apart from the environment. Package config/genusyaml reads its file.
type Given struct {
	// Flags are the values of the flags that were set, in order. If the setting is not a
	// list, the last value counts.
	Flags map[string][]string
	// File is the file to read; empty means FileName in Dir, if it exists.
	File string
	// Dir is the folder of FileName; empty means the working directory.
	Dir string
	// SkipBad and NoCache are the values of those of Config, which are no settings.
	SkipBad, NoCache bool
	Key              []string // likewise
	Tables           []string // likewise
	// Defaults, if set, changes the defaults for a command that has others.
	Defaults func(*Config)
}

// An origin is the place a value comes from. Constants are in the order of precedence,
// lowest first.
type origin int

const (
	fromDefault origin = iota
	fromPreset
	fromFile
	fromEnvironment
	fromFlag
)

type loader struct {
	given  Given
	file   values
	path   string // of the file, empty if there is none
	preset values
	name   string // of the preset
	// ignoreEnvironment: variables set nothing.
	ignoreEnvironment bool
}

// Preset returns the defaults with the settings of the preset, which is a name or a file. It
// reads neither the environment nor genus.yaml. Errors are of type *Error.
func Preset(name string) (Config, error) {
	c := Default()
	l := &loader{name: name, ignoreEnvironment: true}
	var err error
	if l.preset, err = readPreset(name, c.presetNames()); err != nil {
		return Config{}, err
	}
	for _, s := range c.all() {
		if err := l.assign(s); err != nil {
			return Config{}, err
		}
	}
	c.Preset = name // not the preset that it extends
	return c, nil
}

// Load validates the configuration of what is given, with the values of the file at the path by their
// keys; the path is empty if there is no file. Errors are of type *Error. (Package config/genusyaml reads
// the file, too.)
func Load(g Given, path string, file map[string]any) (Config, error) {
	c := Default()
	if g.Defaults != nil {
		g.Defaults(&c)
	}
	l := &loader{given: g, path: path, file: file}
	if err := l.checkFile(c.names()); err != nil {
		return Config{}, err
	}
	settings := c.all()
	setting := func(name string) Setting {
		return settings[slices.IndexFunc(settings, func(s Setting) bool { return s.Name == name })]
	}
	err := l.assign(setting("preset"))
	if l.name = c.Preset; err == nil && l.name != "" && l.name != None {
		l.preset, err = readPreset(l.name, c.presetNames())
	}
	for _, s := range settings {
		if err == nil {
			err = l.assign(s)
		}
	}
	if err == nil {
		err = l.resolveChoices(settings)
	}
	// A preset is for endpoints, too. Files have more for the same price: el is rdfs, and classifies classes.
	if _, from := l.value(setting("reasoning")); from == fromPreset && c.Reasoning == rdfs && len(c.Data) > 0 {
		c.Reasoning = el
	}
	if err == nil && c.Reasons() && !c.Closure {
		err = l.errorAt(setting("closure"),
			"RDFS puts the members of a class into its superclasses: leave closure on, or set reasoning to none")
	}
	if err != nil {
		return Config{}, err
	}
	c.SkipBad, c.NoCache, c.Key = g.SkipBad, g.NoCache, g.Key
	c.Tables = g.Tables
	if _, err := sheet.ParseForm(g.Tables); err != nil {
		return Config{}, &Error{Where: "--table", Msg: err.Error()}
	}
	if c.Endpoint != "" {
		c.Endpoint = connector.WithScheme(c.Endpoint)
	}
	return c, nil
}

func (c *Config) names() []string {
	var names []string
	for _, s := range c.Settings() {
		names = append(names, s.Name)
	}
	return names
}

func (l *loader) checkFile(names []string) error {
	for _, key := range slices.Sorted(maps.Keys(l.file)) {
		if !slices.Contains(names, key) {
			return l.keyError(key, names)
		}
		if l.file[key] == nil {
			return &Error{Where: l.path, Key: key, Msg: "has no value"}
		}
	}
	return nil
}

// keyError returns the error about a key of the file that is no setting.
func (l *loader) keyError(key string, names []string) error {
	var c Config
	if slices.ContainsFunc(c.all(), func(s Setting) bool { return s.Name == key }) {
		return &Error{
			Where: l.path,
			Key:   key,
			Msg:   "only presets have it: write it into a file and name that with preset: FILE.yaml",
		}
	}
	return unknownKeyError(l.path, key, names)
}

// value returns the value of the setting with the highest precedence and its origin. The
// value is a text, a list of texts, or as YAML has it.
func (l *loader) value(s Setting) (raw any, from origin) {
	preset, isPreset := l.preset[s.Name]
	if s.PresetOnly && isPreset {
		return preset, fromPreset
	} else if s.PresetOnly {
		return nil, fromDefault
	}
	if values, ok := l.given.Flags[s.Name]; ok {
		return values, fromFlag
	}
	text := os.Getenv(s.Env())
	switch file, isFile := l.file[s.Name]; {
	case text != "" && !l.ignoreEnvironment:
		return text, fromEnvironment
	case isFile:
		return file, fromFile
	case isPreset:
		return preset, fromPreset
	}
	return nil, fromDefault
}

// bothError returns the error about two settings of the same origin that exclude each
// other.
func (l *loader) bothError(a, b Setting, from origin) error {
	first := a.Name
	second := b.Name
	where := ""
	switch from {
	case fromFlag:
		first, second = "--"+first, "--"+second
	case fromEnvironment:
		first, second = a.Env(), b.Env()
	case fromFile:
		where = l.path
	default:
		where = "preset " + l.name
	}
	return &Error{Where: where, Msg: first + " and " + second + " cannot be used together: leave one out"}
}

func (l *loader) errorAt(s Setting, msg string) error {
	switch _, from := l.value(s); from {
	case fromFlag:
		return &Error{Where: "--" + s.Name, Msg: msg}
	case fromEnvironment:
		return &Error{Where: s.Env(), Msg: msg}
	case fromFile:
		return &Error{Where: l.path, Key: s.Name, Msg: msg}
	case fromPreset:
		return &Error{Where: "preset " + l.name, Key: s.Name, Msg: msg}
	}
	return &Error{Where: "default", Key: s.Name, Msg: msg}
}

func (l *loader) assign(s Setting) error {
	raw, from := l.value(s)
	if from == fromDefault {
		return nil
	}
	err := convert(s.Value, raw, from == fromEnvironment)
	if list, ok := s.Value.(*[]string); ok && s.Adds && from > fromPreset {
		var base []string
		if preset, is := l.preset[s.Name]; is && err == nil {
			err = convert(&base, preset, false)
		}
		*list = append(base, *list...)
	}
	if n, ok := s.Value.(*int); ok && err == nil && *n < 0 {
		err = errors.New("must not be negative") // AutoDepth cannot be given
	} else if ok && err == nil && *n == 0 && s.zeroGrows {
		err = errors.New("0 is too small: give at least 1")
	}
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return l.errorAt(s, err.Error())
	}
	return nil
}

// resolveChoices clears the settings of each choice that are not of the highest origin.
// Two sides of a choice in one place are an error.
func (l *loader) resolveChoices(settings []Setting) error {
	highest := map[string]origin{}
	for _, s := range settings {
		if s.Choice != "" {
			_, from := l.value(s)
			highest[s.Choice] = max(highest[s.Choice], from)
		}
	}
	first := map[string]Setting{}
	for _, s := range settings {
		_, from := l.value(s)
		if s.Choice == "" || from == fromDefault {
			continue
		}
		if from < highest[s.Choice] {
			switch v := s.Value.(type) {
			case *string:
				*v = ""
			case *[]string:
				*v = nil
			}
			continue
		}
		if other, ok := first[s.Choice]; !ok {
			first[s.Choice] = s
		} else if other.Side != s.Side {
			return l.bothError(other, s, from)
		}
	}
	return nil
}
