package intent

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// The statements of a Wikibase are facts like others, but those of an endpoint take time to read. So
// RankQualified reads them after the first ranking, which tells the promising properties.

const mostProperties = 12 // whose statements are read

// RankQualified ranks like [Session.Rank], with what statements say among the candidates. It reads the
// statements, which an endpoint takes time for.
func (s *Session) RankQualified(ctx context.Context) (Ranking, error) {
	r, err := s.Rank(ctx)
	if err != nil || !s.limits.unread || len(s.ranked) == 0 || s.qualifiedAt == len(s.pos) {
		return r, err
	}
	properties, err := s.readStatements(ctx)
	if err != nil || len(properties) == 0 {
		return r, err
	}
	s.qualifiedAt = len(s.pos)
	t := s.atomsOf(s.statements)
	for _, p := range properties {
		s.read[p] = true
		claim, value := s.o.Statements.Property(dl.Claim, p), s.o.Statements.Property(dl.Quantity, p)
		if t.hasUnits(s.pos, dl.Role{IRI: claim}, dl.Role{IRI: value}) { // direct values in several units are not comparable
			s.united[s.o.Statements.Property(dl.Direct, p)] = true
		}
	}
	if err := s.generate(ctx); err != nil {
		return Ranking{}, err
	}
	s.ranked = s.rank(ctx, slices.DeleteFunc(s.ranked, func(x candidate) bool {
		return s.comparesUnited(x.c) || s.ComparesUnread(x.c) || t.splitsTime(x.c, s.pos)
	}))
	return s.Rank(ctx)
}

// readStatements reads the statements of the promising properties at the positives.
func (s *Session) readStatements(ctx context.Context) (properties []string, err error) {
	if properties, err = s.promising(ctx); err == nil && len(properties) > 0 {
		s.statements, err = s.k.g.Statements(ctx, s.o.Statements, properties, s.pos)
	}
	return properties, err
}

// Qualified returns the names of the properties whose statements have qualifiers, or a quantity
// with a unit, that nearly all positives share, those of the likeliest candidates first.
func (s *Session) Qualified(ctx context.Context) ([]string, error) {
	properties, err := s.readStatements(ctx)
	if err != nil || len(properties) == 0 {
		return nil, err
	}
	t, missing := s.atomsOf(s.statements), allowedMisses(len(s.pos))
	walked, err := t.walkFrom(ctx, s.pos, missing, t.lim.steps)
	if err != nil {
		return nil, err
	}
	shared, _ := walked.split(s.k, len(s.pos), missing)
	atoms := conceptsOfKeys(walked, shared)
	var places []place
	for _, c := range atoms {
		if p, ok := s.o.placeOf(c); ok && s.o.Statements.Is(p.path[0].IRI, dl.Claim) {
			places = append(places, p)
		}
	}
	compared, err := t.comparisons(s.k.g.Evaluator(t.s), places, s.pos, missing)
	has := map[string]bool{}
	for _, c := range slices.Concat(atoms, compared) {
		if q, ok := dl.QualifiedOf(c); ok && !s.o.isOnlyBase(c) {
			has[q.Property] = true
		}
	}
	return slices.DeleteFunc(properties, func(p string) bool { return !has[p] }), err
}

// isOnlyBase reports whether the concept says of a statement, or of a compound value, only what the direct
// property says: it is no condition of its own. Qualifiers and unknown values are.
func (o Options) isOnlyBase(c dl.Concept) bool {
	p, ok := o.placeOf(c)
	if !ok || o.Statements == "" || !o.Statements.Is(p.path[0].IRI, dl.Claim) {
		return false
	}
	if len(p.path) > 1 { // to a compound value
		return !slices.ContainsFunc(dl.Conjuncts(p.base), func(d dl.Concept) bool { _, is := d.(dl.Compare); return is })
	}
	says := func(d dl.Concept) bool {
		r, _ := dl.RoleOf(d)
		e, _ := d.(dl.Exists)
		value, _ := e.C.(dl.Nominal)
		return d != dl.Concept(dl.Top{}) && (!o.Statements.Is(r.IRI, dl.ValueOf) || dl.IsUnknownValue(value.IRI))
	}
	return !slices.ContainsFunc(dl.Conjuncts(p.base), says)
}

// comparesUnited reports whether the concept compares direct values that have units.
func (s *Session) comparesUnited(c dl.Concept) bool {
	return slices.ContainsFunc(dl.Leaves(c), func(d dl.Concept) bool { v, ok := d.(dl.Compare); return ok && s.united[v.Feature] })
}

// ComparesUnread reports whether the concept compares direct numbers whose statements were not read
// yet: they may be in several units.
func (s *Session) ComparesUnread(c dl.Concept) bool {
	return s.limits.unread && slices.ContainsFunc(dl.Leaves(c), func(d dl.Concept) bool {
		v, ok := d.(dl.Compare)
		part, name, in := s.o.Statements.Split(v.Feature)
		return ok && v.Value.Kind().Numeric() && in && part == dl.Direct && !s.read[name]
	})
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
// have, those of the likeliest candidates first and then the rarest.
func (s *Session) promising(ctx context.Context) ([]string, error) {
	if s.o.Statements == "" || !s.o.Language.Has(dl.WithExists|dl.WithAnd) {
		return nil, nil
	}
	near, err := s.k.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		return nil, err
	}
	have := s.atomsOf(near).directRoles(s.pos)
	place := map[dl.Role]int{} // of the likeliest candidate with the role
	for i, x := range s.ranked {
		dl.Walk(x.c, func(c dl.Concept) bool {
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
		if s.o.Statements.Is(r.IRI, dl.Direct) && n >= len(s.pos)-allowedMisses(len(s.pos)) {
			roles = append(roles, r)
		}
	}
	rank := func(r dl.Role) int { return cmp.Or(place[r], len(s.ranked)+1) }
	slices.SortFunc(roles, func(r, q dl.Role) int {
		return cmp.Or(cmp.Compare(rank(r), rank(q)), cmp.Compare(s.k.role(q), s.k.role(r)), r.Compare(q))
	})
	var names []string
	for _, r := range roles[:min(len(roles), mostProperties)] {
		_, name, _ := s.o.Statements.Split(r.IRI)
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
