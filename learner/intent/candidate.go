package intent

import (
	"math"
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// candidate is a concept that may have been meant.
type candidate struct {
	c      dl.Concept
	bits   float64
	score  float64  // bits, the size principle and the errors together
	missed []string // positives that are no members
	inside []string // negatives that are members
	bounds Bounds
}

// evidence holds the examples and the knowledge that candidates are scored by.
type evidence struct {
	k        *knowledge
	pos, neg []string
	asked    map[string]bool // examples that are answers to questions
}

// candidate returns c with its score. learn must have asked for the leaves of c at the
// examples.
func (e *evidence) candidate(c dl.Concept) candidate {
	x := candidate{c: c, bits: e.k.bits(c), bounds: e.k.bounds(c)}
	drawn := 0.0
	for _, iri := range e.pos {
		if e.k.holds(c, iri) == No {
			x.missed = append(x.missed, iri)
		} else if !e.asked[iri] {
			drawn++
		}
	}
	for _, iri := range e.neg {
		if e.k.holds(c, iri) == Yes {
			x.inside = append(x.inside, iri)
		}
	}
	log := e.k.log(x.bounds.within(Bounds{int64(len(e.pos)), Unbounded.Upper}))
	drawnElsewhere, wrong := float64(len(x.missed)), float64(len(x.missed)+len(x.inside))
	x.score = x.bits + drawn*log + drawnElsewhere*e.k.log(Exactly(e.k.largest)) + priceError*wrong
	for _, part := range dl.Conjuncts(c) {
		l, r := operands(part)
		if l == r {
			continue
		}
		if e.supporters(l, r) < 2 {
			x.score += priceAlone
		}
		if e.supporters(r, l) < 2 {
			x.score += priceAlone
		}
	}
	return x
}

// supporters returns how many positives are in l and not in r.
func (e *evidence) supporters(l, r dl.Concept) int {
	n := 0
	for _, iri := range e.pos {
		if e.k.holds(l, iri) == Yes && e.k.holds(r, iri) != Yes {
			n++
		}
	}
	return n
}

// estimate returns the score that l ⊓ r would have if its parts were independent, with at
// least as many members as there are positives. Among equal estimates, conjunctions of better
// parts come first.
func (e *evidence) estimate(l, r candidate) float64 {
	const parts = 0.1 // weight of the parts' own scores: it only breaks ties
	log := e.k.log(l.bounds) + e.k.log(r.bounds) - e.k.log(Exactly(e.k.largest))
	wrong := len(unique(slices.Concat(l.missed, r.missed)))
	for _, iri := range l.inside { // both parts have it
		if slices.Contains(r.inside, iri) {
			wrong++
		}
	}
	return l.bits + r.bits + priceAnd + float64(len(e.pos))*max(log, math.Log2(float64(len(e.pos)))) +
		priceError*float64(wrong) + parts*(l.scoreWithoutNegatives()+r.scoreWithoutNegatives())
}

// scoreWithoutNegatives returns the score without the price of the negatives among the
// members: another part of a conjunction may exclude them.
func (x candidate) scoreWithoutNegatives() float64 {
	return x.score - priceError*float64(len(x.inside))
}

func sortCandidates(xs []candidate) {
	sort.SliceStable(xs, func(i, j int) bool {
		if xs[i].score != xs[j].score {
			return xs[i].score < xs[j].score
		}
		return compareConcepts(xs[i].c, xs[j].c) < 0
	})
}

// allowedMisses returns how many of n positives a candidate may lack.
func allowedMisses(n int) int {
	if n < 4 {
		return 0
	}
	return max(1, n/8)
}

// dropDuplicates sorts the candidates and returns the best mostRanked. Candidates with the
// same symbols, the same number of members and the same examples among them
// probably have the same members: only the best of them stays.
func (e *evidence) dropDuplicates(xs []candidate) []candidate {
	sortCandidates(xs)
	type same struct {
		symbol string
		n      int64
		truths string
	}
	known := slices.Concat(e.pos, e.neg)
	seen := map[same]bool{}
	listed := map[dl.Concept]bool{}
	var out []candidate
	for _, x := range xs {
		if listed[x.c] {
			continue
		}
		listed[x.c] = true
		if x.bounds.Exact() {
			k := same{symbols(x.c), x.bounds.Lower, ""}
			for _, iri := range known {
				k.truths += string(rune('0' + e.k.holds(x.c, iri)))
			}
			if seen[k] {
				continue
			}
			seen[k] = true
		}
		if out = append(out, x); len(out) == mostRanked {
			break
		}
	}
	return out
}

// pruneMargin returns how many bits worse than the best the estimate of a conjunction may
// be if it is to be counted. A conjunction may have eight times fewer members than its
// estimate assumes, which is 3 bits for each positive.
func (e *evidence) pruneMargin() float64 { return max(15, 3*float64(len(e.pos))) }
