package serve

import (
	"net/http"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
)

type infoJSON struct {
	Version   string              `json:"version"`
	Source    *sourceRefJSON      `json:"source"` // of the flags; null if they name none
	Sources   []sourceRefJSON     `json:"sources"`
	Presets   []presetJSON        `json:"presets"`
	Allow     allowJSON           `json:"allow"`
	Limits    map[string]int      `json:"limits"`
	Defaults  map[string]any      `json:"defaults"`
	Languages []string            `json:"languages"`
	Choices   map[string][]string `json:"choices"`
}

type sourceRefJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type presetJSON struct {
	Name        string `json:"name"`
	Endpoint    string `json:"endpoint"`
	Description string `json:"description"`
}

type allowJSON struct {
	Endpoints bool     `json:"endpoints"` // any endpoint
	Named     []string `json:"named"`     // or else these
	Files     []string `json:"files"`
	Databases []string `json:"databases"`
}

func (s *Server) info(_ *http.Request) (any, error) {
	c := s.o.Config
	j := infoJSON{
		Version: s.o.Version, Sources: []sourceRefJSON{}, Presets: []presetJSON{}, Languages: config.Languages(),
		Allow: allowJSON{
			Endpoints: s.sources.access.AnyEndpoint,
			Named:     append([]string{}, c.Allowed().Endpoints...),
			Files:     listFiles(s.sources.access, ".ttl", ".trig", ".nt", ".nq", ".jsonld", ".owl", ".rdf", ".xml"),
			Databases: listFiles(s.sources.access, ".db"),
		},
		Limits: map[string]int{
			"max_size": maxSize, "depth": maxDepth, "timeout": int(c.Timeout.Seconds()),
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
		if src.private {
			continue
		}
		ref := sourceRefJSON{src.id, src.name, src.about.Kind}
		j.Sources = append(j.Sources, ref)
		if src.id == givenID {
			j.Source = &ref
		}
	}
	return j, nil
}
