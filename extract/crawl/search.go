package crawl

import (
	"context"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

const unnamedProperty = "property that is not an IRI"

// run searches until it reaches the depth or becomes stale.
func (s *search) run(ctx context.Context) error {
	frontier := make([]facts.ID, len(s.examples))
	for i, iri := range s.examples {
		frontier[i] = s.ID(iri)
		s.distance[frontier[i]] = 0
	}
	for level := range s.Bounds.Depth + 1 {
		if level == s.Bounds.Depth {
			return s.visit(ctx, frontier, level, nil, graph.Leaf)
		}
		var steps []step
		if err := s.visit(ctx, frontier, level, &steps, graph.Out, graph.In); err != nil || s.stale {
			return err
		}
		if err := s.readStatements(ctx, frontier, level, &steps); err != nil || s.stale {
			return err
		}
		if err := (follower{s}).follow(ctx, frontier, level, &steps); err != nil || s.stale {
			return err
		}
		next, err := s.advance(steps, level+1)
		if err != nil || s.stale {
			return err
		}
		frontier = next
	}
	return nil
}

// addProperties adds the properties that concepts can use to those that high-degree nodes
// are asked about. It reports whether there are high-degree nodes and new properties.
func (s *search) addProperties() bool {
	if !s.hubs {
		return false
	}
	before := len(s.properties)
	for _, p := range s.symbols.Related(s.usedProperties()) {
		s.properties[p] = true
	}
	return len(s.properties) > before
}
