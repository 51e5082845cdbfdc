package intent

import (
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Bounds of the generation. They are the same for every graph, so that a
// ranking does not depend on where its counts come from.
const (
	mostAtoms    = 40  // that are joined
	mostPairs    = 160 // A ⊓ B that are counted
	mostTriples  = 60  // A ⊓ B ⊓ C that are counted
	fromPairs    = 8   // pairs that become triples
	mostNegated  = 80  // C ⊓ ¬D that are counted
	fromNegation = 12  // candidates that get a negation
	mostUnions   = 30  // ∃r.(C ⊔ D) that are counted
	mostOfRole   = 8   // of these, and of those that are joined, of one role
)

// generate makes the candidates: atoms that the positives share, unions of two
// values of one role, conjunctions of two and three of these, the likeliest of them
// with a negated atom of a negative that would be a member, and what was given. Each
// step counts what is new, and only what can still come to the front.
func (s *Session) generate(ctx context.Context) error {
	xs, err := s.single(ctx)
	if err != nil {
		return err
	}
	joined, err := s.conjunctions(ctx, xs)
	if err != nil {
		return err
	}
	xs = append(xs, joined...)
	kept, err := s.keep(ctx)
	if err != nil {
		return err
	}
	xs = append(xs, kept...)
	sortCandidates(xs)
	negated, err := s.negations(ctx, xs)
	if err != nil {
		return err
	}
	xs = append(xs, negated...)
	s.ranked = s.distinct(xs)
	return nil
}

// single are the candidates without ⊓: shared atoms and unions, the best first,
// and of those with the same members only the shortest.
func (s *Session) single(ctx context.Context) ([]candidate, error) {
	structure, err := s.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		return nil, err
	}
	t := s.atomsOf(structure)
	cs := slices.SortedFunc(maps.Keys(t.shared(s.pos, missing(len(s.pos)))), compareConcepts)
	if err := s.k.learn(ctx, cs, slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	cs = s.withoutCommon(cs)
	unions := t.unions(s.pos, missing(len(s.pos)))
	if err := s.k.count(ctx, slices.Concat(roleConcepts(cs), cs, sides(unions))); err != nil {
		return nil, err
	}
	xs, err := s.score(ctx, append(cs, s.likeliestUnions(unions)...))
	return s.distinct(xs), err
}

// keep are the candidates that were added, and the best before the last answer.
func (s *Session) keep(ctx context.Context) ([]candidate, error) {
	xs, err := s.score(ctx, slices.Concat(s.added, s.kept))
	for i := range xs {
		xs[i].given = i < len(s.added)
	}
	return xs, err
}

// score makes candidates of the concepts, and asks for what their scores depend on.
func (s *Session) score(ctx context.Context, cs []dl.Concept) ([]candidate, error) {
	if err := s.k.count(ctx, slices.Concat(cs, roleConcepts(cs))); err != nil {
		return nil, err
	}
	if err := s.k.learn(ctx, slices.Concat(cs, sides(cs)), slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	var xs []candidate
	for _, c := range cs {
		xs = append(xs, s.candidate(c))
	}
	return xs, nil
}

// shared returns the atoms that hold at all but at most missing of the
// individuals, thresholds included, each with how many it holds at.
func (t *atoms) shared(individuals []string, missing int) map[dl.Concept]int {
	t.common = map[dl.Concept]bool{}
	for c := range t.heldBy(individuals, 0, 1) {
		if e, ok := c.(dl.Exists); ok {
			if _, value := e.C.(dl.Nominal); value && t.o.allows(c) {
				t.common[c] = true
			}
		}
	}
	at := t.heldBy(individuals, missing, 2)
	maps.Copy(at, t.thresholds(individuals, missing))
	maps.DeleteFunc(at, func(c dl.Concept, _ int) bool { return !t.o.allows(c) })
	t.dropImplied(individuals, at)
	return at
}
