package intent

import (
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
)

// Bounds of the search for a question.
const (
	rivals        = 4  // candidates whose differences are asked about
	fromRivals    = 12 // members of each difference
	fromBest      = 40 // members of the best candidate
	mostHidden    = 12 // negations that a question proposes
	mostQuestions = 12
)

// Question asks whether an individual is one of those that are meant.
type Question struct {
	Individual string
	Label      string
	// Classes of the individual, the most special ones, at most three.
	Classes []string
	// Facts are the parts of the likely candidates, and whether each holds at the
	// individual.
	Facts       []Fact
	Probability float64 // of the answer yes
}

// Fact is a part of a candidate at an individual.
type Fact struct {
	Concept dl.Concept
	Holds   bool
}

// Next is the question whose answer tells most; nil if there is no candidate, or the
// first is sure enough, after the largest number of questions, or if every answer can be
// foretold with the probability Options.Sure.
func (s *Session) Next(ctx context.Context) (*Question, error) {
	r, err := s.Rank(ctx)
	if err != nil || len(r.Candidates) == 0 || r.Confidence >= s.o.Sure || len(s.asked)+len(s.unknown) >= mostQuestions {
		return nil, err
	}
	pool, err := s.pool(ctx)
	if err != nil || len(pool) == 0 {
		return nil, err
	}
	return s.mostInformative(ctx, pool)
}

// pool are the individuals that may be asked about: members of the differences
// of the first candidates, near misses of the first, and its members. It
// proposes negations of what some of the members have and no positive.
func (s *Session) pool(ctx context.Context) ([]string, error) {
	best := s.ranked[0].c
	top := s.ranked[:min(len(s.ranked), rivals)]
	var differences []dl.Concept
	for i, l := range top {
		for _, r := range top[i+1:] {
			differences = append(differences, dl.And{L: l.c, R: dl.Not{C: r.c}}, dl.And{L: r.c, R: dl.Not{C: l.c}})
		}
	}
	parts := dl.Conjuncts(best)
	for i, part := range parts {
		if rest := slices.Delete(slices.Clone(parts), i, i+1); len(rest) > 0 {
			differences = append(differences, dl.And{L: dl.Conj(rest...), R: complement(part)})
		}
	}
	found, err := s.g.Members(ctx, differences, fromRivals)
	if err != nil {
		return nil, err
	}
	members, err := s.g.Members(ctx, []dl.Concept{best}, fromBest)
	if err != nil {
		return nil, err
	}
	if err := s.hidden(ctx, s.fresh(members[0])); err != nil {
		return nil, err
	}
	return s.fresh(slices.Concat(slices.Concat(found...), members[0])), nil
}

// fresh are the individuals that are no examples and were not asked about.
func (s *Session) fresh(individuals []string) []string {
	return slices.DeleteFunc(unique(individuals), func(iri string) bool {
		return s.unknown[iri] || isBlank(iri) || slices.Contains(s.pos, iri) || slices.Contains(s.neg, iri)
	})
}

// hidden adds candidates C ⊓ ¬D, C being the first: no example has spoken for
// or against them, because none is in D.
func (s *Session) hidden(ctx context.Context, members []string) error {
	listed := map[dl.Concept]bool{}
	for _, x := range s.ranked {
		listed[x.c] = true
	}
	more, err := s.without(ctx, s.ranked[:1], members, mostHidden, func(x candidate, d dl.Concept) (float64, bool) {
		return s.k.bits(d), !listed[dl.And{L: x.c, R: dl.Not{C: d}}]
	})
	if err != nil || len(more) == 0 {
		return err
	}
	s.ranked = s.distinct(append(s.ranked, more...))
	return nil
}

// mostInformative is the question about the individual of the pool whose answer
// is most uncertain, of those that the user can judge.
func (s *Session) mostInformative(ctx context.Context, pool []string) (*Question, error) {
	var cs []dl.Concept
	for _, x := range s.ranked {
		cs = append(cs, x.c)
	}
	if err := s.k.learn(ctx, cs, pool); err != nil {
		return nil, err
	}
	posterior := s.posterior()
	var choices []choice
	for _, iri := range pool {
		yes, no := 0.0, 0.0
		for i, x := range s.ranked {
			switch s.k.holds(x.c, iri) {
			case Yes:
				yes += posterior[i]
			case No:
				no += posterior[i]
			default:
				yes, no = yes+posterior[i]/2, no+posterior[i]/2
			}
		}
		p := yes / (yes + no)
		choices = append(choices, choice{iri, p, entropy(p)})
	}
	sort.SliceStable(choices, func(i, j int) bool {
		if choices[i].bits != choices[j].bits {
			return choices[i].bits > choices[j].bits
		}
		return choices[i].iri < choices[j].iri
	})
	for len(choices) > 0 && min(choices[0].p, 1-choices[0].p) > 1-s.o.Sure {
		next := choices[:min(len(choices), shortlist)]
		q, err := s.judgeable(ctx, next)
		if q != nil || err != nil {
			return q, err
		}
		choices = choices[len(next):]
	}
	return nil, nil
}

// shortlist is how many individuals are looked at together to choose a question.
const shortlist = 10

// choice is an individual that may be asked about, with the probability of the
// answer yes and the bits that an answer is worth.
type choice struct {
	iri     string
	p, bits float64
}

// judgeable is the question about the first of the choices that the user can
// judge: those with a label come first if they are nearly as good, and those with
// neither label nor class nor a readable IRI are left out. Nil if none is left.
func (s *Session) judgeable(ctx context.Context, choices []choice) (*Question, error) {
	var iris []string
	for _, c := range choices {
		iris = append(iris, c.iri)
	}
	labels, err := s.g.Labels(ctx, iris)
	if err != nil {
		return nil, err
	}
	structure, err := s.g.Look(ctx, nil, iris)
	if err != nil {
		return nil, err
	}
	t := s.atomsOf(structure)
	var chosen *Question
	most := 0.0 // bits of the first that can be judged
	for _, c := range choices {
		q := &Question{Individual: c.iri, Label: labels[c.iri], Classes: t.classesOf(c.iri), Probability: c.p}
		if q.Label == "" && len(q.Classes) == 0 && !readable(c.iri) {
			continue
		}
		if chosen == nil {
			chosen, most = q, c.bits
		}
		if q.Label != "" && c.bits >= 0.8*most {
			chosen = q
			break
		}
	}
	if chosen != nil {
		s.facts(chosen)
	}
	return chosen, nil
}

// classesOf are the classes of the individual that have no other of its classes
// below them, at most three.
func (t *atoms) classesOf(iri string) []string {
	const most = 3
	a, ok := t.s.Lookup(iri)
	if !ok {
		return nil
	}
	var names []dl.Name
	for _, c := range t.classes[a] {
		if n, ok := c.(dl.Name); ok {
			names = append(names, n)
		}
	}
	var out []string
	for _, n := range names {
		if !slices.ContainsFunc(names, func(m dl.Name) bool { return t.below(m, n) }) {
			out = append(out, n.IRI)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), most)]
}

// readable reports whether the last part of the IRI is a word: three letters in a
// row. Numbers such as Q42 tell a user nothing.
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

// facts are the parts of the first candidates at the individual.
func (s *Session) facts(q *Question) {
	seen := map[dl.Concept]bool{}
	for _, x := range s.ranked[:min(len(s.ranked), rivals)] {
		for _, leaf := range leaves(x.c) {
			if t := s.k.holds(leaf, q.Individual); t != Unknown && !seen[leaf] {
				seen[leaf] = true
				q.Facts = append(q.Facts, Fact{leaf, t == Yes})
			}
		}
	}
}

// entropy is that of a coin with probability p, in bits.
func entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}
