package intent

import (
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Group is a set of positives, and what they share.
type Group struct {
	Concept     dl.Concept // nil if nothing is known about these positives
	Individuals []string
}

// Limits of the groups.
const (
	mostShared  = 30  // atoms of one group that are counted
	mostCounted = 300 // atoms of all groups that are counted, but one of each
)

// description is a group with the atoms that may describe it.
type description struct {
	Group
	shared []dl.Concept // atoms that all of the group have
}

// describeGroups splits positives that share no atom into groups that do, and returns the
// union of the groups' concepts; none if the options do not allow it.
func (s *Session) describeGroups(ctx context.Context) []dl.Concept {
	structure, err := s.k.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		s.k.fail(err)
		return nil
	}
	split, err := s.atomsOf(structure).split(ctx, s.pos)
	if err != nil {
		s.k.fail(err)
		return nil
	}
	s.describe(ctx, split)
	var cs []dl.Concept
	covered := []int{0} // positives in the first groups
	for _, d := range split {
		s.groups = append(s.groups, d.Group)
		if d.Concept != nil {
			cs, covered = append(cs, d.Concept), append(covered, covered[len(covered)-1]+len(d.Individuals))
		}
	}
	return s.o.largestUnion(cs, covered, len(s.pos))
}

// largestUnion returns the union of as many of the first concepts as the options allow, if
// it has more than half of n positives. covered has the numbers of positives in the first
// 0, 1, 2, ... concepts.
func (o Options) largestUnion(cs []dl.Concept, covered []int, n int) []dl.Concept {
	for k := len(cs); k > 0 && 2*covered[k] > n; k-- {
		c := disjoin(cs[:k])
		if o.Language.Has(dl.LanguageOf(c)) && (o.MaxSize == 0 || dl.Size(c) <= o.MaxSize) {
			return []dl.Concept{c}
		}
	}
	return nil
}

// disjoin returns the union of the concepts, those of one role below one ∃.
func disjoin(cs []dl.Concept) dl.Concept {
	cs = unique(cs)
	slices.SortFunc(cs, compareConcepts)
	var parts []dl.Concept
	for _, c := range cs {
		e, isExists := c.(dl.Exists)
		i := slices.IndexFunc(parts, func(d dl.Concept) bool {
			f, ok := d.(dl.Exists)
			return ok && isExists && e.Role == f.Role
		})
		if i < 0 {
			parts = append(parts, c)
		} else {
			f := parts[i].(dl.Exists)
			parts[i] = dl.Exists{Role: f.Role, C: dl.Or{L: f.C, R: e.C}}
		}
	}
	return dl.Disj(parts...)
}

// split splits the individuals into groups that share an atom. The largest group comes
// first, and each further one is the largest of the rest. Individuals without an atom form
// the last group.
func (t *atoms) split(ctx context.Context, individuals []string) ([]description, error) {
	at := map[dl.Concept][]string{} // individuals by atom
	walked, err := t.walkFrom(ctx, individuals, len(individuals), 1)
	if err != nil {
		return nil, err
	}
	for k, h := range walked.at {
		c := walked.concept(k)
		for i, iri := range individuals[:min(len(individuals), 256)] {
			if h[i/64]>>(i%64)&1 == 1 && t.o.allows(c) {
				at[c] = append(at[c], iri)
			}
		}
	}
	var out []description
	rest := slices.Clone(individuals)
	for len(rest) > 0 {
		d := description{}
		var first dl.Concept
		for c, have := range at {
			have = slices.DeleteFunc(slices.Clone(have), func(iri string) bool { return !slices.Contains(rest, iri) })
			n := len(have) - len(d.Individuals)
			if n > 0 || n == 0 && first != nil && compareConcepts(c, first) < 0 {
				d.Individuals, first = have, c
			}
		}
		if first == nil {
			return append(out, description{Group: Group{Individuals: rest}}), nil
		}
		for c, have := range at {
			if !slices.ContainsFunc(d.Individuals, func(iri string) bool { return !slices.Contains(have, iri) }) {
				d.shared = append(d.shared, c)
			}
		}
		slices.SortFunc(d.shared, compareConcepts)
		rest = slices.DeleteFunc(rest, func(iri string) bool { return slices.Contains(d.Individuals, iri) })
		out = append(out, d)
	}
	return out, nil
}

// describe chooses the concept of each group: a class, or else another atom, by the score
// that it has if the group is meant alone.
func (e *evidence) describe(ctx context.Context, groups []description) {
	var cs []dl.Concept
	for i := range groups {
		d := &groups[i]
		d.shared = d.shared[:min(len(d.shared), mostShared, max(1, mostCounted/len(groups)))]
		cs = append(cs, d.shared...)
	}
	e.k.count(ctx, append(roleConcepts(cs), cs...))
	e.k.learn(ctx, cs, e.pos)
	for i := range groups {
		d := &groups[i]
		if slices.ContainsFunc(d.shared, isClass) {
			d.shared = slices.DeleteFunc(d.shared, func(c dl.Concept) bool { return !isClass(c) })
		}
		alone := evidence{e.k, d.Individuals, nil, e.asked, nil}
		least := math.Inf(1)
		for _, c := range d.shared {
			if score := alone.candidate(c).score; score < least {
				d.Concept, least = c, score
			}
		}
	}
}

func isClass(c dl.Concept) bool {
	_, is := c.(dl.Name)
	return is
}

// mostDoubt limits how much likelier it can be that the positives were drawn from
// everything, in bits. It keeps all probabilities above 0.
const mostDoubt = 40

// describedProbability returns the probability that one of the candidates was meant rather
// than no concept at all. It is 1 if the positives share something. Otherwise unions compete
// with ⊤: the positives may have been drawn from everything.
func (e *evidence) describedProbability(ranked []candidate) float64 {
	if !sharesNothing(ranked, allowedMisses(len(e.pos))) {
		return 1
	}
	bits := (ranked[0].score - e.candidate(dl.Top{}).score) / heat
	return 1 / (1 + math.Exp2(min(bits, mostDoubt)))
}
