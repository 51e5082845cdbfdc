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

// Several processes may use one file. Readers see the file as it was when they
// began and hinder nobody; of the writers one at a time has its transaction, and
// the others wait for their turn here, and not inside SQLite, whose waiting
// neither ends with a context nor can be told to anybody.

// moment is how long a wait may last before it is told, shortest and longest
// the times between two attempts.
const (
	moment   = 500 * time.Millisecond
	shortest = time.Millisecond
	longest  = 50 * time.Millisecond
)

// patiently repeats what fails because another process is at work.
func (db *DB) patiently(ctx context.Context, try func() error) error {
	start, told := time.Now(), false
	for pause := shortest; ; pause = min(2*pause, longest) {
		err := try()
		if !busy(err) {
			return err
		}
		waited := time.Since(start)
		if waited >= db.o.Patience {
			return err
		}
		if waited >= moment && !told {
			db.o.Waiting()
			told = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func busy(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff // the rest of the code is detail
	return code == lib.SQLITE_BUSY || code == lib.SQLITE_LOCKED
}
