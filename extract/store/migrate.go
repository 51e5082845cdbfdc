package store

import (
	"context"
	_ "embed" // the statements
	"errors"
	"fmt"
	"strings"
)

//go:embed migrate1.sql
var migrate1 string

// errOld: the file is of an older version, and may not be changed.
var errOld = errors.New("database of an older version")

// oldTables are the tables of version 1.
var oldTables = []string{
	"meta", "source", "prefix", "term", "individual", "example", "class_fact", "subclass", "role_fact", "feature_fact",
	"declared", "label", "fetched", "fanout", "cut", "skipped",
}

// migrate turns version 1 into this one, within a transaction: a process that is
// killed leaves the old file.
func (db *DB) migrate() error {
	var views []string
	err := db.rows(context.Background(), "SELECT name FROM sqlite_schema WHERE type = 'view'", func(get func(...any) error) error {
		views = append(views, "")
		return get(&views[len(views)-1])
	})
	if err != nil {
		return err
	}
	var statements []string
	for _, v := range views {
		statements = append(statements, "DROP VIEW "+v)
	}
	for _, t := range oldTables {
		statements = append(statements, fmt.Sprintf("ALTER TABLE %s RENAME TO old_%s", t, t))
	}
	for _, q := range statements {
		if err := db.exec(q); err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
	}
	if err := errors.Join(db.makeTables(), db.exec(strings.ReplaceAll(migrate1, "old.", "old_"))); err != nil {
		return err
	}
	for _, t := range oldTables {
		if err := db.exec("DROP TABLE old_" + t); err != nil {
			return err
		}
	}
	return nil
}

// addTables makes those that version 2 did not have, and their views, for good or
// as temporary ones.
func (db *DB) addTables(temporary string) error {
	for _, name := range []string{"TABLE axiom", "TABLE occurrence", "VIEW axioms", "VIEW occurrences"} {
		kind, name, _ := strings.Cut(name, " ")
		_, text, _ := strings.Cut(schema, "CREATE "+kind+" "+name+" ")
		text, _, _ = strings.Cut(text, ";")
		if err := db.exec("CREATE " + temporary + kind + " " + name + " " + text); err != nil {
			return err
		}
	}
	return nil
}

// openOld reads a file of version 1 into memory, for it may not be changed.
func openOld(ctx context.Context, path, uri string, o Options) (*DB, error) {
	db, err := connect(ctx, path, ":memory:", o)
	if err != nil {
		return nil, err
	}
	db.old = true
	err = errors.Join(
		db.exec("ATTACH DATABASE ? AS old", "file:"+uri+"?mode=ro"),
		db.exec("PRAGMA synchronous = OFF"),
	)
	if err == nil {
		err = db.exec("BEGIN")
	}
	if err == nil {
		err = errors.Join(db.makeTables(), db.exec(migrate1))
	}
	if err == nil {
		err = errors.Join(db.exec("COMMIT"), db.exec("DETACH DATABASE old"), db.exec("PRAGMA query_only = 1"))
	}
	if err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}
