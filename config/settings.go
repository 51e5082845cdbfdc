package config

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Group is what a setting is about. A command has the flags of some groups.
type Group string

// The groups, in the order of help texts.
const (
	Source     Group = "Source"
	Endpoint   Group = "Endpoint"
	Extraction Group = "Extraction"
	Examples   Group = "Examples"
	Learning   Group = "Learning"
	Output     Group = "Output"
	Server     Group = "Server"
	Names      Group = "Names"
)

// Groups returns all groups.
func Groups() []Group {
	return []Group{Source, Endpoint, Extraction, Examples, Learning, Output, Server, Names}
}

// A Setting is one setting of a Config.
type Setting struct {
	Name  string // of the flag and the key
	Short string // one letter, or empty
	Group Group
	Arg   string // the placeholder of the value in the help text; empty for switches
	Help  string
	// Value points to the field: *string, *int, *float64, *bool, *Maybe, *Numbers,
	// *time.Duration, *[]string or *[]int.
	Value any
	// PresetOnly: only presets have it. It describes a source or engine, and no user has
	// a reason to change it for one run.
	PresetOnly bool
	// Adds: the entries are added to those of the preset.
	Adds bool
	// Choice names a group of settings that exclude each other. Only those of the highest
	// place count, and there only one side.
	Choice string
	// Side is the side of the choice that the setting is on.
	Side string
	// OneOf are the names that are allowed as the value, or as the entries of a list; nil
	// if any text is.
	OneOf []string

	zeroGrows bool         // 0 is the default, which grows, and cannot be given
	least     int          // of a number; for a time, 1 means more than 0
	check     func() error // nil: by the type
}

// Env returns the environment variable of the setting.
func (s Setting) Env() string {
	return "GENUS_" + strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_"))
}

// IsSwitch reports whether the value is on or off.
func (s Setting) IsSwitch() bool {
	switch s.Value.(type) {
	case *bool, *Maybe:
		return true
	}
	return false
}

// IsList reports whether the setting may have several values.
func (s Setting) IsList() bool {
	switch s.Value.(type) {
	case *[]string, *[]int:
		return true
	}
	return false
}

// Settings returns the settings of c, by group.
func (c *Config) Settings() []Setting {
	return slices.DeleteFunc(c.all(), func(s Setting) bool { return s.PresetOnly })
}

// all returns the settings, and what only presets have.
func (c *Config) all() []Setting {
	return slices.Concat(c.sourceSettings(), c.endpointSettings(), c.statementSettings(), c.extractionSettings(),
		c.exampleSettings(), c.learningSettings(), c.boundsSettings(), c.outputSettings(), c.nameSettings())
}

// presetNames returns the keys that presets may have.
func (c *Config) presetNames() []string {
	var names []string
	for _, s := range c.all() {
		names = append(names, s.Name)
	}
	return names
}

// Check returns an error if the value is not allowed.
func (s Setting) Check() error {
	if s.check != nil {
		return s.check()
	}
	tooSmall := func(n, least int) error {
		if n < least {
			return fmt.Errorf("%d is too small: give at least %d", n, max(least, 0))
		}
		return nil
	}
	switch v := s.Value.(type) {
	case *string:
		if s.OneOf != nil && *v != "" && !slices.Contains(s.OneOf, *v) {
			return fmt.Errorf("unknown value %q: choose one of %s", *v, strings.Join(s.OneOf, ", "))
		}
	case *int:
		return tooSmall(*v, s.least)
	case *[]int:
		for _, n := range *v {
			if err := tooSmall(n, 1); err != nil {
				return err
			}
		}
	case *float64:
		if !(*v >= 0) { // NaN too
			return fmt.Errorf("%g is not a rate", *v)
		}
	case *time.Duration:
		if *v < 0 && s.least == 0 {
			return fmt.Errorf("%s is negative: write 30s or 5m, or 0 for no limit", *v)
		}
		if *v < time.Duration(s.least) {
			return fmt.Errorf("%s is not long enough: write 30s or 5m", *v)
		}
	}
	return nil
}

// Check returns an error about the first setting whose value is not allowed.
func (c *Config) Check() error {
	for _, s := range c.Settings() {
		if err := s.Check(); err != nil {
			return &Error{Where: s.Name, Msg: err.Error()}
		}
	}
	return nil
}
