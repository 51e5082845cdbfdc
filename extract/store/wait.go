package store

import (
	"context"
	"errors"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

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
