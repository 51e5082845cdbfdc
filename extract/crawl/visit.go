package crawl

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// visit counts and fetches the statements of these kinds about the individuals of a
// level. It drops properties over a bound and incomplete ones, and appends the edges to
// steps.
func (s *search) visit(ctx context.Context, frontier []facts.ID, level int, steps *[]step, kinds ...graph.Kind) error {
	terms := s.IRIs(slices.Values(frontier))
	var all []*statements
	for _, kind := range kinds {
		st := &statements{search: s, kind: kind, terms: terms, level: level}
		if err := st.count(ctx); err != nil {
			return err
		}
		all = append(all, st)
		if level == 0 && kind == graph.Out {
			if err := CheckKnown(ctx, s.source, st.unknown()); err != nil {
				return err
			}
		}
	}
	if level == 0 {
		s.warnWithoutStatements(all[0])
	}
	return s.fetchCounted(ctx, all, level, steps)
}

// fetchCounted fetches the statements that were counted. It drops properties over a bound
// and incomplete ones.
func (s *search) fetchCounted(ctx context.Context, all []*statements, level int, steps *[]step) error {
	if err := s.askKinds(ctx, all); err != nil {
		return err
	}
	if err := s.enforceBounds(all, level); err != nil || s.stale {
		return err
	}
	for _, st := range all {
		st.prune()
		if err := st.fetch(ctx, steps); err != nil || s.stale {
			return err
		}
	}
	return nil
}
