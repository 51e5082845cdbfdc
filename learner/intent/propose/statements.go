package propose

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
)

// The statements of a Wikibase are facts like others, but those of an endpoint take time to read. So
// they are read after the first ranking, which tells the promising properties.

const mostProperties = 12 // whose statements are read

// ReadStatements reads the statements of the promising properties at the positives.
func (s *Proposer) ReadStatements(ctx context.Context, likely []dl.Concept) (properties []string, err error) {
	if properties, err = s.promising(ctx, likely); err == nil && len(properties) > 0 {
		s.statements, err = s.Prior.Graph.Statements(ctx, s.Options.Statements, properties, s.Pos)
	}
	return properties, err
}

// Qualified returns the names of the properties whose statements have qualifiers, or a quantity
// with a unit, that nearly all positives share, those of the likely concepts first.
func (s *Proposer) Qualified(ctx context.Context, likely []dl.Concept) ([]string, error) {
	properties, err := s.ReadStatements(ctx, likely)
	if err != nil || len(properties) == 0 {
		return nil, err
	}
	t, missing := s.atomsOf(s.statements), price.AllowedMisses(len(s.Pos))
	walked, err := t.walkFrom(ctx, s.Pos, missing, t.lim.steps)
	if err != nil {
		return nil, err
	}
	shared, _ := walked.split(s.Prior, len(s.Pos), missing)
	atoms := conceptsOfKeys(walked, shared)
	var places []place
	for _, c := range atoms {
		if p, ok := s.Options.placeOf(c); ok && s.Options.Statements.Is(p.path[0].IRI, dl.Claim) {
			places = append(places, p)
		}
	}
	compared, err := t.comparisons(s.Prior.Graph.Evaluator(t.s), places, s.Pos, missing, s.Words)
	has := map[string]bool{}
	for _, c := range slices.Concat(atoms, compared) {
		if q, ok := dl.QualifiedOf(c); ok && q.Statements != "" && !s.Options.isOnlyBase(c) {
			has[q.Property] = true
		}
	}
	return slices.DeleteFunc(properties, func(p string) bool { return !has[p] }), err
}

// isOnlyBase reports whether the concept says of a statement, or of a compound value, only what the direct
// property says: it is no condition of its own. Qualifiers and unknown values are.
func (o options) isOnlyBase(c dl.Concept) bool {
	p, ok := o.placeOf(c)
	if !ok || !o.isClaim(p.path[0].IRI) {
		return false
	}
	if len(p.path) > 1 { // to a compound value
		return !slices.ContainsFunc(dl.Conjuncts(p.base), func(d dl.Concept) bool { _, is := d.(dl.Compare); return is })
	}
	says := func(d dl.Concept) bool {
		r, _ := dl.RoleOf(d)
		e, _ := d.(dl.Exists)
		value, _ := e.C.(dl.Nominal)
		return d != dl.Concept(dl.Top{}) && (!o.isValueOf(r.IRI) || dl.IsUnknownValue(value.IRI))
	}
	return !slices.ContainsFunc(dl.Conjuncts(p.base), says)
}

// comparesUnited reports whether the concept compares direct values that have units.
func (s *Proposer) comparesUnited(c dl.Concept) bool {
	return slices.ContainsFunc(dl.Leaves(c),
		func(d dl.Concept) bool { v, ok := d.(dl.Compare); return ok && s.united[v.Feature] })
}

// ComparesUnread reports whether the concept compares direct numbers whose statements were not read
// yet: they may be in several units.
func (s *Proposer) ComparesUnread(c dl.Concept) bool {
	return s.Limits.Unread && slices.ContainsFunc(dl.Leaves(c), func(d dl.Concept) bool {
		v, ok := d.(dl.Compare)
		part, name, in := s.Options.Statements.Split(v.Feature)
		return ok && v.Value.Kind().Numeric() && in && part == dl.Direct && !s.read[name]
	})
}

// TakeStatements takes what the statements of the properties say, which were read.
func (s *Proposer) TakeStatements(properties []string) {
	t := s.atomsOf(s.statements)
	for _, p := range properties {
		s.read[p] = true
		claim, value := s.Options.Statements.Property(dl.Claim, p), s.Options.Statements.Property(dl.Quantity, p)
		if t.hasUnits(s.Pos, dl.Role{IRI: claim}, dl.Role{IRI: value}) { // direct values in several units are not comparable
			s.united[s.Options.Statements.Property(dl.Direct, p)] = true
		}
	}
}

// IsRefuted reports whether statements that were read, or have to be, speak against the comparisons of the concept.
func (s *Proposer) IsRefuted(c dl.Concept) bool {
	return s.comparesUnited(c) || s.ComparesUnread(c) || s.atomsOf(s.statements).splitsTime(c, s.Pos)
}

// splitsTime reports whether the concept has a comparison that splits the span of a time at one of
// the individuals. Over an endpoint the spans were not known when the direct values were compared.
func (t *atoms) splitsTime(c dl.Concept, individuals []string) bool {
	return slices.ContainsFunc(dl.Leaves(c), func(d dl.Concept) bool {
		v, _ := d.(dl.Compare)
		f, ok := t.s.Signature().FeatureID(v.Feature)
		return ok && slices.ContainsFunc(individuals, func(iri string) bool {
			a, known := t.s.Lookup(iri)
			return known && t.s.Precision(f, a) > 0 && slices.ContainsFunc(t.s.Ranks(f, a), func(rank uint32) bool {
				return v.Splits(dl.Span(t.s.Values(f)[rank], t.s.Precision(f, a)))
			})
		})
	})
}

// promising returns the names of the properties whose direct statements nearly all positives
// have, those of the likely concepts first and then the rarest.
func (s *Proposer) promising(ctx context.Context, likely []dl.Concept) (names []string, _ error) {
	if !s.Options.Language.Has(dl.WithExists | dl.WithAnd) {
		return nil, nil
	}
	near, err := s.Prior.Graph.Look(ctx, s.Pos, s.Neg)
	if err != nil {
		return nil, err
	}
	have := s.atomsOf(near).directRoles(s.Pos)
	if s.Options.Statements == "" { // reifiers are read with their subjects
		for r, n := range have {
			if s.Options.isClaim(r.IRI) && n >= len(s.Pos)-price.AllowedMisses(len(s.Pos)) {
				names = append(names, r.IRI)
			}
		}
		slices.Sort(names)
		return names, nil
	}
	place := map[dl.Role]int{} // of the likeliest concept with the role
	for i, x := range likely {
		dl.Walk(x, func(c dl.Concept) bool {
			r, _ := dl.RoleOf(c)
			if v, ok := c.(dl.Compare); ok {
				r.IRI = v.Feature
			}
			if place[r] == 0 {
				place[r] = i + 1
			}
			return true
		})
	}
	var roles []dl.Role
	for r, n := range have {
		if s.Options.Statements.Is(r.IRI, dl.Direct) && n >= len(s.Pos)-price.AllowedMisses(len(s.Pos)) {
			roles = append(roles, r)
		}
	}
	rank := func(r dl.Role) int { return cmp.Or(place[r], len(likely)+1) }
	slices.SortFunc(roles, func(r, q dl.Role) int {
		return cmp.Or(cmp.Compare(rank(r), rank(q)), cmp.Compare(s.Prior.Role(q), s.Prior.Role(r)), r.Compare(q))
	})
	for _, r := range roles[:min(len(roles), mostProperties)] {
		_, name, _ := s.Options.Statements.Split(r.IRI)
		names = append(names, name)
	}
	return names, nil
}

// directRoles returns, by role, how many of the individuals have a successor. Features with numbers
// count as roles, because a number may have a unit. So do statements: they may have no direct value, because
// numbers in several units are left out.
func (t *atoms) directRoles(individuals []string) map[dl.Role]int {
	have := map[dl.Role]int{}
	for _, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		here := map[dl.Role]bool{}
		for _, r := range t.s.RolesOf(a) {
			if role := t.s.Signature().Role(r); !role.Inverse {
				here[dl.Role{IRI: t.o.Statements.DirectOf(role.IRI)}] = true
			}
		}
		for f, feature := range t.s.Signature().Features() {
			id := interp.FeatureID(f)
			if ranks := t.s.Ranks(id, a); len(ranks) > 0 && t.s.Values(id)[ranks[0]].Kind().Numeric() {
				here[dl.Role{IRI: feature}] = true
			}
		}
		for r := range here {
			have[r]++
		}
	}
	return have
}

// isReifier reports whether the individual stands for a statement (RDF 1.2).
func (t *atoms) isReifier(a interp.Individual) bool {
	return slices.ContainsFunc(t.s.RolesOf(a), func(r interp.RoleID) bool {
		role := t.s.Signature().Role(r)
		_, toValue, _ := dl.ReifiedBy(role.IRI)
		return toValue && !role.Inverse
	})
}
