package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// tx is a transaction in progress. It holds db.mu, and the namespaces of the file are in
// memory.
type tx struct {
	db     *DB
	buffer []byte // for encoding answers
}

// use runs fn with exclusive use of the connection in this process.
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

func (db *DB) read(ctx context.Context, fn func(*tx) error) error {
	return db.transact(ctx, "BEGIN", fn)
}

// update runs fn in a transaction that writes. If fn returns an error, nothing is
// written. It waits for other writers.
func (db *DB) update(ctx context.Context, fn func(*tx) error) error {
	return db.transact(ctx, "BEGIN IMMEDIATE", fn)
}

// transact runs fn between a begin statement and COMMIT, or ROLLBACK after an error.
func (db *DB) transact(ctx context.Context, begin string, fn func(*tx) error) error {
	return db.use(ctx, func() error {
		err := db.retryWhileBusy(ctx, func() error {
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
		err = db.retryWhileBusy(context.WithoutCancel(ctx), func() error { return db.exec("COMMIT") })
		committed = err == nil
		return err
	})
}

// stmt returns the prepared statement for a query. Statements are kept until the
// connection is closed.
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

func (db *DB) exec(query string) error {
	_, err := db.conn.ExecContext(context.Background(), query)
	return err
}

// DefaultPatience is how long a process waits for another that writes.
const DefaultPatience = 2 * time.Minute

// Several processes may use one file. Readers see the file as it was when they began, and
// do not block anybody. One writer at a time has a transaction. The others wait here and
// not inside SQLite: a wait inside SQLite does not end with the context and cannot be
// reported.

const (
	reportAfter   = 500 * time.Millisecond // a longer wait is reported once
	shortestPause = time.Millisecond       // between two attempts
	longestPause  = 50 * time.Millisecond
)

// retryWhileBusy calls try until it does not fail because of another process, for as long
// as the options and ctx allow.
func (db *DB) retryWhileBusy(ctx context.Context, try func() error) error {
	start, reported := time.Now(), false
	for pause := shortestPause; ; pause = min(2*pause, longestPause) {
		err := try()
		if !isBusy(err) {
			return err
		}
		waited := time.Since(start)
		if waited >= db.o.Patience {
			return err
		}
		if waited >= reportAfter && !reported {
			db.o.Waiting()
			reported = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func isBusy(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff // the rest of the code is detail
	return code == lib.SQLITE_BUSY || code == lib.SQLITE_LOCKED
}
