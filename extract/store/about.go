package store

import (
	"context"
	"maps"
	"slices"
)

// Surroundings are the facts about some terms, in IRIs.
type Surroundings struct {
	Roles      [][3]string // property, subject, object; one of these is one of the terms
	Classes    [][3]string // individual, class
	Values     [][3]string // individual, property: that it has values
	Subclasses [][3]string // class, superclass: of all classes
}

// About are the facts about the terms, and all superclasses.
func (s *Space) About(ctx context.Context, terms []string) (a Surroundings, err error) {
	pair := func(get func(...any) error, t *[3]string) error { return get(&t[0], &t[1]) }
	if a.Roles, err = s.rolesAbout(ctx, terms); err != nil {
		return a, err
	}
	for _, q := range []struct {
		to    *[][3]string
		query string
	}{
		{&a.Classes, `SELECT t.iri, c.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
			CROSS JOIN class_fact f ON f.source = ?1 AND f.individual = t.id CROSS JOIN term c ON c.id = f.class`},
		{&a.Values, `SELECT t.iri, p.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
			CROSS JOIN feature_fact f ON f.source = ?1 AND f.individual = t.id CROSS JOIN json_each(f.facts) g CROSS JOIN term p ON p.id = CAST(g.key AS INTEGER)`},
	} {
		found, err := about(ctx, s, terms, q.query, pair)
		if err != nil {
			return a, err
		}
		*q.to = append(*q.to, found...)
	}
	a.Subclasses, err = of(ctx, s, "SELECT c.iri, d.iri FROM subclass f JOIN term c ON c.id = f.class JOIN term d ON d.id = f.superclass WHERE f.source = ?", pair)
	return a, err
}

// rolesAbout are the role facts with one of the terms at an end.
func (s *Space) rolesAbout(ctx context.Context, terms []string) ([][3]string, error) {
	ids, err := s.IDs(ctx, terms)
	if err != nil {
		return nil, err
	}
	facts, err := s.Around(ctx, slices.Sorted(maps.Values(ids)))
	if err != nil {
		return nil, err
	}
	met := map[ID]bool{}
	for _, f := range facts {
		for _, id := range f {
			met[id] = true
		}
	}
	iris, err := s.IRIs(ctx, sortedKeys(met))
	roles := make([][3]string, len(facts))
	for i, f := range facts {
		roles[i] = [3]string{iris[f[0]], iris[f[1]], iris[f[2]]}
	}
	return roles, err
}
