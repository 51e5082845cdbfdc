package config

import (
	"embed"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// Presets returns the names of the presets.
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

// PresetText returns the file of the preset; false if there is no such preset.
func PresetText(name string) (text string, ok bool) {
	b, err := presetFiles.ReadFile("presets/" + name + ".yaml")
	return string(b), err == nil
}

// readPreset reads a preset. Its key preset names another one, whose settings it replaces.
// The tests check the keys.
func readPreset(name string) (*viper.Viper, error) {
	text, ok := PresetText(name)
	if !ok {
		return nil, &Error{Where: "preset " + name, Msg: "there is no such preset"}
	}
	own := viper.New()
	own.SetConfigType("yaml")
	if err := own.ReadConfig(strings.NewReader(text)); err != nil {
		return nil, yamlError("preset "+name, err)
	}
	base := own.GetString("preset")
	if base == "" {
		return own, nil
	}
	v, err := readPreset(base)
	if err != nil {
		return nil, err
	}
	return v, v.MergeConfigMap(own.AllSettings())
}

var presetEndpoints = map[string]string{
	"dbpedia":         "https://dbpedia.org/sparql",
	"wikidata":        "https://query.wikidata.org/sparql",
	"wikidata-qlever": "https://qlever.dev/api/wikidata",
	"yago":            "https://yago-knowledge.org/sparql/query",
}

// PresetEndpoint returns the public endpoint of the preset, empty if there is none. The
// preset does not set it.
func PresetEndpoint(name string) string { return presetEndpoints[name] }

// PresetDescription returns the first sentence of the preset's file.
func PresetDescription(name string) string {
	text, _ := PresetText(name)
	var words []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		words = append(words, strings.Fields(comment)...)
	}
	sentence, _, _ := strings.Cut(strings.Join(words, " ")+" ", ". ")
	return sentence
}
