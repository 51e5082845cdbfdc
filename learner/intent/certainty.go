package intent

import (
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/price"
)

// The hypothesis U says that what was meant is no candidate. The first candidate earns certainty
// against it by its shortness, by the examples that it explains, and by the answers that it predicted
// since it last became first: each is worth the bits that U paid for the answer.

const (
	earnedAtFirst = 3.5 // bits against U of a candidate with as many bits as examples, before any answer
	earnedOutside = 1   // less if nothing outside is known
	earnedLength  = 0.2 // less for each bit of the description length that is not paid by an example
	earnedBit     = 0.7 // for each bit that U paid
	earnedSaid    = 7.5 // for a phrase of which the first candidate says all, and a part of it for a part
	lostUnsaid    = 10  // less for a phrase of which it says nothing, and a part of it for a part
	surprised     = 3   // bits that a wrong prediction takes away, at most
	heatSettled   = 1.2 // in place of price.Heat, if the words settle the first candidate
	heatOfU       = 10  // U predicts with the same candidates, but hardly prefers the better ones
	leastOfU      = 0.2 // the least probability that U gives an answer
	leastShown    = 0.5 // below it, a ranking that is over says that nothing fits
	leastEarned   = 2   // bits that end the questions if every further answer is certain
)

// unseenProbability returns the probability of U. The description length of the first candidate counts
// against it, less a bit for every example that was given and is on the right side of it: chance
// explains fewer bits than there are such examples.
func (s *Session) unseenProbability() float64 {
	if len(s.ranked) == 0 {
		return 1
	}
	first := s.ranked[0]
	explained := price.Given(s.p.Pos, s.p.Asked) +
		price.Given(s.p.Neg, s.p.Asked) - price.Given(first.Missed, s.p.Asked) - price.Given(first.Inside, s.p.Asked)
	bits := earnedAtFirst + earnedBit*s.earned - earnedLength*(first.Bits-float64(explained))
	if len(s.p.Neg) == 0 {
		bits -= earnedOutside
	}
	words := s.p.Words
	bits += earnedSaid*words.Share(first.Concept) - lostUnsaid*words.Unsaid(first.Concept) - words.Misses(first.Concept)
	return 1 - 1/(1+math.Exp2(-bits))
}

// predict returns the probability that the answer about the individual is yes, by the candidates and
// by U. An unknown membership counts half.
func (s *Session) predict(posterior []float64, iri string) (byCandidates, byU float64) {
	yes, all, yesOfU, allOfU := 0.0, 0.0, 0.0, 0.0
	for i, x := range s.ranked {
		share := (1 + float64(s.p.Prior.Holds(x.Concept, iri))) / 2
		ofU := math.Exp2((s.ranked[0].Score - x.Score) / heatOfU)
		yes, all = yes+share*posterior[i], all+posterior[i]
		yesOfU, allOfU = yesOfU+share*ofU, allOfU+ofU
	}
	if all == 0 {
		return 0.5, 0.5
	}
	return yes / all, min(max(yesOfU/allOfU, leastOfU), 1-leastOfU)
}

// earn takes an answer: the first candidate predicted it, or not. If not, others may have: an answer between two
// thresholds of a family says little for U.
func (s *Session) earn(individual string, is ask.Truth) {
	posterior, _ := s.posterior()
	byCandidates, byU := s.predict(posterior, individual)
	if is == ask.No {
		byCandidates, byU = 1-byCandidates, 1-byU
	}
	switch s.p.Prior.Holds(s.ranked[0].Concept, individual) {
	case is:
		s.earned -= math.Log2(byU)
	case -is:
		s.earned -= min(surprised, max(0, math.Log2(byU/byCandidates)))
	}
}

// remember forgets what was earned if another candidate comes first, thresholds aside.
func (s *Session) remember() {
	if len(s.ranked) == 0 {
		return
	}
	if first := price.ShapeOf(s.ranked[0]).Form; first != s.first {
		s.first, s.earned = first, 0
	}
}

// isSure reports whether no question is needed: something outside is known, by an individual or by a condition that
// must or must not be, and the first candidate has the probability Options.Sure. If no negatives were given, it must
// have earned leastEarned bits: all candidates were proposed by the positives, and one answer hardly tests them. A
// phrase that settles what is meant also tells what is outside; if nothing else does, half of the doubt may be left.
func (s *Session) isSure(r Ranking) bool {
	if r.Confidence < s.p.Options.Sure || s.doubt() != nil {
		return false
	}
	if s.p.Words.Settle(s.ranked[0].Concept) && (len(s.p.Neg) > 0 || 1-r.Confidence <= (1-s.p.Options.Sure)/2) {
		return true
	}
	excludes := slices.ContainsFunc(s.p.Required.All,
		func(r ask.Requirement) bool { return r.Answer == ask.Must || r.Answer == ask.MustNot })
	tested := price.Given(s.p.Neg, s.p.Asked) > 0 || s.earned >= leastEarned
	return (len(s.p.Neg) > 0 || excludes) && tested
}
