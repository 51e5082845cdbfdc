package source

import (
	"cmp"
	"context"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
)

// On returns the session on an open source, with the vocabulary that its statements show and the prefixes that it
// declares.
func (s Use) On(src Source) Use {
	s.Source = src
	if src != nil {
		s.Config = src.shared().shape.in(s.Config).Declaring(src.Prefixes())
	}
	return s
}

// A shape is the vocabulary that the statements of a source show: that of a preset or of a
// Wikibase. The zero shape is none.
type shape struct {
	preset   string
	wikibase config.Wikibase
	classes  bool     // are the individuals
	graphs   []string // those with all statements of an endpoint, if its default graph has none
}

func (h shape) isZero() bool {
	return h.preset == "" && h.wikibase == (config.Wikibase{}) && !h.classes && h.graphs == nil
}

// in returns the settings with the vocabulary.
func (h shape) in(c config.Config) config.Config {
	if h.graphs != nil {
		c.Graph = h.graphs
	}
	if h.classes {
		c.Individuals = extract.Classes
	}
	switch {
	case h.wikibase.Statements != "":
		return c.WithWikibase(h.wikibase)
	case h.preset != "":
		return c.WithVocabulary(h.preset)
	}
	return c
}

// stated returns statements with a property, as pairs of subject and object; an empty subject or
// object is any.
type stated func(subject, property, object string) [][2]string

// recognise returns the shape of a source by some of its statements; none if the settings have a
// vocabulary.
func (s Use) recognise(uses func(property string) bool, of stated) (h shape) {
	if h.preset = s.Config.Recognise(uses); h.preset == "" {
		w, isWikibase := s.Config.WikibaseOf(of)
		if w.IsWikidata() {
			h.preset = "wikidata"
		} else if isWikibase {
			h.wikibase = w
		}
	}
	return h
}

// noteShape says which vocabulary is used.
func (s Use) noteShape(h shape) {
	switch {
	case h.classes && s.Config.Individuals != extract.Classes:
		s.Reporter.Note("note: these are classes without individuals, so the classes are the individuals: they have " +
			"the values that their axioms require (--individuals named does not)")
	case h.preset == config.ClassTriples:
		s.Reporter.Note("note: these are triples between classes, as in Ubergraph, so the classes are the individuals: they are used as with "+
			"--preset %s (--individuals named does not)", h.preset)
	case h.preset != "":
		s.Reporter.Note("note: these are statements as in %s: their classes and properties are used as with "+
			"--preset %s (--preset none does not)", cmp.Or(map[string]string{"uniprot": "UniProt", "wikidata": "Wikidata"}[h.preset], h.preset), h.preset)
	case h.wikibase.Statements != "":
		s.Reporter.Note("note: these are statements of a Wikibase with properties in %s, and are used as such "+
			"(--preset none does not)", h.wikibase.Statements)
	}
}

// someOf returns some statements of the endpoint. An endpoint that fails here fails again when it
// is used.
func (s Use) someOf(ctx context.Context, client extract.Client) stated {
	return func(subject, property, object string) (pairs [][2]string) {
		ctx, cancel := context.WithTimeout(ctx, recogniseTimeout)
		defer cancel()
		g := graph.NewWholeGraph(client, s.Config.Vocabulary(), s.Config.Exclusions(), queries.Options{})
		if object != "" { // a label
			found, _, _ := graph.FindNamed(ctx, g, queries.FindExact, mostNamed, object)
			for _, f := range found {
				pairs = append(pairs, [2]string{f.IRI, f.Name})
			}
			return pairs
		}
		if subject == "" {
			subject, _ = graph.AnySubjectOf(ctx, g, property)
		}
		if subject == "" {
			return nil
		}
		of, _ := graph.StatementsOf(ctx, g, graph.Out, []string{subject}, []string{property}, 1)
		for _, r := range of[subject].Rows {
			pairs = append(pairs, [2]string{subject, r.Value})
		}
		return pairs
	}
}

// mostNamed is how many things with the label of a property are looked at.
const mostNamed = 10

// shapeOf returns the shape of files that were read and of a database.
func (s Use) shapeOf(d *extract.Data) (h shape) {
	v := d.Vocabulary
	h.classes = v.Classes
	h.preset = s.Config.Recognise(func(property string) bool { return v.Type == property })
	if v.ClassTriples() && s.Config.Preset == "" && s.Config.Type == "" {
		h.preset = config.ClassTriples
	}
	if h.preset == "" && s.Config.Preset == "" && s.Config.Type == "" && s.Config.Statements == "" && v.Statements != "" {
		h.wikibase = config.Wikibase{Statements: string(v.Statements), Type: v.Type, Subclass: v.SubClassOf}
	}
	return h
}

// recogniseTimeout limits how long an endpoint may take to say whether it has a statement
// with a property.
const recogniseTimeout = 5 * time.Second

// firstLook returns the preset that some statements of the endpoint show: that for triples between classes,
// if no individuals are wanted, or that of a family; empty if there is none. It also reports whether the
// default graph has nothing. Of an endpoint that fails here it says nothing.
func (s Use) firstLook(ctx context.Context, client extract.Client) (preset string, empty bool) {
	c := s.Config
	ctx = connector.Within(ctx, recogniseTimeout)
	if c.Preset != "" || c.Type != "" || c.Subclass != "" {
		if _, known := queries.DialectOfHost(client.URL()); known || len(c.Graph) > 0 {
			return "", false
		}
		any, err := client.Ask(ctx, askAny)
		return "", !any && err == nil
	}
	query, err := queries.FirstLook(config.FirstLooked())
	if err != nil {
		return "", false
	}
	table, err := client.Select(ctx, query)
	if err != nil {
		return "", false
	}
	for _, row := range table.Rows {
		switch use := row[0]; {
		case use == nil || use.String() == "any":
		case use.String() != "class":
			preset = cmp.Or(preset, config.PresetOf(use.String()))
		case c.Individuals != extract.Named:
			return config.ClassTriples, false
		}
	}
	return preset, len(table.Rows) == 0
}

// states reports whether the endpoint has a statement with the property. An endpoint that
// fails here has the same fault again when it is used, and is reported then.
func (s Use) states(ctx context.Context, client extract.Client, property string) bool {
	ctx, cancel := context.WithTimeout(ctx, recogniseTimeout)
	defer cancel()
	g := graph.NewWholeGraph(client, s.Config.Vocabulary(), s.Config.Exclusions(), queries.Options{})
	subject, err := graph.AnySubjectOf(ctx, g, property)
	if err != nil {
		s.Reporter.Detail("how the endpoint states classes: %s", say.OneLine(err.Error()))
	}
	return subject != ""
}
