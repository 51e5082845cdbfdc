package intent

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A qualified role (dl.Qualified) is about one statement: its value and its qualifiers. It
// becomes a candidate where the positives share it. Over an endpoint the statements have to be
// read, so addQualified runs after the first ranking, which tells the promising properties.

// Limits of the qualified roles.
const (
	mostProperties = 12  // properties whose statements are read
	mostStatements = 200 // of an individual with one property: with more, none is used
	mostAlike      = 60  // shared qualified roles without thresholds that are counted
	fromShared     = 8   // of these, and of values, those that get thresholds
)

// RankQualified ranks like [Session.Rank], with qualified roles among the candidates. It reads the
// statements, which an endpoint takes time for.
func (s *Session) RankQualified(ctx context.Context) (Ranking, error) {
	if _, err := s.Rank(ctx); err != nil {
		return Ranking{}, err
	}
	if err := s.addQualified(ctx); err != nil {
		return Ranking{}, err
	}
	return s.Rank(ctx)
}

// addQualified adds the qualified roles that the positives share to the conditions. It reads
// the statements of the properties that the positives share, the likeliest first.
func (s *Session) addQualified(ctx context.Context) error {
	if len(s.ranked) == 0 || s.qualifiedAt == len(s.pos) {
		return nil
	}
	q, properties, err := s.qualifying(ctx)
	if err != nil || len(properties) == 0 {
		return err
	}
	s.qualifiedAt = len(s.pos)
	for _, p := range properties {
		s.read[p] = true
		any := dl.Qualified{Property: p}
		if q.hasUnits(ofValue(p), s.pos, q.nodes(any, s.pos)) { // direct values in several units are not comparable
			s.united[s.o.Statements.Property(dl.Direct, p)] = true
		}
	}
	var shared []dl.Concept
	var bases []dl.Qualified // that get thresholds
	for _, p := range properties {
		shared = append(shared, q.shared(p, s.pos)...)
		bases = append(bases, dl.Qualified{Statements: s.o.Statements, Property: p})
	}
	shared = slices.DeleteFunc(shared, func(c dl.Concept) bool { return !s.o.allows(c) })
	slices.SortStableFunc(shared, func(c, d dl.Concept) int { return cmp.Compare(dl.Size(c), dl.Size(d)) })
	shared = shared[:min(len(shared), mostAlike)]
	xs := s.score(ctx, shared)
	sortCandidates(xs)
	for _, x := range xs[:min(len(xs), fromShared)] {
		of, _ := dl.QualifiedOf(x.c)
		bases = append(bases, of)
	}
	s.stated = slices.DeleteFunc(shared, func(c dl.Concept) bool { return !needsStatement(c) })
	for _, base := range bases {
		s.stated = append(s.stated, q.thresholds(base, s.pos)...)
	}
	s.stated = slices.DeleteFunc(unique(s.stated), func(c dl.Concept) bool { return !s.o.allows(c) })
	if len(s.stated)+len(s.united) == 0 {
		return nil
	}
	if err := s.generate(ctx); err != nil {
		return err
	}
	s.ranked = s.rank(ctx, slices.DeleteFunc(s.ranked, func(x candidate) bool {
		return s.comparesUnited(x.c) || s.ComparesUnread(x.c) || q.splitsTime(x.c, s.pos)
	}))
	return nil
}

// splitsTime reports whether the concept has a comparison that splits the span of a time at one of
// the individuals. Over an endpoint the spans were not known when the direct values were compared.
func (q qualifying) splitsTime(c dl.Concept, individuals []string) (splits bool) {
	dl.Walk(c, func(d dl.Concept) bool {
		v, _ := d.(dl.Compare)
		f, ok := q.s.Signature().FeatureID(v.Feature)
		for _, iri := range individuals {
			if a, known := q.s.Lookup(iri); ok && known && q.s.Precision(f, a) > 0 {
				for _, rank := range q.s.Ranks(f, a) {
					splits = splits || v.Splits(dl.Span(q.s.Values(f)[rank], q.s.Precision(f, a)))
				}
			}
		}
		return !splits
	})
	return splits
}

// qualifying reads the statements of the promising properties at the positives.
func (s *Session) qualifying(ctx context.Context) (q qualifying, properties []string, err error) {
	properties, err = s.promising(ctx)
	if err != nil || len(properties) == 0 {
		return q, nil, err
	}
	structure, err := s.k.g.Statements(ctx, s.o.Statements, properties, s.pos)
	if err != nil {
		return q, nil, err
	}
	return qualifying{atoms: s.atomsOf(structure), missing: allowedMisses(len(s.pos))}, properties, nil
}

// Qualified returns the names of the properties whose statements have qualifiers, or a quantity
// with a unit, that nearly all positives share, those of the likeliest candidates first.
func (s *Session) Qualified(ctx context.Context) ([]string, error) {
	q, properties, err := s.qualifying(ctx)
	return slices.DeleteFunc(properties, func(p string) bool {
		any := dl.Qualified{Statements: s.o.Statements, Property: p}
		return !slices.ContainsFunc(q.shared(p, s.pos), needsStatement) && len(q.thresholds(any, s.pos)) == 0 &&
			!q.hasUnits(ofValue(p), s.pos, q.nodes(any, s.pos))
	}), err
}

// needsStatement reports whether a qualified role says what the direct property cannot say: it has a
// qualifier, or its value is unknown.
func needsStatement(c dl.Concept) bool {
	q, _ := dl.QualifiedOf(c)
	return len(q.Qualifiers) > 0 || slices.ContainsFunc(q.Value, func(v dl.Concept) bool {
		o, _ := v.(dl.Nominal)
		return dl.IsUnknownValue(o.IRI)
	})
}

// promising returns the names of the properties whose direct statements nearly all positives
// have, those of the likeliest candidates first and then the rarest.
func (s *Session) promising(ctx context.Context) ([]string, error) {
	if s.o.Statements == "" || !s.o.Language.Has(dl.WithExists|dl.WithAnd) {
		return nil, nil
	}
	structure, err := s.k.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		return nil, err
	}
	have := s.atomsOf(structure).directRoles(s.pos)
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
		part, _, ok := s.o.Statements.Split(r.IRI)
		if ok && part == dl.Direct && !r.Inverse && n >= len(s.pos)-allowedMisses(len(s.pos)) {
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
// count as roles, because a number may have a unit. So do statements with a quantity or with no value:
// they may have no direct value, because numbers in several units are left out.
func (t *atoms) directRoles(individuals []string) map[dl.Role]int {
	have := map[dl.Role]int{}
	for _, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		here := map[dl.Role]bool{}
		for _, r := range t.rolesAt(a) {
			here[t.s.Signature().Role(r)] = true
		}
		for _, r := range t.s.RolesOf(a) {
			if role := t.s.Signature().Role(r); !role.Inverse && t.o.Statements.Is(role.IRI, dl.Claim) && t.mayLackDirect(r, a) {
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

// mayLackDirect reports whether the individual has a statement, to which the role leads, with a quantity or
// with no value.
func (t *atoms) mayLackDirect(r interp.RoleID, a interp.Individual) bool {
	return slices.ContainsFunc(t.s.Successors(r, a), func(statement interp.Individual) bool {
		return slices.ContainsFunc(t.s.RolesOf(statement), func(r interp.RoleID) bool {
			p := t.s.Signature().Role(r).IRI
			return p == dl.TypeOfStatement || t.o.Statements.Is(p, dl.Quantity)
		})
	})
}
