package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/builtin"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/session/source"
)

// defaultSource names the source of the flags.
const defaultSource = "default"

// Where says which source a call uses.
type Where struct {
	Source string `json:"source,omitempty" maxLength:"4096" jsonschema:"the knowledge graph: default (the one this server was started with), built-in data (elephants, wikidata or pizza), or the URL of an endpoint or the path of a file that the server was started to allow. Left out: default if there is one, else elephants"`
	Preset string `json:"preset,omitempty" jsonschema:"settings for a kind of source; for the endpoints of Wikidata, YAGO and DBpedia choose theirs"`
}

// TransformSchema adds the names of the presets.
func (Where) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for _, name := range append(config.Presets(), config.None) {
		s.Properties["preset"].Enum = append(s.Properties["preset"].Enum, name)
	}
	return s
}

// sources describes the sources that a call may name.
func (s *Server) sources() string {
	names := []string{}
	c := s.base
	switch {
	case c.Endpoint != "":
		names = append(names, fmt.Sprintf("%q is the endpoint %s", defaultSource, c.Endpoint))
	case len(c.Data) > 0:
		names = append(names, fmt.Sprintf("%q is %s", defaultSource, strings.Join(c.Data, ", ")))
	case c.DB != "":
		names = append(names, fmt.Sprintf("%q is the database %s", defaultSource, c.DB))
	}
	for _, d := range builtin.All() {
		names = append(names, fmt.Sprintf("%q, built in, is %s", d.Name, d.About))
	}
	names = append(names, fmt.Sprintf(
		"the namespace of the elephants is %s with the prefix %s; %s are male elephants that are heavy or have two "+
			"daughters, and %s are not",
		elephants.Namespace, elephants.Prefix, shorten(elephants.Positives[:4]), shorten(elephants.Negatives[:4])))
	for _, url := range c.Allowed().Endpoints {
		names = append(names, "the endpoint "+url)
	}
	for _, path := range c.Allowed().Paths {
		names = append(names, "RDF files and databases in "+path)
	}
	return strings.Join(names, "; ") + "."
}

func shorten(iris []string) string {
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

// open returns a session on the source of the call. If there is no error, the caller must call done.
func (s *Server) open(ctx context.Context, w *task, where Where) (on api.Session, done func(), err error) {
	name := where.Source
	if name == "" {
		if name = builtin.Elephants.Name; s.hasOwn() {
			name = defaultSource
		}
	}
	choice, err := s.choose(name)
	if err != nil {
		return on, nil, err
	}
	choice.Preset = where.Preset
	c, err := genusyaml.Load(s.o.Given.WithSource(choice))
	if err != nil {
		return on, nil, err
	}
	_, isBuiltIn := s.builtIn[name]
	foreign := name != defaultSource && !isBuiltIn
	if foreign {
		c.Cache = "" // the cache is for the source of the flags
	}
	if isBuiltIn { // treated as an endpoint
		c.Confirm = true
	}
	withStrings := c.Strings
	c.Strings = withStrings || len(c.Data) > 0 // a call says whether it learns with strings
	open, done, err := s.pool.Use(ctx, name+" "+where.Preset, func() (*genus.Session, error) {
		o := genus.Options{Reporter: w, Version: s.o.Version, Anonymous: foreign, Access: &s.access,
			ShareStructure: true} // matches are searched in the whole file
		if isBuiltIn {
			o.Reporter = source.Silent{} // its import is of no interest
		}
		return genus.Open(ctx, c, o)
	})
	if err != nil {
		return on, nil, err
	}
	on = api.On(open.Reporting(w).Recognised(ctx).Configured(func(c *config.Config) { c.Strings = withStrings }))
	if on.Use().Source.Slow() || isBuiltIn {
		on.MostSteps = api.MaxDepth
	}
	return on, done, nil
}

// choose returns the settings for the source with that name if calls may open it.
func (s *Server) choose(name string) (c config.SourceChoice, err error) {
	switch {
	case name == defaultSource && !s.hasOwn():
		return c, fmt.Errorf(
			"there is no source %q: the server was started without --endpoint, --data and --db; sources: %s",
			defaultSource,
			s.sources(),
		)
	case name == defaultSource:
		return c, nil
	}
	if c, ok := s.builtIn[name]; ok {
		return c, nil
	}
	if url, is := source.IsURL(name); is {
		c.Endpoint = url
		return c, s.access.Endpoint(url)
	}
	file, err := s.access.Path(name)
	if strings.EqualFold(filepath.Ext(file), ".db") {
		c.DB = file
	} else {
		c.Data = []string{file}
	}
	return c, err
}
