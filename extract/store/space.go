package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Space is what a database holds of one source. Its methods are safe for
// concurrent use; they run one after another.
type Space struct {
	*DB
	source Source
}

// Source is the source that the space is of.
func (s *Space) Source() Source { return s.source }

// Sources are the sources in the order in which they came into the file.
func (db *DB) Sources(ctx context.Context) ([]Source, error) {
	sources, err := all(ctx, db, "SELECT id, kind, name, graphs, vocabulary, exclusions, started FROM source ORDER BY id",
		func(get func(...any) error, s *Source) error {
			var graphs string
			var started int64
			if err := get(&s.ID, &s.Kind, &s.Name, &graphs, &s.Vocabulary, &s.Exclusions, &started); err != nil {
				return err
			}
			s.Started = time.UnixMilli(started)
			err := json.Unmarshal([]byte(graphs), &s.Graphs)
			if len(s.Graphs) == 0 {
				s.Graphs = nil
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	err = db.rows(ctx, "SELECT source, path, size, sha256 FROM file ORDER BY source, path", func(get func(...any) error) error {
		var id int
		var f File
		if err := get(&id, &f.Path, &f.Size, &f.SHA256); err != nil {
			return err
		}
		for i := range sources {
			if sources[i].ID == id {
				sources[i].Files = append(sources[i].Files, f)
			}
		}
		return nil
	})
	return sources, err
}

// Space is the space of the source with that number.
func (db *DB) Space(ctx context.Context, id int) (*Space, error) {
	sources, err := db.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if s.ID == id {
			return &Space{db, s}, nil
		}
	}
	return nil, &Error{Path: db.path, Err: errors.New("no such source"), Hint: "genus db info lists them"}
}

// Add is the space of the source, which is entered into the file if it is not in
// it. Sources are the same if kind, name, graphs, vocabulary and exclusions are.
func (db *DB) Add(ctx context.Context, source Source) (*Space, error) {
	err := db.update(ctx, 0, func(tx *Tx) error {
		var err error
		source.ID, _, err = tx.enter(source)
		return err
	})
	if err != nil {
		return nil, err
	}
	return db.Space(ctx, source.ID)
}

// Import enters the source and what fn writes about it in one transaction, in
// place of what is there of it.
func (db *DB) Import(ctx context.Context, source Source, fn func(*Tx) error) error {
	return db.update(ctx, 0, func(tx *Tx) error {
		id, old, err := tx.enter(source)
		if err != nil {
			return err
		}
		tx.source = id
		if old {
			tx.empty()
			tx.addFiles(source.Files)
		}
		return fn(tx)
	})
}

// enter finds the source, old, or enters it.
func (tx *Tx) enter(s Source) (id int, old bool, err error) {
	graphs, err := json.Marshal(append([]string{}, s.Graphs...))
	if err != nil {
		return 0, false, err
	}
	args := []any{string(s.Kind), s.Name, string(graphs), s.Vocabulary, s.Exclusions}
	id = int(tx.number("SELECT coalesce(min(id), 0) FROM source WHERE kind = ? AND name = ? AND graphs = ? AND vocabulary = ? AND exclusions = ?", args...))
	if id != 0 || tx.err != nil {
		return id, true, tx.err
	}
	tx.exec("INSERT INTO source (kind, name, graphs, vocabulary, exclusions, started) VALUES (?, ?, ?, ?, ?, ?)", append(args, time.Now().UnixMilli())...)
	id = int(tx.number("SELECT last_insert_rowid()"))
	tx.source = id
	tx.db.begin(id)
	tx.addFiles(s.Files)
	return id, false, tx.err
}

func (tx *Tx) addFiles(files []File) {
	for _, f := range files {
		tx.exec("INSERT INTO file (source, path, size, sha256) VALUES (?, ?, ?, ?)", tx.source, f.Path, f.Size, f.SHA256)
	}
}

// empty deletes everything that is known of the source.
func (tx *Tx) empty() {
	tx.ForgetAll()
	clear(tx.db.domain)
	for _, table := range []string{"file", "prefix", "individual", "class_fact", "subclass", "role_fact", "role_object", "role_new", "feature_fact", "declared", "label", "skipped", "property_kind", "axiom", "occurrence"} {
		tx.exec("DELETE FROM "+table+" WHERE source = ?", tx.source)
	}
}

// Update runs fn in one transaction about the source: all that it writes is in
// the file, or nothing. An error of fn is returned as it is. It waits for its
// turn; the context is looked at until then and not within, for a transaction is
// one batch.
func (s *Space) Update(ctx context.Context, fn func(*Tx) error) error {
	return s.update(ctx, s.source.ID, func(tx *Tx) error {
		tx.by(s)
		return fn(tx)
	})
}
