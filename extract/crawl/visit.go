package crawl

import (
	"context"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

// visit gets everything about the individuals of a level, and drops what is over a
// bound or not complete. The steps that lead on are added to steps.
func (s *search) visit(ctx context.Context, frontier []facts.ID, level int, steps *[]step, kinds ...source.Kind) error {
	terms := make([]string, len(frontier))
	for i, id := range frontier {
		terms[i] = s.Term(id)
	}
	var all []*statements
	for _, kind := range kinds {
		st := &statements{search: s, kind: kind, terms: terms, level: level, expect: map[string][]source.Count{}}
		if err := st.count(ctx); err != nil {
			return err
		}
		all = append(all, st)
		if level == 0 && kind == source.Out {
			if err := s.findExamples(ctx, st.silent()); err != nil {
				return err
			}
		}
	}
	if level == 0 {
		s.warnOfSilent(all[0])
	}
	return s.pull(ctx, all, level, steps)
}

// pull fetches what was counted, and drops what is over a bound or not complete.
func (s *search) pull(ctx context.Context, all []*statements, level int, steps *[]step) error {
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
