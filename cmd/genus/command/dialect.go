package command

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// dialect is that of the settings or, if they leave it open, of the endpoint,
// which is asked. A nil client is the engine inside the process.
func (a *app) dialect(ctx context.Context, client extract.Client) (queries.Dialect, error) {
	if a.cfg.Dialect != config.Auto {
		d, err := queries.ParseDialect(a.cfg.Dialect)
		if err != nil {
			return 0, usage(fmt.Errorf("--dialect: %w", err))
		}
		return d, nil
	}
	if client == nil {
		return 0, nil
	}
	d := queries.Probe(func(query string) (bool, error) { return client.Ask(ctx, query) })
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	a.status.detail("dialect of the endpoint: %s", d)
	return d, nil
}

// anchor is the class to whose members the query of c is restricted; empty if
// to none.
func (a *app) anchor(s *source, c dl.Concept) (string, error) {
	switch a.cfg.Anchor {
	case config.None:
		return "", nil
	case config.Auto:
		if needed, err := queries.NeedsDomain(c); !needed || err != nil {
			return "", err
		}
		return sharedClass(s.problem), nil
	}
	iri, err := extract.Expand(a.cfg.Anchor, s.prefixes)
	if err != nil {
		return "", usage(fmt.Errorf("--anchor: %w", err))
	}
	return iri, nil
}

// sharedClass is the smallest class that all positives are in; of several, the
// first by its IRI; empty if there is none.
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
