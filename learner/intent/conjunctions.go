package intent

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// conjunctions returns the most promising A ⊓ B and A ⊓ B ⊓ C of the singles that have
// fewer members than their parts.
func (s *Session) conjunctions(ctx context.Context, singles []candidate) []candidate {
	if !s.o.Language.Has(dl.WithAnd) {
		return nil
	}
	singles = slices.Clone(singles)
	sort.SliceStable(singles,
		func(i, j int) bool { return singles[i].scoreWithoutNegatives() < singles[j].scoreWithoutNegatives() })
	parts := partsToJoin(singles)
	var pairs []joint
	for i, l := range parts {
		for _, r := range parts[i+1:] {
			if !implies(l.c, r.c) && !implies(r.c, l.c) {
				pairs = append(pairs, joint{l, r, s.estimate(l, r)})
			}
		}
	}
	best := math.Inf(1)
	if len(singles) > 0 {
		best = slices.MinFunc(singles, func(x, y candidate) int { return cmp.Compare(x.score, y.score) }).score
	}
	two := s.join(ctx, pairs, mostPairs, best)
	if len(two) > 0 {
		best = min(best, two[0].score)
	}
	var triples []joint
	for _, l := range two[:min(len(two), fromPairs)] {
		for _, r := range parts {
			if s.sharpens(l, r) {
				triples = append(triples, joint{l, r, s.estimate(l, r)})
			}
		}
	}
	return append(two, s.join(ctx, triples, mostTriples, best)...)
}

// sharpens reports whether r is worth counting as the third part beside the pair l: it is a
// class or a value, or it excludes a negative that l has. Other parts take an endpoint longest
// to count, and a comparison that excludes nobody holds for any examples at some threshold.
func (e *evidence) sharpens(l, r candidate) bool {
	if slices.ContainsFunc(dl.Conjuncts(l.c), func(c dl.Concept) bool { return implies(c, r.c) || implies(r.c, c) }) {
		return false
	}
	switch c := r.c.(type) {
	case dl.Name:
		return true
	case dl.Exists:
		if _, value := c.C.(dl.Nominal); value {
			return true
		}
	}
	return slices.ContainsFunc(l.inside, func(iri string) bool { return e.k.holds(r.c, iri) == No })
}

// partsToJoin returns the singles that may be parts of conjunctions, in their order. It
// leaves out ∃r.C if ∃r.{o} is likelier, because that nearly always implies ∃r.C, and
// limits the parts of each kind.
func partsToJoin(singles []candidate) []candidate {
	const mostNames, mostWrong, mostOr = 4, 10, 8
	valued := map[dl.Role]bool{}
	of := map[string]int{} // number of parts by kind or symbols
	isOver := func(kind string, most int) bool {
		of[kind]++
		return of[kind] > most
	}
	var parts []candidate
	for _, x := range singles {
		if len(x.missed) > 0 && isOver("wrong", mostWrong) {
			continue
		}
		if len(operands(x.c)) > 1 && isOver("or", mostOr) {
			continue
		}
		switch c := x.c.(type) {
		case dl.Name:
			if isOver("names", mostNames) {
				continue
			}
		case dl.Exists:
			switch c.C.(type) {
			case dl.Nominal:
				valued[c.Role] = valued[c.Role] || len(x.missed)+len(x.inside) == 0
			case dl.Top:
			default:
				if valued[c.Role] {
					continue
				}
			}
		}
		if isOver(symbols(x.c), mostOfRole) {
			continue
		}
		if parts = append(parts, x); len(parts) == mostAtoms {
			break
		}
	}
	return parts
}

// joint is a conjunction that is not counted yet.
type joint struct {
	l, r     candidate
	estimate float64
}

// join counts the most promising conjunctions, at most this many, and returns those with
// fewer members than their parts, the best first. best is the score of the best candidate
// so far.
func (s *Session) join(ctx context.Context, pairs []joint, most int, best float64) []candidate {
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].estimate < pairs[j].estimate })
	taken := map[dl.Concept]bool{}
	var kept []joint
	var cs []dl.Concept
	for _, p := range pairs {
		if p.estimate > best+s.pruneMargin() {
			break
		}
		c := conjunction(p.l.c, p.r.c)
		if taken[c] {
			continue
		}
		taken[c] = true
		kept, cs = append(kept, p), append(cs, c)
		if len(cs) == most {
			break
		}
	}
	s.k.count(ctx, cs)
	var xs []candidate
	for i, c := range cs {
		x := s.candidate(c)
		if least := min(kept[i].l.bounds.Upper, kept[i].r.bounds.Upper); x.bounds.Upper < least || !x.bounds.Exact() {
			xs = append(xs, x)
		}
	}
	sortCandidates(xs)
	return xs
}
