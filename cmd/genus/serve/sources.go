package serve

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
)

// description says which source a request opens.
type description struct {
	Kind   string   `json:"kind"`
	URL    string   `json:"url,omitempty"`
	Preset string   `json:"preset,omitempty"`
	Graph  []string `json:"graph,omitempty"`
	Path   string   `json:"path,omitempty"`
	From   string   `json:"from,omitempty"`
}

// kinds are those of the sources that requests can open.
var kinds = []string{"builtin", "endpoint", "file", "database"}

// source is an open source.
type source struct {
	id, name string
	about    description
	choice   config.SourceChoice
	written  string // when its file was written
	config   config.Config
	open     *app.Source
	pos, neg []string // examples that come with it

	access    *app.Access // restricts the redirects of an endpoint
	version   string      // of the program
	catalogue catalogue

	busy int       // requests and jobs that use it
	used time.Time // when the last of them ended
}

// sources are the open sources.
type sources struct {
	o      Options
	access app.Access
	dir    string // for files that are opened

	mu      sync.Mutex
	list    []*source
	opening map[string]chan struct{} // by description; closed when done
	closed  bool
}

// newSources opens the source of the settings, if there is one.
func newSources(ctx context.Context, o Options, loopback bool, dir string) (*sources, error) {
	s := &sources{o: o, dir: dir, opening: map[string]chan struct{}{}}
	var err error
	if s.access, err = newAccess(o.Config.AllowEndpoint, o.Config.Endpoint, o.Config.AllowPath, loopback); err != nil {
		return nil, err
	}
	return s, s.openGiven(ctx)
}

// close closes all sources; no other is opened then.
func (s *sources) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, src := range s.list {
		src.open.Close()
	}
	s.list = nil
}

// withSource handles a request about the source that its path names.
func (s *sources) withSource(f func(*source, *http.Request) (any, error)) handler {
	return sendReply(func(r *http.Request) (any, error) {
		src, done, err := s.find(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		defer done()
		return f(src, r)
	})
}

// The ids of sources that are there once.
const (
	builtinID = "builtin"
	givenID   = "given" // by the flags of the server
)

// find returns the source of that id. The caller must release it.
func (s *sources) find(id string) (*source, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, src := range s.list {
		if src.id == id {
			src.busy++
			return src, func() { s.release(src) }, nil
		}
	}
	return nil, nil, faultf(http.StatusNotFound, "unknown-source", "there is no source %q: open it (again)", id)
}

func (s *sources) release(src *source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	src.busy--
	src.used = time.Now()
}

// sweep closes sources that nobody has used for keepFor and, to make room, the least
// recently used one. The built-in source and that of the flags stay.
func (s *sources) sweep(room bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var oldest *source
	keep := s.list[:0:0]
	for _, src := range s.list {
		stays := src.busy > 0 || src.id == builtinID || src.id == givenID
		if !stays && time.Since(src.used) > keepFor {
			src.open.Close()
			continue
		}
		if !stays && (oldest == nil || src.used.Before(oldest.used)) {
			oldest = src
		}
		keep = append(keep, src)
	}
	s.list = keep
	if !room || len(keep) < maxSources {
		return true
	}
	if oldest == nil {
		return false
	}
	s.list = slices.DeleteFunc(keep, func(src *source) bool { return src == oldest })
	oldest.open.Close()
	return true
}

// key is the same for descriptions of the same source.
func (d description) key() string {
	return strings.Join(append([]string{d.Kind, d.URL, d.Preset, d.Path, d.From}, d.Graph...), "\x00")
}

// foreign is the first field that does not belong to the kind, empty if there is
// none.
func (d description) foreign() string {
	for _, f := range []struct {
		name  string
		given bool
		kinds []string
	}{
		{"url", d.URL != "", []string{"endpoint"}},
		{"graph", len(d.Graph) > 0, []string{"endpoint"}},
		{"path", d.Path != "", []string{"file", "database"}},
		{"from", d.From != "", []string{"database"}},
		{"preset", d.Preset != "", []string{"endpoint", "file", "database"}},
	} {
		if f.given && !slices.Contains(f.kinds, d.Kind) {
			return f.name
		}
	}
	return ""
}

// openSource opens the source, unless it is open already.
func (s *sources) openSource(ctx context.Context, d description) (*source, error) {
	choice, err := s.choose(d)
	if err != nil {
		return nil, err
	}
	written := modified(choice)
	key := d.key() + written
	for {
		s.mu.Lock()
		i := slices.IndexFunc(s.list, func(src *source) bool { return src.about.key()+src.written == key })
		if i >= 0 {
			defer s.mu.Unlock()
			return s.list[i], nil
		}
		wait := s.opening[key]
		if wait == nil {
			s.opening[key] = make(chan struct{})
		}
		s.mu.Unlock()
		if wait == nil {
			break
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer func() {
		s.mu.Lock()
		close(s.opening[key])
		delete(s.opening, key)
		s.mu.Unlock()
	}()
	src := &source{id: newID(), name: d.URL, about: d, choice: choice, written: written}
	switch d.Kind {
	case "builtin":
		return s.openBuiltin(ctx, src)
	case "file", "database":
		src.name = filepath.Base(d.Path)
	}
	return s.add(ctx, src)
}

// modified is when the file of the source was written, empty if it has none.
func modified(c config.SourceChoice) string {
	for _, path := range append(c.Data, c.DB) {
		if info, err := os.Stat(path); err == nil { // else opening it reports the error
			return info.ModTime().String()
		}
	}
	return ""
}

// choose returns the source of the description if requests may open it.
func (s *sources) choose(d description) (c config.SourceChoice, err error) {
	if d.Preset != "" && !slices.Contains(config.Presets(), d.Preset) {
		return c, invalid("preset %q: choose one of %s", d.Preset, strings.Join(config.Presets(), ", "))
	}
	if !slices.Contains(kinds, d.Kind) {
		return c, invalid("kind %q: choose one of %s", d.Kind, strings.Join(kinds, ", "))
	}
	if field := d.foreign(); field != "" { // two descriptions of one source would open it twice
		return c, invalid("%s does not go with kind %s: leave it out", field, d.Kind)
	}
	c.Preset = d.Preset
	switch d.Kind {
	case "endpoint":
		c.Endpoint, c.Graph = d.URL, d.Graph
		return c, s.access.Endpoint(d.URL)
	case "file":
		var path string
		path, err = s.access.Path(d.Path)
		c.Data = []string{path}
	case "database":
		c.DB, err = s.access.Path(d.Path)
		c.From = d.From
	}
	return c, err
}

// openBuiltin opens the elephants from a file, as it opens other sources.
func (s *sources) openBuiltin(ctx context.Context, src *source) (*source, error) {
	path := filepath.Join(s.dir, "elephants.ttl")
	if err := os.WriteFile(path, []byte(elephants.Turtle), 0o600); err != nil {
		return nil, err
	}
	src.id, src.name = builtinID, "Elephants"
	src.choice = config.SourceChoice{Data: []string{path}, Prefix: []string{elephants.Prefix + "=" + elephants.Namespace}}
	src.pos, src.neg = elephants.Positives, elephants.Negatives
	return s.add(ctx, src)
}

// openGiven opens the source of the flags, if there is one.
func (s *sources) openGiven(ctx context.Context) error {
	c := s.o.Config
	src := &source{id: givenID, about: description{Kind: "given", Preset: c.Preset, Graph: c.Graph, From: c.From}, config: c}
	switch {
	case c.Endpoint != "":
		src.name, src.about.URL = c.Endpoint, c.Endpoint
	case c.DB != "":
		src.name = filepath.Base(c.DB)
	case len(c.Data) > 0:
		src.name = filepath.Base(c.Data[0])
	default:
		return nil
	}
	_, err := s.add(ctx, src)
	return err
}

// add opens the source and adds it to the open ones.
func (s *sources) add(ctx context.Context, src *source) (*source, error) {
	if !s.sweep(true) {
		return nil, faultf(http.StatusTooManyRequests, "busy", "%d sources are open and in use: try again later", maxSources)
	}
	if err := s.configure(src); err != nil {
		return nil, err
	}
	session := src.session(app.Silent{})
	if len(src.config.Data) > 0 {
		session.Config.Strings = true // the data has them; a job says whether it learns with them
	}
	var err error
	if src.open, err = session.Open(ctx); err != nil {
		return nil, err
	}
	src.open.ShareStructure = true
	src.open.Graph() // so that the first request need not wait
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		src.open.Close()
		return nil, context.Canceled
	}
	src.used = time.Now()
	s.list = append(s.list, src)
	return src, nil
}

// named writes the name of the source, which the user knows, for the path of its file.
func (src *source) named(f *fault) *fault {
	for _, path := range append(slices.Clone(src.choice.Data), src.choice.DB) {
		if path != "" {
			f.Detail = strings.ReplaceAll(f.Detail, path, src.name)
		}
	}
	return f
}

// configure gives the source its settings: those of the server, or with its choice.
func (s *sources) configure(src *source) (err error) {
	src.access, src.version = &s.access, s.o.Version
	if src.id == givenID {
		src.config.Timeout = s.o.Config.Timeout
		return nil
	}
	if src.config, err = config.Load(s.o.Given.WithSource(src.choice)); err != nil {
		return err
	}
	src.config.Timeout = min(src.config.Timeout, s.o.Config.Timeout)
	src.config.Cache = "" // the cache file of the user is for the source of the flags
	return nil
}

// session is work on the source.
func (src *source) session(r app.Reporter) app.Session {
	return app.Session{
		Config: src.config, Reporter: r, Source: src.open, Version: src.version,
		Anonymous: src.id != givenID, Access: src.access,
	}
}

// iri is the parameter of the URL, which may be written with a prefix.
func (src *source) iri(r *http.Request, name string) (string, error) {
	iris, err := app.Expand([]string{r.URL.Query().Get(name)}, src.open.Prefixes)
	if err != nil {
		return "", err
	}
	return iris[0], nil
}

func newID() string {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // crypto/rand does not fail
	}
	return hex.EncodeToString(b[:])
}
