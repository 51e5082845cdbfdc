package serve

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
)

// A description says which source a request opens.
type description struct {
	Kind   string   `json:"kind"`
	URL    string   `json:"url,omitempty"`
	Preset string   `json:"preset,omitempty"`
	Graph  []string `json:"graph,omitempty"`
	Path   string   `json:"path,omitempty"`
	// Credentials are for the endpoint. They are in no source's description.
	Credentials connector.Credentials `json:"credentials"`
}

// kinds has the kinds of sources that requests can open.
var kinds = []string{"builtin", "endpoint", "file", "database"}

// misplacedField returns the name of the first field that does not belong to the kind;
// empty if there is none.
func (d description) misplacedField() string {
	for _, f := range []struct {
		name  string
		given bool
		kinds []string
	}{
		{"url", d.URL != "", []string{"endpoint"}},
		{"graph", len(d.Graph) > 0, []string{"endpoint"}},
		{"credentials", !d.Credentials.IsZero(), []string{"endpoint"}},
		{"path", d.Path != "", []string{"file", "database"}},
		{"preset", d.Preset != "", []string{"endpoint", "file", "database"}},
	} {
		if f.given && !slices.Contains(f.kinds, d.Kind) {
			return f.name
		}
	}
	return ""
}

type source struct {
	id, name string
	private  bool // opened with credentials: only who has opened it knows its id
	about    description
	choice   config.SourceChoice
	config   config.Config
	open     *genus.Session
	pos, neg []string // examples to begin with, if any

	remote    bool          // users cannot change the settings of the server
	access    *genus.Access // restricts the redirects of an endpoint
	version   string        // of the program
	catalogue catalogue
}

// Close closes the source.
func (src *source) Close() { src.open.Close() }

func (src *source) session(r genus.Reporter) genus.Session {
	return src.open.Reporting(r).Configured(func(c *config.Config) { c.Strings = src.config.Strings })
}

// iri returns the IRI in a parameter of the URL, which may have a prefix of the source.
func (src *source) iri(r *http.Request, name string) (string, error) {
	iris, err := genus.Expand([]string{r.URL.Query().Get(name)}, src.open.Prefixes())
	if err != nil {
		return "", err
	}
	return iris[0], nil
}

// nameSource replaces the path of the source in the fault by its name, which the user
// knows.
func (src *source) nameSource(f *fault) *fault {
	for _, path := range append(slices.Clone(src.choice.Data), src.choice.DB) {
		if path != "" {
			f.Detail = strings.ReplaceAll(f.Detail, path, src.name)
		}
	}
	return f
}

type sourceJSON struct {
	sourceRefJSON
	URL         string            `json:"url"`
	Preset      string            `json:"preset"`
	Graph       []string          `json:"graph"` // of an endpoint; empty: its default graph
	Path        string            `json:"path"`
	Individuals int               `json:"individuals"`
	Facts       int               `json:"facts"`
	Classes     int               `json:"classes"`
	Roles       int               `json:"roles"`
	Features    int               `json:"features"`
	Whole       bool              `json:"whole"` // the counts are of the whole source; an endpoint has none
	Prefixes    map[string]string `json:"prefixes"`
	Examples    *examplesJSON     `json:"examples,omitempty"`
}

type examplesJSON struct {
	Pos []termJSON `json:"pos"`
	Neg []termJSON `json:"neg"`
}

func (src *source) json(ctx context.Context) sourceJSON {
	j := sourceJSON{
		sourceRefJSON: sourceRefJSON{src.id, src.name, src.about.Kind},
		URL:           src.about.URL,
		Preset:        cmp.Or(src.about.Preset, src.open.Preset()),
		Graph:         append([]string{}, src.about.Graph...),
		Path:          src.about.Path,
		Prefixes:      src.open.Prefixes(),
	}
	if n := src.open.Size(); n != nil {
		j.Individuals = n.Individuals
		j.Facts = n.Facts
		j.Classes = n.Classes
		j.Roles = n.Roles
		j.Features = n.Features
		j.Whole = true
		if len(src.pos) > 0 {
			look := src.session(genus.Silent{})
			j.Examples = &examplesJSON{look.Terms(ctx, src.pos), look.Terms(ctx, src.neg)}
		}
	}
	return j
}

func (src *source) get(r *http.Request) (any, error) {
	return src.json(r.Context()), nil
}
