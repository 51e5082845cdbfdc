package intent

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// mostForeign is how many atoms of near misses are looked at.
const mostForeign = 200

// negations are C ⊓ ¬D for the best candidates C that have negatives among their
// members, D being an atom of such a negative and of no positive.
func (s *Session) negations(ctx context.Context, xs []candidate) ([]candidate, error) {
	if len(xs) == 0 {
		return nil, nil
	}
	best := xs[0].score
	xs = bases(xs)
	near := slices.DeleteFunc(slices.Clone(s.neg), func(iri string) bool { // not among the members of any
		return !slices.ContainsFunc(xs, func(x candidate) bool { return slices.Contains(x.inside, iri) })
	})
	return s.without(ctx, xs, near, mostNegated, func(x candidate, d dl.Concept) (float64, bool) {
		fixed := 0
		for _, iri := range x.inside {
			if s.k.holds(d, iri) == Yes {
				fixed++
			}
		}
		guess := x.score + s.k.bits(d) + priceNot + priceAnd - float64(fixed)*priceError - s.atMost(x.bounds, s.k.bounds(d))
		return guess, fixed > 0 && guess <= best+s.tooUnlikely()
	})
}

// atMost is how many bits the size principle gives C ⊓ ¬D more than C, at most.
func (e *evidence) atMost(c, d Bounds) float64 {
	if c.Upper == Unbounded.Upper || d.Upper == Unbounded.Upper {
		return 0
	}
	least := max(c.Upper-d.Upper, int64(len(e.pos)))
	return float64(len(e.pos)) * max(0, e.k.log(c)-e.k.log(Exactly(least)))
}

// bases are the candidates that negations may make the best, if one of them removes
// all negatives that are members.
func bases(xs []candidate) []candidate {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x candidate) bool { return len(x.inside) == 0 })
	sort.SliceStable(xs, func(i, j int) bool { return xs[i].forgiven() < xs[j].forgiven() })
	return xs[:min(len(xs), fromNegation)]
}

// without are the most promising C ⊓ ¬D of candidates C, D being an atom of some of the
// individuals and of no positive. guess is the score to sort by, and whether C ⊓ ¬D is to
// be tried at all. They are counted by C ⊓ D, which starts from fewer.
func (s *Session) without(ctx context.Context, xs []candidate, individuals []string, most int, guess func(x candidate, d dl.Concept) (float64, bool)) ([]candidate, error) {
	if len(individuals) == 0 || !s.o.Language.Has(dl.WithAnd|dl.WithNot) {
		return nil, nil
	}
	apart, err := s.foreign(ctx, individuals)
	if err != nil {
		return nil, err
	}
	if err := s.k.learn(ctx, apart, slices.Concat(s.pos, s.neg)); err != nil {
		return nil, err
	}
	type try struct {
		c, d  dl.Concept
		guess float64
	}
	var tries []try
	for _, x := range xs {
		for _, d := range apart {
			if score, ok := guess(x, d); ok {
				tries = append(tries, try{x.c, d, score})
			}
		}
	}
	slices.SortStableFunc(tries, func(t, u try) int { return cmp.Compare(t.guess, u.guess) })
	tries = tries[:min(len(tries), most)]
	var both []dl.Concept
	for _, t := range tries {
		both = append(both, dl.And{L: t.c, R: t.d})
	}
	if err := s.k.count(ctx, both); err != nil {
		return nil, err
	}
	var out []candidate
	for _, t := range tries {
		if x := s.candidate(dl.And{L: t.c, R: dl.Not{C: t.d}}); x.bounds.Upper > 0 {
			out = append(out, x)
		}
	}
	return out, nil
}

// foreign are atoms of the individuals that hold at no positive, or at as few as
// may be wrong; those that the most individuals have first.
func (s *Session) foreign(ctx context.Context, individuals []string) ([]dl.Concept, error) {
	structure, err := s.g.Look(ctx, nil, individuals)
	if err != nil {
		return nil, err
	}
	at := s.atomsOf(structure).heldBy(individuals, len(individuals), 1)
	maps.DeleteFunc(at, func(c dl.Concept, _ int) bool { return !s.o.allows(c) })
	cs := slices.Collect(maps.Keys(at))
	sort.Slice(cs, func(i, j int) bool {
		if at[cs[i]] != at[cs[j]] {
			return at[cs[i]] > at[cs[j]]
		}
		return compareConcepts(cs[i], cs[j]) < 0
	})
	cs = cs[:min(len(cs), mostForeign)]
	if err := s.k.learn(ctx, cs, s.pos); err != nil {
		return nil, err
	}
	cs = slices.DeleteFunc(cs, func(c dl.Concept) bool { return s.k.mayHold(c, s.pos) > missing(len(s.pos)) })
	return cs, s.k.count(ctx, append(roleConcepts(cs), cs...))
}
