package store

import "context"

// What is near some terms, so that an extraction need not look at all that the
// file holds.

// IDs are the numbers of those terms that the dictionary has.
func (s *Space) IDs(ctx context.Context, terms []string) (map[string]ID, error) {
	type entry struct {
		iri string
		id  ID
	}
	entries, err := about(ctx, s, terms, "SELECT t.iri, t.id FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value WHERE ?1 = ?1",
		func(get func(...any) error, e *entry) error { return get(&e.iri, &e.id) })
	ids := make(map[string]ID, len(entries))
	for _, e := range entries {
		ids[e.iri] = e.id
	}
	return ids, err
}

// IRIs are the terms with those numbers.
func (s *Space) IRIs(ctx context.Context, ids []ID) (map[ID]string, error) {
	type entry struct {
		id  ID
		iri string
	}
	entries, err := about(ctx, s, ids, "SELECT t.id, t.iri FROM json_each(?2) j CROSS JOIN term t ON t.id = j.value WHERE ?1 = ?1",
		func(get func(...any) error, e *entry) error { return get(&e.id, &e.iri) })
	iris := make(map[ID]string, len(entries))
	for _, e := range entries {
		iris[e.id] = e.iri
	}
	return iris, err
}

// Around are the role facts (property, subject, object) with one of the
// individuals at an end, each once.
func (s *Space) Around(ctx context.Context, ids []ID) ([]Tuple, error) {
	facts, err := about(ctx, s, ids, "SELECT f.property, f.subject, f.object FROM json_each(?2) j CROSS JOIN role_fact f ON f.source = ?1 AND f.subject = j.value", triple)
	if err != nil {
		return nil, err
	}
	in, err := about(ctx, s, ids, "SELECT f.property, f.subject, f.object FROM json_each(?2) j CROSS JOIN role_fact f INDEXED BY role_object ON f.source = ?1 AND f.object = j.value", triple)
	is := make(map[ID]bool, len(ids))
	for _, id := range ids {
		is[id] = true
	}
	for _, f := range in {
		if !is[f[1]] {
			facts = append(facts, f)
		}
	}
	return facts, err
}

// ValueProperties are the properties of which the individuals have values.
func (s *Space) ValueProperties(ctx context.Context, ids []ID) ([]string, error) {
	return about(ctx, s, ids, "SELECT DISTINCT t.iri FROM json_each(?2) j CROSS JOIN feature_fact f ON f.source = ?1 AND f.individual = j.value CROSS JOIN term t ON t.id = f.property", one[string])
}

// ClassesOf are the classes of the individuals, as stated.
func (s *Space) ClassesOf(ctx context.Context, ids []ID) ([]string, error) {
	return about(ctx, s, ids, "SELECT DISTINCT t.iri FROM json_each(?2) j CROSS JOIN class_fact f ON f.source = ?1 AND f.individual = j.value CROSS JOIN term t ON t.id = f.class", one[string])
}

// SuperclassesOf are the direct superclasses of the classes.
func (s *Space) SuperclassesOf(ctx context.Context, classes []string) ([]string, error) {
	return about(ctx, s, classes, `SELECT DISTINCT u.iri FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value
		CROSS JOIN subclass f ON f.source = ?1 AND f.class = t.id CROSS JOIN term u ON u.id = f.superclass`, one[string])
}
