package intent

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// Limits of what the user may judge.
const (
	mostProposals = 12 // conditions
	fromProposed  = 30 // candidates whose parts these are
)

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
	Members ask.Bounds
}

// Proposals returns conditions that the user may judge: the parts of the first candidate in their order, then
// parts of other candidates that the first does not entail, those first whose answer tells most. Rank must have
// ranked.
func (s *Session) Proposals() (list []Proposal) {
	if len(s.ranked) == 0 {
		return nil
	}
	judged := map[dl.Concept]bool{}
	for _, r := range s.p.Required.All {
		if r.Answer == ask.Likely { // the user may know better
			continue
		}
		judged[normal.Of(r.Concept)], judged[normal.Of(normal.Complement(r.Concept))] = true, true
	}
	posterior, _ := s.posterior()
	first := s.ranked[0].Concept
	listed := map[dl.Concept]bool{} // without thresholds
	parts := 0
	for i, x := range s.ranked[:min(len(s.ranked), fromProposed)] {
		for _, part := range dl.Conjuncts(x.Concept) {
			form := price.ShapeOf(price.Candidate{Concept: part}).Form
			isKnown := i > 0 && (judged[part] || s.p.Required.Entails(first, part) == ask.Yes)
			if listed[form] || part == dl.Concept(dl.Top{}) || isKnown {
				continue
			}
			listed[form] = true
			p := Proposal{
				Concept:     part,
				InFirst:     i == 0,
				Members:     s.p.Prior.Bounds(part),
				Probability: s.probabilityOf(part, posterior),
				Plain:       s.p.Options.Statements.Depth(part) <= 1,
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
		switch s.p.Required.Entails(x.Concept, c) {
		case ask.Yes:
			satisfy += posterior[i]
		case ask.Unknown: // over an endpoint: nothing says that it does
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
