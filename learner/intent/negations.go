package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Limits of negations.
const (
	mostForeign  = 140 // atoms that are negated
	fromNegation = 12  // conjunctions whose negatives are looked at
)

// foreign is an atom of some individuals and of no positive, or of few.
type foreign struct {
	c  dl.Concept
	at held // the individuals that have it
	n  int  // their number
}

// foreignAtoms returns atoms of the individuals that no more than allowedMisses of the positives
// have. The atoms that most individuals have come first.
func (s *Session) foreignAtoms(ctx context.Context, individuals []string) (out []foreign, _ error) {
	if len(individuals) == 0 || !s.o.Language.Has(dl.WithAnd|dl.WithNot) {
		return nil, nil
	}
	near, err := s.k.g.Look(ctx, nil, slices.Concat(individuals, s.pos))
	if err != nil {
		return nil, err
	}
	all, err := s.atomsOf(near).foreign(ctx, individuals, s.pos)
	if err != nil {
		return nil, err
	}
	cs := conceptsOfForeign(all)
	s.k.learn(ctx, cs, s.pos)
	for _, f := range all {
		if s.k.mayHold(f.c, s.pos) <= allowedMisses(len(s.pos)) {
			out = append(out, f)
		}
	}
	out = out[:min(len(out), mostForeign)]
	cs = conceptsOfForeign(out)
	s.k.learn(ctx, cs, s.neg)
	s.k.count(ctx, append(s.k.needs(cs), cs...))
	return out, nil
}

func conceptsOfForeign(fs []foreign) (cs []dl.Concept) {
	for _, f := range fs {
		cs = append(cs, f.c)
	}
	return cs
}

// foreign returns the atoms of one step of the individuals that no more than allowedMisses of the
// positives have in the structure, those that most individuals have first.
func (t *atoms) foreign(ctx context.Context, individuals, pos []string) (out []foreign, _ error) {
	of, err := t.walkFrom(ctx, individuals, len(individuals), 1)
	if err != nil {
		return nil, err
	}
	both := of.at
	of.at = map[target]*held{}
	if err := of.from(ctx, pos, len(pos), 1); err != nil {
		return nil, err
	}
	own := of.at
	of.at = both
	var order []target
	for k := range of.at {
		if n := own[k]; n == nil || size(n[:]) <= allowedMisses(len(pos)) {
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(k, l target) int {
		m, n := of.at[k], of.at[l]
		return cmp.Or(cmp.Compare(size(n[:]), size(m[:])), k.compare(l))
	})
	present := 0
	for _, k := range order {
		if of.isRationed(k) {
			if present++; present > t.lim.present {
				continue
			}
		}
		if c := of.concept(k); t.o.allows(c) && len(out) < 2*mostForeign {
			h := *of.at[k]
			out = append(out, foreign{c, h, size(h[:])})
		}
	}
	return out, nil
}

// negate adds conjunctions with ¬D to those found, where D is an atom of a negative, or of a tenth of the members of
// one of the first conjunctions.
func (b *beam) negate(ctx context.Context) error {
	level := slices.Clone(b.found)
	best := b.front(level)
	slices.SortFunc(best, b.compareOpen)
	best = best[:min(len(best), fromNegation)]
	near := slices.Clone(b.neg)
	if !b.limits.farOutside {
		near = slices.DeleteFunc(near, func(iri string) bool { return !b.isInOne(best, iri) })
	}
	atoms, err := b.foreignAtoms(ctx, near)
	if err != nil {
		return err
	}
	members, err := b.k.members(ctx, b.concepts(best[:min(len(best), b.limits.sampledOf)]), b.limits.sampled)
	if err != nil {
		return err
	}
	for _, some := range members {
		of, err := b.foreignAtoms(ctx, b.withoutExamples(some))
		if err != nil {
			return err
		}
		for _, f := range of {
			if 10*f.n > len(some) {
				atoms = append(atoms, f)
			}
		}
	}
	var cs []dl.Concept
	for _, c := range unique(conceptsOfForeign(atoms)) {
		cs = append(cs, dl.Not{C: c})
	}
	_, required := b.required.split()
	cs = unique(slices.Concat(cs, b.denied(b.atoms, b.rolesOfConditions()), required))
	first := len(b.cs)
	negated, err := b.w.conditions(ctx, cs)
	if err != nil {
		return err
	}
	negated = slices.DeleteFunc(negated, func(x condition) bool { return b.k.hasEmptySide(x.c) })
	b.cs = append(b.cs, negated...)
	var parts []int
	for i := first; i < len(b.cs); i++ {
		parts = append(parts, i)
	}
	for n := range b.limits.negated {
		if err := ctx.Err(); err != nil {
			return err
		}
		if level = b.widen(ctx, b.front(level), parts, n+3); len(level) == 0 {
			break
		}
	}
	slices.SortFunc(b.found, b.compare)
	return nil
}

// isInOne reports whether the individual is in one of the states.
func (b *beam) isInOne(states []state, iri string) bool {
	i, ok := b.w.domain.Place(iri)
	return ok && slices.ContainsFunc(states, func(x state) bool { return has(b.setOf(&x), i) })
}

// addNegations adds candidates C ⊓ ¬D, where C is the first and D an atom of some of its
// members. No example speaks for or against these, because none is in D. It sets leftOut: one
// member with many such atoms tests them all. Somebody who means C ⊓ ¬D and gives negatives is likely to
// give some in D: that none is makes it less likely.
func (s *Session) addNegations(ctx context.Context, members []string) error {
	listed := map[dl.Concept]bool{}
	for _, x := range s.ranked {
		listed[x.c] = true
	}
	s.leftOut, s.leftOutOf = map[string]float64{}, s.ranked[0].c
	atoms, err := s.foreignAtoms(ctx, members[:min(len(members), 256)])
	if err != nil {
		return err
	}
	best := s.ranked[0].c
	surprise := func(d foreign) float64 { // that no positive is in D, in bits
		left := float64(len(members)-d.n+1) / float64(len(members)+2) // of the members of C, by this sample
		return -float64(given(s.pos, s.asked)) * math.Log2(left)
	}
	price := func(d foreign) float64 {
		return s.k.bits(d.c) + excluded(math.Log2(float64(len(members))), math.Log2(float64(d.n)))
	}
	byPrice := slices.Clone(atoms)
	slices.SortStableFunc(byPrice, func(d, e foreign) int { return cmp.Compare(price(d)-surprise(d), price(e)-surprise(e)) })
	var cs []dl.Concept
	for _, d := range byPrice {
		if c := conjunction(best, dl.Not{C: d.c}); !listed[c] && len(cs) < mostNewNegations {
			cs = append(cs, c)
		}
	}
	more := slices.DeleteFunc(s.score(ctx, cs), func(x candidate) bool { return x.bounds.Upper == 0 })
	if s.ranked = s.rank(ctx, append(s.ranked, more...)); s.ranked[0].c != best {
		return nil
	}
	all := 0.0
	for _, d := range atoms {
		if s.k.mayHold(d.c, s.pos) > 0 {
			continue
		}
		bits := price(d)
		all += math.Exp2(-bits / heat)
		for i, iri := range members {
			if i < 256 && d.at[i/64]>>(i%64)&1 == 1 {
				s.leftOut[iri] += lessSomething * math.Exp2((surprise(d)-bits)/heat)
			}
		}
	}
	named := math.Exp2(-float64(given(s.neg, s.asked)) / lessByNegatives)
	for iri := range s.leftOut {
		s.leftOut[iri] = named * min(s.leftOut[iri]/all, 0.5)
	}
	return nil
}

// rolesOfConditions returns the first roles of the conditions.
func (b *beam) rolesOfConditions() (out []dl.Role) {
	for i := range b.cs {
		if r, ok := dl.RoleOf(b.cs[i].c); ok && r.Closure == dl.NoClosure {
			out = append(out, r)
		}
	}
	return unique(out)
}
