package intent

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/intent/propose"
)

// Session ranks candidates by examples, and asks about individuals until it is sure which
// concept was meant. It is not safe for concurrent use.
type Session struct {
	p        *propose.Proposer
	earned   float64           // bits that U paid for the answers that the first candidate predicted
	first    dl.Concept        // the first candidate without its thresholds, which earned them
	over     bool              // Next found no further question
	added    []dl.Concept      // by Add
	notFound []dl.Concept      // those of added that find did not return
	kept     []dl.Concept      // the best candidates before the last answer
	ranked   []price.Candidate // in families, the likeliest first
	stale    bool              // ranked must be ranked again
	// incomplete is the first error of a question to the graph, if it left the ranking with
	// bounds.
	incomplete  error
	qualifiedAt int // so many positives there were when statements were read
	// leftOut is, for members of the first candidate C, how likely their atoms are to be what
	// somebody left out who means C ⊓ ¬D, relative to C, which is leftOutOf.
	leftOut   map[string]float64
	leftOutOf dl.Concept
	// foreign are atoms of members of the first candidate that no positive has, the likeliest to be ruled out first.
	foreign []dl.Concept
}

// New starts a session. The positives are assumed to be drawn from the concept that is
// meant; there may be no negatives. It returns ErrNoPositives, or ErrContradiction if an
// individual is on both sides.
func New(g ask.Graph, pos, neg []string, o ask.Options) (*Session, error) {
	if len(pos) == 0 {
		return nil, ErrNoPositives
	}
	for _, iri := range pos {
		if slices.Contains(neg, iri) {
			return nil, fmt.Errorf("%s: %w", iri, ErrContradiction)
		}
	}
	k := &price.Prior{
		Knowledge:  ask.NewKnowledge(g),
		Kinds:      o.Kinds(),
		OfClasses:  o.OfClasses,
		Statements: o.Statements,
	}
	return &Session{p: propose.NewProposer(price.NewEvidence(k, pos, neg, o.Words), o), stale: true, first: dl.Bottom{}},
		nil
}

// Add adds concepts to the candidates, such as the solutions of the exact search.
func (s *Session) Add(cs ...dl.Concept) {
	s.added = append(s.added, cs...)
	s.stale = true
}

// Ranking holds the candidates in the light of the examples and answers so far.
type Ranking struct {
	// Candidates are sorted by score, the most likely first. Those that differ in the values of
	// comparisons only are one.
	Candidates []Candidate
	// Confidence is the probability that the first candidate was meant, with its thresholds, or has
	// the same members as the concept that was meant.
	Confidence float64
	// Wrong are the examples that are probably on the wrong side: the candidates
	// that have them there hold more than half of the probability, chance aside.
	Wrong []string
	// Groups are the positives that go together, the most first, if no candidate but a union
	// holds at all of them; nil otherwise.
	Groups []ask.Group
	// Incomplete is the first error of the graph, if some numbers of members are bounds, or
	// some candidates are missing, because of errors; nil otherwise.
	Incomplete error
	// Closest: the questions are over, and still the first candidate is probably not what was meant. It
	// is only the closest to it.
	Closest bool
	// Outweighed is the number of judgements of conditions that the first candidate contradicts.
	Outweighed int
	// Words says which of Options.Words the first candidate says.
	Words ask.Heard
	// Chance is the probability that no concept explains which examples are positive. It is 0
	// without negatives that were given.
	Chance float64
}

// Candidate is a concept that may have been meant.
type Candidate struct {
	Concept dl.Concept
	// Probability of being meant, with its thresholds or those of Others.
	Probability float64
	// Alone is the part of it for its own thresholds.
	Alone float64
	// Members bounds the number of its members in the whole graph.
	Members ask.Bounds
	// Score is the description length plus the cost of the examples, in bits.
	Score float64
	// Wrong are the examples on the wrong side of it.
	Wrong []string
	// Unites: the candidate has all positives, and is the likeliest union of which the first
	// candidate, which lacks some, is one side.
	Unites bool
	// Added: it is a candidate only because it was added.
	Added bool
	// Others differ from Concept in the values of comparisons only, and are wrong about the same
	// examples, the likeliest first.
	Others []Candidate
}

// Rank returns the candidates, ranked by the examples and the answers so far. It returns an
// error only if there is nothing to rank, because the graph around the examples cannot be read.
func (s *Session) Rank(ctx context.Context) (Ranking, error) {
	if s.stale {
		if err := s.generate(ctx); err != nil {
			return Ranking{}, err
		}
	}
	r := Ranking{Incomplete: s.incomplete}
	wrong := map[string]float64{}
	var posterior []float64
	posterior, r.Chance = s.posterior()
	unites := unionWithFirst(s.ranked)
	for i, p := range posterior {
		x := s.ranked[i]
		all := slices.Concat(x.Missed, x.Inside)
		for _, iri := range all {
			wrong[iri] += p
		}
		c := Candidate{
			Concept: x.Concept, Probability: p, Alone: p, Members: s.p.AtLeastExamples(x), Score: x.Score, Wrong: all,
			Added: slices.Contains(s.notFound, x.Concept),
		}
		if i > 0 && x.Shape == s.ranked[i-1].Shape {
			head := &r.Candidates[len(r.Candidates)-1]
			head.Others, head.Probability = append(head.Others, c), head.Probability+p
			continue
		}
		c.Unites = i == unites
		r.Candidates = append(r.Candidates, c)
	}
	s.doubtUntested(r.Candidates)
	levelOut(r.Candidates)
	for _, iri := range slices.Concat(s.p.Pos, s.p.Neg) {
		if wrong[iri] > 0.5*(1-r.Chance) {
			r.Wrong = append(r.Wrong, iri)
		}
	}
	if len(r.Candidates) > 0 {
		r.Confidence = r.Candidates[0].Alone
		r.Outweighed = s.p.Required.Outweighed(r.Candidates[0].Concept)
		r.Words = s.p.Words.HeardIn(r.Candidates[0].Concept)
		r.Closest = s.over && len(s.p.Asked) > 0 && r.Candidates[0].Probability < leastShown
	}
	if price.SharesNothing(s.ranked, 0) {
		r.Groups = s.p.Groups
	}
	return r, nil
}

// doubtUntested lowers the probability of the first candidate by what it may leave out: no example speaks
// for or against it, and a question can.
func (s *Session) doubtUntested(cs []Candidate) {
	if len(cs) == 0 || cs[0].Concept != s.leftOutOf {
		return
	}
	most := 0.0
	for _, p := range s.leftOut {
		most = max(most, p)
	}
	cs[0].Probability *= 1 - most
	cs[0].Alone *= 1 - most
	for i := range cs[0].Others {
		cs[0].Others[i].Probability *= 1 - most
	}
}

// levelOut makes the probabilities of the candidates fall in their order. That is the order of their
// scores, but a candidate also has the probability of its family and of others with the same members.
// Neighbours that would rise share what they have (pool adjacent violators, Ayer et al. 1955).
func levelOut(cs []Candidate) {
	type pool struct {
		sum float64
		n   int
	}
	var pools []pool
	for _, c := range cs {
		last := pool{c.Probability, 1}
		for len(pools) > 0 {
			before := pools[len(pools)-1]
			if before.sum*float64(last.n) >= last.sum*float64(before.n) {
				break
			}
			last = pool{before.sum + last.sum, before.n + last.n}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, last)
	}
	i := 0
	for _, p := range pools {
		for range p.n {
			if p.n > 1 {
				cs[i].Probability = p.sum / float64(p.n)
				cs[i].Alone = min(cs[i].Alone, cs[i].Probability)
			}
			i++
		}
	}
}

// posterior returns the probability of every ranked candidate, and that of chance.
func (s *Session) posterior() (p []float64, chance float64) {
	if len(s.ranked) == 0 {
		return nil, 0
	}
	heat := price.Heat
	if s.p.Words.Settle(s.ranked[0].Concept) {
		heat = heatSettled
	}
	relative := func(score float64) float64 { return math.Exp2((s.ranked[0].Score - score) / heat) }
	if price.Given(s.p.Neg, s.p.Asked) > 0 {
		chance = relative(s.chanceScore())
	}
	sum := chance
	for _, x := range s.ranked {
		p = append(p, relative(x.Score)*(1+x.Twins))
		sum += p[len(p)-1]
	}
	all := (1 - s.unseenProbability()) * s.p.DescribedProbability(s.ranked)
	for i := range p {
		p[i] *= all / sum
	}
	return p, chance / sum
}

// chanceScore returns the score of the hypothesis that nothing explains the examples: a coin
// decided who is positive, and the positives were drawn from the whole graph. The first of them
// costs nothing: the larger the graph, the more concepts describe any one individual, and the
// likelier one of them fits others by chance.
func (s *Session) chanceScore() float64 {
	drawn := max(0, price.Given(s.p.Pos, s.p.Asked)-1)
	return price.Chance + float64(len(s.p.Pos)+len(s.p.Neg)) + float64(drawn)*s.p.Prior.Log(ask.Exactly(s.p.Prior.Largest))
}

// Answer takes the answer to a question: whether the individual is one of those that are
// meant. [Unknown] means that the user does not know. The next Rank ranks again. Answer returns
// ErrContradiction if the individual is an example or was answered before.
func (s *Session) Answer(ctx context.Context, individual string, is ask.Truth) error {
	if s.p.Asked[individual] || slices.Contains(s.p.Pos, individual) || slices.Contains(s.p.Neg, individual) {
		return fmt.Errorf("%s: %w", individual, ErrContradiction)
	}
	if is == ask.Unknown {
		s.p.Unknown[individual] = true
		return nil
	}
	if len(s.ranked) > 0 {
		s.p.Prior.Learn(ctx, price.ConceptsOf(s.ranked), []string{individual})
		s.earn(individual, is)
	}
	s.over = false
	s.keepBest()
	s.p.Asked[individual] = true
	if is == ask.Yes {
		s.p.Pos = append(s.p.Pos, individual)
	} else {
		s.p.Neg = append(s.p.Neg, individual)
	}
	s.stale = true
	return nil
}

// Examples returns the examples, with the answers so far.
func (s *Session) Examples() (pos, neg []string) { return slices.Clone(s.p.Pos), slices.Clone(s.p.Neg) }
