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
	mostProposals = 18 // conditions beside the parts of the first candidate
	fromProposed  = 30 // candidates whose parts these are
	mostAlike     = 2  // conditions that say something of the same properties come before others
)

// Proposal is a condition that the user may judge.
type Proposal struct {
	Concept dl.Concept
	// InFirst: it is a part of the first candidate.
	InFirst bool
	// Probability that all that are meant satisfy it, and the bits that the answer brings: 0 if no candidate has it
	// as a part, because nobody is asked about it.
	Probability, Bits float64
	// Plain: it is about the individuals themselves and the next things, so people can judge it.
	Plain bool
	// Members bounds the number of its members in the whole graph.
	Members ask.Bounds
}

// Proposals returns conditions that the user may judge: the parts of the first candidate in their order, then
// parts of other candidates that the first does not entail, those first whose answer tells most, in turns with what
// all positives have and with what no positive has, but some members of the first candidate, so that people may rule
// it out: that is known once Next has looked for a question. Rank must have ranked.
func (s *Session) Proposals() []Proposal {
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
	inFirst, inOthers := s.proposedParts(judged, posterior)
	of := func(cs []dl.Concept) (out []Proposal) {
		for _, c := range cs {
			if !judged[c] && !normal.Says(first, c) {
				p := s.proposal(c, posterior)
				p.Bits = 0
				out = append(out, p)
			}
		}
		return distinctFirst(out)
	}
	var foreign []dl.Concept
	if s.leftOutOf == first {
		foreign = s.foreign
	}
	present, other := split(foreign, asksForValue) // half of what people rule out is that there is a value
	further := inTurns(distinctFirst(inOthers), of(s.p.Shared), of(present), of(other))
	return append(inFirst, further[:min(len(further), mostProposals)]...)
}

// proposedParts returns the parts of the first candidate, and those of others that the first does not entail, the best
// first. Parts that differ in thresholds only are one. judged are the conditions that the user has judged.
func (s *Session) proposedParts(judged map[dl.Concept]bool, posterior []float64) (inFirst, inOthers []Proposal) {
	first := s.ranked[0].Concept
	listed := map[dl.Concept]bool{} // without thresholds
	for i, x := range s.ranked[:min(len(s.ranked), fromProposed)] {
		for _, part := range dl.Conjuncts(x.Concept) {
			form := price.ShapeOf(price.Candidate{Concept: part}).Form
			isKnown := i > 0 && (judged[part] || s.p.Required.Entails(first, part) == ask.Yes)
			if listed[form] || part == dl.Concept(dl.Top{}) || isKnown {
				continue
			}
			listed[form] = true
			p := s.proposal(part, posterior)
			if judged[part] {
				p.Bits = 0
			}
			p.InFirst = i == 0
			if p.InFirst {
				inFirst = append(inFirst, p)
			} else {
				inOthers = append(inOthers, p)
			}
		}
	}
	slices.SortStableFunc(inOthers, func(p, q Proposal) int { return cmp.Compare(q.Bits, p.Bits) })
	return inFirst, inOthers
}

// proposal returns the proposal of the condition. posterior is that of the candidates.
func (s *Session) proposal(c dl.Concept, posterior []float64) Proposal {
	p := s.probabilityOf(c, posterior)
	return Proposal{
		Concept:     c,
		Members:     s.p.Prior.Bounds(c),
		Probability: p,
		Bits:        entropy(p),
		Plain:       s.p.Options.Statements.Depth(c) <= 1,
	}
}

// asksForValue reports whether the condition asks for some value of a role.
func asksForValue(c dl.Concept) bool {
	e, ok := c.(dl.Exists)
	return ok && e.C == dl.Concept(dl.Top{})
}

// split returns the concepts of which is holds, and the others.
func split(cs []dl.Concept, is func(dl.Concept) bool) (yes, no []dl.Concept) {
	for _, c := range cs {
		if is(c) {
			yes = append(yes, c)
		} else {
			no = append(no, c)
		}
	}
	return yes, no
}

// distinctFirst moves conditions to the end that follow mostAlike about the same properties.
func distinctFirst(list []Proposal) []Proposal {
	about := map[string]int{}
	var first, rest []Proposal
	for _, p := range list {
		key := normal.PropertiesOf(p.Concept)
		if about[key]++; about[key] > mostAlike && key != "" {
			rest = append(rest, p)
			continue
		}
		first = append(first, p)
	}
	return append(first, rest...)
}

// inTurns returns two of the first list, then one of each other, and so on, each concept once, and not its complement.
func inTurns(first []Proposal, others ...[]Proposal) (out []Proposal) {
	seen := map[dl.Concept]bool{}
	take := func(list *[]Proposal, most int) {
		for n := 0; n < most && len(*list) > 0; *list = (*list)[1:] {
			if p := (*list)[0]; !seen[p.Concept] {
				seen[p.Concept], seen[normal.Complement(p.Concept)] = true, true
				out = append(out, p)
				n++
			}
		}
	}
	for before := -1; len(out) > before; {
		before = len(out)
		take(&first, 2)
		for i := range others {
			take(&others[i], 1)
		}
	}
	return out
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
