package source

import (
	"cmp"
	"context"
	"maps"
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
		v := src.shared().view.Load()
		s.Config, s.unseen = v.shape.in(s.Config).Declaring(v.prefixes), v.unseen != nil
	}
	return s
}

// Recognised returns the use with the vocabulary of the source. If an endpoint did not answer the first look
// at its statements, Recognised looks again, for some seconds; see Unrecognised for what it could not find out.
func (s Use) Recognised(ctx context.Context) Use {
	if !s.unseen {
		return s
	}
	s.Source.lookAgain(ctx, s)
	return s.On(s.Source)
}

// Unrecognised says why the settings may lack the vocabulary of the source; it is empty if they do not.
func (s Use) Unrecognised() string {
	if !s.unseen {
		return ""
	}
	why := s.Source.shared().view.Load().unseen
	if why == nil {
		return ""
	}
	return "note: which vocabulary and graphs the endpoint has is not known, so it is used without a preset " +
		"(--preset and --graph name them): " + say.OneLine(why.Error())
}

// A shape is the vocabulary that the statements of a source show: that of a preset or of a
// Wikibase. The zero shape is none.
type shape struct {
	preset   string
	wikibase config.Wikibase
	classes  bool     // are the individuals
	graphs   []string // those with all statements of an endpoint, if its default graph has none
	// forms are the Unicode normal forms that the source has of IRIs in the settings.
	forms map[string]string
}

func (h shape) isZero() bool {
	return h.preset == "" && h.wikibase == (config.Wikibase{}) && !h.classes && h.graphs == nil
}

// in returns the settings with the vocabulary.
func (h shape) in(c config.Config) config.Config {
	c = c.Respelling(h.forms)
	switch {
	case h.graphs != nil:
		c.Graph = h.graphs
	case len(c.Graph) == 0:
		c.Graph = config.GraphsOf(c.Endpoint)
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
		s.Reporter.Note("note: this is mostly about classes, so the classes are the individuals: they have " +
			"the values that their axioms require (--individuals named does not)")
	case h.preset == config.ClassTriples:
		s.Reporter.Note("note: these are triples between classes, as in Ubergraph, so the classes are the individuals: "+
			"they are used as with "+
			"--preset %s (--individuals named does not)", h.preset)
	case h.preset != "":
		s.Reporter.Note("note: these are statements as in %s: their classes and properties are used as with "+
			"--preset %s (--preset none does not)",
			cmp.Or(map[string]string{
				"dbpedia":  "DBpedia",
				"uniprot":  "UniProt",
				"wikidata": "Wikidata",
				"yago":     "YAGO",
			}[h.preset], h.preset), h.preset)
	case h.wikibase.Statements != "":
		s.Reporter.Note("note: these are statements of a Wikibase with properties in %s, and are used as such "+
			"(--preset none does not)", h.wikibase.Statements)
	}
}

// lookAgain looks at the statements of the endpoint if it did not answer an earlier look, or not yet. One
// operation looks at a time, and the others wait for what it sees.
func (e *endpoint) lookAgain(ctx context.Context, s Use) {
	if e.looking.Acquire(ctx, 1) != nil {
		return
	}
	defer e.looking.Release(1)
	if began := time.Now(); connector.Passes(e.view.Load().unseen) && began.After(e.lookAfter) {
		e.look(connector.Interactive(ctx), s)
		e.lookAfter = time.Now().Add(time.Since(began))
	}
}

// look looks at some statements of the endpoint, and keeps what they show.
func (e *endpoint) look(ctx context.Context, s Use) {
	v := *e.view.Load()
	g := &glance{Use: s, ctx: ctx, client: v.client}
	h, empty := g.recognise()
	h.graphs = v.shape.graphs
	if empty && h.graphs == nil && len(s.Config.Graph) == 0 {
		if h.graphs = g.findGraphs(); h.graphs != nil {
			s.Config.Graph = h.graphs
			over, err := s.connect()
			if err != nil {
				v.unseen = err
				e.view.Store(&v)
				return
			}
			e.onClose(over.Close)
			v.client = over
			g = &glance{Use: s, ctx: ctx, client: over}
			graphs := h.graphs
			h, _ = g.recognise()
			h.graphs = graphs
		}
	}
	h.forms = v.shape.forms
	v.shape, v.unseen = h, g.unseen
	if own, err := OwnPrefixes(h.in(s.Config)); err == nil {
		v.prefixes = maps.Clone(v.prefixes)
		maps.Copy(v.prefixes, own)
	}
	e.view.Store(&v)
}

// A glance asks an endpoint a few small questions about its statements.
type glance struct {
	Use
	ctx    context.Context
	client extract.Client
	unseen error // why a question was not answered; nil if all were
}

// ask asks one question. It asks no further ones of an endpoint that has not answered one in time.
func (g *glance) ask(question func(ctx context.Context) error) {
	if connector.Passes(g.unseen) {
		return
	}
	ctx, cancel := context.WithTimeout(g.ctx, min(recogniseTimeout, g.Config.RequestTimeout))
	defer cancel()
	if err := question(ctx); err != nil {
		g.unseen = cmp.Or(g.unseen, err)
		g.Reporter.Detail("which vocabulary the endpoint has: %s", say.OneLine(err.Error()))
	}
}

// recognise returns the shape of the endpoint, and whether it has no statements in its default graph.
func (g *glance) recognise() (h shape, empty bool) {
	uses := func(property string) bool { // the first look asks for the others together
		return config.PresetOf(property) == "" && g.states(property)
	}
	h = g.Use.recognise(uses, g.someOf)
	if h.isZero() {
		g.ask(func(ctx context.Context) (err error) {
			h.preset, empty, err = g.firstLook(ctx, g.client)
			return err
		})
	}
	return h, empty
}

// whole returns the graph of the endpoint.
func (g *glance) whole() graph.Graph {
	return graph.NewWholeGraph(g.client, g.Config.Vocabulary(), g.Config.Exclusions(), queries.Options{})
}

// states reports whether the endpoint has a statement with the property.
func (g *glance) states(property string) bool { return g.anySubjectOf(property) != "" }

func (g *glance) anySubjectOf(property string) (subject string) {
	g.ask(func(ctx context.Context) (err error) {
		subject, err = graph.AnySubjectOf(ctx, g.whole(), property)
		return err
	})
	return subject
}

// someOf returns some statements of the endpoint.
func (g *glance) someOf(subject, property, object string) (pairs [][2]string) {
	if object != "" { // a label
		g.ask(func(ctx context.Context) error {
			found, _, err := graph.FindNamed(ctx, g.whole(), queries.FindExact, mostNamed, object)
			for _, f := range found {
				pairs = append(pairs, [2]string{f.IRI, f.Name})
			}
			return err
		})
		return pairs
	}
	if subject == "" {
		subject = g.anySubjectOf(property)
	}
	if subject == "" {
		return nil
	}
	g.ask(func(ctx context.Context) error {
		of, err := graph.StatementsOf(ctx, g.whole(), graph.Out, []string{subject}, []string{property}, 1)
		for _, r := range of[subject].Rows {
			pairs = append(pairs, [2]string{subject, r.Value})
		}
		return err
	})
	return pairs
}

// mostNamed is how many things with the label of a property are looked at.
const mostNamed = 10

// shapeOf returns the shape of files that were read and of a database.
func (s Use) shapeOf(d *extract.Data) (h shape) {
	v := d.Vocabulary
	h.classes = v.Classes
	h.preset = s.Config.Recognise(func(property string) bool {
		things, literals, _ := d.StatedValues(property)
		return v.Type == property || things || literals
	})
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
// default graph has nothing.
func (s Use) firstLook(ctx context.Context, client extract.Client) (preset string, empty bool, err error) {
	c := s.Config
	if c.Preset != "" || c.Type != "" || c.Subclass != "" {
		if _, known := queries.DialectOfHost(client.URL()); known || len(c.Graph) > 0 {
			return "", false, nil
		}
		any, err := client.Ask(ctx, askAny)
		return "", !any && err == nil, err
	}
	query, err := queries.FirstLook(config.FirstLooked())
	if err != nil {
		return "", false, err
	}
	table, err := client.Select(ctx, query)
	if err != nil {
		return "", false, err
	}
	for _, row := range table.Rows {
		switch use := row[0]; {
		case use == nil || use.String() == "any":
		case use.String() != "class":
			preset = cmp.Or(preset, config.PresetOf(use.String()))
		case c.Individuals != extract.Named:
			return config.ClassTriples, false, nil
		}
	}
	return preset, len(table.Rows) == 0, nil
}
