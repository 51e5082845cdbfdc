package store

import (
	"context"
	"errors"
	"slices"
)

// Merge adds the sources, answers and runs of another database file to this one, in one
// transaction. If both have a source, the newest answers count. If both have read RDF
// files of the same name with different contents, the files read last count. The other
// database is not changed.
func (db *DB) Merge(ctx context.Context, path string) (err error) {
	other, err := Open(ctx, path, Options{ReadOnly: true, Patience: db.o.Patience, Waiting: db.o.Waiting})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, other.Close()) }()
	infos, err := other.Sources(ctx)
	if err != nil {
		return err
	}
	return db.update(ctx, func(tx *tx) error {
		for _, info := range infos {
			from, err := other.SourceByID(ctx, info.ID)
			if err == nil {
				err = tx.mergeSource(ctx, from)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (tx *tx) mergeSource(ctx context.Context, from *Source) error {
	old, err := tx.db.find(from.info.identifies)
	if err == nil && !slices.Equal(old.info.Files, from.info.Files) && !from.info.Started.After(old.info.Started) {
		return nil
	}
	if err != nil && !errors.Is(err, ErrNoSource) {
		return err
	}
	to, err := tx.source(from.info.SourceKey)
	if err != nil {
		return err
	}
	var c totals
	err = from.each(ctx, "", func(answers []Answer) error {
		for _, a := range answers {
			if err := tx.put(to, a, &c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return tx.addTotals(to, c)
}
