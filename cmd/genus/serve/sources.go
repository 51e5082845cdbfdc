package serve

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/session/source"
)

// sources has the open sources by id.
type sources struct {
	o      Options
	access source.Access
	dir    string // for uploads and the built-in graph
	remote bool   // the server can be reached from other machines
	pool   source.Pool[*servedSource]
}

// newSources opens the source of the settings, if there is one. Several users of a loopback address come
// from elsewhere, by a proxy.
func newSources(ctx context.Context, o Options, loopback bool, dir string) (*sources, error) {
	loopback = loopback && len(o.Users) == 0 && !o.Demo
	s := &sources{o: o, dir: dir, remote: !loopback, pool: source.Pool[*servedSource]{Room: maxSources}}
	allowed := o.Config.Allowed()
	var err error
	if s.access, err = newAccess(allowed.Endpoints, o.Config.Endpoint, allowed.Paths, loopback); err != nil {
		return nil, err
	}
	return s, s.openGiven(ctx)
}

// The ids of sources that exist once.
const (
	builtinID = "builtin" // the elephants; that of other built-in data ends with -NAME
	givenID   = "given"   // named by the flags of the server
)

// find returns the source with that id, if the user may use it. The caller must call the function to
// release it.
func (s *sources) find(ctx context.Context, id string) (*servedSource, func(), error) {
	src, release, ok := s.pool.Find(id)
	if ok && !src.isFor(ctx) {
		release()
		ok = false
	}
	if !ok {
		return nil, nil, faultf(http.StatusNotFound, "unknown-source", "there is no source %q: open it, or open it again", id)
	}
	return src, release, nil
}

func (s *sources) post(ctx context.Context, in *posted[description]) (*found[sourceJSON], error) {
	src, err := s.openSource(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	return &found[sourceJSON]{src.json(ctx)}, nil
}

// isFor reports whether the user may use the source: it is their own, or everybody's.
func (src *servedSource) isFor(ctx context.Context) bool {
	return src.about.Kind == builtinKind || src.id == givenID || src.owner == userOf(ctx)
}

// openSource opens the source of a description, unless it is open. Equal descriptions of a user
// lead to the same source until its file is changed, unless they have credentials: only the
// client of the open source keeps these.
func (s *sources) openSource(ctx context.Context, d description) (*servedSource, error) {
	d.URL = connector.WithScheme(d.URL)
	credentials := d.Credentials
	choice, err := s.choose(d)
	if err != nil {
		return nil, err
	}
	d.Credentials = connector.Credentials{}
	src := &servedSource{owner: userOf(ctx), name: d.URL, about: d, choice: choice}
	switch d.Kind {
	case builtinKind:
		data, _ := d.builtIn()
		src.id, src.name = builtinID, data.Title
		if d.Name != "" {
			src.id += "-" + d.Name
		} else {
			src.pos, src.neg = elephants.Positives, elephants.Negatives
		}
	case "file", "database":
		src.name = filepath.Base(d.Path)
		fallthrough
	default:
		src.id = s.idOf(src)
	}
	if !credentials.IsZero() { // others who name the endpoint do not share them
		src.id, src.private = newID(), true
	}
	src, release, err := s.add(ctx, src, credentials)
	if err == nil && d.Kind != builtinKind { // built-in sources stay open
		release()
	}
	return src, err
}

// idOf returns the id of the source: another one when its files have changed, or those that they import.
func (s *sources) idOf(src *servedSource) string {
	var files []string
	for _, path := range append(src.choice.Data, src.choice.DB) {
		if path != "" {
			files = append(files, path)
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %s", src.owner, src.about, extract.Stamp(files...)))
	for {
		id := hex.EncodeToString(sum[:8])
		open, release, ok := s.pool.Find(id)
		if !ok {
			return id
		}
		now := extract.Stamp(open.files...)
		release()
		if now == open.stamp {
			return id
		}
		sum = sha256.Sum256(append(sum[:], now...))
	}
}

// choose returns the settings for the source of a description if requests may open it.
func (s *sources) choose(d description) (c config.SourceChoice, err error) {
	if d.Preset != "" && d.Preset != config.None && !slices.Contains(config.Presets(), d.Preset) {
		return c, invalid("preset %q: choose one of %s, %s", d.Preset, strings.Join(config.Presets(), ", "), config.None)
	}
	if !slices.Contains(kinds, d.Kind) {
		return c, invalid("kind %q: choose one of %s", d.Kind, strings.Join(kinds, ", "))
	}
	if field := d.misplacedField(); field != "" { // ignoring it would open one source twice
		return c, invalid("%s does not go with kind %s: leave it out", field, d.Kind)
	}
	if err := d.Credentials.Validate(); err != nil {
		return c, invalid("credentials: give user and password, or a token, without line breaks, and no colon in the user")
	}
	if s.o.Demo && d.Kind != builtinKind {
		return c, faultf(http.StatusForbidden, "demo", "this is a public demonstration: it has the built-in data only")
	}
	c.Preset = d.Preset
	switch d.Kind {
	case builtinKind:
		if _, ok := d.builtIn(); !ok {
			err = invalid("there are no built-in data %q: "+
				"name wikidata or pizza, or leave the name out for the elephants", d.Name)
		}
	case "endpoint":
		c.Endpoint, c.Graph = d.URL, d.Graph
		return c, s.access.Endpoint(d.URL)
	case "file":
		var path string
		path, err = s.access.Path(d.Path)
		if c.Data = []string{path}; d.Key != "" {
			c.Key = []string{d.Key}
		}
		c.Tables = d.Tables
	case "database":
		c.DB, err = s.access.Path(d.Path)
	}
	return c, err
}

func (s *sources) openGiven(ctx context.Context) error {
	c := s.o.Config
	src := &servedSource{id: givenID, about: description{Kind: "given", Preset: c.Preset, Graph: c.Graph}, config: c}
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
	_, _, err := s.add(ctx, src, connector.Credentials{}) // it is never released
	return err
}

// add opens the source, unless one with its id is open. The caller must call the function
// to release it.
func (s *sources) add(ctx context.Context, src *servedSource,
	credentials connector.Credentials) (*servedSource, func(), error) {
	src, release, err := s.pool.Use(ctx, src.id, func() (*servedSource, error) {
		if err := s.configure(src); err != nil {
			return nil, err
		}
		own := func(o *servedSource) bool { return o.owner == src.owner }
		if src.owner != "" && src.about.Kind != builtinKind && !s.pool.Shrink(userSources-1, own) {
			return nil, busy("%d of your sources are in use: wait for one of them", userSources)
		}
		c := src.config
		c.Strings = c.Strings || len(c.Data) > 0 // a job says whether it learns with strings
		var err error
		if src.open, err = genus.Open(ctx, c, genus.Options{
			Version: src.version, Anonymous: src.id != givenID, Credentials: credentials, Remote: src.remote, Access: src.access,
			ShareStructure: true,
		}); err != nil {
			return nil, err
		}
		if data := src.open.Use().Source.Data(); data != nil {
			for _, f := range data.Source.Files { // with the imports
				src.files = append(src.files, f.Path)
			}
		}
		src.stamp = extract.Stamp(src.files...)
		src.open.Look().Size() // indexes the data, so that the first request does not wait for it
		return src, nil
	})
	if errors.Is(err, source.ErrNoRoom) {
		err = faultf(http.StatusTooManyRequests, "busy", "%v", err)
	}
	return src, release, err
}

// configure sets the settings of the source: those of the server, with the choice of the
// request if there is one.
func (s *sources) configure(src *servedSource) (err error) {
	if src.access == nil {
		src.access = &s.access
	}
	src.version, src.catalogue = s.o.Version, newCatalogue()
	src.remote = s.remote
	if src.id == givenID {
		src.config.Timeout = s.o.Config.Timeout
		src.access = s.access.Beside(src.config.Data)
		return nil
	}
	if data, ok := src.about.builtIn(); ok {
		file, err := data.WriteFile(s.dir)
		if err != nil {
			return err
		}
		src.choice.Data, src.choice.Prefix = []string{file}, data.Prefix
	}
	if src.config, err = genusyaml.Load(s.o.Given.WithSource(src.choice)); err != nil {
		return err
	}
	src.config.Timeout = min(src.config.Timeout, s.o.Config.Timeout)
	src.config.Cache = "" // the cache is for the source of the flags
	src.config.NoCache = src.config.NoCache || src.about.Kind == "upload"
	return nil
}

func newID() string {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // crypto/rand does not fail
	}
	return hex.EncodeToString(b[:])
}
