package intent

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// generate makes and ranks the candidates: the conjunctions that the search finds, with negations,
// the concepts to keep and those that were added.
//
// It fails only if there is no candidate at all. If a later question to the graph fails, the
// candidates have bounds, and incomplete has the error. If the conditions cannot be found, the
// candidates of the ranking before are ranked again.
func (s *Session) generate(ctx context.Context) error {
	s.k.failed = nil
	found, err := s.find(ctx)
	if err != nil {
		if len(s.ranked) == 0 {
			return err
		}
		s.k.fail(err)
		found = conceptsOf(s.ranked)
	} else {
		s.notFound = slices.DeleteFunc(slices.Clone(s.added), func(c dl.Concept) bool { return slices.Contains(found, c) })
	}
	cs := slices.Concat(found, s.added, s.kept)
	xs := s.score(ctx, unique(slices.Concat(cs, s.edited(cs))))
	s.groups = nil
	if sharesNothing(xs, 0) {
		xs = append(xs, s.score(ctx, s.describeGroups(ctx))...)
	}
	s.ranked = s.rank(ctx, xs)
	s.leftOut, s.leftOutOf = nil, nil // until a question is looked for
	s.remember()
	s.stale, s.incomplete = false, s.k.failed
	return nil
}

// find returns the best conjunctions of the conditions that the positives share, also with
// negations.
func (s *Session) find(ctx context.Context) ([]dl.Concept, error) {
	near, err := s.k.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		return nil, err
	}
	features := 0
	for _, f := range near.Signature().Features() {
		if !s.o.isAboutStatements(f) && !s.o.isLabel(f) {
			features++
		}
	}
	s.k.features = math.Log2(float64(max(features, 1)))
	t, w := s.atomsOf(near), s.world()
	s.limits = t.lim
	if s.k.asksAhead() {
		of, err := t.foreign(ctx, s.neg, s.pos)
		if err != nil {
			return nil, err
		}
		foreign := conceptsOfForeign(of)
		s.k.soon = slices.Concat(s.k.needs(foreign), foreign, s.added, s.kept)
	}
	cs, err := s.propose(ctx, t, w)
	if err != nil {
		return nil, err
	}
	b, err := s.search(ctx, w, cs)
	if err != nil {
		return nil, err
	}
	s.k.fail(b.negate(ctx))
	return b.concepts(b.found[:min(len(b.found), mostFound)]), nil
}

// score returns the concepts as candidates, and asks for all that their scores depend on.
func (s *Session) score(ctx context.Context, cs []dl.Concept) []candidate {
	s.k.count(ctx, slices.Concat(cs, s.k.needs(cs)))
	s.words.learn(ctx, cs)
	s.k.learn(ctx, slices.Concat(cs, allOperands(cs)), slices.Concat(s.pos, s.neg))
	var xs []candidate
	for _, c := range cs {
		xs = append(xs, s.candidate(c))
	}
	return xs
}
