package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
)

// contextEvery is the number of rows between two looks at the context.
const contextEvery = 4096

// rows runs a query and calls scan for every row; scan gets the row's reader.
func (db *DB) rows(ctx context.Context, query string, scan func(get func(...any) error) error, args ...any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return &Error{Path: db.path, Kind: ErrClosed}
	}
	var rs *sql.Rows
	err := db.patiently(ctx, func() (err error) { // another process may be opening or closing the file
		rs, err = db.conn.QueryContext(context.Background(), query, args...)
		return err
	})
	if err != nil {
		return db.wrap(err)
	}
	defer rs.Close()
	for n := 1; rs.Next(); n++ {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := scan(rs.Scan); err != nil {
			return db.wrap(err)
		}
	}
	return db.wrap(rs.Err())
}

// all collects what read makes of the rows.
func all[T any](ctx context.Context, db *DB, query string, read func(get func(...any) error, t *T) error, args ...any) ([]T, error) {
	var ts []T
	err := db.rows(ctx, query, func(get func(...any) error) error {
		var t T
		if err := read(get, &t); err != nil {
			return err
		}
		ts = append(ts, t)
		return nil
	}, args...)
	return ts, err
}

// one reads a row of one column.
func one[T any](get func(...any) error, t *T) error { return get(t) }

// of collects what read makes of the rows of the space's source, which is the
// query's first argument.
func of[T any](ctx context.Context, s *Space, query string, read func(get func(...any) error, t *T) error, args ...any) ([]T, error) {
	return all(ctx, s.DB, query, read, append([]any{s.source.ID}, args...)...)
}

// Terms is the dictionary of all sources: Terms()[id] is the term with that
// number; no term has the number 0.
func (db *DB) Terms(ctx context.Context) ([]string, error) {
	terms := []string{""}
	err := db.rows(ctx, "SELECT id, iri FROM term ORDER BY id", func(get func(...any) error) error {
		var id ID
		var iri string
		if err := get(&id, &iri); err != nil {
			return err
		}
		if int(id) != len(terms) {
			return &Error{Path: db.path, Kind: ErrCorrupt, Hint: "its dictionary has a gap; extract again into a new file"}
		}
		terms = append(terms, iri)
		return nil
	})
	return terms, err
}

// Prefixes are the namespace prefixes.
func (s *Space) Prefixes(ctx context.Context) (map[string]string, error) {
	m := map[string]string{}
	err := s.rows(ctx, "SELECT prefix, iri FROM prefix WHERE source = ?", func(get func(...any) error) error {
		var k, v string
		if err := get(&k, &v); err != nil {
			return err
		}
		m[k] = v
		return nil
	}, s.source.ID)
	return m, err
}

// Skipped is what could not be used, summed up, by property.
func (s *Space) Skipped(ctx context.Context) ([]Skipped, error) {
	return of(ctx, s, `SELECT coalesce(p.iri, ''), s.datatype, s.reason, sum(s.n) FROM skipped s LEFT JOIN term p ON p.id = s.property
		WHERE s.source = ? GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
		func(get func(...any) error, s *Skipped) error {
			return get(&s.Property, &s.Datatype, &s.Reason, &s.N)
		})
}

// Count is how many facts of each kind there are.
type Count struct {
	Individuals, Classes, Subclasses, Roles, Values int
}

// Facts is their sum.
func (c Count) Facts() int { return c.Classes + c.Subclasses + c.Roles + c.Values }

// Count counts individuals and facts.
func (s *Space) Count(ctx context.Context) (c Count, err error) {
	err = s.rows(ctx, `SELECT (SELECT count(*) FROM individual WHERE source = ?1), (SELECT count(*) FROM class_fact WHERE source = ?1),
		(SELECT count(*) FROM subclass WHERE source = ?1), (SELECT coalesce(sum(n), 0) FROM role_fact WHERE source = ?1), (SELECT coalesce(sum(n), 0) FROM feature_fact WHERE source = ?1)`,
		func(get func(...any) error) error {
			return get(&c.Individuals, &c.Classes, &c.Subclasses, &c.Roles, &c.Values)
		}, s.source.ID)
	return c, err
}

// Tuple is a row of term numbers; how many count depends on the table.
type Tuple [3]ID

// Individuals are the domain.
func (s *Space) Individuals(ctx context.Context) ([]ID, error) {
	return of(ctx, s, "SELECT id FROM individual WHERE source = ? ORDER BY id", one[ID])
}

// ClassFacts are (individual, class).
func (s *Space) ClassFacts(ctx context.Context) ([]Tuple, error) {
	return of(ctx, s, "SELECT individual, class FROM class_fact WHERE source = ? ORDER BY 1, 2",
		func(get func(...any) error, t *Tuple) error { return get(&t[0], &t[1]) })
}

// Subclasses are (class, superclass), direct edges only.
func (s *Space) Subclasses(ctx context.Context) ([]Tuple, error) {
	return of(ctx, s, "SELECT class, superclass FROM subclass WHERE source = ? ORDER BY 1, 2",
		func(get func(...any) error, t *Tuple) error { return get(&t[0], &t[1]) })
}

// RoleFacts are (property, subject, object), by subject.
func (s *Space) RoleFacts(ctx context.Context) (tuples []Tuple, err error) {
	if tuples, err = sized[Tuple](ctx, s, "role_fact"); err != nil {
		return nil, err
	}
	var facts []fact
	err = s.rows(ctx, "SELECT subject, facts FROM role_fact WHERE source = ? ORDER BY subject", func(get func(...any) error) (err error) {
		var subject ID
		var text string
		if err := get(&subject, &text); err != nil {
			return err
		}
		facts, err = readFacts(facts[:0], text)
		for _, f := range facts {
			tuples = append(tuples, Tuple{f.property, subject, f.object})
		}
		return s.unreadable(err)
	}, s.source.ID)
	return tuples, err
}

// sized has room for the facts of a table.
func sized[T any](ctx context.Context, s *Space, table string) ([]T, error) {
	var n int
	err := s.rows(ctx, "SELECT coalesce(sum(n), 0) FROM "+table+" WHERE source = ?", func(get func(...any) error) error { return get(&n) }, s.source.ID)
	if n == 0 {
		return nil, err
	}
	return make([]T, 0, n), err
}

// Value is property(individual, "lexical"^^datatype).
type Value struct {
	Property, Individual ID
	Lexical              string
	Datatype             ID
}

// Values are the feature facts, by individual.
func (s *Space) Values(ctx context.Context) (values []Value, err error) {
	if values, err = sized[Value](ctx, s, "feature_fact"); err != nil {
		return nil, err
	}
	var literals []literal
	err = s.rows(ctx, "SELECT individual, facts FROM feature_fact WHERE source = ? ORDER BY individual", func(get func(...any) error) (err error) {
		var individual ID
		var text string
		if err := get(&individual, &text); err != nil {
			return err
		}
		literals, err = readLiterals(literals[:0], text)
		for _, l := range literals {
			values = append(values, Value{l.property, individual, l.lexical, l.datatype})
		}
		return s.unreadable(err)
	}, s.source.ID)
	return values, err
}

// Declared is a symbol of the signature.
type Declared struct {
	IRI  string
	Kind SymbolKind
}

// Declared are the symbols that belong to the signature with or without facts.
func (s *Space) Declared(ctx context.Context) ([]Declared, error) {
	return of(ctx, s, "SELECT t.iri, d.kind FROM declared d JOIN term t ON t.id = d.term WHERE d.source = ? ORDER BY 1, 2",
		func(get func(...any) error, d *Declared) error { return get(&d.IRI, &d.Kind) })
}

// LabelText is a label of a term.
type LabelText struct{ IRI, Lang, Text string }

// Labels are all labels.
func (s *Space) Labels(ctx context.Context) ([]LabelText, error) {
	return of(ctx, s, "SELECT t.iri, l.lang, l.text FROM label l JOIN term t ON t.id = l.term WHERE l.source = ? ORDER BY 1, 2, 3",
		func(get func(...any) error, l *LabelText) error { return get(&l.IRI, &l.Lang, &l.Text) })
}

// KindOf is the kind of a property.
type KindOf struct{ Property, Kind string }

// Kinds are the kinds of properties that were asked for.
func (s *Space) Kinds(ctx context.Context) ([]KindOf, error) {
	return of(ctx, s, "SELECT p.iri, k.iri FROM property_kind f JOIN term p ON p.id = f.property JOIN term k ON k.id = f.kind WHERE f.source = ? ORDER BY 1, 2",
		func(get func(...any) error, k *KindOf) error { return get(&k.Property, &k.Kind) })
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// unreadable gives errUnreadable its path; other errors stay as they are.
func (db *DB) unreadable(err error) error {
	if errors.Is(err, errUnreadable) {
		return &Error{Path: db.path, Kind: ErrCorrupt, Hint: "a row of it is unreadable; extract again into a new file", Err: err}
	}
	return err
}
