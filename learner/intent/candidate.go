package intent

import (
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// candidate is a concept that may have been meant.
type candidate struct {
	c      dl.Concept
	bits   float64
	score  float64 // bits, the size principle and the errors together
	wrong  []string
	bounds Bounds
	extra  bool // it was given, by the exact search
	// missesPositive: one of the wrong examples is a positive.
	missesPositive bool
}

// candidate scores the concept, whose leaves must be known at the examples.
func (s *Session) candidate(c dl.Concept) candidate {
	m := s.o.Model
	x := candidate{c: c, bits: s.k.bits(m, c), bounds: s.k.bounds(c)}
	drawn := 0
	for _, iri := range s.pos {
		if s.k.holds(c, iri) == No {
			x.wrong, x.missesPositive = append(x.wrong, iri), true
		} else if !s.asked[iri] {
			drawn++
		}
	}
	for _, iri := range s.neg {
		if s.k.holds(c, iri) == Yes {
			x.wrong = append(x.wrong, iri)
		}
	}
	log := s.k.log(x.bounds.within(Bounds{int64(len(s.pos)), Unbounded.Upper}))
	x.score = x.bits + float64(drawn)*log
	for _, part := range conjuncts(c) {
		if l, r := apart(part); l != r {
			x.score += m.Alone * float64(s.unsupported(l, r)+s.unsupported(r, l))
		}
	}
	for _, iri := range x.wrong {
		x.score += m.Error
		if slices.Contains(s.pos, iri) { // it was drawn from anywhere
			x.score += s.k.log(Exactly(s.k.largest))
		}
	}
	return x
}

// unsupported is 1 if at most one positive is in l and not in r, else 0.
func (s *Session) unsupported(l, r dl.Concept) int {
	n := 0
	for _, iri := range s.pos {
		if s.k.holds(l, iri) == Yes && s.k.holds(r, iri) != Yes {
			n++
		}
	}
	if n < 2 {
		return 1
	}
	return 0
}

// estimate is the score if the members of a conjunction were independent of each
// other, and at least as many as the positives. Of conjunctions for which that
// is the same, those of better parts come first.
func (s *Session) estimate(l, r candidate) float64 {
	const parts = 0.1 // the weight of the parts, too little to outweigh bits
	log := s.k.log(l.bounds) + s.k.log(r.bounds) - s.k.log(Exactly(s.k.largest))
	wrong := 0
	for _, iri := range l.wrong { // a negative is wrong if both parts have it, a positive if one lacks it
		if slices.Contains(r.wrong, iri) || slices.Contains(s.pos, iri) {
			wrong++
		}
	}
	for _, iri := range r.wrong {
		if !slices.Contains(l.wrong, iri) && slices.Contains(s.pos, iri) {
			wrong++
		}
	}
	return l.bits + r.bits + s.o.Model.And + float64(len(s.pos))*max(log, log2(float64(len(s.pos)))) +
		s.o.Model.Error*float64(wrong) + parts*(s.forgiven(l)+s.forgiven(r))
}

// forgiven is the score without the negatives among the members: another part of a
// conjunction may exclude them.
func (s *Session) forgiven(x candidate) float64 {
	score := x.score
	for _, iri := range x.wrong {
		if slices.Contains(s.neg, iri) {
			score -= s.o.Model.Error
		}
	}
	return score
}

func sortCandidates(xs []candidate) {
	sort.SliceStable(xs, func(i, j int) bool {
		if xs[i].score != xs[j].score {
			return xs[i].score < xs[j].score
		}
		return compareConcepts(xs[i].c, xs[j].c) < 0
	})
}
