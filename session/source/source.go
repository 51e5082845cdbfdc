package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// A Source is an open source. It serves any number of problems, also at once, until
// Close.
type Source struct {
	// Prefixes are those of the user and, for names that the user does not define, the
	// usable ones of the data.
	Prefixes syntax.Prefixes
	Client   extract.Client // of the endpoint; nil for files and databases
	Data     *extract.Data  // of files and databases; nil for endpoints, until ExtractClasses
	// Preset has the vocabulary of the source, if its statements show which one that is and
	// the settings name none. See Session.On.
	Preset string
	shape  shape
	// ShareStructure: all problems over a file share one structure with all of its facts,
	// and learning bounds the role depth. Otherwise the structure of a problem holds only
	// what is within its role depth.
	ShareStructure bool

	cache string // path of the database of an endpoint's answers; empty: in memory
	kept  problemCache

	mu      sync.Mutex
	closers []func()

	dialect dialectCache
	limits  graph.Limits // of the endpoint

	graph   func() *graph.Memory // made once
	writing writingCache
	memory  sync.Map // by the keys of Keep

	local localEndpoint
}

// A dialectCache holds the dialect of the endpoint after it was probed.
type dialectCache struct {
	mu    sync.Mutex
	found *queries.Dialect
}

// A localEndpoint is an endpoint inside the process.
type localEndpoint struct {
	mu     sync.Mutex
	client extract.Client
	files  *Source // what it serves, if it is the source
}

// Open opens the source of the settings. If a database has several sources, it opens the
// one that holds the examples. If the settings do not say how an endpoint states classes, it
// sends some requests (see recognise).
func (s Use) Open(ctx context.Context) (*Source, error) {
	src := newSource(s.Config.Cache)
	if _, err := s.OwnPrefixes(); err != nil {
		return nil, err
	}
	var err error
	switch {
	case s.Config.Endpoint != "":
		var client *connector.Client
		if client, err = s.connect(); err == nil {
			src.Client = client
			src.onClose(client.Close)
			src.shape = s.recognise(func(property string) bool { return s.states(ctx, client, property) }, s.someOf(ctx, client))
			s.noteShape(src.shape)
		}
	case s.Config.DB != "":
		src.Data, err = s.readDatabase(ctx, src)
	default:
		src.Data, err = s.importFiles(ctx)
	}
	if err != nil {
		src.Close()
		return nil, err
	}
	src.Prefixes = syntax.Prefixes{}
	if src.Data != nil {
		src.Prefixes = UsablePrefixes(src.Data.Prefixes())
		src.shape = s.shapeOf(src.Data)
		if src.IsWhole() {
			s.noteShape(src.shape)
		}
	}
	src.Preset = src.shape.preset
	own, err := s.On(src).OwnPrefixes()
	maps.Copy(src.Prefixes, own)
	return src, err
}

// IsEndpoint reports whether there is an endpoint to ask. What is extracted from it is a part.
func (s *Source) IsEndpoint() bool { return s != nil && s.Client != nil }

// IsWhole reports whether all facts of the source are in memory, as those of files are.
func (s *Source) IsWhole() bool { return s.Data != nil && s.Data.FromFiles() }

// IsDatabase reports whether the source has a part of the facts of an endpoint, and nobody to
// ask for the rest.
func (s *Source) IsDatabase() bool { return !s.IsEndpoint() && !s.IsWhole() }

func newSource(cache string) *Source {
	src := &Source{cache: cache, kept: problemCache{turn: make(chan struct{}, 1)}}
	src.graph = sync.OnceValue(func() *graph.Memory {
		if src.Data == nil {
			return nil
		}
		return src.Data.Graph()
	})
	src.onClose(src.Forget)
	return src
}

// OpenServed opens the files of the settings and serves them as an endpoint on the
// loopback address.
func (s Use) OpenServed(ctx context.Context) (*Source, error) {
	files, err := s.Open(ctx)
	if err != nil {
		return nil, err
	}
	src := newSource(s.Config.Cache)
	src.Prefixes, src.local.files = files.Prefixes, files
	src.onClose(files.Close)
	s.Source = files
	if src.Client, err = s.Client(ctx); err != nil {
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

// connect returns a client for the endpoint of the settings.
func (s Use) connect() (*connector.Client, error) {
	o, err := s.Config.Connector(s.Version)
	if err != nil {
		return nil, Usage(err)
	}
	if s.Anonymous || !s.Credentials.IsZero() {
		o.Credentials = s.Credentials
	}
	if s.Access != nil {
		o.MayRedirect = func(to *url.URL) error { return s.Access.Redirect(s.Config.Endpoint, to) }
	}
	o.Anonymous, o.Remote = s.Anonymous, s.Remote
	o.Logger, o.HTTPClient = s.Reporter.Logger(), s.HTTPClient
	c, err := connector.New(o)
	if err != nil {
		return nil, Usage(err)
	}
	if s.Config.Contact == "" && strings.HasPrefix(c.URL(), "https:") && !strings.HasPrefix(c.URL(), "https://127.0.0.1") {
		s.Reporter.Note("note: no contact given: public endpoints slow down or refuse clients without one (--contact MAIL)")
	}
	return c, nil
}

// readDatabase reads the database: the source that was extracted from the examples, or else
// the last one. The database is open until src is closed.
func (s Use) readDatabase(ctx context.Context, src *Source) (*extract.Data, error) {
	s.Reporter.Progress("reading "+s.Config.DB, "")
	own, err := s.OwnPrefixes()
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, s.Config.DB, store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	src.onClose(func() { _ = db.Close() })
	// The prefixes of the data are not known yet, so the examples may not be readable. They
	// are read again, with all prefixes, when the source is open.
	ex, _ := s.Examples(own)
	stored, err := extract.Choose(ctx, db, ex)
	if err != nil {
		return nil, err
	}
	d, err := extract.ReadData(ctx, stored)
	if err == nil && s.Config.Vocabulary().Strings && !d.HasStrings() {
		return nil, Usagef("%s was extracted without strings: run genus extract with --strings into another file",
			s.Config.DB)
	}
	return d, err
}

// importFiles reads the RDF files of the settings.
func (s Use) importFiles(ctx context.Context) (*extract.Data, error) {
	limited, stop := ctx, func() {}
	if s.Config.Memory > 0 || s.Config.Vocabulary().OWLRL { // a reasoner may need any memory
		limited, stop = learner.WithinMemory(ctx, uint64(s.Config.Memory)<<20)
	}
	defer stop()
	d, report, err := extract.ImportFiles(limited, s.Config.Data, extract.ImportOptions{
		Vocabulary: s.Config.Vocabulary(), Exclusions: s.Config.Exclusions(), Progress: showProgress(s.Reporter),
		ReasonFor: s.Config.Timeout, SkipBad: s.Config.SkipBad, Graphs: s.Config.Graph,
		Keep: s.keptFiles(), Settings: fmt.Sprint(s.Config.Preset, s.Config.Type, s.Config.Subclass, s.Config.Statements),
		Recognise: func(of func(subject, property, object string) [][2]string) (extract.Vocabulary, extract.Exclusions) {
			c := s.recognise(func(p string) bool { return len(of("", p, "")) > 0 }, of).in(s.Config)
			return c.Vocabulary(), c.Exclusions()
		},
	})
	if err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("reading %s: %w: raise --memory", strings.Join(s.Config.Data, " "), context.Cause(limited))
		}
		return nil, err
	}
	noteReport(s.Reporter, report)
	return d, nil
}

// keptFiles returns the directory for what is read of files; "" if nothing is kept.
func (s Use) keptFiles() string {
	dir, err := os.UserCacheDir()
	if err != nil || s.Config.NoCache {
		return ""
	}
	return filepath.Join(dir, "genus")
}

// PrefixesOf returns the prefixes of the source and those that the concept needs in
// addition.
func (s *Source) PrefixesOf(c dl.Concept) syntax.Prefixes {
	p := maps.Clone(s.Prefixes)
	maps.Copy(p, syntax.NewPrefixes(s.Prefixes, syntax.IRIs(c)...))
	return p
}

// client returns the client of the endpoint. For files and databases it starts an
// endpoint inside the process that serves them until Close. It serves files as they
// stand: what learning adds to them must be in the query.
func (s Use) Client(ctx context.Context) (extract.Client, error) {
	src := s.Source
	if src.Client != nil {
		return src.Client, nil
	}
	src.local.mu.Lock()
	defer src.local.mu.Unlock()
	if src.local.client != nil {
		return src.local.client, nil
	}
	var text bytes.Buffer
	if err := src.Data.WriteStated(ctx, &text); err != nil {
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
	src.onClose(func() {
		c.Close()
		go func() { _ = e.Close() }() // it waits for queries, and the engine may not see that they are cancelled
	})
	src.local.client = c
	return c, nil
}

// Keep returns what is kept for the key as long as the source is open. The first time it is what
// fresh returns. The type of the key belongs to who keeps it.
func (src *Source) Keep(key any, fresh func() any) any {
	if v, ok := src.memory.Load(key); ok {
		return v
	}
	v, _ := src.memory.LoadOrStore(key, fresh())
	return v
}

// startEmbedded starts an endpoint that lives as long as the source. ctx limits only the
// start: when it ends, startEmbedded returns and does not wait until the text is indexed.
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

// Graph returns the graph of a file or database, nil for an endpoint. It is made once.
func (s *Source) Graph() *graph.Memory {
	return s.graph()
}
