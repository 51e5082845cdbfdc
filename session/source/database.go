package source

import (
	"context"
	"errors"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// A database has what was extracted from an endpoint around examples.
type database struct{ inMemory }

// ErrPart reports that a database has a part of what was asked for.
var ErrPart = errors.New("a database has a part of the members: give --endpoint URL or --data FILE...")

func (d *database) Complete() bool { return false }

// openDatabase reads the database: the source that was extracted from the examples, or else
// the last one. The database is open until the source is closed.
func (s Use) openDatabase(ctx context.Context) (*database, error) {
	s.Reporter.Progress("reading "+s.Config.DB, "")
	own, err := OwnPrefixes(s.Config)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, s.Config.DB, store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	c := newCommon()
	c.onClose(func() { _ = db.Close() })
	// The prefixes of the data are not known yet, so the examples may not be readable. They
	// are read again, with all prefixes, when the source is open.
	ex, _ := Examples(s, own)
	stored, err := extract.Choose(ctx, db, ex)
	var data *extract.Data
	if err == nil {
		data, err = extract.ReadData(ctx, stored)
	}
	if err == nil && s.Config.Vocabulary().Strings && !data.HasStrings() {
		err = Usagef("%s was extracted without strings: run genus extract with --strings into another file", s.Config.DB)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return &database{newInMemory(s, c, data)}, nil
}

func (d *database) load(_ context.Context, s Use, _ extract.Examples, about dl.Concept,
	qualified []string) (*extract.Data, extract.LoadOptions, error) {
	o := s.loadOptions()
	o.Properties = qualified
	o.Exclusions.Named = s.named(d.data, about)
	return d.data, o, nil
}

// WholeGraph uses the endpoint's answers about concepts in the file, and asks the endpoint for
// others.
func (d *database) WholeGraph(ctx context.Context, s Use, ex extract.Examples,
	_ []string) (intent.Graph, *Problem, error) {
	p, err := Load(ctx, s, ex, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	g := graph.NewCache(d.data.Answers(), nil, d.data.Vocabulary, s.notBefore())
	g.AskLater(func(ctx context.Context) (graph.Graph, error) { return d.origin(ctx, s) })
	return graph.NewWhole(g, d.data.Symbols, extracted(p)), p, nil
}

// Subclasses and Values are not known of the rest of the endpoint.
func (d *database) Subclasses(context.Context, Use) func(class string) bool       { return nil }
func (d *database) Values(context.Context, Use) func(property string) read.Values { return nil }

// port answers with the members among what was extracted.
func (d *database) port(_ context.Context, s Use, _ *Problem) (ask.Port, error) {
	e := d.executor(s)
	e.Part = Usage(ErrPart)
	return e, nil
}

// firstAnswerTimeout limits how long the endpoint of a database may take for its first
// answer.
const firstAnswerTimeout = 10 * time.Second

// origin returns the endpoint that the database was extracted from; nil if it
// does not answer or may not be asked. Its answers are kept if the file can be written.
func (d *database) origin(ctx context.Context, s Use) (graph.Graph, error) {
	info := d.data.Source
	if s.Access != nil && s.Access.Endpoint(info.Name) != nil {
		return nil, nil
	}
	there := s
	there.Config.Endpoint = info.Name
	there.Config.Graph = info.Graphs
	there.Anonymous, there.Credentials = true, connector.Credentials{}
	once := there
	once.Config.Retries = 0
	if c, err := once.connect(); err != nil {
		return nil, nil // the stored answers need no valid URL
	} else {
		_, err := c.Ask(connector.Within(ctx, firstAnswerTimeout), askAny)
		c.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			s.Reporter.Note("note: %s does not answer: numbers of members are lower bounds, from what was extracted", info.Name)
			return nil, nil
		}
	}
	client, err := there.connect()
	if err != nil {
		return nil, err
	}
	d.onClose(client.Close)
	s.Reporter.Note("note: asking %s for numbers of members that %s does not have", info.Name, s.Config.DB)
	dialect, _ := graph.FindDialect(ctx, client, new(graph.Limits))
	g := graph.NewWholeGraph(client, d.data.Vocabulary, d.data.Exclusions,
		queries.Options{Dialect: dialect, Graphs: info.Graphs, Axioms: d.data.Axioms()})
	g.ReportTo(showProgress(s.Reporter))
	db, err := OpenDatabase(ctx, s, s.Config.DB)
	if err != nil {
		s.Reporter.Note("note: the answers are not kept: %v", err)
		return g, nil
	}
	d.onClose(func() { _ = db.Close() })
	answers, err := db.Source(ctx, info.SourceKey)
	if err != nil {
		if errors.Is(err, store.ErrNoSource) {
			return g, nil
		}
		return nil, err
	}
	return graph.NewCache(answers, g, d.data.Vocabulary, s.notBefore()), nil
}
