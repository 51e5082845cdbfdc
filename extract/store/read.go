package store

import (
	"context"
	"database/sql"
)

// contextEvery is the number of rows between two looks at the context.
const contextEvery = 4096

// rows runs a query and calls scan for every row; scan gets the row's reader.
func (db *DB) rows(ctx context.Context, query string, scan func(get func(...any) error) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return &Error{Path: db.path, Kind: ErrClosed}
	}
	rs, err := db.conn.QueryContext(context.Background(), query)
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

// all collects what scan makes of the rows.
func all[T any](ctx context.Context, db *DB, query string, read func(get func(...any) error, t *T) error) ([]T, error) {
	var ts []T
	err := db.rows(ctx, query, func(get func(...any) error) error {
		var t T
		if err := read(get, &t); err != nil {
			return err
		}
		ts = append(ts, t)
		return nil
	})
	return ts, err
}

// Meta is everything that SetMeta kept.
func (db *DB) Meta(ctx context.Context) (map[string]string, error) {
	return db.texts(ctx, "SELECT key, value FROM meta")
}

// Prefixes are the namespace prefixes.
func (db *DB) Prefixes(ctx context.Context) (map[string]string, error) {
	return db.texts(ctx, "SELECT prefix, iri FROM prefix")
}

func (db *DB) texts(ctx context.Context, query string) (map[string]string, error) {
	m := map[string]string{}
	err := db.rows(ctx, query, func(get func(...any) error) error {
		var k, v string
		if err := get(&k, &v); err != nil {
			return err
		}
		m[k] = v
		return nil
	})
	return m, err
}

// Sources are the sources by name.
func (db *DB) Sources(ctx context.Context) ([]Source, error) {
	return all(ctx, db, "SELECT name, kind, size, sha256 FROM source ORDER BY name", func(get func(...any) error, s *Source) error {
		var size sql.NullInt64
		var sum sql.NullString
		err := get(&s.Name, &s.Kind, &size, &sum)
		s.Size, s.SHA256 = size.Int64, sum.String
		return err
	})
}

// Terms is the dictionary: Terms()[id] is the term with that number; no term
// has the number 0.
func (db *DB) Terms(ctx context.Context) ([]string, error) {
	terms := []string{""}
	err := db.rows(ctx, "SELECT id, iri FROM term ORDER BY id", func(get func(...any) error) error {
		var id ID
		var iri string
		if err := get(&id, &iri); err != nil {
			return err
		}
		if int(id) != len(terms) {
			return &Error{Path: db.path, Kind: ErrCorrupt, Hint: "a term is missing; extract again into a new file"}
		}
		terms = append(terms, iri)
		return nil
	})
	return terms, err
}

// Examples are the examples in the order of their IRIs.
func (db *DB) Examples(ctx context.Context) ([]Example, error) {
	return all(ctx, db, "SELECT t.iri, e.depth FROM example e JOIN term t ON t.id = e.individual ORDER BY t.iri",
		func(get func(...any) error, e *Example) error { return get(&e.IRI, &e.Depth) })
}

// Cuts are what is not complete, by property and direction.
func (db *DB) Cuts(ctx context.Context) ([]Cut, error) {
	return all(ctx, db, "SELECT coalesce(p.iri, ''), c.direction, i.iri, c.n, c.reason FROM cut c LEFT JOIN term p ON p.id = c.property JOIN term i ON i.id = c.individual ORDER BY 1, 2",
		func(get func(...any) error, c *Cut) error {
			return get(&c.Property, &c.Direction, &c.Individual, &c.N, &c.Reason)
		})
}

// Skipped is what was received and not used, by property, datatype and reason.
func (db *DB) Skipped(ctx context.Context) ([]Skipped, error) {
	return all(ctx, db, "SELECT property, datatype, reason, n FROM not_used ORDER BY 1, 2, 3",
		func(get func(...any) error, s *Skipped) error {
			return get(&s.Property, &s.Datatype, &s.Reason, &s.N)
		})
}

// FanOuts are the numbers that were counted and not pulled yet.
func (db *DB) FanOuts(ctx context.Context) ([]FanOut, error) {
	return all(ctx, db, "SELECT t.iri, f.part, p.iri, f.n FROM fanout f JOIN term t ON t.id = f.term JOIN term p ON p.id = f.property ORDER BY 1, 2, 3",
		func(get func(...any) error, f *FanOut) error { return get(&f.Term, &f.Part, &f.Property, &f.N) })
}

// Fetched is how far the crawl is.
func (db *DB) Fetched(ctx context.Context) ([]Fetched, error) {
	return all(ctx, db, "SELECT t.iri, f.part, f.distance FROM fetched f JOIN term t ON t.id = f.term ORDER BY 1, 2",
		func(get func(...any) error, f *Fetched) error { return get(&f.Term, &f.Part, &f.Distance) })
}

// NumFacts is the number of class, subclass, role and feature facts.
func (db *DB) NumFacts(ctx context.Context) (int, error) {
	return db.number(ctx, `SELECT (SELECT count(*) FROM class_fact) + (SELECT count(*) FROM subclass)
		+ (SELECT count(*) FROM role_fact) + (SELECT count(*) FROM feature_fact)`)
}

// NumIndividuals is the size of the domain.
func (db *DB) NumIndividuals(ctx context.Context) (int, error) {
	return db.number(ctx, "SELECT count(*) FROM individual")
}

func (db *DB) number(ctx context.Context, query string) (n int, err error) {
	err = db.rows(ctx, query, func(get func(...any) error) error { return get(&n) })
	return n, err
}

// Tuple is a row of term numbers; how many count depends on the table.
type Tuple [3]ID

// Individuals are the domain, in a Tuple's first place.
func (db *DB) Individuals(ctx context.Context) ([]ID, error) {
	return all(ctx, db, "SELECT id FROM individual ORDER BY id", func(get func(...any) error, id *ID) error { return get(id) })
}

// ClassFacts are (individual, class).
func (db *DB) ClassFacts(ctx context.Context) ([]Tuple, error) {
	return db.tuples(ctx, "SELECT individual, class, 0 FROM class_fact ORDER BY 1, 2")
}

// Subclasses are (class, superclass), direct edges only.
func (db *DB) Subclasses(ctx context.Context) ([]Tuple, error) {
	return db.tuples(ctx, "SELECT class, superclass, 0 FROM subclass ORDER BY 1, 2")
}

// RoleFacts are (property, subject, object).
func (db *DB) RoleFacts(ctx context.Context) ([]Tuple, error) {
	return db.tuples(ctx, "SELECT property, subject, object FROM role_fact ORDER BY 1, 2, 3")
}

func (db *DB) tuples(ctx context.Context, query string) ([]Tuple, error) {
	return all(ctx, db, query, func(get func(...any) error, t *Tuple) error { return get(&t[0], &t[1], &t[2]) })
}

// Value is property(individual, "lexical"^^datatype).
type Value struct {
	Property, Individual ID
	Lexical              string
	Datatype             ID
}

// Values are the feature facts.
func (db *DB) Values(ctx context.Context) ([]Value, error) {
	return all(ctx, db, "SELECT property, individual, lexical, datatype FROM feature_fact ORDER BY 1, 2, 3, 4",
		func(get func(...any) error, v *Value) error {
			return get(&v.Property, &v.Individual, &v.Lexical, &v.Datatype)
		})
}

// Declared is a symbol of the signature.
type Declared struct {
	IRI  string
	Kind SymbolKind
}

// Declared are the symbols that belong to the signature with or without facts.
func (db *DB) Declared(ctx context.Context) ([]Declared, error) {
	return all(ctx, db, "SELECT t.iri, d.kind FROM declared d JOIN term t ON t.id = d.term ORDER BY 1, 2",
		func(get func(...any) error, d *Declared) error { return get(&d.IRI, &d.Kind) })
}

// LabelText is a label of a term.
type LabelText struct{ IRI, Lang, Text string }

// Labels are all labels.
func (db *DB) Labels(ctx context.Context) ([]LabelText, error) {
	return all(ctx, db, "SELECT t.iri, l.lang, l.text FROM label l JOIN term t ON t.id = l.term ORDER BY 1, 2, 3",
		func(get func(...any) error, l *LabelText) error { return get(&l.IRI, &l.Lang, &l.Text) })
}

// Properties are the properties of all role and feature facts.
func (db *DB) Properties(ctx context.Context) ([]string, error) {
	return all(ctx, db, "SELECT iri FROM term WHERE id IN (SELECT property FROM role_fact UNION SELECT property FROM feature_fact) ORDER BY 1",
		func(get func(...any) error, iri *string) error { return get(iri) })
}

// Classes are the classes of individuals and all their superclasses so far.
func (db *DB) Classes(ctx context.Context) ([]string, error) {
	return all(ctx, db, "SELECT iri FROM term WHERE id IN (SELECT class FROM class_fact UNION SELECT class FROM subclass UNION SELECT superclass FROM subclass) ORDER BY 1",
		func(get func(...any) error, iri *string) error { return get(iri) })
}
