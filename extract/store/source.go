package store

import (
	"context"
	"encoding/json"
	"errors"
	"hash/crc32"
	"slices"
)

// Source is one source in a database. Its methods are safe for concurrent use.
type Source struct {
	db     *DB
	info   SourceInfo
	seed   uint32 // of the checksums of its answers; it differs between sources
	totals totals // of its answers, when the Source was read
}

// Info returns the description of the source.
func (s *Source) Info() SourceInfo { return s.info }

// Sources returns the sources in the order in which they were added.
func (db *DB) Sources(ctx context.Context) (infos []SourceInfo, err error) {
	err = db.read(ctx, func(*tx) error {
		sources, err := db.sources()
		for _, s := range sources {
			infos = append(infos, s.info)
		}
		return err
	})
	return infos, err
}

// SourceByID returns the source with the number. The error is ErrNoSource if there is
// none.
func (db *DB) SourceByID(ctx context.Context, id int) (s *Source, err error) {
	err = db.read(ctx, func(*tx) error {
		s, err = db.find(func(i SourceInfo) bool { return i.ID == id })
		return err
	})
	return s, err
}

// Source returns the source with the key. If the database does not have it, it is added;
// in a database opened with ReadOnly the error is ErrNoSource. A database has the answers of
// one endpoint: the error is ErrOtherEndpoint if it has those of another one.
func (db *DB) Source(ctx context.Context, key SourceKey) (s *Source, err error) {
	if db.o.ReadOnly {
		err = db.read(ctx, func(*tx) error { s, err = db.find(key.identifies); return err })
		return s, err
	}
	err = db.update(ctx, func(tx *tx) error { s, err = tx.source(key); return err })
	return s, err
}

func (k SourceKey) identifies(i SourceInfo) bool {
	return k.Kind == i.Kind && k.Name == i.Name && slices.Equal(k.Graphs, i.Graphs) && k.Settings == i.Settings
}

func (tx *tx) source(key SourceKey) (*Source, error) {
	s, err := tx.db.find(key.identifies)
	if !errors.Is(err, ErrNoSource) {
		return s, err
	}
	other, err := tx.db.find(func(i SourceInfo) bool { return i.Name != key.Name || !slices.Equal(i.Graphs, key.Graphs) })
	if err == nil {
		return nil, tx.db.otherEndpointError(other.info)
	}
	if !errors.Is(err, ErrNoSource) {
		return nil, err
	}
	text, err := json.Marshal(key)
	if err != nil {
		return nil, err
	}
	_, err = tx.exec(`INSERT INTO source (key, "check", answers, sum) VALUES (?, ?, 0, 0)`, string(text),
		crc32.Checksum(text, castagnoli))
	if err != nil {
		return nil, err
	}
	return tx.db.find(key.identifies)
}

// find returns the first source that fits. The error is ErrNoSource if none does. db.mu
// is held.
func (db *DB) find(fits func(SourceInfo) bool) (*Source, error) {
	sources, err := db.sources()
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if fits(s.info) {
			return s, nil
		}
	}
	return nil, db.noSourceError()
}

// readSources reads the sources. Answers of sources that are not in the table appear in
// rows without a key. The recursion takes one step for each source that has answers, not
// for each answer.
const readSources = `WITH RECURSIVE used(id) AS (
	SELECT min(source) FROM answer
	UNION ALL SELECT (SELECT min(source) FROM answer WHERE source > used.id) FROM used WHERE used.id IS NOT NULL)
SELECT id, key, "check", answers, sum FROM source
UNION ALL SELECT id, NULL, 0, 0, 0 FROM used WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM source) ORDER BY id`

// sources reads the table of sources. It is an error if there are answers of a source
// that is not in the table.
func (db *DB) sources() ([]*Source, error) {
	var sources []*Source
	rows, err := db.conn.QueryContext(context.Background(), readSources)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		s := &Source{db: db}
		var text []byte
		var check uint32
		if err := rows.Scan(&s.info.ID, &text, &check, &s.totals.answers, &s.totals.sum); err != nil {
			return nil, db.damageError(err)
		}
		if check != crc32.Checksum(text, castagnoli) || json.Unmarshal(text, &s.info.SourceKey) != nil {
			return nil, db.damageError(errors.New("unreadable source"))
		}
		if s.seed, err = s.info.seed(); err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	return sources, rows.Err()
}

func (k SourceKey) seed() (uint32, error) {
	text, err := json.Marshal(k)
	return crc32.Checksum(text, castagnoli), err
}
