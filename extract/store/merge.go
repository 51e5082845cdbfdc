package store

import (
	"context"
	_ "embed" // the statements
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed merge.sql
var mergeText string

// mergePart is the part of merge.sql below "-- @name".
func mergePart(name string) string {
	_, text, _ := strings.Cut(mergeText, "-- @"+name+"\n")
	text, _, _ = strings.Cut(text, "-- @")
	return text
}

// Merge takes everything that another database file holds into this one, in one
// transaction. Of a source that both have, the newest answer about a part of a
// term counts; files imported are taken over only if this database does not have
// them. The other file is not changed, and must be of this version.
func (db *DB) Merge(ctx context.Context, path string) error {
	other, err := Open(ctx, path, Options{ReadOnly: true, Patience: db.o.Patience, Waiting: db.o.Waiting})
	if err != nil {
		return err
	}
	sources, err := other.Sources(ctx)
	if err == nil && other.old != 0 {
		err = &Error{Path: path, Kind: ErrOld, Hint: "run genus db vacuum on it, which brings it up to date"}
	}
	var runs [][]Run
	for _, s := range sources {
		space := &Space{other, s}
		rs, e := space.Runs(ctx)
		runs, err = append(runs, rs), errors.Join(err, e)
	}
	if err := errors.Join(err, other.Close()); err != nil {
		return err
	}
	uri := "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?mode=ro"
	attach := func(query string, args ...any) error {
		db.mu.Lock()
		defer db.mu.Unlock()
		if db.conn == nil {
			return &Error{Path: db.path, Kind: ErrClosed}
		}
		return db.wrap(db.exec(query, args...))
	}
	if err := attach("ATTACH DATABASE ? AS other", uri); err != nil {
		return err
	}
	err = db.update(ctx, 0, func(tx *Tx) error {
		clear(db.had) // what SQL enters is not noted
		tx.script(mergePart("terms"))
		for i, s := range sources {
			if err := ctx.Err(); err != nil {
				return err
			}
			id, old, err := tx.enter(s)
			if err != nil {
				return err
			}
			clear(db.had)
			if old && s.Kind == FileSource {
				continue
			}
			fill := func(run int) *strings.Replacer {
				facts := "0" // those that no question is known of
				if s.Kind == FileSource {
					facts = "1"
				}
				return strings.NewReplacer("$S", strconv.Itoa(id), "$T", strconv.Itoa(s.ID), "$F", facts, "$R", strconv.Itoa(run))
			}
			tx.source = id
			tx.enterAsked()
			tx.script(fill(0).Replace(mergePart("source")))
			tx.mergeRows(s.ID, s.Kind == FileSource)
			tx.script(fill(0).Replace(mergePart("rest")))
			for j := len(runs[i]) - 1; j >= 0; j-- { // in the order in which they were
				tx.script(fill(runs[i][j].ID).Replace(mergePart("run")))
			}
		}
		tx.script(mergePart("end"))
		return nil
	})
	return errors.Join(err, attach("DETACH DATABASE other"))
}

// script runs several statements.
func (tx *Tx) script(text string) {
	tx.flush()
	if tx.err == nil {
		if err := tx.db.exec(text); err != nil {
			tx.err = fmt.Errorf("merging: %w", err)
		}
	}
}
