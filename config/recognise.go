package config

import (
	"maps"
	"reflect"
	"slices"
)

// vocabularies are properties that only the graphs of a preset state, and without whose vocabulary they are not
// understood.
var vocabularies = []struct{ preset, property string }{
	{"wikidata", "http://www.wikidata.org/prop/direct/P31"},
	{"dbpedia", "http://dbpedia.org/ontology/wikiPageID"},
	{"yago", "http://yago-knowledge.org/schema#fromProperty"},
}

// firstLooked maps properties that only the endpoints of a family state to their preset. One request looks
// for all: DBpedia, YAGO, UniProt itself, OMA and Bgee, Rhea, and neXtProt.
var firstLooked = map[string]string{
	"http://dbpedia.org/ontology/wikiPageID":        "dbpedia",
	"http://yago-knowledge.org/schema#fromProperty": "yago",
	"http://purl.uniprot.org/core/organism":         "uniprot",
	"http://purl.org/net/orth#organism":             "uniprot",
	"http://rdf.rhea-db.org/equation":               "uniprot",
	"http://nextprot.org/rdf#isoform":               "uniprot",
}

// FirstLooked returns the properties that show a preset at the first look.
func FirstLooked() []string { return slices.Sorted(maps.Keys(firstLooked)) }

// PresetOf returns the preset that a property of FirstLooked shows.
func PresetOf(property string) string { return firstLooked[property] }

// ClassTriples is the preset for triples between classes.
const ClassTriples = "ubergraph"

// Fitting returns the preset for a source by the properties that it uses; empty if there is
// none, or if the settings have one.
func (c Config) Fitting(uses func(property string) bool) (preset string) {
	if c.Preset != "" {
		return ""
	}
	for _, s := range vocabularies {
		if uses(s.property) {
			return s.preset
		}
	}
	return ""
}

// vocabularySettings say how a graph states classes and names, and what is not used.
var vocabularySettings = []string{
	"type", "subclass", "closure", "label-property", "label-language", "exclude", "exclude-class", "only", "exclude-kind",
	"property-kind", "property-via", "statements", "redirect-property", "prefix", "individuals",
}

// Recognise returns the preset that a source needs to be understood, by the properties that
// it uses; empty if there is none. The settings may already say how it states classes, or
// have a preset: None recognises nothing.
func (c Config) Recognise(uses func(property string) bool) (preset string) {
	if c.Type != "" || c.Subclass != "" {
		return ""
	}
	return c.Fitting(uses)
}

// WithVocabulary returns the settings with the vocabulary and the exclusions of the preset,
// where they are not set. It changes no limits. A name that is no preset changes nothing.
func (c Config) WithVocabulary(preset string) Config {
	v, err := readPreset(preset, c.presetNames())
	if err != nil {
		return c
	}
	standard := Default()
	defaults := standard.all()
	for i, s := range c.all() {
		isSet := !reflect.DeepEqual(s.Value, defaults[i].Value)
		value, has := v[s.Name]
		if !slices.Contains(vocabularySettings, s.Name) || !has || isSet && !s.Adds {
			continue
		}
		list, isList := s.Value.(*[]string)
		var own []string
		if isList {
			own = *list
		}
		if err := convert(s.Value, value, false); err == nil && isList { // the tests load every preset
			*list = append(*list, own...)
		}
	}
	return c
}
