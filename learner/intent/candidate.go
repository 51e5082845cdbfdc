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
	given  bool // by Add
}

// evidence is what candidates are scored by.
type evidence struct {
	k        *knowledge
	pos, neg []string
	asked    map[string]bool // examples that are answers
}

// candidate scores the concept, whose leaves must be known at the examples.
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
		if l, r := apart(part); l != r {
			x.score += priceAlone * float64(e.unsupported(l, r)+e.unsupported(r, l))
		}
	}
	return x
}

// unsupported is 1 if at most one positive is in l and not in r, else 0.
func (e *evidence) unsupported(l, r dl.Concept) int {
	n := 0
	for _, iri := range e.pos {
		if e.k.holds(l, iri) == Yes && e.k.holds(r, iri) != Yes {
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
func (e *evidence) estimate(l, r candidate) float64 {
	const parts = 0.1 // the weight of the parts, too little to outweigh bits
	log := e.k.log(l.bounds) + e.k.log(r.bounds) - e.k.log(Exactly(e.k.largest))
	wrong := len(unique(slices.Concat(l.missed, r.missed)))
	for _, iri := range l.inside { // both parts have it
		if slices.Contains(r.inside, iri) {
			wrong++
		}
	}
	return l.bits + r.bits + priceAnd + float64(len(e.pos))*max(log, math.Log2(float64(len(e.pos)))) +
		priceError*float64(wrong) + parts*(l.forgiven()+r.forgiven())
}

// forgiven is the score without the negatives among the members: another part of a
// conjunction may exclude them.
func (x candidate) forgiven() float64 { return x.score - priceError*float64(len(x.inside)) }

func sortCandidates(xs []candidate) {
	sort.SliceStable(xs, func(i, j int) bool {
		if xs[i].score != xs[j].score {
			return xs[i].score < xs[j].score
		}
		return compareConcepts(xs[i].c, xs[j].c) < 0
	})
}

// missing is how many of n positives a candidate may lack.
func missing(n int) int {
	if n < 4 {
		return 0
	}
	return max(1, n/8)
}

// distinct sorts candidates and keeps of those that are probably the same only
// the shortest: of one role or feature, or names, with as many members and the
// same examples.
func (e *evidence) distinct(xs []candidate) []candidate {
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

// tooUnlikely is how many bits a conjunction may be behind the best, by its estimate, to
// be counted: it may have eight times fewer members than independent parts would.
func (e *evidence) tooUnlikely() float64 { return max(15, 3*float64(len(e.pos))) }
