package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
)

// Names of sources beside URLs and paths.
const (
	ownSource = "default"   // that of the flags
	zooSource = "elephants" // the built-in example
)

// Where is the part of a call that says which source is meant.
type Where struct {
	Source string `json:"source,omitempty" jsonschema:"the knowledge graph: default (the one this server was started with), elephants (a built-in example), or the URL of an endpoint or the path of a file that the server was started to allow. Left out: default if there is one, else elephants"`
	Preset string `json:"preset,omitempty" jsonschema:"settings for a kind of source; for the endpoints of Wikidata, YAGO and DBpedia choose theirs"`
}

func refineWhere(s *jsonschema.Schema) {
	property(s, "source").MaxLength = ptr(maxIRI)
	oneOf(s, "preset", config.Presets())
}

func ptr[T any](v T) *T { return &v }

// sources says what a call may name.
func (s *Server) sources() string {
	names := []string{}
	c := s.base
	switch {
	case c.Endpoint != "":
		names = append(names, fmt.Sprintf("%q is the endpoint %s", ownSource, c.Endpoint))
	case len(c.Data) > 0:
		names = append(names, fmt.Sprintf("%q is %s", ownSource, strings.Join(c.Data, ", ")))
	case c.DB != "":
		names = append(names, fmt.Sprintf("%q is the database %s", ownSource, c.DB))
	}
	names = append(names, fmt.Sprintf("%q is a small built-in graph of elephants to try things out; its namespace is %s with the prefix %s, and %s are male elephants that are heavy or have two daughters, %s are not",
		zooSource, elephants.Namespace, elephants.Prefix, short(elephants.Positives[:4]), short(elephants.Negatives[:4])))
	for _, url := range c.AllowEndpoint {
		names = append(names, "the endpoint "+url)
	}
	for _, path := range c.AllowPath {
		names = append(names, "RDF files and databases in "+path)
	}
	return strings.Join(names, "; ") + "."
}

func short(iris []string) string {
	var names []string
	for _, iri := range iris {
		names = append(names, elephants.Prefix+":"+strings.TrimPrefix(iri, elephants.Namespace))
	}
	return strings.Join(names, ", ")
}

// hasOwn reports whether the flags name a source.
func (s *Server) hasOwn() bool {
	return s.base.Endpoint != "" || len(s.base.Data) > 0 || s.base.DB != ""
}

// open is a session on the source that the call means; strings says whether the
// call learns with strings. done must be called when the work on the source has
// ended.
func (s *Server) open(ctx context.Context, w *task, where Where, strings bool) (session app.Session, done func(), err error) {
	name := where.Source
	if name == "" {
		if name = zooSource; s.hasOwn() {
			name = ownSource
		}
	}
	choice, err := s.choose(name)
	if err != nil {
		return session, nil, err
	}
	choice.Preset = where.Preset
	c, err := config.Load(s.o.Given.WithSource(choice))
	if err != nil {
		return session, nil, err
	}
	foreign := name != ownSource && name != zooSource // named by the call
	if foreign {
		c.Cache = "" // a file of the user's: nobody else's facts belong there
	}
	if name == zooSource {
		plain(&c)
	}
	c.Strings = c.Strings || strings
	session = app.Session{Config: c, Reporter: w, Version: s.o.Version, Anonymous: foreign, Access: &s.access}
	session.Source, done, err = s.shelf.take(ctx, name+" "+where.Preset+" "+fmt.Sprint(c.Strings), func() (*app.Source, error) {
		if name == zooSource {
			return session.OpenTurtle(ctx, elephants.Turtle)
		}
		return session.Open(ctx)
	})
	return session, done, err
}

// choose is the source of that name, if a call may open it.
func (s *Server) choose(name string) (c config.SourceChoice, err error) {
	switch {
	case name == ownSource && !s.hasOwn():
		return c, fmt.Errorf("there is no source %q: the server was started without --endpoint, --data and --db; sources: %s", ownSource, s.sources())
	case name == ownSource, name == zooSource:
		return c, nil
	case strings.HasPrefix(name, "http://"), strings.HasPrefix(name, "https://"):
		c.Endpoint = name
		return c, s.access.Endpoint(name)
	}
	file, err := s.access.Path(name)
	if strings.EqualFold(filepath.Ext(file), ".db") {
		c.DB = file
	} else {
		c.Data = []string{file}
	}
	return c, err
}

// plain undoes what flags and files say of other sources.
func plain(c *config.Config) {
	d := config.Default()
	d.Depth, d.Strings = c.Depth, c.Strings
	c.SourceConfig, c.EndpointConfig, c.ExtractionConfig = d.SourceConfig, d.EndpointConfig, d.ExtractionConfig
	c.Prefix = append(slices.Clone(c.Prefix), elephants.Prefix+"="+elephants.Namespace)
}

// shelf keeps sources open between calls.
type shelf struct {
	opening chan struct{} // has one entry while a source is opened
	mu      sync.Mutex
	held    []*held // the latest last
}

type held struct {
	key    string
	source *app.Source
	users  int
}

// keptSources is how many sources stay open that nobody works on.
const keptSources = 4

func newShelf() *shelf { return &shelf{opening: make(chan struct{}, 1)} }

// take is the source with that key, opened if it is not there.
func (s *shelf) take(ctx context.Context, key string, open func() (*app.Source, error)) (*app.Source, func(), error) {
	select {
	case s.opening <- struct{}{}:
		defer func() { <-s.opening }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if h := s.use(key); h != nil {
		return h.source, func() { s.done(h) }, nil
	}
	source, err := open()
	if err != nil {
		return nil, nil, err
	}
	h := &held{key, source, 1}
	s.mu.Lock()
	s.held = append(s.held, h)
	s.mu.Unlock()
	return source, func() { s.done(h) }, nil
}

func (s *shelf) use(key string) *held {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.held, func(h *held) bool { return h.key == key })
	if i < 0 {
		return nil
	}
	h := s.held[i]
	h.users++
	s.held = append(slices.Delete(s.held, i, i+1), h)
	return h
}

// done ends a use, and closes the sources that were not used for longest.
func (s *shelf) done(h *held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h.users--
	for i := 0; i < len(s.held) && len(s.held) > keptSources; {
		if s.held[i].users > 0 {
			i++
			continue
		}
		s.held[i].source.Close()
		s.held = slices.Delete(s.held, i, i+1)
	}
}

func (s *shelf) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.held {
		h.source.Close()
	}
	s.held = nil
}
