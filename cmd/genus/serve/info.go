package serve

import (
	"context"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner"
)

type infoJSON struct {
	Version   string              `json:"version" jsonschema:"version of genus"`
	Demo      bool                `json:"demo" jsonschema:"a public demonstration: built-in data only, and no work is kept"`
	Source    *SourceRef          `json:"source" jsonschema:"the source that the server was started with; null if there is none"`
	Sources   []SourceRef         `json:"sources" jsonschema:"all sources that are open"`
	Presets   []presetJSON        `json:"presets" jsonschema:"settings for kinds of sources"`
	Allow     allowJSON           `json:"allow" jsonschema:"what may be opened"`
	Limits    map[string]int      `json:"limits" jsonschema:"limits of the server, by name"`
	Defaults  map[string]any      `json:"defaults" jsonschema:"options of a job that gives none"`
	Languages []string            `json:"languages" jsonschema:"names of languages"`
	Choices   map[string][]string `json:"choices" jsonschema:"values of options, by option"`
}

// A SourceRef names a source.
type SourceRef struct {
	ID   string `json:"id" jsonschema:"its id"`
	Name string `json:"name" jsonschema:"name to show"`
	Kind string `json:"kind" enum:"builtin,endpoint,file,database,upload,given" jsonschema:"what kind of source it is"`
}

type presetJSON struct {
	Name        string `json:"name" jsonschema:"its name"`
	Endpoint    string `json:"endpoint" jsonschema:"URL of its endpoint; empty if it has none"`
	Description string `json:"description" jsonschema:"what it is for"`
}

type allowJSON struct {
	Endpoints bool     `json:"endpoints" jsonschema:"any endpoint may be opened"`
	Named     []string `json:"named" jsonschema:"endpoints that may be opened"`
	Files     []string `json:"files" jsonschema:"files that may be opened"`
	Databases []string `json:"databases" jsonschema:"databases that may be opened"`
	Images    []string `json:"images" jsonschema:"hosts from which the page loads pictures"`
}

func (s *Server) info(ctx context.Context, _ *none) (*found[infoJSON], error) {
	c := s.o.Config
	j := infoJSON{
		Version: s.o.Version, Demo: s.o.Demo, Sources: []SourceRef{}, Presets: []presetJSON{}, Languages: config.Languages(),
		Allow: allowJSON{
			Endpoints: s.sources.access.AnyEndpoint,
			Named:     append([]string{}, c.Allowed().Endpoints...),
			Files:     listFiles(s.sources.access, rdffile.Endings()...),
			Databases: listFiles(s.sources.access, ".db"),
			Images:    append([]string{}, c.Allowed().Images...),
		},
		Limits: map[string]int{
			"max_size": api.MaxSize, "depth": api.MaxDepth, "timeout": int(c.Timeout.Seconds()),
			"examples": maxExamples, "upload_bytes": int(s.o.maxUpload()), "workspace_bytes": maxWorkspace, "page": maxPage,
			"jobs": c.Jobs, "queue": maxWaiting,
		},
		Defaults: map[string]any{
			"language": c.Language, "max_size": c.MaxSize, "timeout": int(c.Timeout.Seconds()), "mode": c.Mode, "score": c.Score,
			"select": c.Select, "nominals": c.Nominals == config.On, "strings": c.Strings, "prefer": c.Prefer,
			"engine": c.Engine, "depth": extract.DefaultDepth,
		},
		Choices: map[string][]string{
			"select": learner.SelectNames(),
			"engine": config.Engines(),
			"prefer": {config.Meant, config.Smallest},
		},
	}
	if c.Depth != config.AutoDepth {
		j.Defaults["depth"] = c.Depth
	}
	for _, name := range config.Presets() {
		j.Presets = append(j.Presets, presetJSON{name, config.PresetEndpoint(name), config.PresetDescription(name)})
	}
	for _, src := range s.sources.pool.All() {
		if src.private || !src.isFor(ctx) {
			continue
		}
		ref := SourceRef{src.id, src.name, src.about.Kind}
		j.Sources = append(j.Sources, ref)
		if src.id == givenID {
			j.Source = &ref
		}
	}
	return &found[infoJSON]{j}, nil
}
