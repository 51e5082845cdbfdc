package store

import (
	"context"
	"database/sql"
	"errors"
)

// tx is a transaction in progress. It has db.mu, and the namespaces of the file
// are in memory.
type tx struct {
	db   *DB
	room []byte // for what is being encoded
}

// use runs fn while nobody else in this process uses the connection.
func (db *DB) use(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return &Error{Path: db.path, Kind: ErrClosed}
	}
	return db.wrap(fn())
}

// read runs fn in a transaction that writes nothing.
func (db *DB) read(ctx context.Context, fn func(*tx) error) error {
	return db.transact(ctx, "BEGIN", fn)
}

// update runs fn in one transaction: all that it writes is in the file, or
// nothing. It waits for its turn.
func (db *DB) update(ctx context.Context, fn func(*tx) error) error {
	return db.transact(ctx, "BEGIN IMMEDIATE", fn)
}

func (db *DB) transact(ctx context.Context, begin string, fn func(*tx) error) error {
	return db.use(ctx, func() error {
		err := db.patiently(ctx, func() error {
			if err := db.exec(begin); err != nil {
				return err
			}
			if err := db.loadNamespaces(); err != nil {
				return errors.Join(err, db.exec("ROLLBACK"))
			}
			return nil
		})
		if err != nil {
			return err
		}
		known, committed := len(db.spaces.byID), false
		defer func() { // also when fn panics
			if !committed {
				db.spaces.shrink(known)
				_ = db.exec("ROLLBACK") // after some errors SQLite has done it already
			}
		}()
		if err := fn(&tx{db: db}); err != nil {
			return err
		}
		err = db.patiently(context.WithoutCancel(ctx), func() error { return db.exec("COMMIT") })
		committed = err == nil
		return err
	})
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

// exec returns how many rows the statement changed.
func (tx *tx) exec(query string, args ...any) (int64, error) {
	s, err := tx.db.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// exec runs a statement on the connection.
func (db *DB) exec(query string, args ...any) error {
	_, err := db.conn.ExecContext(context.Background(), query, args...)
	return err
}
