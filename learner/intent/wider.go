package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Limits of what the first candidate may lack.
const (
	mostWider = 12  // wider concepts
	mostFacts = 400 // values that have a fact in common
)

// wider is a concept that has the members of the first candidate and more, with its probability among such
// concepts.
type wider struct {
	c     dl.Concept
	share float64
}

// addWider adds candidates that have what the first one has and more: a further value of one of its roles,
// or one of its values by a further role. No positive speaks for these, so only questions find them.
func (s *Session) addWider(ctx context.Context) (all []wider, _ error) {
	if s.k.m == nil || !s.o.Language.Has(dl.WithOr) {
		return nil, nil
	}
	parts := dl.Conjuncts(s.ranked[0].c)
	for i, part := range parts {
		role, values := valuesOf(part)
		if len(values) == 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(parts), i, i+1)
		var more []wider
		if len(values) < longest {
			of, err := s.furtherValues(conjoin(append(rest, dl.Exists{Role: role, C: dl.Top{}})), role, values)
			if err != nil {
				return nil, err
			}
			more = append(more, of...)
		}
		if len(values) == 1 {
			more = append(more, s.furtherRoles(role, values[0])...)
		}
		for _, w := range more {
			w.c = conjoin(append(slices.Clone(rest), union(part, w.c)))
			if s.o.allows(w.c) {
				all = append(all, w)
			}
		}
	}
	sortWith(all, func(w *wider) (float64, dl.Concept) { return -w.share, w.c })
	all = all[:min(len(all), mostWider)]
	sum := 0.0
	for _, w := range all {
		sum += w.share
	}
	listed := map[dl.Concept]bool{}
	for _, x := range s.ranked {
		listed[x.c] = true
	}
	var cs []dl.Concept
	for i := range all {
		if all[i].share /= sum; !listed[all[i].c] {
			cs = append(cs, all[i].c)
		}
	}
	s.ranked = s.rank(ctx, append(s.ranked, s.score(ctx, cs)...))
	return all, nil
}

// widerMembers returns, for the individuals outside the first candidate, how likely those wider concepts are
// that have them.
func (s *Session) widerMembers(ctx context.Context, all []wider, individuals []string) map[string]float64 {
	out := map[string]float64{}
	for _, w := range all {
		s.k.learn(ctx, []dl.Concept{w.c}, individuals)
		for _, iri := range individuals {
			if s.k.holds(w.c, iri) == Yes && s.k.holds(s.ranked[0].c, iri) != Yes {
				out[iri] += w.share
			}
		}
	}
	return out
}

// mayBeLonger reports whether the first candidate has a list, and no question was about a further value.
func (s *Session) mayBeLonger() bool {
	best := s.ranked[0].c
	return s.k.m != nil && !s.checked[best] && slices.ContainsFunc(dl.Conjuncts(best), func(c dl.Concept) bool {
		_, values := valuesOf(c)
		return len(values) > 1
	})
}

// valuesOf returns the role and the values of a value or a list of values; none of other concepts.
func valuesOf(c dl.Concept) (role dl.Role, values []dl.Nominal) {
	e, ok := c.(dl.Exists)
	if !ok {
		return role, nil
	}
	for _, d := range dl.Disjuncts(e.C) {
		o, is := d.(dl.Nominal)
		if !is {
			return role, nil
		}
		values = append(values, o)
	}
	return e.Role, values
}

// unseen returns the probability that no positive was drawn from this many further members.
func (s *Session) unseen(further float64) float64 {
	best := math.Exp2(s.k.log(s.ranked[0].bounds))
	return math.Pow(best/(best+further), float64(given(s.pos, s.asked)))
}

// furtherValues returns the likeliest ∃r.{o} for the role at the members of rest. Half of the
// probability goes by the frequency of o, and half to those that have a fact in common with all values: the
// fewer have the fact, the likelier it is what was meant.
func (s *Session) furtherValues(rest dl.Concept, role dl.Role, values []dl.Nominal) (out []wider, _ error) {
	g := s.k.m.s
	r, ok := g.Signature().RoleID(role)
	members, err := s.k.m.evaluator().Members(rest)
	if err != nil || !ok {
		return nil, err
	}
	frequency, all := map[interp.Individual]float64{}, 0.0
	refuted := map[interp.Individual]bool{}
	for _, a := range interp.Members(members) {
		not := slices.Contains(s.neg, g.IRI(a))
		for _, b := range g.Successors(r, a) {
			frequency[b], all = frequency[b]+1, all+1
			refuted[b] = refuted[b] || not
		}
	}
	var named []interp.Individual
	for _, o := range values {
		if a, ok := g.Lookup(o.IRI); ok {
			named = append(named, a)
			all -= frequency[a]
			delete(frequency, a)
		}
	}
	alike, allAlike := map[interp.Individual]float64{}, math.SmallestNonzeroFloat64
	for _, those := range s.sharedFacts(named, role.Inv()) {
		sum, n := 0.0, len(values)
		for _, b := range those {
			if f := frequency[b]; f > 0 {
				sum, n = sum+f, n+1
			}
		}
		for _, b := range those {
			if frequency[b] > 0 {
				p := math.Pow(float64(n), -float64(len(values))) * frequency[b] / sum // the size principle
				alike[b], allAlike = alike[b]+p, allAlike+p
			}
		}
	}
	for b, n := range frequency {
		if s.atoms.isValue(b) && !refuted[b] {
			share := (n/all + alike[b]/allAlike) * s.unseen(n)
			out = append(out, wider{dl.Exists{Role: role, C: dl.Nominal{IRI: g.IRI(b)}}, share})
		}
	}
	slices.SortFunc(out, func(v, w wider) int { return cmp.Or(cmp.Compare(w.share, v.share), compareConcepts(v.c, w.c)) })
	return out[:min(len(out), mostWider)], nil
}

// sharedFacts returns, for each value of another role that all the individuals have, those that have it.
func (s *Session) sharedFacts(of []interp.Individual, without dl.Role) (out [][]interp.Individual) {
	if len(of) == 0 {
		return nil
	}
	g := s.k.m.s
	for _, r := range g.RolesOf(of[0]) {
		role := g.Signature().Role(r)
		back, ok := g.Signature().RoleID(role.Inv())
		if !ok || role == without {
			continue
		}
		for _, b := range g.Successors(r, of[0]) {
			those := g.Successors(back, b)
			if len(those) <= mostFacts && !slices.ContainsFunc(of, func(a interp.Individual) bool { return !slices.Contains(those, a) }) {
				out = append(out, those)
			}
		}
	}
	return out
}

// furtherRoles returns ∃s.{o} for the other roles s of which o is a value, by their frequency.
func (s *Session) furtherRoles(role dl.Role, o dl.Nominal) (out []wider) {
	g := s.k.m.s
	a, ok := g.Lookup(o.IRI)
	if !ok {
		return nil
	}
	all := 0.0
	for _, r := range g.RolesOf(a) {
		other := g.Signature().Role(r).Inv()
		if other == role || other.Inverse || s.o.isAboutStatements(other.IRI) || other.IRI == s.o.SubClassOf {
			continue
		}
		n := float64(len(g.Successors(r, a)))
		out, all = append(out, wider{dl.Exists{Role: other, C: o}, n * s.unseen(n)}), all+n
	}
	for i := range out {
		out[i].share /= all
	}
	return out
}
