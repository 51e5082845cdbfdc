package intent

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// mostForeign is how many atoms may be negated.
const mostForeign = 200

// negations returns C ⊓ ¬D for the best candidates C that have negatives among their
// members, where D is an atom of such a negative and of no positive.
func (s *Session) negations(ctx context.Context, xs []candidate) ([]candidate, error) {
	if len(xs) == 0 {
		return nil, nil
	}
	best := xs[0].score
	xs = bases(xs)
	near := slices.DeleteFunc(slices.Clone(s.neg), func(iri string) bool { // no candidate has it
		return !slices.ContainsFunc(xs, func(x candidate) bool { return s.k.holds(x.c, iri) == Yes })
	})
	atoms, err := s.foreignAtoms(ctx, near)
	if err != nil {
		return nil, err
	}
	return s.conjoinNegations(ctx, xs, atoms, mostNegated, func(x candidate, f foreign) (float64, bool) {
		d, fixed, wrong := f.c, 0, len(x.missed)+len(x.inside)
		for _, iri := range x.inside {
			if s.k.holds(d, iri) == Yes {
				fixed++
			}
		}
		guess := x.score + s.k.bits(d) + priceNot + priceAnd - s.errorBits(wrong) + s.errorBits(wrong-fixed) - s.largestGain(x.bounds, s.k.bounds(d))
		return guess, fixed > 0 && guess <= best+s.pruneMargin()
	}), nil
}

// largestGain returns how many bits the size principle can give C ⊓ ¬D at most, compared
// with C.
func (e *evidence) largestGain(c, d Bounds) float64 {
	if c.Upper == Unbounded.Upper || d.Upper == Unbounded.Upper {
		return 0
	}
	least := max(c.Upper-d.Upper, int64(len(e.pos)))
	return float64(len(e.pos)) * max(0, e.k.log(c)-e.k.log(Exactly(least)))
}

// bases returns the candidates with negatives among their members that would be best if a
// negation excluded all these negatives.
func bases(xs []candidate) []candidate {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x candidate) bool { return len(x.inside) == 0 })
	sort.SliceStable(xs, func(i, j int) bool { return xs[i].scoreWithoutNegatives() < xs[j].scoreWithoutNegatives() })
	return xs[:min(len(xs), fromNegation)]
}

// conjoinNegations returns the most promising C ⊓ ¬D of the candidates C and the atoms D.
// guess returns the number to sort by, the least first, and whether to try C ⊓ ¬D at all.
// |C ⊓ ¬D| is |C| - |C ⊓ D|: an endpoint counts C ⊓ D faster.
func (s *Session) conjoinNegations(ctx context.Context, xs []candidate, atoms []foreign, most int,
	guess func(x candidate, d foreign) (float64, bool)) (out []candidate) {
	type try struct {
		c, d  dl.Concept
		guess float64
	}
	var tries []try
	for _, x := range xs {
		for _, d := range atoms {
			if score, ok := guess(x, d); ok {
				tries = append(tries, try{x.c, d.c, score})
			}
		}
	}
	slices.SortStableFunc(tries, func(t, u try) int { return cmp.Compare(t.guess, u.guess) })
	tries = tries[:min(len(tries), most)]
	var both []dl.Concept
	for _, t := range tries {
		both = append(both, dl.And{L: t.c, R: t.d})
	}
	s.k.count(ctx, both)
	for _, t := range tries {
		if x := s.candidate(dl.And{L: t.c, R: dl.Not{C: t.d}}); x.bounds.Upper > 0 {
			out = append(out, x)
		}
	}
	return out
}

// foreign is an atom of some individuals and of no positive, or of few.
type foreign struct {
	c  dl.Concept
	at []string // the individuals that have it
}

// foreignAtoms returns atoms of the individuals that no more than allowedMisses of the
// positives have. The atoms that most individuals have come first.
func (s *Session) foreignAtoms(ctx context.Context, individuals []string) (out []foreign, _ error) {
	if len(individuals) == 0 || !s.o.Language.Has(dl.WithAnd|dl.WithNot) {
		return nil, nil
	}
	structure, err := s.k.g.Look(ctx, nil, slices.Concat(individuals, s.pos))
	if err != nil {
		return nil, err
	}
	cs, at := s.atomsOf(structure).foreign(individuals, s.pos)
	s.k.learn(ctx, cs, s.pos)
	cs = slices.DeleteFunc(cs, func(c dl.Concept) bool { return s.k.mayHold(c, s.pos) > allowedMisses(len(s.pos)) })
	s.k.learn(ctx, cs, s.neg)
	s.k.count(ctx, append(roleConcepts(cs), cs...))
	for _, c := range cs {
		out = append(out, foreign{c, at[c]})
	}
	return out, nil
}

// foreign returns the atoms of the individuals that no more than allowedMisses of the positives have
// in the structure, those that most individuals have first, and who has each.
func (t *atoms) foreign(individuals, pos []string) (cs []dl.Concept, at map[dl.Concept][]string) {
	at, own := t.by(individuals), t.by(pos)
	maps.DeleteFunc(at, func(c dl.Concept, _ []string) bool {
		return !t.o.allows(c) || len(own[c]) > allowedMisses(len(pos))
	})
	cs = slices.Collect(maps.Keys(at))
	slices.SortFunc(cs, func(c, d dl.Concept) int {
		return cmp.Or(cmp.Compare(len(at[d]), len(at[c])), compareConcepts(c, d))
	})
	return cs[:min(len(cs), mostForeign)], at
}

// by returns the individuals that have each atom without a chain.
func (t *atoms) by(individuals []string) map[dl.Concept][]string {
	at := map[dl.Concept][]string{}
	for _, iri := range individuals {
		if a, ok := t.s.Lookup(iri); ok {
			t.eachAtom(a, 1, func(c dl.Concept) {
				if l := at[c]; len(l) == 0 || l[len(l)-1] != iri {
					at[c] = append(l, iri)
				}
			})
		}
	}
	return at
}
