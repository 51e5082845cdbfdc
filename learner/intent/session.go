package intent

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Session finds out which concept was meant: it ranks candidates by examples, and
// asks about individuals until it is sure. It is not safe for concurrent use.
type Session struct {
	evidence
	g        Graph
	o        Options
	unknown  map[string]bool // the user does not know
	foretold int             // answers that the best candidate foretold
	added    []dl.Concept    // by Add
	kept     []dl.Concept    // the best candidates before the last answer
	ranked   []candidate     // the best first; nil: to be ranked
	atoms    *atoms          // of the structure that was looked at last
}

// New starts a session. The positives are taken as drawn from what is meant;
// negatives may be missing.
func New(g Graph, pos, neg []string, o Options) (*Session, error) {
	if len(pos) == 0 {
		return nil, ErrNoPositives
	}
	for _, iri := range pos {
		if slices.Contains(neg, iri) {
			return nil, fmt.Errorf("%s: %w", iri, ErrContradiction)
		}
	}
	o = o.withDefaults()
	return &Session{
		evidence: evidence{newKnowledge(g), slices.Clone(pos), slices.Clone(neg), map[string]bool{}},
		g:        g, o: o, unknown: map[string]bool{},
	}, nil
}

// Add lets concepts join the candidates: the exact search's smallest and its other solutions.
func (s *Session) Add(cs ...dl.Concept) {
	s.added = append(s.added, cs...)
	s.ranked = nil
}

// Ranking is what the examples say so far.
type Ranking struct {
	// Candidates are what may have been meant, the most likely first.
	Candidates []Candidate
	// Confidence is the probability that the first is what was meant, or has the
	// same members.
	Confidence float64
	// Wrong are the examples that are more likely on the wrong side than not: the
	// candidates for which they are have more than half of the probability.
	Wrong []string
}

// Candidate is a concept that may have been meant.
type Candidate struct {
	Concept dl.Concept
	// Probability of being meant.
	Probability float64
	// Members are bounds of the number of its members in the whole graph.
	Members Bounds
	// Score is its description length, with what the examples say, in bits.
	Score float64
	// Wrong are the examples that look wrong if this is meant.
	Wrong []string
	// Given: [Session.Add] added it.
	Given bool
}

// mostKept is how many candidates outlive an answer, whether or not they are
// proposed again.
const mostKept = 40

// mostRanked is how many candidates the posterior is over.
const mostRanked = 150

// Rank ranks the candidates by the examples and the answers so far.
func (s *Session) Rank(ctx context.Context) (Ranking, error) {
	if s.ranked == nil {
		if err := s.generate(ctx); err != nil {
			return Ranking{}, err
		}
	}
	var r Ranking
	wrong := map[string]float64{}
	for i, p := range s.posterior() {
		x := s.ranked[i]
		all := slices.Concat(x.missed, x.inside)
		for _, iri := range all {
			wrong[iri] += p
		}
		r.Candidates = append(r.Candidates, Candidate{
			Concept: x.c, Probability: p, Members: x.bounds, Score: x.score, Wrong: all, Given: x.given,
		})
	}
	for _, iri := range slices.Concat(s.pos, s.neg) {
		if wrong[iri] > 0.5 {
			r.Wrong = append(r.Wrong, iri)
		}
	}
	if len(r.Candidates) > 0 {
		r.Confidence = r.Candidates[0].Probability
	}
	return r, nil
}

// unseen is the probability that what was meant is no candidate. Every negative
// that was given and every answer that was foretold makes it smaller.
func (s *Session) unseen() float64 {
	probes := s.foretold
	for _, iri := range s.neg {
		if !s.asked[iri] {
			probes++
		}
	}
	return unseenAtFirst * math.Pow(probed, float64(probes))
}

// posterior is the probability of every ranked candidate.
func (s *Session) posterior() []float64 {
	p := make([]float64, len(s.ranked))
	sum := 0.0
	for i, x := range s.ranked {
		p[i] = math.Exp2((s.ranked[0].score - x.score) / heat)
		sum += p[i]
	}
	for i := range p {
		p[i] *= (1 - s.unseen()) / sum
	}
	return p
}

// Answer says whether the individual of a question is one of them. After an
// answer the candidates are ranked again. [Unknown] is an answer, too: the user
// does not know.
func (s *Session) Answer(ctx context.Context, individual string, is Truth) error {
	if s.asked[individual] || slices.Contains(s.pos, individual) || slices.Contains(s.neg, individual) {
		return fmt.Errorf("%s: %w", individual, ErrContradiction)
	}
	if is == Unknown {
		s.unknown[individual] = true
		return nil
	}
	if len(s.ranked) > 0 {
		best := []dl.Concept{s.ranked[0].c}
		if err := s.k.learn(ctx, best, []string{individual}); err != nil {
			return err
		}
		if s.k.holds(best[0], individual) == is {
			s.foretold++
		}
	}
	s.kept = nil
	for _, x := range s.ranked[:min(len(s.ranked), mostKept)] {
		s.kept = append(s.kept, x.c)
	}
	s.asked[individual] = true
	if is == Yes {
		s.pos = append(s.pos, individual)
	} else {
		s.neg = append(s.neg, individual)
	}
	s.ranked = nil
	return nil
}

// Examples are the examples and the answers so far.
func (s *Session) Examples() (pos, neg []string) { return slices.Clone(s.pos), slices.Clone(s.neg) }
