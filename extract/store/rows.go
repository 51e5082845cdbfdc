package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// manyTerms is the number of terms that one transaction looks up. Other callers can use
// the database between transactions.
const manyTerms = 256

// Get returns the answers about each of the terms, oldest first, without answers from
// before notBefore, in milliseconds since 1970. No property has rows in two answers about
// a term. [FindCovering] returns the answer that covers a property.
func (s *Source) Get(ctx context.Context, kind Kind, terms []string, notBefore int64) (map[string][]Answer, error) {
	found := make(map[string][]Answer, len(terms))
	for some := range slices.Chunk(terms, manyTerms) {
		err := s.db.read(ctx, func(tx *tx) error {
			for _, term := range some {
				answers, err := tx.answers(s, kind, term)
				if err != nil {
					return err
				}
				answers = slices.DeleteFunc(answers, func(a Answer) bool { return a.Time < notBefore })
				if len(answers) > 0 {
					found[term] = answers
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (tx *tx) key(term string) (space int, name []byte) {
	i := namespaceLength(term)
	if space = tx.db.spaces.find(term[:i]); space == 0 {
		i = 0
	}
	return space, []byte(term[i:])
}

// data returns the encoded answers about a term; nil if there are none.
func (tx *tx) data(s *Source, kind Kind, term string) (data []byte, err error) {
	stmt, err := tx.db.stmt("SELECT data FROM answer WHERE source = ? AND kind = ? AND space = ? AND name = ?")
	if err != nil {
		return nil, err
	}
	space, name := tx.key(term)
	err = stmt.QueryRowContext(context.Background(), s.info.ID, string(kind), space, name).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return data, err
}

func (tx *tx) answers(s *Source, kind Kind, term string) ([]Answer, error) {
	data, err := tx.data(s, kind, term)
	if data == nil || err != nil {
		return nil, err
	}
	d := &tx.db.decoder
	d.spaces = tx.db.spaces.byID
	answers, _, err := d.decode(s.seed, kind, term, data)
	if err != nil {
		return nil, tx.db.damageError(fmt.Errorf("%s of %.200q: %w", kind, term, err))
	}
	return answers, nil
}

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
	if _, err := tx.addNamespace(term[:namespaceLength(term)]); err != nil {
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
