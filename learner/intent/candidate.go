package intent

import (
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// candidate is a concept that may have been meant.
type candidate struct {
	c      dl.Concept
	bits   float64
	score  float64  // bits, the size principle and the errors together
	missed []string // positives that are no members
	inside []string // negatives that are members
	bounds Bounds
	wrong  float64 // what the negatives among the members cost
	twins  float64 // the probability of worse candidates with the same members; its own is 1
	shape  shape   // set by inFamilies
}

// evidence holds the examples and the knowledge that candidates are scored by.
type evidence struct {
	k        *knowledge
	pos, neg []string
	asked    map[string]bool // examples that are answers to questions
	prices   []float64       // errorBits by the number of errors, for as many examples as there are
	words    *words          // nil: the user said nothing
	required *required       // what the user says of conditions
}

// errorBits returns the price of this many examples on the wrong side. Each costs priceError, or
// the examples are noisy: then it takes a message to name the wrong ones.
func (e *evidence) errorBits(errors int) float64 {
	if n := len(e.pos) + len(e.neg); len(e.prices) != n+1 {
		e.prices = make([]float64, n+1)
		for i := range e.prices {
			e.prices[i] = min(priceError*float64(i), priceNoise+interp.ExceptionBits(n, i))
		}
	}
	return e.prices[errors]
}

// candidate returns c with its score. learn must have asked for the leaves of c at the
// examples. Where the graph did not say whether c holds at an example, c counts as wrong: a
// concept that nothing is known about must not look like one that fits.
func (e *evidence) candidate(c dl.Concept) candidate {
	x := candidate{c: c, bits: e.k.bits(c), bounds: e.k.bounds(c)}
	t := terms{bits: x.bits, largest: e.k.log(Exactly(e.k.largest))}
	for _, iri := range e.pos {
		if e.k.holds(c, iri) != Yes {
			x.missed = append(x.missed, iri)
		} else if !e.asked[iri] {
			t.drawn++
		}
	}
	for _, iri := range e.neg {
		if e.k.holds(c, iri) != No {
			x.inside = append(x.inside, iri)
		}
	}
	t.members = max(e.k.log(x.bounds), e.leastMembers())
	t.missed, t.errors = len(x.missed), e.errorBits(len(x.missed)+len(x.inside))
	x.wrong = t.errors - e.errorBits(len(x.missed))
	for _, part := range dl.Conjuncts(c) {
		if e.required.place(part) < 0 {
			t.alone += e.alone(operands(part))
		}
	}
	t.words = e.words.bitsOf(c)
	t.required = e.required.bits(c)
	x.score = t.score()
	return x
}

// leastMembers returns log₂ of the least number of members that counts: people hardly mean the few things
// that they name, unless the graph has few.
func (e *evidence) leastMembers() float64 {
	return math.Log2(max(float64(len(e.pos)), min(leastMeant, float64(e.k.largest)/100)))
}

// terms holds what a score is the sum of.
type terms struct {
	bits             float64 // the description length
	members, largest float64 // log₂ of the number of members, and of the largest count known
	drawn            int     // the number of positives among the members, without answers
	missed           int     // the number of positives outside
	errors           float64 // the price of the examples on the wrong side
	alone            int     // the number of operands of unions with at most one positive for themselves
	words            float64 // what the words add
	required         float64 // what the user's judgements of conditions add
}

func (t terms) score() float64 {
	return t.bits + float64(t.drawn)*t.members + float64(t.missed)*t.largest + t.errors + priceAlone*float64(t.alone) + t.words + t.required
}

// alone returns 1 if an operand of a union has at most one positive that is not in the other
// operands, and 0 otherwise: several such positives are hardly all errors.
func (e *evidence) alone(operands []dl.Concept) int {
	if len(operands) < 2 {
		return 0
	}
	supporters := make([]int, len(operands))
	for _, iri := range e.pos {
		in := []int{}
		for i, c := range operands {
			if e.k.holds(c, iri) == Yes {
				in = append(in, i)
			}
		}
		if len(in) == 1 {
			supporters[in[0]]++
		}
	}
	for i, n := range supporters {
		if n < 2 && !e.words.support(operands[i]) {
			return 1
		}
	}
	return 0
}

func sortCandidates(xs []candidate) {
	sortWith(xs, func(x *candidate) (float64, dl.Concept) { return x.score, x.c })
}

// allowedMisses returns how many of n positives a candidate may lack: one of 4, two of 8.
func allowedMisses(n int) int { return n / 4 }

// bestOf sorts the candidates and returns the best mostRanked of at most MaxSize nodes.
func (s *Session) bestOf(xs []candidate) []candidate {
	sortCandidates(xs)
	listed := map[dl.Concept]bool{}
	var out []candidate
	for _, x := range xs {
		if listed[x.c] || s.o.MaxSize > 0 && dl.Size(x.c) > s.o.MaxSize {
			continue
		}
		listed[x.c] = true
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

// atLeastExamples returns the bounds of the number of members, at least the examples that are
// members.
func (e *evidence) atLeastExamples(x candidate) Bounds {
	n := int64(0)
	for _, iri := range slices.Concat(e.pos, e.neg) {
		if e.k.holds(x.c, iri) == Yes {
			n++
		}
	}
	return x.bounds.within(Bounds{n, Unbounded.Upper})
}

// sharesNothing reports whether no candidate holds at all but missing of the positives,
// unions and ⊤ aside.
func sharesNothing(xs []candidate, missing int) bool {
	return !slices.ContainsFunc(xs, func(x candidate) bool {
		isUnion := slices.ContainsFunc(dl.Conjuncts(x.c), func(c dl.Concept) bool { return len(operands(c)) > 1 })
		return len(x.missed) <= missing && !isUnion && x.c != dl.Concept(dl.Top{})
	})
}

// unionWithFirst returns the index of the likeliest candidate that has all positives and is a union of
// which the first candidate, which lacks some, is one side; -1 if there is none.
func unionWithFirst(xs []candidate) int {
	if len(xs) == 0 || len(xs[0].missed) == 0 {
		return -1
	}
	return slices.IndexFunc(xs, func(x candidate) bool {
		sides := operands(x.c)
		return len(sides) > 1 && len(x.missed) == 0 && slices.Contains(sides, xs[0].c)
	})
}

func conceptsOf(xs []candidate) []dl.Concept {
	var cs []dl.Concept
	for _, x := range xs {
		cs = append(cs, x.c)
	}
	return cs
}
