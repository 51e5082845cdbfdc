package store

import "context"

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
	whole := func(get func(...any) error, t *[3]string) error { return get(&t[0], &t[1], &t[2]) }
	for _, q := range []struct {
		to    *[][3]string
		query string
		read  func(func(...any) error, *[3]string) error
	}{
		{&a.Roles, `SELECT p.iri, t.iri, o.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
			CROSS JOIN role_fact f ON f.source = ?1 AND f.subject = t.id CROSS JOIN term p ON p.id = f.property CROSS JOIN term o ON o.id = f.object`, whole},
		{&a.Roles, `SELECT p.iri, s.iri, t.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
			CROSS JOIN role_fact f INDEXED BY role_object ON f.source = ?1 AND f.object = t.id CROSS JOIN term p ON p.id = f.property CROSS JOIN term s ON s.id = f.subject`, whole},
		{&a.Classes, `SELECT t.iri, c.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
			CROSS JOIN class_fact f ON f.source = ?1 AND f.individual = t.id CROSS JOIN term c ON c.id = f.class`, pair},
		{&a.Values, `SELECT DISTINCT t.iri, p.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
			CROSS JOIN feature_fact f ON f.source = ?1 AND f.individual = t.id CROSS JOIN term p ON p.id = f.property`, pair},
	} {
		found, err := about(ctx, s, terms, q.query, q.read)
		if err != nil {
			return a, err
		}
		*q.to = append(*q.to, found...)
	}
	a.Subclasses, err = of(ctx, s, "SELECT c.iri, d.iri FROM subclass f JOIN term c ON c.id = f.class JOIN term d ON d.id = f.superclass WHERE f.source = ?", pair)
	return a, err
}
