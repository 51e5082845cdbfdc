package config

import (
	"cmp"
	"slices"
	"strings"
)

// A Wikibase says which properties state the facts of a Wikibase.
type Wikibase struct {
	Statements     string // the namespace of the properties, which ends in /prop/
	Type, Subclass string // from an item to its class, and from a class to its superclass; may be empty
}

// IsWikidata reports whether the Wikibase is Wikidata, for which there is a preset.
func (w Wikibase) IsWikidata() bool { return w.Statements == wikidata+"prop/" }

// wikidata is what the IRIs of the preset begin with; those of every Wikibase go on alike.
const wikidata = "http://www.wikidata.org/"

// The properties with which a Wikibase declares its own.
const (
	directClaim = "http://wikiba.se/ontology#directClaim"
	rdfsLabel   = "http://www.w3.org/2000/01/rdf-schema#label"
)

// WikibaseOf returns the Wikibase that a source declares; false if it declares none or the settings
// say how it states facts. The properties of classes have the labels that Wikidata's have. stated
// returns some statements, as pairs of subject and object; an empty subject or object is any.
func (c Config) WikibaseOf(stated func(subject, property, object string) [][2]string) (w Wikibase, ok bool) {
	if c.Preset != "" || c.Type != "" || c.Subclass != "" || c.Statements != "" {
		return w, false
	}
	for _, t := range stated("", directClaim, "") {
		if i := strings.LastIndex(t[1], "/prop/"); i >= 0 {
			w.Statements = t[1][:i] + "/prop/"
			break
		}
	}
	if w.Statements == "" {
		return w, false
	}
	direct := func(label string) string {
		for _, t := range stated("", rdfsLabel, label) {
			for _, d := range stated(t[0], directClaim, "") {
				return d[1]
			}
		}
		return ""
	}
	w.Type, w.Subclass = direct("instance of"), direct("subclass of")
	return w, true
}

// WithWikibase returns the settings with the vocabulary of the preset for Wikidata, with the
// properties of the Wikibase in place of Wikidata's.
func (c Config) WithWikibase(w Wikibase) Config {
	excluded := c.Exclude
	c = c.WithVocabulary("wikidata")
	base := strings.TrimSuffix(w.Statements, "prop/")
	for _, list := range []*[]string{&c.Only, &c.Prefix} {
		*list = slices.Clone(*list)
		for i, iri := range *list {
			(*list)[i] = strings.ReplaceAll(iri, wikidata, base)
		}
	}
	c.Statements, c.Exclude = w.Statements, excluded // other numbers are other properties there
	none := w.Statements + "direct/none"             // no property has this IRI
	c.Type, c.Subclass = cmp.Or(w.Type, none), cmp.Or(w.Subclass, none)
	return c
}
