package config

import (
	"embed"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// Presets are the names of the presets.
func Presets() []string {
	entries, err := presetFiles.ReadDir("presets")
	if err != nil { // the folder is part of the program
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// PresetText is the file of the preset; ok is false if there is none.
func PresetText(name string) (text string, ok bool) {
	b, err := presetFiles.ReadFile("presets/" + name + ".yaml")
	return string(b), err == nil
}

// readPreset reads a preset; its keys are checked by the tests.
func readPreset(name string) (*viper.Viper, error) {
	text, ok := PresetText(name)
	if !ok {
		return nil, &Error{Where: "preset " + name, Msg: "there is no such preset"}
	}
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(strings.NewReader(text)); err != nil {
		return nil, malformed("preset "+name, err)
	}
	return v, nil
}
