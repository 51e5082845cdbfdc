package price

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/interp"
)

// Candidate is a concept that may have been meant.
type Candidate struct {
	Concept dl.Concept
	Bits    float64
	Score   float64  // bits, the size principle and the errors together
	Missed  []string // positives that are no members
	Inside  []string // negatives that are members
	Bounds  ask.Bounds
	wrong   float64 // what the negatives among the members cost
	Twins   float64 // the probability of worse candidates with the same members; its own is 1
	Shape   Shape   // set by inFamilies
}

// Evidence holds the examples and the knowledge that candidates are scored by.
type Evidence struct {
	Prior    *Prior
	Pos, Neg []string
	Asked    map[string]bool // examples that are answers to questions
	prices   []float64       // ErrorBits by the number of errors, for as many examples as there are
	Words    *Words          // nil: the user said nothing
	Required *Required       // what the user says of conditions
}

func NewEvidence(k *Prior, pos, neg []string, words string) *Evidence {
	return &Evidence{
		Prior:    k,
		Pos:      slices.Clone(pos),
		Neg:      slices.Clone(neg),
		Asked:    map[string]bool{},
		Words:    newWords(k, words),
		Required: &Required{k: k},
	}
}

// ErrorBits returns the price of this many examples on the wrong side. Each costs Wrong, or
// the examples are noisy: then it takes a message to name the wrong ones.
func (e *Evidence) ErrorBits(errors int) float64 {
	if n := len(e.Pos) + len(e.Neg); len(e.prices) != n+1 {
		e.prices = make([]float64, n+1)
		for i := range e.prices {
			e.prices[i] = min(Wrong*float64(i), priceNoise+interp.ExceptionBits(n, i))
		}
	}
	return e.prices[errors]
}

// Candidate returns c with its score. Learn must have asked for the leaves of c at the
// examples. Where the graph did not say whether c holds at an example, c counts as wrong: a
// concept that nothing is known about must not look like one that fits.
func (e *Evidence) Candidate(c dl.Concept) Candidate {
	x := Candidate{Concept: c, Bits: e.Prior.Bits(c), Bounds: e.Prior.Bounds(c)}
	t := Terms{Bits: x.Bits, Largest: e.Prior.Log(ask.Exactly(e.Prior.Largest))}
	for _, iri := range e.Pos {
		if e.Prior.Holds(c, iri) != ask.Yes {
			x.Missed = append(x.Missed, iri)
		} else if !e.Asked[iri] {
			t.Drawn++
		}
	}
	for _, iri := range e.Neg {
		if e.Prior.Holds(c, iri) != ask.No {
			x.Inside = append(x.Inside, iri)
		}
	}
	t.Members = max(e.Prior.Log(x.Bounds), e.LeastMembers())
	t.Missed, t.Errors = len(x.Missed), e.ErrorBits(len(x.Missed)+len(x.Inside))
	x.wrong = t.Errors - e.ErrorBits(len(x.Missed))
	for _, part := range dl.Conjuncts(c) {
		if e.Required.place(part) < 0 {
			t.Alone += e.Alone(normal.Operands(part))
		}
	}
	t.Words = e.Words.BitsOf(c)
	t.Required = e.Required.bits(c)
	x.Score = t.Score()
	return x
}

// LeastMembers returns log₂ of the least number of members that counts: people hardly mean the few things
// that they name, unless the graph has few.
func (e *Evidence) LeastMembers() float64 {
	return math.Log2(max(float64(len(e.Pos)), min(leastMeant, float64(e.Prior.Largest)/100)))
}

// Terms holds what a score is the sum of.
type Terms struct {
	Bits             float64 // the description length
	Members, Largest float64 // log₂ of the number of members, and of the largest count known
	Drawn            int     // the number of positives among the members, without answers
	Missed           int     // the number of positives outside
	Errors           float64 // the price of the examples on the wrong side
	Alone            int     // the number of operands of unions with at most one positive for themselves
	Words            float64 // what the words add
	Required         float64 // what the user's judgements of conditions add
}

func (t Terms) Score() float64 {
	return t.Bits + float64(t.Drawn)*t.Members + float64(t.Missed)*t.Largest + t.Errors + priceAlone*float64(t.Alone) +
		t.Words + t.Required
}

// Alone returns 1 if an operand of a union has at most one positive that is not in the other
// operands, and 0 otherwise: several such positives are hardly all errors.
func (e *Evidence) Alone(operands []dl.Concept) int {
	if len(operands) < 2 {
		return 0
	}
	supporters := make([]int, len(operands))
	for _, iri := range e.Pos {
		in := []int{}
		for i, c := range operands {
			if e.Prior.Holds(c, iri) == ask.Yes {
				in = append(in, i)
			}
		}
		if len(in) == 1 {
			supporters[in[0]]++
		}
	}
	for i, n := range supporters {
		if n < 2 && !e.Words.support(operands[i]) {
			return 1
		}
	}
	return 0
}

func SortCandidates(xs []Candidate) {
	normal.SortWith(xs, func(x *Candidate) (float64, dl.Concept) { return x.Score, x.Concept })
}

// AllowedMisses returns how many of n positives a candidate may lack: one of 4, two of 8.
func AllowedMisses(n int) int { return n / 4 }

// PruneMargin returns how many bits worse than the best the estimate of a conjunction may
// be if it is to be counted. A conjunction may have eight times fewer members than its
// estimate assumes, which is 3 bits for each positive.
func (e *Evidence) PruneMargin() float64 { return max(15, 3*float64(len(e.Pos))) }

// AtLeastExamples returns the bounds of the number of members, at least the examples that are
// members.
func (e *Evidence) AtLeastExamples(x Candidate) ask.Bounds {
	n := int64(0)
	for _, iri := range slices.Concat(e.Pos, e.Neg) {
		if e.Prior.Holds(x.Concept, iri) == ask.Yes {
			n++
		}
	}
	return x.Bounds.Within(ask.Bounds{Lower: n, Upper: ask.Unbounded.Upper})
}

// SharesNothing reports whether no candidate holds at all but missing of the positives,
// unions and ⊤ aside.
func SharesNothing(xs []Candidate, missing int) bool {
	return !slices.ContainsFunc(xs, func(x Candidate) bool {
		isUnion := slices.ContainsFunc(dl.Conjuncts(x.Concept),
			func(c dl.Concept) bool { return len(normal.Operands(c)) > 1 })
		return len(x.Missed) <= missing && !isUnion && x.Concept != dl.Concept(dl.Top{})
	})
}

func ConceptsOf(xs []Candidate) []dl.Concept {
	var cs []dl.Concept
	for _, x := range xs {
		cs = append(cs, x.Concept)
	}
	return cs
}

// mostDoubt limits how much likelier it can be that the positives were drawn from
// everything, in bits. It keeps all probabilities above 0.
const mostDoubt = 40

// DescribedProbability returns the probability that one of the candidates was meant rather
// than no concept at all. It is 1 if the positives share something. Otherwise unions compete
// with ⊤: the positives may have been drawn from everything.
func (e *Evidence) DescribedProbability(ranked []Candidate) float64 {
	if !SharesNothing(ranked, AllowedMisses(len(e.Pos))) {
		return 1
	}
	bits := (ranked[0].Score - e.Candidate(dl.Top{}).Score) / Heat
	return 1 / (1 + math.Exp2(min(bits, mostDoubt)))
}

// Score returns the concepts as candidates, and asks for all that their scores depend on.
func (e *Evidence) Score(ctx context.Context, cs []dl.Concept) []Candidate {
	e.Prior.Count(ctx, slices.Concat(cs, e.Prior.Needs(cs)))
	e.Words.Learn(ctx, cs)
	e.Prior.Learn(ctx, slices.Concat(cs, normal.AllOperands(cs)), slices.Concat(e.Pos, e.Neg))
	var xs []Candidate
	for _, c := range cs {
		xs = append(xs, e.Candidate(c))
	}
	return xs
}

// Candidates that differ in the values of comparisons only, and are wrong about the same examples,
// are one thought with an uncertain threshold: a family. It has the probability of all of them. Its
// likeliest candidate stands for it, also in the order: a result is one of them.

// Shape is what the candidates of a family have in common.
type Shape struct {
	Form  dl.Concept // with no values in comparisons by ≥ and ≤
	wrong string
}

func ShapeOf(x Candidate) Shape {
	s := Shape{Form: dl.MapLeaves(x.Concept, func(leaf dl.Concept) dl.Concept {
		if v, ok := leaf.(dl.Compare); ok && v.Op.IsOrder() {
			v.Value = dl.Value{}
			return v
		}
		return leaf
	})}
	for _, iri := range slices.Concat(x.Missed, x.Inside) {
		s.wrong += iri + "\n"
	}
	return s
}

// Given returns how many of the examples are not answers to questions.
func Given(examples []string, asked map[string]bool) int {
	n := 0
	for _, iri := range examples {
		if !asked[iri] {
			n++
		}
	}
	return n
}
