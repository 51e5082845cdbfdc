package repair

import (
	"slices"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// mostPairs is the largest number of pairs of a closure whose classes alike computes.
const mostPairs = 2_000_000

// alike returns pairs of a positive and a negative that no repair tells apart: they are bisimilar
// in a space with all that repairs may use and the given concept uses. It returns none if that would
// take too much memory.
func (s *search) alike() ([][2]interp.Individual, error) {
	sp, p := s.task.Space, s.task.Problem
	var roles []dl.Role
	for _, id := range sp.Roles {
		roles = append(roles, p.Structure.Signature().Role(id))
	}
	for symbol := range dl.Symbols(s.task.Concept) {
		if role, ok := dl.RoleOf(symbol); ok {
			roles = append(roles, role)
		}
	}
	isStep := func(r dl.Role) bool { return r.Closure == dl.NoClosure }
	more, tooLarge, err := p.Structure.WithClosures(s.ctx, slices.DeleteFunc(slices.Clone(roles), isStep), mostPairs)
	if err != nil || len(tooLarge) > 0 {
		return nil, err
	}
	reached, values := s.valuesNear(more)
	if int64(len(values))*int64(p.Structure.Len())/8 > s.task.Memory/4 {
		return nil, nil
	}
	if more, err = more.WithAtoms(values); err != nil {
		return nil, err
	}
	sig := more.Signature()
	for _, id := range sp.Atoms {
		values = append(values, p.Structure.Signature().Atoms()[id])
	}
	sp.Language |= dl.LanguageOf(s.task.Concept)
	sp.Roles, sp.Atoms, sp.Thresholds = nil, nil, make([][]dl.Value, len(sig.Features()))
	for _, role := range roles {
		if id, known := sig.RoleID(role); known {
			sp.Roles = append(sp.Roles, id)
		}
	}
	for _, c := range slices.Concat(values, dl.Leaves(s.task.Concept)) {
		if id, ok := sig.Atom(c); ok {
			sp.Atoms = append(sp.Atoms, id)
		}
	}
	slices.Sort(sp.Roles)
	slices.Sort(sp.Atoms)
	sp.Roles, sp.Atoms = slices.Compact(sp.Roles), slices.Compact(sp.Atoms)
	for f := range sp.Thresholds {
		sp.Thresholds[f] = more.Values(interp.FeatureID(f))
	}
	levels, err := bisim.Compute(s.ctx, more, sp, sp.MaxDepth, sp.MaxNumber, reached)
	if err != nil {
		return nil, err
	}
	class := func(a interp.Individual) uint32 { return levels.Class(levels.Depth(), a) }
	return bisim.CeilingOf(p, class, interp.Accuracy).Pairs, nil
}

// valuesNear returns the nominals and strings that may tell examples apart, those and the derived
// names of the given concept among them, and the individuals whose successors may do so. A nominal says
// all about an individual that has one.
func (s *search) valuesNear(structure *interp.Structure) (reached interp.Set, values []dl.Concept) {
	l := s.task.Space.Language
	reached = structure.NewSet()
	named := map[dl.Concept]bool{}
	for _, leaf := range dl.Leaves(s.task.Concept) {
		switch c := leaf.(type) {
		case dl.Nominal:
			_, known := structure.Lookup(c.IRI)
			named[c] = known
		default:
			named[c] = dl.LanguageOf(c).Any(dl.WithStrings | dl.Derived)
		}
	}
	seen := structure.NewSet()
	now := slices.Clone(s.root.individuals)
	for depth := 0; depth <= s.task.Space.MaxDepth && len(now) > 0; depth++ {
		var next []interp.Individual
		for _, a := range now {
			if seen.Test(uint(a)) {
				continue
			}
			seen.Set(uint(a))
			s.eachString(a, func(leaf dl.Concept) { named[leaf] = true })
			if iri := structure.IRI(a); l.Has(dl.WithNominals) && !s.isExample[a] && s.task.Problem.IsNamed(iri) {
				named[dl.Nominal{IRI: iri}] = true
				continue
			}
			reached.Set(uint(a))
			for _, r := range structure.RolesOf(a) {
				next = append(next, structure.Successors(r, a)...)
			}
		}
		now = next
	}
	for c, ok := range named {
		if ok {
			values = append(values, c)
		}
	}
	return reached, values
}
