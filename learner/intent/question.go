package intent

import (
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// Limits of the search for a question.
const (
	rivals           = 4  // candidates whose differences are asked about
	fromRivals       = 12 // members of each difference in the pool
	fromBest         = 40 // members of the best candidate in the pool
	mostNewNegations = 12 // negations that are added for each question
	mostQuestions    = 12
	predictable      = 0.95
)

// Question asks whether an individual is one of those that are meant.
type Question struct {
	Individual string
	Label      string
	// Classes are the most specific classes of the individual, at most three.
	Classes []string
	// Facts says which parts of the likely candidates hold at the individual.
	Facts       []Fact
	Probability float64 // of the answer yes
}

// Fact says whether a part of a candidate holds at an individual.
type Fact struct {
	Concept dl.Concept
	Holds   bool
}

// Next returns the question with the most uncertain answer. It returns nil if there is no
// candidate, if something outside is known and the first has the probability Options.Sure or every
// answer can be predicted, and after mostQuestions questions. Next may find candidates: Rank then
// ranks them, too.
func (s *Session) Next(ctx context.Context) (*Question, error) {
	q, err := s.next(ctx)
	s.over = q == nil && err == nil
	return q, err
}

func (s *Session) next(ctx context.Context) (*Question, error) {
	r, err := s.RankQualified(ctx)
	if err != nil || len(r.Candidates) == 0 {
		return nil, err
	}
	pool, err := s.pool(ctx)
	if err != nil || len(pool) == 0 || s.answers() >= mostQuestions {
		return nil, err
	}
	if r, err = s.Rank(ctx); err != nil || s.isSure(r) {
		return nil, err
	}
	q, err := s.mostInformative(ctx, pool)
	// The next ranking looks, and a user reads the labels of what is found. If the graph does not
	// answer now, that ranking says so.
	if q != nil {
		_, _ = s.p.Prior.Graph.Look(ctx, nil, []string{q.Individual})
	}
	return q, err
}

// pool returns the individuals that may be asked about: members of the differences of the
// first candidates, near misses of the first, and its members. It adds candidates that
// negate atoms of these members.
func (s *Session) pool(ctx context.Context) ([]string, error) {
	nearMisses := len(s.p.Neg) == 0
	best := s.ranked[0].Concept
	top := heads(s.ranked, rivals)
	var differences []dl.Concept
	if d := s.doubt(); d != nil {
		differences = append(differences, d)
	}
	for i, l := range top {
		for _, r := range top[i+1:] {
			differences = append(differences, apart(l.Concept, r.Concept)...)
		}
	}
	differences = append(differences, betweenThresholds(s.ranked, rivals)...)
	if nearMisses {
		differences = append(differences, s.wider(best)...)
	}
	for _, x := range top {
		differences = append(differences, normal.JoinedApart(x.Concept)...)
	}
	parts := dl.Conjuncts(best)
	for i, part := range parts {
		rest := slices.Delete(slices.Clone(parts), i, i+1)
		if without, ok := normal.Difference(dl.Conj(rest...), part); ok && len(rest) > 0 {
			differences = append(differences, without)
		}
	}
	differences = slices.DeleteFunc(differences, dl.OnlyExcludes) // nearly everybody is a member of these
	found, members, err := s.membersOf(ctx, differences, best)
	if err != nil {
		return nil, err
	}
	if err := s.addNegations(ctx, s.p.WithoutExamples(members)); err != nil {
		return nil, err
	}
	return s.p.WithoutExamples(slices.Concat(slices.Concat(found...), members)), nil
}

// membersOf returns some members of each difference, and more of the best candidate. Where requests ask ahead,
// one call asks for as many of all.
func (s *Session) membersOf(ctx context.Context, differences []dl.Concept,
	best dl.Concept) (found [][]string, members []string, err error) {
	if !s.p.Prior.AsksAhead() {
		if found, err = s.p.Prior.Graph.Members(ctx, differences, fromRivals); err != nil {
			return nil, nil, err
		}
		of, err := s.p.Prior.Graph.Members(ctx, []dl.Concept{best}, fromBest)
		return found, slices.Concat(of...), err
	}
	all, err := s.p.Prior.Graph.Members(ctx, append(slices.Clone(differences), best), fromBest)
	if err != nil {
		return nil, nil, err
	}
	for _, some := range all[:len(differences)] {
		found = append(found, some[:min(len(some), fromRivals)])
	}
	return found, all[len(differences)], nil
}

// mostInformative returns the question with the most uncertain answer about an individual
// of the pool that the user can judge. It returns nil if all answers are predictable.
func (s *Session) mostInformative(ctx context.Context, pool []string) (*Question, error) {
	s.p.Prior.Failed = nil
	s.p.Prior.Learn(ctx, price.ConceptsOf(s.ranked), pool)
	if s.p.Prior.Failed != nil { // an unknown membership is no reason to ask the user
		return nil, s.p.Prior.Failed
	}
	posterior, _ := s.posterior()
	var choices []choice
	unseen := s.unseenProbability()
	for _, iri := range pool {
		yes, byU := s.predict(posterior, iri)
		p := (1-unseen)*(yes-posterior[0]*s.leftOut[iri]) + unseen*byU
		choices = append(choices, choice{iri, p, entropy(p), yes})
	}
	sort.SliceStable(choices, func(i, j int) bool {
		if choices[i].bits != choices[j].bits {
			return choices[i].bits > choices[j].bits
		}
		return choices[i].iri < choices[j].iri
	})
	all := slices.Clone(choices)
	predicted := 1 - max(predictable, s.p.Options.Sure)
	isOpen := func(c choice) bool {
		return min(c.yes, 1-c.yes) > predicted || s.earned < leastEarned && min(c.p, 1-c.p) > predicted
	}
	choices = slices.DeleteFunc(choices, func(c choice) bool { return !isOpen(c) })
	for len(choices) > 0 {
		next := choices[:min(len(choices), shortlist)]
		q, err := s.firstJudgeable(ctx, next)
		if q != nil || err != nil {
			return q, err
		}
		choices = choices[len(next):]
	}
	return s.probe(ctx, all)
}

// probe returns a question whose answer is predicted, but that the examples do not test. While the
// first candidate contradicts a positive it is about what a union with it would add, and while
// nobody has said what is outside, about a near miss.
func (s *Session) probe(ctx context.Context, choices []choice) (*Question, error) {
	if d := s.doubt(); d != nil {
		added := slices.DeleteFunc(slices.Clone(choices), func(c choice) bool { return s.p.Prior.Holds(d, c.iri) != ask.Yes })
		if q, err := s.firstJudgeable(ctx, added[:min(len(added), shortlist)]); q != nil || err != nil {
			return q, err
		}
	}
	if len(s.p.Neg) > 0 {
		return nil, nil
	}
	outside := slices.DeleteFunc(choices,
		func(c choice) bool { return s.p.Prior.Holds(s.ranked[0].Concept, c.iri) != ask.No })
	return s.firstJudgeable(ctx, outside[:min(len(outside), shortlist)])
}

// doubt returns what the likeliest union with the first candidate that has all positives has more
// than it, if the first candidate contradicts a positive and no answer is known there; nil
// otherwise.
func (s *Session) doubt() dl.Concept {
	i := unionWithFirst(s.ranked)
	if i < 0 {
		return nil
	}
	d := dl.And{L: s.ranked[i].Concept, R: dl.Not{C: s.ranked[0].Concept}}
	for iri := range s.p.Asked {
		if s.p.Prior.Holds(d, iri) == ask.Yes {
			return nil
		}
	}
	return d
}

// shortlist is how many individuals firstJudgeable gets at a time.
const shortlist = 10

// choice is an individual that may be asked about, with the probability p of the answer
// yes, the entropy of the answer in bits, and the probability by the candidates alone.
type choice struct {
	iri          string
	p, bits, yes float64
}

// firstJudgeable returns the question about the first of the choices that the user can
// judge: it has a label, a class or a readable IRI. A later one with a label comes before
// it if its entropy is nearly as high, see isPreferred. It returns nil if the user can judge none.
func (s *Session) firstJudgeable(ctx context.Context, choices []choice) (*Question, error) {
	var iris []string
	for _, c := range choices {
		iris = append(iris, c.iri)
	}
	classes, err := s.p.Prior.Graph.Classes(ctx, iris) // an endpoint answers with labels
	if err != nil {
		return nil, err
	}
	labels, _ := s.p.Prior.Graph.Labels(ctx, iris) // without labels, IRIs are shown
	classesOf := s.p.ClassesOf(classes)
	var chosen *Question
	most := 0.0 // bits of the first that can be judged
	for _, c := range choices {
		q := &Question{Individual: c.iri, Label: labels[c.iri], Classes: classesOf(c.iri), Probability: c.p}
		if q.Label == "" && len(q.Classes) == 0 && !readable(c.iri) {
			continue
		}
		if chosen == nil {
			chosen, most = q, c.bits
		}
		if q.Label != "" && s.isPreferred(c.bits, most, q, classesOf) {
			chosen = q
			break
		}
	}
	if chosen != nil {
		s.addFacts(chosen)
	}
	return chosen, nil
}

// isPreferred reports whether an individual with these bits of entropy is asked about in place of the first
// choice, which has the most. A class must be a sibling of a positive: upper classes, and most defined ones, are
// hard to judge.
func (s *Session) isPreferred(bits, most float64, q *Question, classesOf func(string) []string) bool {
	if !s.p.Options.OfClasses {
		return bits >= 0.8*most
	}
	return bits >= 0.5*most && slices.ContainsFunc(s.p.Pos, func(iri string) bool {
		return slices.ContainsFunc(classesOf(iri), func(c string) bool { return slices.Contains(q.Classes, c) })
	})
}

// readable reports whether the last part of the IRI has three letters in a row. Identifiers
// such as Q42 tell a user nothing.
func readable(iri string) bool {
	name := iri[strings.LastIndexAny(iri, "/#:")+1:]
	letters := 0
	for _, r := range name {
		if letters++; !unicode.IsLetter(r) {
			letters = 0
		}
		if letters == 3 {
			return true
		}
	}
	return false
}

// addFacts adds the parts of the first candidates that are known at the individual.
func (s *Session) addFacts(q *Question) {
	seen := map[dl.Concept]bool{}
	for _, x := range heads(s.ranked, rivals) {
		for _, leaf := range normal.Leaves(x.Concept) {
			if t := s.p.Prior.Holds(leaf, q.Individual); t != ask.Unknown && !seen[leaf] {
				seen[leaf] = true
				q.Facts = append(q.Facts, Fact{leaf, t == ask.Yes})
			}
		}
	}
}

// entropy returns the entropy of a coin with probability p, in bits.
func entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}

// wider returns the differences between best and the likeliest candidates that have more
// members and all positives. Their members are near misses of best.
func (s *Session) wider(best dl.Concept) []dl.Concept {
	var out []dl.Concept
	for _, x := range s.ranked {
		if len(out) < rivals && len(x.Missed) == 0 && x.Bounds.Lower > s.ranked[0].Bounds.Upper {
			if more, ok := normal.Difference(x.Concept, best); ok {
				out = append(out, more)
			}
		}
	}
	if role, ok := dl.RoleOf(best); ok {
		if more, ok := normal.Difference(dl.Exists{Role: role, C: dl.Top{}}, best); ok {
			out = append(out, more)
		}
	}
	return out
}
