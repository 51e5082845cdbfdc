package store

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Old says what [DB.Drop] removes.
type Old struct {
	Sources []int     // numbers of sources; none: all sources
	Before  time.Time // older answers of endpoints are removed; zero: the sources are removed
}

// Drop removes answers, or whole sources, in one transaction, and returns the number of
// answers. It also removes runs that ended before that time. The file does not become
// smaller: see [DB.Vacuum].
func (db *DB) Drop(ctx context.Context, old Old) (n int, err error) {
	if len(old.Sources) == 0 && old.Before.IsZero() {
		return 0, errors.New("name the sources or the age of the answers to drop")
	}
	err = db.update(ctx, func(tx *tx) error {
		sources, err := db.sources()
		if err != nil {
			return err
		}
		for _, id := range old.Sources {
			if !slices.ContainsFunc(sources, func(s *Source) bool { return s.info.ID == id }) {
				return db.noSourceError()
			}
		}
		for _, s := range sources {
			switch {
			case len(old.Sources) > 0 && !slices.Contains(old.Sources, s.info.ID):
			case old.Before.IsZero():
				n += int(s.totals.answers)
				err = tx.removeSource(s.info.ID)
			case len(s.info.Files) > 0:
			default:
				var m int
				m, err = tx.dropOlder(ctx, s, old.Before.UnixMilli())
				n += m
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// dropOlder removes the answers of a source that are older than a time.
func (tx *tx) dropOlder(ctx context.Context, s *Source, before int64) (n int, err error) {
	older := func(a Answer) bool { return a.Time < before }
	var some []Answer // one answer of each term and kind that has old ones
	err = s.scan(ctx, tx, "", func(answers []Answer) error {
		if slices.ContainsFunc(answers, older) {
			some = append(some, Answer{Term: answers[0].Term, Kind: answers[0].Kind})
		}
		return nil
	})
	var c totals
	for _, a := range some {
		if err != nil {
			return n, err
		}
		var answers []Answer
		if answers, err = tx.answers(s, a.Kind, a.Term); err != nil {
			return n, err
		}
		rest := slices.DeleteFunc(slices.Clone(answers), older)
		if a.Kind != runKind {
			n += len(answers) - len(rest)
		}
		if len(rest) == 0 {
			err = tx.remove(s, a.Kind, a.Term, &c)
		} else {
			err = tx.rewrite(s, rest, &c)
		}
	}
	return n, errors.Join(err, tx.addTotals(s, c))
}

// Vacuum shrinks the file to its contents. It needs the same space once more while it
// works, and waits until no other process has a transaction.
func (db *DB) Vacuum(ctx context.Context) error {
	return db.use(ctx, func() error {
		for _, q := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
			if err := db.retryWhileBusy(ctx, func() error { return db.exec(q) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// Size is the size of a database file.
type Size struct {
	Bytes int64
	Free  int64 // unused bytes of it
}

// Size returns the size that the file has when all processes have closed it.
func (db *DB) Size(ctx context.Context) (size Size, err error) {
	err = db.read(ctx, func(*tx) error {
		return db.conn.QueryRowContext(context.Background(),
			"SELECT page_size * page_count, page_size * freelist_count FROM pragma_page_size, pragma_page_count, pragma_freelist_count").Scan(&size.Bytes, &size.Free)
	})
	return size, err
}
