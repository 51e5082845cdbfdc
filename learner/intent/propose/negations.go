package propose

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// Limits of negations.
const (
	mostForeign  = 140 // atoms that are negated
	fromNegation = 12  // conjunctions whose negatives are looked at
)

// Foreign is an atom of some individuals and of no positive, or of few.
type Foreign struct {
	Concept dl.Concept
	Held    held // the individuals that have it
	Count   int  // their number
}

// ForeignAtoms returns atoms of the individuals that no more than allowedMisses of the positives
// have. The atoms that most individuals have come first. An atom is left out if one of a narrower role has its members.
func (s *Proposer) ForeignAtoms(ctx context.Context, individuals []string) (out []Foreign, _ error) {
	if len(individuals) == 0 || !s.Options.Language.Has(dl.WithAnd|dl.WithNot) {
		return nil, nil
	}
	near, err := s.Prior.Graph.Look(ctx, nil, slices.Concat(individuals, s.Pos))
	if err != nil {
		return nil, err
	}
	all, err := s.atomsOf(near).foreign(ctx, individuals, s.Pos)
	if err != nil {
		return nil, err
	}
	cs := conceptsOfForeign(all)
	s.Prior.Learn(ctx, cs, s.Pos)
	for _, f := range all {
		if s.Prior.MayHold(f.Concept, s.Pos) <= price.AllowedMisses(len(s.Pos)) {
			out = append(out, f)
		}
	}
	out = out[:min(len(out), mostForeign)]
	cs = conceptsOfForeign(out)
	s.Prior.Learn(ctx, cs, s.Neg)
	s.Prior.Count(ctx, append(s.Prior.Needs(cs), cs...))
	return slices.DeleteFunc(slices.Clone(out), func(f Foreign) bool {
		return slices.ContainsFunc(out, func(g Foreign) bool {
			n, m := s.Prior.Bounds(f.Concept), s.Prior.Bounds(g.Concept)
			return n == m && n.Exact() && isNarrower(near.Structure, g.Concept, f.Concept)
		})
	}), nil
}

func conceptsOfForeign(fs []Foreign) (cs []dl.Concept) {
	for _, f := range fs {
		cs = append(cs, f.Concept)
	}
	return cs
}

// foreign returns the atoms of one step of the individuals that no more than allowedMisses of the
// positives have in the structure, those that most individuals have first.
func (t *atoms) foreign(ctx context.Context, individuals, pos []string) (out []Foreign, _ error) {
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
		if n := own[k]; n == nil || size(n[:]) <= price.AllowedMisses(len(pos)) {
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
			out = append(out, Foreign{c, h, size(h[:])})
		}
	}
	return out, nil
}

// negate adds conjunctions with ¬D to those found, where D is an atom of a negative, or of a tenth of the members of
// one of the first conjunctions.
func (b *beam) negate(ctx context.Context) error {
	level := slices.Clone(b.found)
	best, err := b.front(ctx, level)
	if err != nil {
		return err
	}
	slices.SortFunc(best, b.compareOpen)
	best = best[:min(len(best), fromNegation)]
	near := slices.Clone(b.Neg)
	if !b.Limits.farOutside {
		near = slices.DeleteFunc(near, func(iri string) bool { return !b.isInOne(best, iri) })
	}
	atoms, err := b.ForeignAtoms(ctx, near)
	if err != nil {
		return err
	}
	members, err := b.Prior.Members(ctx, b.concepts(best[:min(len(best), b.Limits.sampledOf)]), b.Limits.sampled)
	if err != nil {
		return err
	}
	for _, some := range members {
		of, err := b.ForeignAtoms(ctx, b.WithoutExamples(some))
		if err != nil {
			return err
		}
		for _, f := range of {
			if 10*f.Count > len(some) {
				atoms = append(atoms, f)
			}
		}
	}
	var cs []dl.Concept
	for _, c := range normal.Unique(conceptsOfForeign(atoms)) {
		cs = append(cs, dl.Not{C: c})
	}
	_, required := b.Required.Split()
	cs = normal.Unique(slices.Concat(cs, b.denied(b.atoms, b.rolesOfConditions()), required))
	first := len(b.cs)
	negated, err := b.w.conditions(ctx, cs)
	if err != nil {
		return err
	}
	negated = slices.DeleteFunc(negated, func(x condition) bool { return b.Prior.HasEmptySide(x.c) })
	if b.w.sample != nil {
		if err := b.w.count(ctx, pointers(negated)); err != nil {
			return err
		}
	}
	b.cs = append(b.cs, negated...)
	var parts []int
	for i := first; i < len(b.cs); i++ {
		parts = append(parts, i)
	}
	for n := range b.Limits.negated {
		if err := ctx.Err(); err != nil {
			return err
		}
		if level, err = b.widen(ctx, level, parts, n+3); err != nil {
			return err
		}
		if len(level) == 0 {
			break
		}
	}
	return b.sortFound(ctx)
}

// isInOne reports whether the individual is in one of the states.
func (b *beam) isInOne(states []*state, iri string) bool {
	i, ok := b.w.domain.Place(iri)
	return ok && slices.ContainsFunc(states, func(x *state) bool { return has(b.setOf(x), i) })
}

// rolesOfConditions returns the first roles of the conditions.
func (b *beam) rolesOfConditions() (out []dl.Role) {
	for i := range b.cs {
		if r, ok := dl.RoleOf(b.cs[i].c); ok && r.Closure == dl.NoClosure {
			out = append(out, r)
		}
	}
	return normal.Unique(out)
}
