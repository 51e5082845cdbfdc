package app

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Dialect is that of the settings or, if they leave it open, of the source's
// endpoint, which is asked once. No endpoint, or no source, means the engine
// inside the process.
func (s Session) Dialect(ctx context.Context) (queries.Dialect, error) {
	if s.Config.Dialect != config.Auto {
		d, err := queries.ParseDialect(s.Config.Dialect)
		if err != nil {
			return 0, Usage(fmt.Errorf("--dialect: %w", err))
		}
		return d, nil
	}
	src := s.Source
	if src == nil || src.Client == nil {
		return 0, nil
	}
	src.probed.mu.Lock()
	defer src.probed.mu.Unlock()
	if src.probed.dialect != nil {
		return *src.probed.dialect, nil
	}
	d := queries.Probe(func(query string) (bool, error) { return src.Client.Ask(ctx, query) })
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	src.probed.dialect = &d
	s.Reporter.Detail("dialect of the endpoint: %s", d)
	return d, nil
}

// anchor is the class that restricts the query of c, empty if none does.
func (s Writer) anchor(p *Problem, c dl.Concept) (string, error) {
	switch s.Config.Anchor {
	case config.None:
		return "", nil
	case config.Auto:
		if needed, err := queries.NeedsDomain(c); !needed || err != nil {
			return "", err
		}
		return sharedClass(p.Problem), nil
	}
	iri, err := extract.Expand(s.Config.Anchor, p.Source.Prefixes)
	if err != nil {
		return "", Usage(fmt.Errorf("--anchor: %w", err))
	}
	return iri, nil
}

// sharedClass is the smallest class of all positives, the first by IRI among equals;
// empty if there is none.
func sharedClass(p interp.Problem) string {
	best, size := "", 0
	for i, atom := range p.Structure.Signature().Atoms() {
		name, ok := atom.(dl.Name)
		if !ok {
			continue
		}
		members := p.Structure.Atom(interp.ConceptID(i))
		shared := len(p.Pos) > 0
		for _, a := range p.Pos {
			shared = shared && members.Test(uint(a))
		}
		if n := int(members.Count()); shared && (best == "" || n < size || n == size && name.IRI < best) {
			best, size = name.IRI, n
		}
	}
	return best
}
