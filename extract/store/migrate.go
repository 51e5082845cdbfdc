package store

import (
	"context"
	_ "embed" // the statements
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed migrate1.sql
var migrate1 string

// errOld: the file is of an older version, and may not be changed.
var errOld = errors.New("database of an older version")

// oldTables are the tables of the older versions.
var oldTables = map[int][]string{
	1: {
		"meta", "source", "prefix", "term", "individual", "example", "class_fact", "subclass", "role_fact", "feature_fact",
		"declared", "label", "fetched", "fanout", "cut", "skipped",
	},
	2: append([]string{"role_fact", "feature_fact", "tally"}, sameTables...),
	3: slices.Concat([]string{"role_new"}, since2, sameTables),
}

// since2 are the tables of version 3 that version 2 had not, or otherwise, and that
// have not changed since but in the order of rows.
var since2 = []string{"role_fact", "role_object", "feature_fact", "axiom", "occurrence", "tally"}

// sameTables are those of version 2 that have not changed since. The others had a
// row for what is a member of a row now.
var sameTables = []string{
	"source", "file", "prefix", "term", "individual", "class_fact", "subclass", "declared", "label", "property_kind",
	"asked", "run", "example", "cut", "skipped",
}

// migrate turns an older version into this one, within a transaction: a process
// that is killed leaves the old file.
func (db *DB) migrate(version int) error {
	var statements []string
	err := db.rows(context.Background(), "SELECT type, name FROM sqlite_schema WHERE type = 'view' OR type = 'index' AND sql IS NOT NULL", func(get func(...any) error) error {
		var kind, name string
		err := get(&kind, &name)
		statements = append(statements, fmt.Sprintf("DROP %s %s", kind, name))
		return err
	})
	if err != nil {
		return err
	}
	for _, t := range oldTables[version] {
		statements = append(statements, fmt.Sprintf("ALTER TABLE %s RENAME TO old_%s", t, t))
	}
	for _, q := range statements {
		if err := db.exec(q); err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
	}
	if err := db.makeTables(); err != nil {
		return err
	}
	if err := db.takeOver(version, "old_"); err != nil {
		return err
	}
	for _, t := range slices.Backward(oldTables[version]) { // what refers to others before them
		if err := db.exec("DROP TABLE old_" + t); err != nil {
			return err
		}
	}
	return nil
}

// takeOver fills the tables from those of an older version, whose names begin
// with old.
func (db *DB) takeOver(version int, old string) (err error) {
	take := func(tables []string) {
		for _, t := range tables {
			if err == nil {
				err = db.exec(fmt.Sprintf("INSERT INTO %s SELECT * FROM %s%s", t, old, t))
			}
		}
	}
	switch version {
	case 1:
		err = errors.Join(db.exec(strings.ReplaceAll(migrate1, "old.", old)), db.gather("flat_"),
			db.exec("DROP TABLE flat_role_fact; DROP TABLE flat_feature_fact; DROP TABLE flat_tally"))
	case 2:
		if take(sameTables); err == nil {
			err = db.gather(old)
		}
	case 3:
		if take(slices.Concat(since2, sameTables)); err == nil {
			err = db.exec(fmt.Sprintf(`INSERT INTO role_new (source, subjects) SELECT source, '{"' || subject || '":' || objects || '}' FROM %srole_new`, old))
		}
	}
	if err == nil { // what version 4 says of what was counted and not asked for yet
		err = db.exec(`UPDATE tally SET state = 'due' WHERE state = 'counted' AND part NOT IN ('hub-out', 'hub-in')
			AND NOT EXISTS (SELECT 1 FROM asked a WHERE a.source = tally.source AND a.term = tally.term AND a.part = tally.part)`)
	}
	return err
}

// gather makes rows of the tables of version 2 that had a row for each fact and
// each number, whose names begin with flat.
func (db *DB) gather(flat string) error {
	var sources []int
	err := db.rows(context.Background(), "SELECT id FROM source", func(get func(...any) error) error {
		sources = append(sources, 0)
		return get(&sources[len(sources)-1])
	})
	for _, source := range sources {
		err = errors.Join(err, db.gatherSource(source, flat))
	}
	return err
}

func (db *DB) gatherSource(source int, flat string) error {
	tx := newTx(db, source)
	each := func(query string, scan func(get func(...any) error) error) {
		if tx.err == nil {
			tx.err = db.rows(context.Background(), strings.ReplaceAll(query, "flat_", flat), scan, source)
		}
	}
	n := 0
	enough := func() { // for the memory
		if n++; n%100_000 == 0 {
			tx.flushFacts()
		}
	}
	each("SELECT subject, property, object FROM flat_role_fact WHERE source = ?", func(get func(...any) error) error {
		var s ID
		var f fact
		err := get(&s, &f.property, &f.object)
		tx.roles.add(s, f)
		enough()
		return err
	})
	each("SELECT individual, property, lexical, datatype FROM flat_feature_fact WHERE source = ?", func(get func(...any) error) error {
		var a ID
		var l literal
		err := get(&a, &l.property, &l.lexical, &l.datatype)
		tx.values.add(a, l)
		enough()
		return err
	})
	tx.flushFacts()
	var term ID
	var part Part
	var entries []entry
	put := func() {
		if len(entries) > 0 {
			tx.addEntries(term, part, entries, Counted)
		}
		entries = entries[:0]
	}
	each("SELECT term, part, property, n, state, reason FROM flat_tally WHERE source = ? ORDER BY term, part", func(get func(...any) error) error {
		var t ID
		var p Part
		var e entry
		err := get(&t, &p, &e.property, &e.n, &e.state, &e.reason)
		if t != term || p != part {
			put()
		}
		term, part, entries = t, p, append(entries, e)
		return err
	})
	put()
	tx.flushFacts()
	return tx.err
}

// openOld reads a file of an older version into memory, for it may not be changed.
func openOld(ctx context.Context, path, uri string, version int, o Options) (*DB, error) {
	db, err := connect(ctx, path, ":memory:", o)
	if err != nil {
		return nil, err
	}
	db.old = version
	err = errors.Join(
		db.exec("ATTACH DATABASE ? AS old", "file:"+uri+"?mode=ro"),
		db.exec("PRAGMA synchronous = OFF"),
	)
	if err == nil {
		err = db.exec("BEGIN")
	}
	if err == nil {
		err = db.makeTables()
	}
	if err == nil {
		err = db.takeOver(version, "old.")
	}
	if err == nil {
		err = errors.Join(db.exec("COMMIT"), db.closeStatements(), db.exec("DETACH DATABASE old"), db.exec("PRAGMA query_only = 1"))
	}
	if err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}
