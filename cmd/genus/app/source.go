package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// Source is an open source. It serves any number of problems, at once too, until
// Close.
type Source struct {
	// Prefixes are those of the user and, for names that the user does not define,
	// usable ones of the data.
	Prefixes syntax.Prefixes
	Client   extract.Client // of the endpoint; nil for files and databases
	Data     *extract.Data  // of files and databases; nil for endpoints, until ExtractClasses
	// ShareStructure: all problems of a file share one structure with all of its
	// facts, and learning bounds the role depth. Else the structure of a problem holds
	// what is within its role depth.
	ShareStructure bool

	cache string // path of the database for what an endpoint answers; empty: in memory
	kept  problemCache

	mu      sync.Mutex
	closers []func()

	probed probed

	graph func() *extract.Graph // made once
	known known

	names, classNames names // of files and databases
	classSizes        map[string]*int

	inside localEndpoint
}

// probed is the dialect of the endpoint, once it was found.
type probed struct {
	mu      sync.Mutex
	dialect *queries.Dialect
}

// localEndpoint is an endpoint inside the process.
type localEndpoint struct {
	mu     sync.Mutex
	client extract.Client
	files  *Source // what it serves, where it is the source
}

// Open opens the source of the settings. Of several sources in a database it opens
// the one that holds the examples. It sends no request to an endpoint.
func (s Session) Open(ctx context.Context) (*Source, error) {
	src := newSource(s.Config.Cache)
	own, err := s.OwnPrefixes()
	if err != nil {
		return nil, err
	}
	switch {
	case s.Config.Endpoint != "":
		var client *connector.Client
		if client, err = s.connect(); err == nil {
			src.Client = client
			src.onClose(client.Close)
		}
	case s.Config.DB != "":
		var db *store.DB
		if src.Data, db, err = s.ReadDatabase(ctx); err == nil {
			src.onClose(func() { _ = db.Close() })
		}
	default:
		src.Data, err = s.ImportFiles(ctx)
	}
	if err != nil {
		return nil, err
	}
	src.Prefixes = syntax.Prefixes{}
	if src.Data != nil {
		src.Prefixes = Usable(src.Data.Prefixes())
	}
	maps.Copy(src.Prefixes, own)
	return src, nil
}

func newSource(cache string) *Source {
	src := &Source{cache: cache, kept: problemCache{turn: make(chan struct{}, 1)}}
	src.graph = sync.OnceValue(func() *extract.Graph {
		if src.Data == nil {
			return nil
		}
		return src.Data.Graph()
	})
	src.onClose(src.Forget)
	return src
}

// OpenServed opens the files of the settings as an endpoint, which serves them on the
// loopback address.
func (s Session) OpenServed(ctx context.Context) (*Source, error) {
	files, err := s.Open(ctx)
	if err != nil {
		return nil, err
	}
	src := newSource(s.Config.Cache)
	src.Prefixes, src.inside.files = files.Prefixes, files
	src.onClose(files.Close)
	s.Source = files
	if src.Client, err = s.client(ctx); err != nil {
		src.Close()
	}
	return src, err
}

// Close closes the source and everything that was opened for it.
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

// connect makes a client for the endpoint of the settings.
func (s Session) connect() (*connector.Client, error) {
	o, err := s.Config.Connector(s.Version)
	if err != nil {
		return nil, Usage(err)
	}
	if s.Anonymous {
		o.Credentials = connector.Credentials{}
	}
	if s.Access != nil {
		o.MayRedirect = func(to *url.URL) error { return s.Access.Redirect(s.Config.Endpoint, to) }
	}
	o.Logger = s.Reporter.Logger()
	c, err := connector.New(o)
	if err != nil {
		return nil, Usage(err)
	}
	if s.Config.Contact == "" && strings.HasPrefix(c.URL(), "https:") && !strings.HasPrefix(c.URL(), "https://127.0.0.1") {
		s.Reporter.Note("note: no contact given: public endpoints slow down or refuse clients that name nobody (--contact MAIL)")
	}
	return c, nil
}

// ReadDatabase reads one source of the database: that of the setting from, or else
// the one that holds the examples.
func (s Session) ReadDatabase(ctx context.Context) (*extract.Data, *store.DB, error) {
	db, err := store.Open(ctx, s.Config.DB, store.Options{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	d, err := s.readDatabase(ctx, db)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return d, db, nil
}

func (s Session) readDatabase(ctx context.Context, db *store.DB) (*extract.Data, error) {
	s.Reporter.Progress("reading "+s.Config.DB, "")
	sources, err := db.Sources(ctx)
	if err != nil {
		return nil, err
	}
	var ex extract.Examples
	if len(sources) > 1 && s.Config.From == "" {
		own, err := s.OwnPrefixes()
		if err != nil {
			return nil, err
		}
		// Prefixes of the data are not known before it is read: those of the
		// settings must do to choose. What is wrong with the examples is said
		// when they are read with all prefixes; without them the choice fails
		// and says what there is to choose from.
		ex, _ = s.Examples(own)
	}
	stored, err := extract.Choose(ctx, db, s.Config.From, ex)
	if err != nil {
		return nil, err
	}
	d, err := extract.ReadData(ctx, stored)
	if err == nil && s.Config.Vocabulary().Strings && !d.HasStrings() {
		return nil, Usagef("%s was extracted without strings: run genus extract with --strings into another file", s.Config.DB)
	}
	return d, err
}

// ImportFiles reads the RDF files of the settings.
func (s Session) ImportFiles(ctx context.Context) (*extract.Data, error) {
	d, report, err := extract.ImportFiles(ctx, s.Config.Data, extract.ImportOptions{
		Vocabulary: s.Config.Vocabulary(), Exclusions: s.Config.Exclusions(), Progress: showProgress(s.Reporter),
	})
	if err != nil {
		return nil, err
	}
	noteReport(s.Reporter, report)
	return d, nil
}

// PrefixesOf are the prefixes of the source and further ones that the concept needs.
func (s *Source) PrefixesOf(c dl.Concept) syntax.Prefixes {
	p := maps.Clone(s.Prefixes)
	maps.Copy(p, syntax.NewPrefixes(s.Prefixes, syntax.IRIs(c)...))
	return p
}

// client asks the source: its endpoint or, for files and databases, an endpoint
// inside the process that serves them until Close.
func (s Session) client(ctx context.Context) (extract.Client, error) {
	src := s.Source
	if src.Client != nil {
		return src.Client, nil
	}
	src.inside.mu.Lock()
	defer src.inside.mu.Unlock()
	if src.inside.client != nil {
		return src.inside.client, nil
	}
	var text bytes.Buffer
	if err := src.Data.WriteNTriples(ctx, &text); err != nil {
		return nil, err
	}
	logger := s.Reporter.Logger()
	e, err := startEmbedded(ctx, &text, embedded.Options{Logger: logger})
	if err != nil {
		return nil, err
	}
	c, err := connector.New(connector.Options{URL: e.URL(), Version: s.Version, Logger: logger})
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	src.onClose(func() { c.Close(); _ = e.Close() })
	src.inside.client = c
	return c, nil
}

// startEmbedded starts an endpoint that lives as long as the source, not only as long
// as this request. When the context ends it does not wait for the text to be indexed.
func startEmbedded(ctx context.Context, text io.Reader, o embedded.Options) (*embedded.Endpoint, error) {
	type started struct {
		endpoint *embedded.Endpoint
		err      error
	}
	done := make(chan started, 1)
	go func() {
		e, err := embedded.StartNTriples(context.WithoutCancel(ctx), text, o)
		done <- started{e, err}
	}()
	select {
	case s := <-done:
		return s.endpoint, s.err
	case <-ctx.Done():
		go func() {
			if s := <-done; s.err == nil {
				_ = s.endpoint.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// Graph is the graph of a file or database, nil for an endpoint. It is made once.
func (s *Source) Graph() *extract.Graph {
	return s.graph()
}

// Elephants chooses the built-in graph as the source: it writes it to a file in the
// directory.
func Elephants(dir string) (config.SourceChoice, error) {
	path := filepath.Join(dir, "elephants.ttl")
	err := os.WriteFile(path, []byte(elephants.Turtle), 0o600)
	return config.SourceChoice{Data: []string{path}, Prefix: []string{elephants.Prefix + "=" + elephants.Namespace}}, err
}
