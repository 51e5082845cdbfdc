package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// All returns every answer of the source, ordered by kind and term, from a snapshot of
// the file. If there is an error it is in the last pair. Then the answers before it must
// not be used: only at the end is it known that no answer is missing. The caller must not
// write to a database in memory during the iteration.
func (s *Source) All(ctx context.Context) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		err := s.each(ctx, "", func(answers []Answer) error {
			for _, a := range answers {
				if !strings.HasPrefix(string(a.Kind), reserved) && !yield(a, nil) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(Answer{}, err)
		}
	}
}

var errStopped = errors.New("stopped")

// each calls fn with the answers about each term, of one kind or, if kind is empty, of
// all kinds. It reads a snapshot of the file on a connection of its own.
func (s *Source) each(ctx context.Context, kind Kind, fn func(answers []Answer) error) error {
	if err := s.db.use(ctx, func() error { return nil }); err != nil { // closed
		return err
	}
	o := s.db.o
	o.ReadOnly = true
	other, err := connect(ctx, s.db.path, s.db.uri, s.db.uri, false, o)
	if err != nil {
		return err
	}
	defer func() { _ = other.Close() }()
	return other.read(ctx, func(tx *tx) error {
		now, err := other.find(func(i SourceInfo) bool { return i.ID == s.info.ID })
		if err != nil {
			return err
		}
		return now.scan(ctx, tx, kind, fn)
	})
}

// scan is each in a transaction. If it reads all kinds it compares the answers with the
// totals of the source.
func (s *Source) scan(ctx context.Context, tx *tx, kind Kind, fn func(answers []Answer) error) error {
	d := decoder{spaces: tx.db.spaces.byID, seen: map[string]string{}}
	query, args := "SELECT kind, space, name, data FROM answer WHERE source = ?", []any{s.info.ID}
	if kind != "" {
		query, args = query+" AND kind = ?", append(args, string(kind))
	}
	rows, err := tx.db.conn.QueryContext(context.Background(), query+" ORDER BY kind, space, name", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var seen totals
	for rows.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		var kind, name, data sql.RawBytes
		var space int
		if err := rows.Scan(&kind, &space, &name, &data); err != nil {
			return s.db.damageError(err)
		}
		if space < 0 || space >= len(d.spaces) {
			return s.db.damageError(errors.New("unknown namespace"))
		}
		term := d.spaces[space] + string(name)
		answers, check, err := d.decode(s.seed, Kind(kind), term, data)
		if err != nil {
			return s.db.damageError(fmt.Errorf("%s of %.200q: %w", kind, term, err))
		}
		seen.add(check)
		if err := fn(answers); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if kind == "" && seen != s.totals {
		return s.db.damageError(fmt.Errorf("source %d has %d answers, %d are recorded, or the checksums differ",
			s.info.ID, seen.answers, s.totals.answers))
	}
	return nil
}
