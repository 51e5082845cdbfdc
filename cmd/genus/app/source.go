package app

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/url"
	"strings"
	"sync"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// AboutSource are the settings that say what the source is and how it states
// things. Flags of them are not for a source that a request names.
var AboutSource = []string{
	"endpoint", "data", "db", "from", "preset", "graph", "dialect", "credentials", "row-cap", "type", "subclass",
	"closure", "reasoning", "label", "property-kind", "property-via", "exclude-kind", "cache",
}

// Source is an open source. It serves any number of problems, at once too, until
// Close.
type Source struct {
	// Prefixes are the user's before those of the data, which may be unusable.
	Prefixes syntax.Prefixes
	Client   extract.Client // of the endpoint; nil for files and databases
	Data     *extract.Data  // of files and databases; nil for endpoints

	cache string // path of the database for what an endpoint answers; empty: in memory
	kept  kept

	mu      sync.Mutex
	closers []func()

	probing sync.Mutex
	dialect *queries.Dialect // that the endpoint was found to have

	graphing sync.Once
	graph    *extract.Graph
	knowing  sync.Mutex
	knows    knowledge

	inside  sync.Mutex // starting the endpoint inside the process
	insider extract.Client
}

// Open opens the source of the settings; of several in one database the one that
// holds the examples, which may be empty. An endpoint is asked nothing yet.
func (b Session) Open(ctx context.Context) (*Source, error) {
	s := newSource(b)
	own, err := b.OwnPrefixes()
	if err != nil {
		return nil, err
	}
	switch {
	case b.Config.Endpoint != "":
		if s.Client, err = b.client(); err == nil {
			s.onClose(s.Client.(*connector.Client).Close)
		}
	case b.Config.DB != "":
		s.Data, err = b.ReadDatabase(ctx)
	default:
		s.Data, err = b.ImportFiles(ctx)
	}
	if err != nil {
		return nil, err
	}
	s.Prefixes = syntax.Prefixes{}
	if s.Data != nil {
		s.Prefixes = Usable(s.Data.Prefixes())
	}
	maps.Copy(s.Prefixes, own)
	return s, nil
}

func newSource(b Session) *Source {
	s := &Source{cache: b.Config.Cache, kept: kept{turn: make(chan struct{}, 1)}}
	s.onClose(s.Forget)
	return s
}

// OpenTurtle serves the document over HTTP on this machine's loopback, and is the
// source that asks that endpoint.
func (b Session) OpenTurtle(ctx context.Context, text string) (*Source, error) {
	s := newSource(b)
	own, err := b.OwnPrefixes()
	if err != nil {
		return nil, err
	}
	s.Prefixes = own
	if s.Client, err = s.serve(ctx, b, bytes.NewBufferString(text), rdffile.Turtle); err != nil {
		return nil, err
	}
	return s, nil
}

// Close ends the use of the source and of all that was opened for it.
func (s *Source) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
	s.closers = nil
}

func (s *Source) onClose(fn func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closers = append(s.closers, fn)
}

// client asks the endpoint of the settings.
func (b Session) client() (*connector.Client, error) {
	o, err := b.Config.Connector(b.Version)
	if err != nil {
		return nil, Usage(err)
	}
	if b.Anonymous {
		o.Credentials = connector.Credentials{}
	}
	if b.Access != nil {
		o.MayRedirect = func(to *url.URL) error { return b.Access.Redirect(b.Config.Endpoint, to) }
	}
	o.Logger = b.Reporter.Logger()
	c, err := connector.New(o)
	if err != nil {
		return nil, Usage(err)
	}
	if b.Config.Contact == "" && strings.HasPrefix(c.URL(), "https:") && !strings.HasPrefix(c.URL(), "https://127.0.0.1") {
		b.Reporter.Note("note: no contact given: public endpoints slow down or refuse clients that name nobody (--contact MAIL)")
	}
	return c, nil
}

// ReadDatabase reads the source of the database that the settings name or, if
// they do not, that the examples are from.
func (b Session) ReadDatabase(ctx context.Context) (*extract.Data, error) {
	db, err := store.Open(ctx, b.Config.DB, store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	b.Reporter.Progress("reading "+b.Config.DB, "")
	sources, err := db.Sources(ctx)
	if err != nil {
		return nil, err
	}
	var ex extract.Examples
	if len(sources) > 1 && b.Config.From == "" {
		own, err := b.OwnPrefixes()
		if err != nil {
			return nil, err
		}
		// Prefixes of the data are not known before it is read: those of the
		// settings must do to choose. What is wrong with the examples is said
		// when they are read with all prefixes; without them the choice fails
		// and says what there is to choose from.
		ex, _ = b.Examples(own)
	}
	space, err := extract.Choose(ctx, db, b.Config.From, ex)
	if err != nil {
		return nil, err
	}
	d, err := extract.ReadData(ctx, space)
	if err == nil && b.Config.Vocabulary().Strings && !d.HasStrings() {
		return nil, Usagef("%s was extracted without strings: run genus extract with --strings into another file", b.Config.DB)
	}
	return d, err
}

// ImportFiles reads the RDF files of the settings.
func (b Session) ImportFiles(ctx context.Context) (*extract.Data, error) {
	d, report, err := extract.ImportFiles(ctx, b.Config.Data, extract.ImportOptions{
		Vocabulary: b.Config.Vocabulary(), Exclusions: b.Config.Exclusions(), Progress: b.extracting,
	})
	if err != nil {
		return nil, err
	}
	b.extracted(report)
	return d, nil
}

// PrefixesOf are the prefixes of the source and those that the concept needs
// besides.
func (s *Source) PrefixesOf(c dl.Concept) syntax.Prefixes {
	p := maps.Clone(s.Prefixes)
	maps.Copy(p, syntax.NewPrefixes(s.Prefixes, syntax.IRIs(c)...))
	return p
}

// asker is a client for the source: of its endpoint or, for files and databases,
// of an endpoint inside the process that serves them, which stays until Close.
func (s *Source) asker(ctx context.Context, b Session) (extract.Client, error) {
	if s.Client != nil {
		return s.Client, nil
	}
	s.inside.Lock()
	defer s.inside.Unlock()
	if s.insider != nil {
		return s.insider, nil
	}
	var text bytes.Buffer
	if err := s.Data.WriteNTriples(ctx, &text); err != nil {
		return nil, err
	}
	c, err := s.serve(ctx, b, &text, rdffile.NTriples)
	if err != nil {
		return nil, err
	}
	s.insider = c
	return c, nil
}

// serve starts the embedded endpoint with the document, and a client for it.
func (s *Source) serve(ctx context.Context, b Session, text *bytes.Buffer, format rdffile.Format) (extract.Client, error) {
	var triples []rdf.Triple
	_, err := rdffile.ReadFrom(ctx, text, format, "urn:genus:source", func(t rdf.Triple) error {
		triples = append(triples, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	logger := b.Reporter.Logger()
	// It lives as long as the source, not as long as who asked first.
	e, err := embedded.Start(context.WithoutCancel(ctx), triples, embedded.Options{Logger: logger})
	if err != nil {
		return nil, err
	}
	c, err := connector.New(connector.Options{URL: e.URL(), Version: b.Version, Logger: logger})
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	s.onClose(func() { c.Close(); _ = e.Close() })
	return c, nil
}
