package answer

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// Anchor returns the class that restricts the query of c; empty if none does.
func (s Worker) Anchor(ctx context.Context, p *source.Problem, c dl.Concept) (string, error) {
	switch s.Config.Anchor {
	case config.None:
		return "", nil
	case config.Auto:
		if !dl.OnlyExcludes(c) {
			return "", nil
		}
		return sharedClass(ctx, p.Problem, c)
	}
	iri, err := extract.Expand(s.Config.Anchor, p.Source.Prefixes())
	if err != nil {
		return "", source.Usage(fmt.Errorf("--anchor: %w", err))
	}
	return iri, nil
}

// sharedClass returns the smallest class of all positives that has a member of c, the first
// by IRI among equals; empty if there is none. A concept that excludes all positives may
// exclude what they share. The error is that of the context.
func sharedClass(ctx context.Context, p interp.Problem, c dl.Concept) (string, error) {
	best, size := "", 0
	within, err := interp.NewEvaluator(p.Structure).ExtensionWithin(ctx, c)
	if err != nil || len(p.Pos) == 0 {
		return "", ctx.Err()
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
	return best, nil
}
