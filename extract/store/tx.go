package store

import (
	"context"
	"database/sql"
	"errors"
)

// Tx is a transaction in progress. As with bufio.Writer the first error stays:
// later calls do nothing and Update undoes the whole and returns it. A Tx is not
// safe for concurrent use and must not be kept.
type Tx struct {
	db     *DB
	source int
	added  []string // terms that the dictionary has only if this commits
	born   [][2]ID  // and individuals
	err    error
	// waiting are the rows to be inserted (insert.go).
	waiting map[*insertion][]any
}

// alone runs fn while nobody else uses the database.
func (db *DB) alone(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.whole.Lock()
	defer db.whole.Unlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return &Error{Path: db.path, Kind: ErrClosed}
	}
	return fn()
}

func (db *DB) update(ctx context.Context, source int, fn func(*Tx) error) error {
	return db.alone(ctx, func() error { return db.transact(ctx, source, fn) })
}

// transact is update for whoever has the database alone.
func (db *DB) transact(ctx context.Context, source int, fn func(*Tx) error) (err error) {
	if err := db.patiently(ctx, func() error { return db.exec("BEGIN IMMEDIATE") }); err != nil {
		return db.wrap(err)
	}
	tx := &Tx{db: db, source: source}
	committed := false
	defer func() { // also when fn panics
		if committed {
			return
		}
		for _, term := range tx.added {
			delete(db.ids, term)
		}
		for _, a := range tx.born {
			delete(db.domain, a)
		}
		// After some errors SQLite has rolled back by itself; then this fails.
		_ = db.exec("ROLLBACK")
	}()
	if err = fn(tx); err == nil {
		tx.flush()
	}
	if tx.err != nil { // the cause of what fn returns, if it does
		err = tx.err
	}
	if err != nil {
		return db.wrap(err)
	}
	if err := db.patiently(context.WithoutCancel(ctx), func() error { return db.exec("COMMIT") }); err != nil {
		return db.wrap(err)
	}
	committed = true
	return nil
}

// Snapshot runs fn, whose reads all see the database as it is now, whatever
// other processes write meanwhile. fn must not write.
func (db *DB) Snapshot(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.whole.Lock()
	defer db.whole.Unlock()
	begin := func(q string) error {
		db.mu.Lock()
		defer db.mu.Unlock()
		if db.conn == nil {
			return &Error{Path: db.path, Kind: ErrClosed}
		}
		return db.wrap(db.exec(q))
	}
	if err := begin("BEGIN"); err != nil {
		return err
	}
	err := fn()
	return errors.Join(err, begin("ROLLBACK")) // nothing was written
}

// stmt is the prepared statement for a query; statements live as long as the
// connection.
func (db *DB) stmt(query string) (*sql.Stmt, error) {
	if s, ok := db.stmts[query]; ok {
		return s, nil
	}
	s, err := db.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	db.stmts[query] = s
	return s, nil
}

// exec runs a statement, after those that wait, and returns how many rows it
// changed.
func (tx *Tx) exec(query string, args ...any) int64 {
	tx.flush()
	return tx.run(query, args...)
}

func (tx *Tx) run(query string, args ...any) int64 {
	if tx.err != nil {
		return 0
	}
	s, err := tx.db.stmt(query)
	if err != nil {
		tx.err = err
		return 0
	}
	r, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		tx.err = err
		return 0
	}
	n, _ := r.RowsAffected() // SQLite always knows
	return n
}

// number is the one number that a query gives.
func (tx *Tx) number(query string, args ...any) (n int64) {
	tx.flush()
	if tx.err != nil {
		return 0
	}
	s, err := tx.db.stmt(query)
	if err == nil {
		err = s.QueryRowContext(context.Background(), args...).Scan(&n)
	}
	tx.err = err
	return n
}

// Term is the number of a term, which is entered into the dictionary if it is
// new.
func (tx *Tx) Term(iri string) ID {
	if tx.err != nil {
		return 0
	}
	if id, ok := tx.db.ids[iri]; ok {
		return id
	}
	id, err := tx.db.lookup(iri)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = tx.insertTerm(iri)
	}
	if err != nil {
		tx.err = err
		return 0
	}
	tx.db.ids[iri] = id
	tx.added = append(tx.added, iri)
	return id
}

func (tx *Tx) insertTerm(iri string) (ID, error) {
	s, err := tx.db.stmt("INSERT INTO term (iri) VALUES (?)")
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(context.Background(), iri)
	if err != nil {
		return 0, err
	}
	id, err := r.LastInsertId()
	return ID(id), err
}

func (db *DB) lookup(iri string) (id ID, err error) {
	s, err := db.stmt("SELECT id FROM term WHERE iri = ?")
	if err != nil {
		return 0, err
	}
	err = s.QueryRowContext(context.Background(), iri).Scan(&id)
	return id, err
}
