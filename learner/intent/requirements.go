package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A user can judge conditions as well as individuals: all that are meant satisfy D, none does, or D is no part of
// what is meant. "None does" is the same as all satisfying ¬D. A judgement may be wrong, as an example may be, so it
// costs a candidate bits and rules none out:
//
//	all satisfy D     priceBroken if C has members outside D; D as a part of C costs no bits, because the user said it
//	D is likely       the same with priceDoubted: D is a part of a draft that somebody wrote from words alone
//	D is no part      priceBroken if a part of C says D, priceNeedless if all members of C only happen to be in D
//
// A judgement also proposes: D is a condition of the search whether examples show it or not, and the best
// conjunctions become candidates with what must be and without what need not be.
const (
	priceBroken   = 20
	priceDoubted  = 6
	priceNeedless = 5
	mostEdited    = 20 // conjunctions that judgements change
	mostProposals = 12 // conditions that the user may judge
	fromProposed  = 30 // candidates whose parts these are
)

// Modality says how a condition relates to what is meant.
type Modality uint8

// The modalities. Unsure is the answer of a user who does not know.
const (
	Unsure  Modality = iota
	Must             // all that are meant satisfy the condition
	MustNot          // none does
	NeedNot          // the condition is no part of what is meant
	Likely           // all that are meant satisfy it, or who says so is mistaken
)

// Requirement is what the user says of a condition.
type Requirement struct {
	Concept dl.Concept
	Answer  Modality
}

// required holds the judgements of the user.
type required struct {
	k    *knowledge
	all  []Requirement
	must []demand
	free []dl.Concept // need not be
}

// A demand is a conjunct that must be, in the form of the search.
type demand struct {
	c     dl.Concept
	price float64    // bits for a candidate that breaks it
	set   interp.Set // its members, nil where the graph has to be asked about them
}

// Require takes what the user says of a condition. It replaces what was said of the same one.
func (s *Session) Require(r Requirement) {
	s.judge(r)
	isSame := func(old Requirement) bool { return normalForm(old.Concept) == normalForm(r.Concept) }
	s.Restore(append(slices.DeleteFunc(s.Requirements(), isSame), r))
}

// Requirements returns what the user said of conditions, the first first.
func (s *Session) Requirements() []Requirement { return slices.Clone(s.required.all) }

// Restore takes back what was said of conditions since Requirements returned these.
func (s *Session) Restore(said []Requirement) {
	s.required.all = slices.Clone(said)
	s.required.read()
	s.over = false
	s.keepBest()
	s.stale = true
}

// answers returns how often the user has answered: about individuals, and about conditions.
func (s *Session) answers() int {
	n := len(s.asked) + len(s.unknown)
	for _, r := range s.required.all {
		if r.Answer != Likely {
			n++
		}
	}
	return n
}

// judge takes a judgement as an answer that the first candidate predicted, or not.
func (s *Session) judge(r Requirement) {
	if len(s.ranked) == 0 || r.Answer == Unsure || r.Answer == Likely {
		return
	}
	c := normalForm(r.Concept)
	if r.Answer == MustNot {
		c = normalForm(complement(c))
	}
	posterior, _ := s.posterior()
	p := min(max(s.probabilityOf(c, posterior), leastOfU), 1-leastOfU) // as U predicts
	if r.Answer == NeedNot {
		p = 1 - p
	}
	if (s.required.entails(s.ranked[0].c, c) == Yes) == (r.Answer != NeedNot) {
		s.earned -= math.Log2(p)
	} else {
		s.earned -= surprised
	}
}

// read sorts the judgements.
func (q *required) read() {
	q.must, q.free = nil, nil
	for _, r := range q.all {
		if r.Answer == NeedNot {
			q.free = append(q.free, normalForm(r.Concept))
		}
		price := float64(priceBroken)
		if r.Answer == Likely {
			price = priceDoubted
		}
		for _, c := range r.demanded() {
			if i := q.place(c); i >= 0 {
				q.must[i].price = max(q.must[i].price, price)
			} else {
				set, _ := q.k.extension(c)
				q.must = append(q.must, demand{c, price, set})
			}
		}
	}
}

// demanded returns the conjuncts that must be, in the form of the search.
func (r Requirement) demanded() []dl.Concept {
	switch c := normalForm(r.Concept); r.Answer {
	case Must, Likely:
		return dl.Conjuncts(c)
	case MustNot:
		return dl.Conjuncts(normalForm(complement(c)))
	}
	return nil
}

// place returns the place of the conjunct in must, -1 if it is not there.
func (q *required) place(c dl.Concept) int {
	return slices.IndexFunc(q.must, func(d demand) bool { return d.c == c })
}

// normalForm returns the concept as the search writes it: conjuncts and sides are sorted.
func normalForm(c dl.Concept) dl.Concept {
	var parts []dl.Concept
	for _, part := range dl.Conjuncts(c) {
		if not, is := part.(dl.Not); is {
			part = complement(normalForm(not.C))
		} else if sides := sidesOf(part); len(sides) > 1 {
			part = disjoin(sides)
		}
		parts = append(parts, part)
	}
	return conjoin(parts)
}

// sidesOf returns the sides of a union of lists and others, each once.
func sidesOf(c dl.Concept) (sides []dl.Concept) {
	for _, d := range dl.Disjuncts(c) {
		sides = append(sides, operands(d)...)
	}
	return unique(sides)
}

// entails reports whether all members of c are in d.
func (q *required) entails(c, d dl.Concept) Truth {
	if says(c, d) {
		return Yes
	}
	x, isKnown := q.k.extension(c)
	y, areKnown := q.k.extension(d)
	if isKnown && areKnown {
		if y.IsSuperSet(x) {
			return Yes
		}
		return No
	}
	all, both := q.k.bounds(c), q.k.bounds(conjunction(c, d))
	switch {
	case all.Exact() && both == all:
		return Yes
	case both.Upper < all.Lower:
		return No
	}
	return Unknown
}

// says reports whether a part of the conjunction says d.
func says(c, d dl.Concept) bool {
	return slices.ContainsFunc(dl.Conjuncts(c), func(part dl.Concept) bool { return implies(part, d) })
}

// bits returns what the judgements add to the score of a concept.
func (q *required) bits(c dl.Concept) (bits float64) {
	if len(q.must)+len(q.free) == 0 {
		return 0
	}
	parts := dl.Conjuncts(c)
	for _, d := range q.must {
		switch {
		case slices.Contains(parts, d.c):
			bits -= q.k.bits(d.c)
		case q.entails(c, d.c) != Yes:
			bits += d.price
		}
	}
	for _, d := range q.free {
		switch {
		case says(c, d):
			bits += priceBroken
		case q.entails(c, d) == Yes:
			bits += priceNeedless
		}
	}
	return bits
}

// outweighed returns how many judgements the concept contradicts.
func (q *required) outweighed(c dl.Concept) (n int) {
	for _, d := range q.must {
		if d.price == priceBroken && q.entails(c, d.c) == No {
			n++
		}
	}
	for _, d := range q.free {
		if says(c, d) {
			n++
		}
	}
	return n
}

// price returns the bits of a condition of the search. What the user said costs nothing.
func (q *required) price(c dl.Concept, bits float64) float64 {
	switch {
	case q.place(c) >= 0:
		return 0
	case slices.ContainsFunc(q.free, func(d dl.Concept) bool { return implies(c, d) }):
		return bits + priceBroken
	}
	return bits
}

// meets returns what must be that the condition says, as a set of the first 64 places of must. The search needs no
// more: the score of what it finds counts all.
func (q *required) meets(c dl.Concept) (met uint64) {
	for i, d := range q.must[:min(len(q.must), 64)] {
		if implies(c, d.c) {
			met |= 1 << i
		}
	}
	return met
}

// broken returns the price of what must be that is not met: set has the members, met what parts say.
func (q *required) broken(set []uint64, met uint64) (bits float64) {
	for i, d := range q.must[:min(len(q.must), 64)] {
		if met>>i&1 == 1 || d.set != nil && isWithin(set, d.set.Words()) {
			continue
		}
		bits += d.price
	}
	return bits
}

func isWithin(set, of []uint64) bool {
	for i, word := range set {
		if i < len(of) {
			word &^= of[i]
		}
		if word != 0 {
			return false
		}
	}
	return true
}

// split returns what must be, without the negations or only these.
func (q *required) split() (plain, not []dl.Concept) {
	for _, d := range q.must {
		if _, is := d.c.(dl.Not); is {
			not = append(not, d.c)
		} else {
			plain = append(plain, d.c)
		}
	}
	return plain, not
}

// edited returns the concepts with all that must be, with what is likely and what is not, and without what
// need not be. What is likely holds at each positive.
func (s *Session) edited(cs []dl.Concept) (out []dl.Concept) {
	q := s.required
	if len(q.must)+len(q.free) == 0 {
		return nil
	}
	var must, likely []dl.Concept
	for _, d := range q.must {
		if d.price == priceBroken {
			must = append(must, d.c)
		} else if s.k.mayHold(d.c, s.pos) == len(s.pos) {
			likely = append(likely, d.c)
		}
	}
	for _, c := range cs[:min(len(cs), mostEdited)] {
		var parts, plain []dl.Concept
		for _, part := range dl.Conjuncts(c) {
			isFree := slices.ContainsFunc(q.free, func(d dl.Concept) bool { return implies(part, d) })
			isDenied := slices.Contains(must, complement(part))
			if !isFree && !isDenied {
				parts = append(parts, part)
				// What must be replaces what it follows from: that may have been an accident of the examples.
				if !slices.ContainsFunc(must, func(d dl.Concept) bool { return d != part && implies(part, d) }) {
					plain = append(plain, part)
				}
			}
		}
		lists := [][]dl.Concept{slices.Concat(parts, must), slices.Concat(plain, must), slices.Concat(must, likely)}
		for _, list := range lists {
			if len(list) > 0 {
				out = append(out, conjoin(list))
			}
		}
	}
	return slices.DeleteFunc(unique(out), func(c dl.Concept) bool { return !s.o.Language.Has(dl.LanguageOf(c)) })
}

// Outcome says what became of a requirement.
type Outcome struct {
	Requirement
	// Kept says whether the concept meets it. Over an endpoint that may be Unknown: nobody has counted it.
	Kept Truth
	// Against are the positives that do not meet it.
	Against []string
	// Instead is a part of the concept that says something else of the same property; nil if there is none.
	Instead dl.Concept
}

// Outcomes returns what became of each requirement in the concept. That of Unsure is kept.
func (s *Session) Outcomes(ctx context.Context, c dl.Concept) (out []Outcome) {
	c = normalForm(c)
	var demanded []dl.Concept
	for _, r := range s.required.all {
		demanded = append(demanded, r.demanded()...)
	}
	s.k.learn(ctx, demanded, s.pos)
	for _, r := range s.required.all {
		o := Outcome{Requirement: r, Kept: Yes}
		if r.Answer == NeedNot && says(c, normalForm(r.Concept)) {
			o.Kept = No
		}
		for _, d := range r.demanded() {
			is := s.required.entails(c, d)
			if is == Yes {
				continue
			}
			for _, iri := range s.pos {
				if s.k.holds(d, iri) == No && !slices.Contains(o.Against, iri) {
					o.Against = append(o.Against, iri)
				}
			}
			if len(o.Against) > 0 { // the concept has it: it was drawn from what is meant
				is = No
			}
			o.Kept = min(o.Kept, is)
			o.Instead = cmp.Or(o.Instead, sameProperty(c, d))
		}
		out = append(out, o)
	}
	return out
}

// sameProperty returns the part of c that names the property of d, or a class if d is one; nil if there is none.
func sameProperty(c, d dl.Concept) dl.Concept {
	of := dl.EntitiesOf(d).Properties()
	for _, part := range dl.Conjuncts(c) {
		properties := dl.EntitiesOf(part).Properties()
		isClass := len(properties)+len(of) == 0 && part != dl.Concept(dl.Top{})
		if isClass || slices.ContainsFunc(properties, func(p string) bool { return slices.Contains(of, p) }) {
			return part
		}
	}
	return nil
}

// keepBest keeps the best candidates for the next ranking.
func (s *Session) keepBest() {
	best := slices.Clone(s.ranked)
	sortCandidates(best)
	s.kept = conceptsOf(best[:min(len(best), mostKept)])
}

// Proposal is a condition that the user may judge.
type Proposal struct {
	Concept dl.Concept
	// InFirst: it is a part of the first candidate.
	InFirst bool
	// Probability that all that are meant satisfy it, and the bits that the answer brings.
	Probability, Bits float64
	// Plain: it is about the individuals themselves and the next things, so people can judge it.
	Plain bool
	// Members bounds the number of its members in the whole graph.
	Members Bounds
}

// Proposals returns conditions that the user may judge: the parts of the first candidate in their order, then
// parts of other candidates that the first does not entail, those first whose answer tells most. Rank must have
// ranked.
func (s *Session) Proposals() (list []Proposal) {
	if len(s.ranked) == 0 {
		return nil
	}
	judged := map[dl.Concept]bool{}
	for _, r := range s.required.all {
		if r.Answer == Likely { // the user may know better
			continue
		}
		judged[normalForm(r.Concept)], judged[normalForm(complement(r.Concept))] = true, true
	}
	posterior, _ := s.posterior()
	first := s.ranked[0].c
	listed := map[dl.Concept]bool{} // without thresholds
	parts := 0
	for i, x := range s.ranked[:min(len(s.ranked), fromProposed)] {
		for _, part := range dl.Conjuncts(x.c) {
			form := shapeOf(candidate{c: part}).c
			isKnown := i > 0 && (judged[part] || s.required.entails(first, part) == Yes)
			if listed[form] || part == dl.Concept(dl.Top{}) || isKnown {
				continue
			}
			listed[form] = true
			p := Proposal{
				Concept:     part,
				InFirst:     i == 0,
				Members:     s.k.bounds(part),
				Probability: s.probabilityOf(part, posterior),
				Plain:       s.o.Statements.Depth(part) <= 1,
			}
			if !judged[part] {
				p.Bits = entropy(p.Probability)
			}
			list = append(list, p)
		}
		if i == 0 {
			parts = len(list)
		}
	}
	slices.SortStableFunc(list[parts:], func(p, q Proposal) int { return cmp.Compare(q.Bits, p.Bits) })
	return list[:min(len(list), parts+mostProposals)]
}

// probabilityOf returns the probability that all that are meant satisfy the condition. posterior is that of the
// candidates.
func (s *Session) probabilityOf(c dl.Concept, posterior []float64) float64 {
	all, satisfy := 0.0, 0.0
	for i, x := range s.ranked[:min(len(s.ranked), fromProposed)] {
		all += posterior[i]
		switch s.required.entails(x.c, c) {
		case Yes:
			satisfy += posterior[i]
		case Unknown: // over an endpoint: nothing says that it does
			satisfy += posterior[i] / 8
		}
	}
	if all == 0 {
		return 0
	}
	unseen := s.unseenProbability()
	return (1-unseen)*satisfy/all + unseen/2
}

// Choose returns the plain condition whose answer brings most bits, and whether these are more than those of the
// question.
func Choose(q *Question, proposals []Proposal) (best Proposal, ok bool) {
	for _, p := range proposals {
		if p.Plain && p.Bits > best.Bits {
			best = p
		}
	}
	return best, q != nil && best.Bits > entropy(q.Probability)
}
