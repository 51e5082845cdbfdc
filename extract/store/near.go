package store

import (
	"context"
	"maps"
	"slices"
)

// What is near some terms, so that an extraction need not look at all that the
// file holds.

// IDs are the numbers of those terms that the dictionary has.
func (s *Space) IDs(ctx context.Context, terms []string) (map[string]ID, error) {
	type entry struct {
		iri string
		id  ID
	}
	ids := make(map[string]ID, len(terms))
	terms, err := s.recall(terms, ids)
	if err != nil {
		return nil, err
	}
	entries, err := about(ctx, s, terms, "SELECT t.iri, t.id FROM json_each(?2) j CROSS JOIN term t ON t.iri = j.value WHERE ?1 = ?1",
		func(get func(...any) error, e *entry) error { return get(&e.iri, &e.id) })
	for _, e := range entries {
		ids[e.iri] = e.id
	}
	return ids, err
}

// recall enters the numbers that are in memory, and returns the terms of which none is.
func (s *Space) recall(terms []string, ids map[string]ID) (others []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return nil, &Error{Path: s.path, Kind: ErrClosed}
	}
	for _, t := range terms {
		if id, known := s.ids[t]; known {
			ids[t] = id
		} else {
			others = append(others, t)
		}
	}
	return others, nil
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
	facts, err := s.from(ctx, ids)
	if err != nil {
		return nil, err
	}
	is := make(map[ID]bool, len(ids))
	for _, id := range ids {
		is[id] = true
	}
	subjects, err := s.subjectsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	subjects = slices.DeleteFunc(subjects, func(id ID) bool { return is[id] })
	for some := range slices.Chunk(subjects, many) { // each may have many facts about others
		in, err := s.from(ctx, some)
		if err != nil {
			return nil, err
		}
		for _, f := range in {
			if is[f[2]] {
				facts = append(facts, f)
			}
		}
	}
	return facts, nil
}

// from are the role facts of the subjects.
func (s *Space) from(ctx context.Context, subjects []ID) ([]Tuple, error) {
	type row struct {
		subject ID
		text    string
	}
	rows, err := about(ctx, s, subjects, "SELECT f.subject, f.facts FROM json_each(?2) j CROSS JOIN role_fact f ON f.source = ?1 AND f.subject = j.value",
		func(get func(...any) error, r *row) error { return get(&r.subject, &r.text) })
	var tuples []Tuple
	var facts []fact
	for _, r := range rows {
		if facts, err = readFacts(facts[:0], r.text); err != nil {
			return nil, s.unreadable(err)
		}
		for _, f := range facts {
			tuples = append(tuples, Tuple{f.property, r.subject, f.object})
		}
	}
	return tuples, err
}

// ValueProperties are the properties of which the individuals have values.
func (s *Space) ValueProperties(ctx context.Context, ids []ID) ([]string, error) {
	met := map[ID]bool{}
	var literals []literal
	_, err := about(ctx, s, ids, "SELECT f.facts FROM json_each(?2) j CROSS JOIN feature_fact f ON f.source = ?1 AND f.individual = j.value",
		func(get func(...any) error, _ *struct{}) (err error) {
			var text string
			if err := get(&text); err != nil {
				return err
			}
			literals, err = readLiterals(literals[:0], text)
			for _, l := range literals {
				met[l.property] = true
			}
			return s.unreadable(err)
		})
	if err != nil {
		return nil, err
	}
	iris, err := s.IRIs(ctx, sortedKeys(met))
	return slices.Sorted(maps.Values(iris)), err
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
