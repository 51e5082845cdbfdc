package serve

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/builtin"
	"github.com/genus-kg/genus/session/source"
)

// A description says which source a request opens.
type description struct {
	Kind   string   `json:"kind" enum:"builtin,endpoint,file,database" jsonschema:"what to open"`
	Name   string   `json:"name,omitempty" jsonschema:"of built-in data: wikidata or pizza; left out: the elephants"`
	URL    string   `json:"url,omitempty" jsonschema:"URL of an endpoint"`
	Preset string   `json:"preset,omitempty" jsonschema:"preset for an endpoint, a file or a database; left out: that of Wikidata if the statements are as there; none: no preset"`
	Graph  []string `json:"graph,omitempty" jsonschema:"named graphs of an endpoint"`
	Path   string   `json:"path,omitempty" jsonschema:"path of a file or database that the server allows"`
	Key    string   `json:"key,omitempty" jsonschema:"column of a file that names the rows, if the file is a table; without it, rows have numbers"`
	Tables []string `json:"table,omitempty" jsonschema:"how a file that is a table is read: options of the forms separator=;, header=no, sheet=NAME, type=COLUMN:TYPE and missing=TEXT; left out: as it looks"`
	// Credentials are in no source's description.
	Credentials connector.Credentials `json:"credentials,omitzero" jsonschema:"user and password, or a token, of an endpoint. They are sent to its host only, kept until the source is closed, and never returned; each request with credentials opens a source of its own"`
}

// kinds has the kinds of sources that requests can open.
var kinds = []string{builtinKind, "endpoint", "file", "database"}

// builtinKind is the kind of data that the program carries.
const builtinKind = "builtin"

// builtIn returns the built-in data of a description; false if it names none.
func (d description) builtIn() (data builtin.Data, ok bool) {
	if d.Kind != builtinKind {
		return data, false
	}
	if d.Name == "" {
		return builtin.Elephants, true
	}
	data, ok = builtin.Find(d.Name)
	return data, ok && d.Name != builtin.Elephants.Name
}

// misplacedField returns the name of the first field that does not belong to the kind;
// empty if there is none.
func (d description) misplacedField() string {
	for _, f := range []struct {
		name  string
		given bool
		kinds []string
	}{
		{"name", d.Name != "", []string{builtinKind}},
		{"url", d.URL != "", []string{"endpoint"}},
		{"graph", len(d.Graph) > 0, []string{"endpoint"}},
		{"credentials", !d.Credentials.IsZero(), []string{"endpoint"}},
		{"path", d.Path != "", []string{"file", "database"}},
		{"key", d.Key != "", []string{"file"}},
		{"table", len(d.Tables) > 0, []string{"file"}},
		{"preset", d.Preset != "", []string{"endpoint", "file", "database"}},
	} {
		if f.given && !slices.Contains(f.kinds, d.Kind) {
			return f.name
		}
	}
	return ""
}

type servedSource struct {
	id, name string
	owner    string // the user who has opened it; see isFor
	private  bool   // opened with credentials: only who has opened it knows its id
	about    description
	choice   config.SourceChoice
	config   config.Config
	open     *genus.Session
	files    []string // that were read, and their stamp
	stamp    string
	pos, neg []string // examples to begin with, if any

	remote    bool           // users cannot change the settings of the server
	access    *source.Access // restricts the redirects of an endpoint
	version   string         // of the program
	catalogue catalogue
}

// Close closes the source.
func (src *servedSource) Close() { src.open.Close() }

func (src *servedSource) session(ctx context.Context, r genus.Reporter) genus.Session {
	return src.open.Reporting(r).Recognised(ctx).Configured(func(c *config.Config) { c.Strings = src.config.Strings })
}

// operation returns the session of one operation.
func (src *servedSource) operation(ctx context.Context) api.Session {
	return src.limit(src.session(ctx, source.Silent{}))
}

func (src *servedSource) limit(s genus.Session) api.Session {
	on := api.On(s)
	if s.Use().Source.Slow() {
		on.MostSteps = api.MaxDepth
	}
	return on
}

// nameSource replaces the path of the source in the fault by its name, which the user
// knows.
func (src *servedSource) nameSource(f *fault) *fault {
	for _, path := range append(slices.Clone(src.choice.Data), src.choice.DB) {
		if path != "" {
			f.Detail = strings.ReplaceAll(f.Detail, path, src.name)
		}
	}
	return f
}

type sourceJSON struct {
	SourceRef
	URL         string            `json:"url" jsonschema:"URL of the endpoint; empty for other kinds"`
	Preset      string            `json:"preset" jsonschema:"name of the preset, also if genus recognised it; empty if there is none"`
	Note        string            `json:"note,omitempty" jsonschema:"why the preset of an endpoint is not known: it did not answer; the next operation looks again"`
	Graph       []string          `json:"graph" jsonschema:"graphs of an endpoint that are asked; empty: its default graph"`
	Path        string            `json:"path" jsonschema:"path of the file or database; empty for other kinds"`
	Individuals int               `json:"individuals" jsonschema:"number of individuals"`
	Facts       int               `json:"facts" jsonschema:"number of facts"`
	Classes     int               `json:"classes" jsonschema:"number of classes"`
	Roles       int               `json:"roles" jsonschema:"number of roles"`
	Features    int               `json:"features" jsonschema:"number of features"`
	Whole       bool              `json:"whole" jsonschema:"the numbers are those of the whole source; they are 0 for an endpoint"`
	Prefixes    map[string]string `json:"prefixes" jsonschema:"IRI by prefix, for short names"`
	Examples    *examplesJSON     `json:"examples,omitempty" jsonschema:"examples to begin with; only of the built-in source"`
}

type examplesJSON struct {
	Pos []genus.Term `json:"pos" jsonschema:"positive ones"`
	Neg []genus.Term `json:"neg" jsonschema:"negative ones"`
}

func (src *servedSource) json(ctx context.Context) sourceJSON {
	j := sourceJSON{
		SourceRef: SourceRef{src.id, src.name, src.about.Kind},
		URL:       src.about.URL,
		Preset:    cmp.Or(src.about.Preset, src.open.Use().Source.Preset()),
		Note:      src.open.Use().Unrecognised(),
		Graph:     append([]string{}, src.about.Graph...),
		Path:      src.about.Path,
		Prefixes:  src.open.Prefixes(),
	}
	if n := src.open.Look().Size(); n != nil {
		j.Individuals = n.Individuals
		j.Facts = n.Facts
		j.Classes = n.Classes
		j.Roles = n.Roles
		j.Features = n.Features
		j.Whole = true
		if len(src.pos) > 0 {
			examples := src.session(ctx, source.Silent{}).Look()
			j.Examples = &examplesJSON{examples.Terms(ctx, src.pos), examples.Terms(ctx, src.neg)}
		}
	}
	return j
}

func (src *servedSource) get(ctx context.Context) (sourceJSON, error) { return src.json(ctx), nil }
