package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// All returns every answer of the source, as the file is when it is called, by
// kind and term. The last pair has an error if there was one; what came before
// must not be used then, for only in the end it is known that no answer is
// missing. The caller must not write to a database in memory meanwhile.
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

// each calls fn with the answers about each term, of one kind or of all, in a
// snapshot of the file on a connection of its own.
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

// scan is each in a transaction. Where it reads all kinds it looks in the end
// whether the answers are those that the source counted.
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
	var seen change
	for rows.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		var kind, name, data sql.RawBytes
		var space int
		if err := rows.Scan(&kind, &space, &name, &data); err != nil {
			return s.db.damaged(err)
		}
		if space < 0 || space >= len(d.spaces) {
			return s.db.damaged(errors.New("unknown namespace"))
		}
		term := d.spaces[space] + string(name)
		answers, check, err := d.decode(s.seed, Kind(kind), term, data)
		if err != nil {
			return s.db.damaged(fmt.Errorf("%s of %.200q: %w", kind, term, err))
		}
		seen.added(check)
		if err := fn(answers); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if kind == "" && seen != s.count {
		return s.db.damaged(fmt.Errorf("%d answers of source %d where %d are counted, or others", seen.answers, s.info.ID, s.count.answers))
	}
	return nil
}
