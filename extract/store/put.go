package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"time"
)

// Put adds answers in one transaction. For each property of a term and kind the newest
// answer that covers it counts: the property is removed from older answers. Time 0 means
// now.
func (s *Source) Put(ctx context.Context, answers []Answer) error {
	if len(answers) == 0 {
		return ctx.Err()
	}
	now := time.Now().UnixMilli()
	sorted := make([]*Answer, len(answers))
	for i := range answers {
		a := &answers[i]
		if err := a.check(); err != nil {
			return err
		}
		sorted[i] = a
	}
	// Nearly the order of the table, so that neighbouring rows are written together.
	slices.SortStableFunc(sorted, func(a, b *Answer) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Term, b.Term))
	})
	return s.db.update(ctx, func(tx *tx) error {
		var total totals
		for _, a := range sorted {
			b := *a
			if b.Time == 0 {
				b.Time = now
			}
			if err := tx.put(s, b, &total); err != nil {
				return err
			}
		}
		return tx.addTotals(s, total)
	})
}

// totals are the columns answers and sum of a source, or changes of them.
type totals struct{ answers, sum int64 }

func (t *totals) add(check uint32)    { t.answers++; t.sum += int64(check) }
func (t *totals) remove(check uint32) { t.answers--; t.sum -= int64(check) }

// put writes an answer. It tries to insert first, because for most terms there is no
// answer of the kind.
func (tx *tx) put(s *Source, a Answer, c *totals) error {
	done, err := tx.insert(s, []Answer{a}, c)
	if done || err != nil {
		return err
	}
	old, err := tx.answers(s, a.Kind, a.Term)
	if err != nil {
		return err
	}
	return tx.rewrite(s, replace(old, a), c)
}

// insert writes the answers about a term, unless there are answers of the kind.
func (tx *tx) insert(s *Source, answers []Answer, c *totals) (done bool, err error) {
	kind, term := answers[0].Kind, answers[0].Term
	if _, err := tx.addNamespace(term[:splitIRI(term)]); err != nil {
		return false, err
	}
	data, check, err := encode(tx.buffer, s.seed, answers, tx.addNamespace)
	tx.buffer = data
	if err != nil {
		return false, err
	}
	space, name := tx.key(term)
	n, err := tx.exec("INSERT INTO answer (source, kind, space, name, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		s.info.ID, string(kind), space, name, data)
	if n > 0 {
		c.add(check)
	}
	return n > 0, err
}

func (tx *tx) rewrite(s *Source, answers []Answer, c *totals) error {
	if err := tx.remove(s, answers[0].Kind, answers[0].Term, c); err != nil {
		return err
	}
	_, err := tx.insert(s, answers, c)
	return err
}

func (tx *tx) remove(s *Source, kind Kind, term string, c *totals) error {
	old, err := tx.data(s, kind, term)
	if len(old) < checkSize || err != nil {
		return err
	}
	space, name := tx.key(term)
	_, err = tx.exec("DELETE FROM answer WHERE source = ? AND kind = ? AND space = ? AND name = ?", s.info.ID,
		string(kind), space, name)
	c.remove(binary.LittleEndian.Uint32(old[len(old)-checkSize:]))
	return err
}

func (tx *tx) addTotals(s *Source, c totals) error {
	n, err := tx.exec("UPDATE source SET answers = answers + ?, sum = sum + ? WHERE id = ?", c.answers, c.sum, s.info.ID)
	if err == nil && n == 0 {
		return &Error{Path: tx.db.path, Kind: ErrNoSource, Hint: "extract again into a new file"}
	}
	return err
}

// addNamespace returns the number of a namespace. It adds the namespace to the file if it
// is new; if the table is full the number is 0.
func (tx *tx) addNamespace(iri string) (int, error) {
	spaces := &tx.db.spaces
	if id := spaces.find(iri); id >= 0 {
		return id, nil
	}
	id := len(spaces.byID)
	if _, err := tx.exec(`INSERT INTO namespace (id, iri, "check") VALUES (?, ?, ?)`, id, []byte(iri),
		namespaceCheck(id, iri)); err != nil {
		return 0, err
	}
	return spaces.add(iri), nil
}
