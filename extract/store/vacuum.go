package store

import (
	"context"
	"os"
)

// Size is how large a database is.
type Size struct {
	Bytes int64 // of the file
	Free  int64 // bytes of it that hold nothing
}

// Size measures the database; what is written and not in the file yet, because
// another process has it open, is not counted.
func (db *DB) Size(ctx context.Context) (Size, error) {
	var page, free int64
	err := db.rows(ctx, "SELECT (SELECT page_size FROM pragma_page_size), (SELECT freelist_count FROM pragma_freelist_count)",
		func(get func(...any) error) error { return get(&page, &free) })
	if err != nil {
		return Size{}, err
	}
	info, err := os.Stat(db.path)
	if err != nil {
		return Size{}, &Error{Path: db.path, Err: err}
	}
	return Size{info.Size(), page * free}, nil
}

// Vacuum makes the file as small as what it holds. It needs as much room again
// while it works, and waits until no other process has a transaction.
func (db *DB) Vacuum(ctx context.Context) error {
	return db.alone(ctx, func() error {
		for _, q := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
			if err := db.patiently(ctx, func() error { return db.exec(q) }); err != nil {
				return db.wrap(err)
			}
		}
		return nil
	})
}
