package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strconv"
)

// Tx is a transaction in progress. As with bufio.Writer the first error stays:
// later calls do nothing and Update undoes the whole and returns it. A Tx is not
// safe for concurrent use and must not be kept.
type Tx struct {
	db     *DB
	source int
	added  []string // terms that the dictionary has only if this commits
	born   []ID     // and individuals
	err    error
	// waiting are the rows to be inserted (insert.go).
	waiting map[*insertion][]driver.NamedValue
	// roles and values are the facts to be written (factrows.go).
	roles   *gathered[fact]
	values  *gathered[literal]
	unused  map[unused]int // how many of what is skipped
	text    []byte         // a row being written
	fresh   []byte         // a row of table role_new
	objects []ID           // of one of its subjects
	last    [4]struct {
		iri string
		id  ID
	}
}

func newTx(db *DB, source int) *Tx {
	for in, rows := range db.waiting { // left by one that failed
		db.waiting[in] = rows[:0]
	}
	db.roles.reset()
	db.values.reset()
	return &Tx{db: db, source: source, waiting: db.waiting, roles: db.roles, values: db.values, unused: map[unused]int{}}
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
	tx := newTx(db, source)
	committed := false
	defer func() { // also when fn panics
		if committed {
			return
		}
		for _, term := range tx.added {
			delete(db.ids, term)
		}
		for _, id := range tx.born {
			tx.domain().remove(id)
		}
		// After some errors SQLite has rolled back by itself; then this fails.
		_ = db.exec("ROLLBACK")
	}()
	tx.alone()
	if err = fn(tx); err == nil {
		tx.flushFacts()
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

// flushFacts writes everything that waits.
func (tx *Tx) flushFacts() {
	tx.roles.flush(tx)
	tx.values.flush(tx)
	tx.flushUnused()
	tx.flush()
}

// query runs a query about terms, which it reads from json_each(?2); ?1 is the
// source, and the other arguments follow.
func (tx *Tx) query(terms []ID, query string, scan func(get func(...any) error) error, args ...any) {
	for some := range slices.Chunk(terms, many) {
		if tx.err == nil {
			tx.err = tx.each(query, scan, append([]any{tx.source, list(some)}, args...)...)
		}
	}
}

// scan runs a query that reads nothing that waits.
func (tx *Tx) scan(query string, scan func(get func(...any) error) error, args ...any) {
	if tx.err == nil {
		tx.err = tx.each(query, scan, args...)
	}
}

func (tx *Tx) each(query string, scan func(get func(...any) error) error, args ...any) error {
	s, err := tx.db.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(context.Background(), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows.Scan); err != nil {
			return tx.db.unreadable(err)
		}
	}
	return rows.Err()
}

// list is a JSON array of numbers, for json_each.
func list(ids []ID) string {
	to := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			to = append(to, ',')
		}
		to = strconv.AppendInt(to, int64(id), 10)
	}
	return string(append(to, ']'))
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
	id, err := tx.insertTerm(iri)
	if err != nil {
		tx.err = err
		return 0
	}
	tx.db.ids[iri] = id
	tx.added = append(tx.added, iri)
	return id
}

// recent is Term, for what is mostly the same as in the call before at that place.
func (tx *Tx) recent(place int, iri string) ID {
	last := &tx.last[place]
	if last.iri != iri || last.id == 0 {
		last.iri, last.id = iri, tx.Term(iri)
	}
	return last.id
}

func (tx *Tx) insertTerm(iri string) (id ID, err error) {
	r, err := tx.direct("INSERT OR IGNORE INTO term (iri) VALUES (?)", []driver.NamedValue{{Ordinal: 1, Value: iri}})
	if err != nil {
		return 0, err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return tx.db.lookup(iri)
	}
	last, err := r.LastInsertId()
	return ID(last), err
}

func (db *DB) lookup(iri string) (id ID, err error) {
	s, err := db.stmt("SELECT id FROM term WHERE iri = ?")
	if err != nil {
		return 0, err
	}
	err = s.QueryRowContext(context.Background(), iri).Scan(&id)
	return id, err
}
