package store

import (
	"cmp"
	"slices"
)

// The feature facts of a transaction are gathered by individual, as the role facts
// are.

// valueRow is what is known of an individual.
type valueRow struct {
	read     bool      // old is what the file has
	old      []literal // sorted
	literals []literal
}

func compareLiterals(a, b literal) int {
	return cmp.Or(cmp.Compare(a.property, b.property), cmp.Compare(a.lexical, b.lexical), cmp.Compare(a.datatype, b.datatype))
}

func (tx *Tx) valueRow(individual ID) *valueRow {
	row := tx.values[individual]
	if row == nil {
		row = &valueRow{}
		tx.values[individual] = row
	}
	return row
}

// addValue states property(individual, "lexical"^^datatype).
func (tx *Tx) addValue(individual ID, l literal) {
	row := tx.valueRow(individual)
	row.literals = append(row.literals, l)
}

// readValues makes sure that what the file has of the individuals is among their
// literals.
func (tx *Tx) readValues(individuals []ID) {
	var unread []ID
	for _, a := range individuals {
		if row := tx.valueRow(a); !row.read {
			row.read = true
			unread = append(unread, a)
		}
	}
	unread = tx.may("feature_fact", unread)
	tx.query(unread, "SELECT f.individual, f.facts FROM json_each(?2) j CROSS JOIN feature_fact f ON f.source = ?1 AND f.individual = j.value", func(get func(...any) error) error {
		var a ID
		var text string
		err := get(&a, &text)
		if err != nil {
			return err
		}
		row := tx.values[a]
		if row.old, err = readLiterals(nil, text); err != nil {
			return err
		}
		row.literals = append(slices.Clone(row.old), row.literals...)
		return nil
	})
}

// dropValues takes back what is known of the individuals, but for what is kept.
func (tx *Tx) dropValues(individuals []ID, kept func(individual, property ID) bool) {
	tx.readValues(individuals)
	for _, a := range individuals {
		row := tx.values[a]
		row.literals = slices.DeleteFunc(row.literals, func(l literal) bool { return !kept(a, l.property) })
	}
}

// flushValues writes what has changed.
func (tx *Tx) flushValues() {
	individuals := sortedKeys(tx.values)
	tx.readValues(individuals)
	if tx.err != nil {
		return
	}
	var replaced []ID
	changed := individuals[:0]
	for _, a := range individuals {
		row := tx.values[a]
		slices.SortFunc(row.literals, compareLiterals)
		row.literals = slices.Compact(row.literals)
		if slices.Equal(row.literals, row.old) {
			continue
		}
		changed = append(changed, a)
		if len(row.old) > 0 {
			replaced = append(replaced, a)
		}
	}
	tx.delete("feature_fact", "individual", replaced)
	for _, a := range changed {
		if row := tx.values[a]; len(row.literals) > 0 {
			tx.text = appendLiterals(tx.text[:0], row.literals)
			tx.insert(featureFacts, int64(a), int64(len(row.literals)), string(tx.text))
			tx.will("feature_fact", a)
		}
	}
	clear(tx.values)
	tx.flush()
}
