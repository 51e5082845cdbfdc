package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// FileName is the file that is read where it is found.
const FileName = "genus.yaml"

// Given is what a caller knows besides the environment.
type Given struct {
	// Flags are the flags that were set, by name, with their values in order. Of
	// a setting that is no list the last value counts.
	Flags map[string][]string
	// File is the file to read; empty means FileName in Dir, if it is there.
	File string
	// Dir is the folder in which FileName is looked for; empty means the
	// working directory.
	Dir string
	// Defaults, if set, changes the defaults for a command that has others.
	Defaults func(*Config)
}

// origin is where a value comes from, lowest precedence first.
type origin int

const (
	fromDefault origin = iota
	fromPreset
	fromFile
	fromEnvironment
	fromFlag
)

// loader puts a Config together.
type loader struct {
	given  Given
	v      *viper.Viper // everything
	file   *viper.Viper // the file alone
	path   string       // of the file, empty if there is none
	preset *viper.Viper // the preset alone
	name   string       // of the preset
}

// Load reads and validates the configuration. Errors are of type *Error.
func Load(g Given) (Config, error) {
	c := Default()
	if g.Defaults != nil {
		g.Defaults(&c)
	}
	l := &loader{given: g, v: viper.New(), file: viper.New(), preset: viper.New()}
	if err := l.readFile(c.names()); err != nil {
		return Config{}, err
	}
	settings := c.Settings()
	for _, s := range settings {
		l.v.SetDefault(s.Name, nil)
		if err := l.v.BindEnv(s.Name, s.Env()); err != nil {
			return Config{}, &Error{Where: s.Env(), Msg: err.Error()}
		}
		if values, ok := g.Flags[s.Name]; ok {
			l.v.Set(s.Name, values)
		}
	}
	if err := l.usePreset(settings); err != nil {
		return Config{}, err
	}
	for _, s := range settings {
		if err := l.assign(s); err != nil {
			return Config{}, err
		}
	}
	if err := l.resolveChoices(settings); err != nil {
		return Config{}, err
	}
	setting := func(name string) Setting {
		return settings[slices.IndexFunc(settings, func(s Setting) bool { return s.Name == name })]
	}
	if c.Reasoning != None && !c.Closure {
		return Config{}, l.errorAt(setting("closure"), "by RDFS members of subclasses are members of superclasses: set reasoning to none, too")
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

// readFile reads the file, if there is one, and refuses unknown keys.
func (l *loader) readFile(names []string) error {
	l.path = l.given.File
	if l.path == "" {
		l.path = filepath.Join(l.given.Dir, FileName)
		if _, err := os.Stat(l.path); errors.Is(err, fs.ErrNotExist) {
			l.path = ""
			return nil
		}
	}
	text, err := os.ReadFile(l.path)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return &Error{Where: l.path, Msg: err.Error()}
	}
	for _, v := range []*viper.Viper{l.file, l.v} {
		v.SetConfigType("yaml")
		if err := v.ReadConfig(strings.NewReader(string(text))); err != nil {
			return yamlError(l.path, err)
		}
	}
	keys := l.file.AllKeys()
	slices.Sort(keys)
	for _, key := range keys {
		if !slices.Contains(names, key) {
			return unknownKeyError(l.path, key, names)
		}
		if l.file.Get(key) == nil {
			return &Error{Where: l.path, Key: key, Msg: "has no value"}
		}
	}
	return nil
}

// usePreset reads the preset that flag, environment or file name.
func (l *loader) usePreset(settings []Setting) error {
	i := slices.IndexFunc(settings, func(s Setting) bool { return s.Name == "preset" })
	if err := l.assign(settings[i]); err != nil {
		return err
	}
	l.name = *settings[i].Value.(*string)
	if l.name == "" {
		return nil
	}
	var err error
	if l.preset, err = readPreset(l.name); err != nil {
		return err
	}
	for _, key := range l.preset.AllKeys() {
		l.v.SetDefault(key, l.preset.Get(key))
	}
	return nil
}

// originOf returns where the value of the setting comes from.
func (l *loader) originOf(s Setting) origin {
	if _, ok := l.given.Flags[s.Name]; ok {
		return fromFlag
	}
	switch {
	case os.Getenv(s.Env()) != "":
		return fromEnvironment
	case l.file.InConfig(s.Name):
		return fromFile
	case l.preset.InConfig(s.Name):
		return fromPreset
	}
	return fromDefault
}

// errorAt returns an error about the setting, with the place its value comes from.
func (l *loader) errorAt(s Setting, msg string) error {
	switch l.originOf(s) {
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

// assign writes the value with the highest precedence into the field of the
// setting.
func (l *loader) assign(s Setting) error {
	from := l.originOf(s)
	if from == fromDefault {
		return nil
	}
	raw := l.v.Get(s.Name)
	if s.Adds && from > fromPreset && l.preset.InConfig(s.Name) {
		if err := convert(s.Value, l.preset.Get(s.Name), false); err != nil {
			return l.errorAt(s, err.Error())
		}
		before := slices.Clone(*s.Value.(*[]string))
		if err := convert(s.Value, raw, from == fromEnvironment); err != nil {
			return l.errorAt(s, err.Error())
		}
		*s.Value.(*[]string) = append(before, *s.Value.(*[]string)...)
	} else if err := convert(s.Value, raw, from == fromEnvironment); err != nil {
		return l.errorAt(s, err.Error())
	}
	if n, ok := s.Value.(*int); ok && *n < 0 {
		return l.errorAt(s, "must not be negative") // AutoDepth cannot be given
	}
	if err := s.Check(); err != nil {
		return l.errorAt(s, err.Error())
	}
	return nil
}

// resolveChoices keeps, of each choice, the settings of the highest origin.
func (l *loader) resolveChoices(settings []Setting) error {
	highest := map[string]origin{}
	for _, s := range settings {
		if s.Choice != "" {
			highest[s.Choice] = max(highest[s.Choice], l.originOf(s))
		}
	}
	first := map[string]Setting{}
	for _, s := range settings {
		from := l.originOf(s)
		if s.Choice == "" || from == fromDefault {
			continue
		}
		if from < highest[s.Choice] {
			clearValue(s.Value)
			continue
		}
		if other, ok := first[s.Choice]; ok && other.Side != s.Side {
			return l.errorAt(s, "cannot be used together with "+other.Name)
		}
		first[s.Choice] = s
	}
	return nil
}
