package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
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
	i := splitIRI(term)
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
