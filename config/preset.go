package config

import (
	"embed"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
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

func isPresetFile(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// readPreset reads a preset, or a file of the user. Its key preset names another preset,
// whose settings it replaces. Keys that are not among the names are errors.
func readPreset(name string, names []string) (values, error) {
	where := "preset " + name
	text, ok := PresetText(name)
	if isPresetFile(name) {
		b, err := extract.ReadFile(name, extract.LargestInput)
		if err != nil {
			return nil, &Error{Where: where, Msg: err.Error()}
		}
		text, ok = string(b), true
	}
	if !ok {
		return nil, &Error{Where: where, Msg: "there is no such preset"}
	}
	own, err := readYAML(where, []byte(text))
	if err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		if !slices.Contains(names, key) {
			return nil, unknownKeyError(where, key, names)
		}
	}
	base, _ := own["preset"].(string)
	if base == "" {
		return own, nil
	}
	if isPresetFile(base) {
		return nil, &Error{
			Where: where,
			Key:   "preset",
			Msg:   "a preset can build on one of " + strings.Join(Presets(), ", ") + " only",
		}
	}
	all, err := readPreset(base, names)
	if err == nil {
		maps.Copy(all, own)
	}
	return all, err
}

var presetEndpoints = map[string]string{
	"dbpedia":         "https://dbpedia.org/sparql",
	"uniprot":         "https://sparql.uniprot.org/sparql",
	"wikidata":        "https://query.wikidata.org/sparql",
	"wikidata-qlever": "https://qlever.dev/api/wikidata",
	"yago":            "https://yago-knowledge.org/sparql/query",
}

// PresetEndpoint returns the public endpoint of the preset, empty if there is none. The
// preset does not set it.
func PresetEndpoint(name string) string { return presetEndpoints[name] }

// GraphsOf returns the graphs to ask about at a public endpoint that serves others beside its own; none if the endpoint
// is not known.
func GraphsOf(endpoint string) []string {
	if u, err := url.Parse(endpoint); err == nil && u.Hostname() == "dbpedia.org" {
		return []string{"http://dbpedia.org"}
	}
	return nil
}

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
