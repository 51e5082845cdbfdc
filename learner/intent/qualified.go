package intent

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/price"
)

// RankQualified ranks like [Session.Rank], with what statements say among the candidates. It reads the
// statements, which an endpoint takes time for.
func (s *Session) RankQualified(ctx context.Context) (Ranking, error) {
	r, err := s.Rank(ctx)
	if err != nil || !s.p.Limits.Unread || len(s.ranked) == 0 || s.qualifiedAt == len(s.p.Pos) {
		return r, err
	}
	properties, err := s.p.ReadStatements(ctx, price.ConceptsOf(s.ranked))
	if err != nil || len(properties) == 0 {
		return r, err
	}
	s.qualifiedAt = len(s.p.Pos)
	s.p.TakeStatements(properties)
	if err := s.generate(ctx); err != nil {
		return Ranking{}, err
	}
	s.ranked = s.rank(ctx, slices.DeleteFunc(s.ranked, func(x price.Candidate) bool { return s.p.IsRefuted(x.Concept) }))
	return s.Rank(ctx)
}

// Qualified returns the names of the properties whose statements have qualifiers, or a quantity
// with a unit, that nearly all positives share, those of the likeliest candidates first.
func (s *Session) Qualified(ctx context.Context) ([]string, error) {
	return s.p.Qualified(ctx, price.ConceptsOf(s.ranked))
}

// ComparesUnread reports whether the concept compares direct numbers whose statements were not read
// yet: they may be in several units.
func (s *Session) ComparesUnread(c dl.Concept) bool { return s.p.ComparesUnread(c) }
