package intent

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Limits of the generation. They are the same for every graph, so that a ranking does not
// depend on where its counts come from.
const (
	mostAtoms    = 40  // parts of conjunctions
	mostPairs    = 160 // A ⊓ B that are counted
	mostTriples  = 60  // A ⊓ B ⊓ C that are counted
	fromPairs    = 8   // pairs that get a third part
	mostNegated  = 80  // C ⊓ ¬D that are counted
	fromNegation = 12  // candidates that get a negation
	mostUnions   = 30  // ∃r.(C ⊔ D) that are counted
	mostOfRole   = 8   // unions of one role, and parts of one role
)

// generate makes and ranks the candidates: singles, their conjunctions, concepts found by
// the search in memory, the concepts to keep, and the likeliest of all of these with a
// negated atom.
//
// It fails only if there is no candidate at all. If a later question to the graph fails, the
// candidates have bounds, and incomplete has the error. If the singles cannot be found, the
// candidates of the ranking before are ranked again.
func (s *Session) generate(ctx context.Context) error {
	s.k.failed = nil
	xs, err := s.singles(ctx)
	if err != nil {
		if len(s.ranked) == 0 {
			return err
		}
		s.k.fail(err)
		xs = s.score(ctx, conceptsOf(s.ranked))
	}
	s.groups = nil
	if sharesNothing(xs, 0) {
		xs = append(xs, s.score(ctx, s.describeGroups(ctx))...)
	}
	xs = append(xs, s.conjunctions(ctx, xs)...)
	if s.found == nil {
		s.found, err = s.searchInMemory(ctx)
		s.k.fail(err)
	}
	xs = append(xs, s.score(ctx, slices.Concat(s.added, s.found, s.kept))...)
	sortCandidates(xs)
	negated, err := s.negations(ctx, xs)
	s.k.fail(err)
	s.ranked = s.rank(ctx, append(xs, negated...))
	s.stale, s.incomplete = false, s.k.failed
	return nil
}

// singles returns the candidates without ⊓, shared atoms and unions, the best first.
func (s *Session) singles(ctx context.Context) ([]candidate, error) {
	structure, err := s.k.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		return nil, err
	}
	features := 0
	for _, f := range structure.Signature().Features() {
		if !s.o.isAboutStatements(f) {
			features++
		}
	}
	s.k.features = math.Log2(float64(max(features, 1)))
	t := s.atomsOf(structure)
	foreign, _ := t.foreign(s.neg, s.pos)
	s.k.soon = slices.Concat(roleConcepts(foreign), foreign, s.added, s.kept)
	shared, err := t.sharedAtoms(ctx, s.pos, allowedMisses(len(s.pos)))
	if err != nil {
		return nil, err
	}
	cs := slices.SortedFunc(maps.Keys(shared), compareConcepts)
	s.k.learn(ctx, cs, slices.Concat(s.pos, s.neg))
	cs = s.withoutCommonChains(cs)
	unions := t.unions(s.pos, allowedMisses(len(s.pos)))
	s.k.count(ctx, slices.Concat(roleConcepts(cs), cs, allOperands(unions)))
	return s.bestOf(s.score(ctx, append(cs, s.likeliestUnions(unions)...))), nil
}

// score returns the concepts as candidates, and asks for all that their scores depend on.
func (s *Session) score(ctx context.Context, cs []dl.Concept) []candidate {
	s.k.count(ctx, slices.Concat(cs, roleConcepts(cs), qualifiedParts(cs)))
	s.k.learn(ctx, slices.Concat(cs, allOperands(cs)), slices.Concat(s.pos, s.neg))
	var xs []candidate
	for _, c := range cs {
		xs = append(xs, s.candidate(c))
	}
	return xs
}

// sharedAtoms returns the atoms, thresholds included, that at most missing of the
// individuals lack, and how many individuals have each.
func (t *atoms) sharedAtoms(ctx context.Context, individuals []string, missing int) (map[dl.Concept]int, error) {
	t.common = map[dl.Concept]bool{}
	held, err := t.heldBy(ctx, individuals, 0, 1)
	if err != nil {
		return nil, err
	}
	for c := range held {
		if e, ok := c.(dl.Exists); ok {
			if _, value := e.C.(dl.Nominal); value && t.o.allows(c) {
				t.common[c] = true
			}
		}
	}
	at, err := t.heldBy(ctx, individuals, missing, 2)
	if err != nil {
		return nil, err
	}
	maps.Copy(at, t.thresholds(individuals, missing))
	maps.DeleteFunc(at, func(c dl.Concept, _ int) bool { return !t.o.allows(c) })
	t.dropImplied(individuals, at)
	return at, nil
}
