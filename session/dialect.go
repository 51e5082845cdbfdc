package session

import (
	"cmp"
	"context"
	"fmt"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Dialect returns the dialect of the settings. If they leave it open, it probes the
// endpoint of the source, once. Without an endpoint or a source the engine inside the
// process is meant, which is standard.
func (s use) Dialect(ctx context.Context) (queries.Dialect, error) {
	if s.Config.Dialect != config.Auto {
		d, err := queries.ParseDialect(s.Config.Dialect)
		if err != nil {
			return 0, Usage(fmt.Errorf("--dialect: %w", err))
		}
		return d, nil
	}
	src := s.Source
	if !src.IsEndpoint() {
		return 0, nil
	}
	src.dialect.mu.Lock()
	defer src.dialect.mu.Unlock()
	if src.dialect.found != nil {
		return *src.dialect.found, nil
	}
	d := graph.FindDialect(ctx, src.Client)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	src.dialect.found = &d
	s.Reporter.Detail("dialect of the endpoint: %s", d)
	return d, nil
}

// anchor returns the class that restricts the query of c; empty if none does.
func (s use) anchor(p *Problem, c dl.Concept) (string, error) {
	switch s.Config.Anchor {
	case config.None:
		return "", nil
	case config.Auto:
		if !dl.OnlyExcludes(c) {
			return "", nil
		}
		return sharedClass(p.Problem, c), nil
	}
	iri, err := extract.Expand(s.Config.Anchor, p.Source.Prefixes)
	if err != nil {
		return "", Usage(fmt.Errorf("--anchor: %w", err))
	}
	return iri, nil
}

// Anchored returns the session with the class that restricts the query of c, for
// Session.Query.
func (s use) Anchored(p *Problem, c dl.Concept) (use, error) {
	anchor, err := s.anchor(p, c)
	s.Config.Anchor = cmp.Or(anchor, config.None)
	return s, err
}

// sharedClass returns the smallest class of all positives that has a member of c, the first
// by IRI among equals; empty if there is none. A concept that excludes all positives may
// exclude what they share.
func sharedClass(p interp.Problem, c dl.Concept) string {
	best, size := "", 0
	within, err := interp.NewEvaluator(p.Structure).Extension(c)
	if err != nil || len(p.Pos) == 0 {
		return ""
	}
	for i, atom := range p.Structure.Signature().Atoms() {
		name, ok := atom.(dl.Name)
		if !ok {
			continue
		}
		members := p.Structure.Atom(interp.ConceptID(i))
		shared := members.IntersectionCardinality(within) > 0
		for _, a := range p.Pos {
			shared = shared && members.Test(uint(a))
		}
		if n := int(members.Count()); shared && (best == "" || n < size || n == size && name.IRI < best) {
			best, size = name.IRI, n
		}
	}
	return best
}
