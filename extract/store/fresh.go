package store

import "context"

// A source that is new to the file has no rows, and what comes of it first need not
// be looked for. So it is remembered which terms have rows in which tables, as long
// as no other process writes to the file.

// had is what a source that is new has had since.
type had struct {
	in    map[string]*idSet // the terms that may have rows, by table
	space *Space            // whose transactions there were
	other bool              // there were transactions of another
}

// idSet is a set of terms, which are numbered densely.
type idSet []uint64

func (t *idSet) add(id ID) {
	i := int(id / 64)
	if i >= len(*t) {
		*t = append(*t, make([]uint64, i+1-len(*t)+len(*t)/2)...)
	}
	(*t)[i] |= 1 << (id % 64)
}

func (t *idSet) remove(id ID) {
	if t.has(id) {
		(*t)[id/64] &^= 1 << (id % 64)
	}
}

func (t *idSet) has(id ID) bool {
	i := int(id / 64)
	return i < len(*t) && (*t)[i]&(1<<(id%64)) != 0
}

// begin says that a source is new.
func (db *DB) begin(source int) { db.had[source] = &had{in: map[string]*idSet{}} }

// alone finds out whether other processes have written since the transaction before.
func (tx *Tx) alone() {
	version := tx.number("PRAGMA data_version")
	if version != tx.db.version {
		clear(tx.db.had)
	}
	tx.db.version = version
}

// by notes whose transaction it is.
func (tx *Tx) by(s *Space) {
	if had := tx.db.had[s.source.ID]; had != nil {
		had.other = had.other || had.space != nil && had.space != s
		had.space = s
	}
}

// Alone reports whether all that was written about the source since it came into the
// file was written by this space.
func (tx *Tx) Alone() bool {
	had := tx.db.had[tx.source]
	return had != nil && !had.other
}

// may are those of the terms that may have rows in the table.
func (tx *Tx) may(table string, ids []ID) []ID {
	all := tx.db.had[tx.source]
	if all == nil {
		return ids
	}
	var some []ID
	if has := all.in[table]; has != nil {
		for _, id := range ids {
			if has.has(id) {
				some = append(some, id)
			}
		}
	}
	return some
}

// will: the terms may have rows in the table from now on.
func (tx *Tx) will(table string, ids ...ID) {
	all := tx.db.had[tx.source]
	if all == nil {
		return
	}
	in := all.in[table]
	if in == nil {
		in = &idSet{}
		all.in[table] = in
	}
	for _, id := range ids {
		in.add(id)
	}
}

// mayHave is may for whoever has no transaction.
func (s *Space) mayHave(table string, iris []string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	had, err := s.known()
	if had == nil {
		return iris, err
	}
	has := had.in[table]
	if has == nil {
		return nil, nil
	}
	var some []string
	for _, iri := range iris {
		if has.has(s.ids[iri]) { // the number of each that has any was used
			some = append(some, iri)
		}
	}
	return some, nil
}

// known is what the source has had since it was new; nil if nobody knows. s.mu is
// held.
func (s *Space) known() (*had, error) {
	had := s.had[s.source.ID]
	if had == nil || s.conn == nil {
		return nil, nil
	}
	var version int64
	if err := s.conn.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&version); err != nil {
		return nil, s.wrap(err)
	}
	if version != s.version {
		return nil, nil
	}
	return had, nil
}

// Alone is Tx.Alone for whoever has no transaction.
func (s *Space) Alone() (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	had, err := s.known()
	return had != nil && !had.other && (had.space == nil || had.space == s), err
}
