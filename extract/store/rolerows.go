package store

import (
	"cmp"
	"slices"
)

// The role facts of a transaction are gathered by subject. What the file has of a
// subject is read at the latest when they are written, and rows that are as they
// were are not written.

// roleRow is what is known of a subject.
type roleRow struct {
	read  bool   // old is what the file has
	old   []fact // sorted
	facts []fact
}

func compareFacts(a, b fact) int {
	return cmp.Or(cmp.Compare(a.property, b.property), cmp.Compare(a.object, b.object))
}

func (tx *Tx) roleRow(subject ID) *roleRow {
	row := tx.roles[subject]
	if row == nil {
		row = &roleRow{}
		tx.roles[subject] = row
	}
	return row
}

// addRole states property(subject, object).
func (tx *Tx) addRole(subject ID, f fact) {
	row := tx.roleRow(subject)
	row.facts = append(row.facts, f)
}

// readRoles makes sure that what the file has of the subjects is among their
// facts.
func (tx *Tx) readRoles(subjects []ID) {
	var unread []ID
	for _, s := range subjects {
		if row := tx.roleRow(s); !row.read {
			row.read = true
			unread = append(unread, s)
		}
	}
	tx.query(unread, "SELECT f.subject, f.facts FROM json_each(?2) j CROSS JOIN role_fact f ON f.source = ?1 AND f.subject = j.value", func(get func(...any) error) error {
		var s ID
		var text string
		err := get(&s, &text)
		if err != nil {
			return err
		}
		row := tx.roles[s]
		if row.old, err = readFacts(nil, text); err != nil {
			return err
		}
		row.facts = append(slices.Clone(row.old), row.facts...)
		return nil
	})
}

// dropRoles takes back what is known of the subjects, but for what is kept.
func (tx *Tx) dropRoles(subjects []ID, kept func(subject ID, f fact) bool) {
	tx.readRoles(subjects)
	for _, s := range subjects {
		row := tx.roles[s]
		row.facts = slices.DeleteFunc(row.facts, func(f fact) bool { return !kept(s, f) })
	}
}

// subjectsOf are the subjects of facts with one of the objects.
func (tx *Tx) subjectsOf(objects []ID) (subjects []ID) {
	tx.flushRoles()
	tx.query(objects, "SELECT DISTINCT f.subject FROM json_each(?2) j CROSS JOIN role_object f ON f.source = ?1 AND f.object = j.value", func(get func(...any) error) error {
		var s ID
		err := get(&s)
		subjects = append(subjects, s)
		return err
	})
	return subjects
}

// flushRoles writes what has changed.
func (tx *Tx) flushRoles() {
	subjects := sortedKeys(tx.roles)
	tx.readRoles(subjects)
	if tx.err != nil {
		return
	}
	var fresh, gone, emptied []ID // pairs of object and subject; subjects
	for _, s := range subjects {
		row := tx.roles[s]
		slices.SortFunc(row.facts, compareFacts)
		row.facts = slices.Compact(row.facts)
		if slices.Equal(row.facts, row.old) {
			continue
		}
		before, after := objects(row.old), objects(row.facts)
		for _, o := range after {
			if _, known := slices.BinarySearch(before, o); !known {
				fresh = append(fresh, o, s)
			}
		}
		for _, o := range before {
			if _, left := slices.BinarySearch(after, o); !left {
				gone = append(gone, o, s)
			}
		}
		if len(row.facts) == 0 {
			emptied = append(emptied, s)
			continue
		}
		tx.text = appendFacts(tx.text[:0], row.facts)
		tx.insert(roleFacts, tx.source, s, len(row.facts), string(tx.text))
	}
	for i := 0; i < len(gone); i += 2 {
		tx.run("DELETE FROM role_object WHERE source = ? AND object = ? AND subject = ?", tx.source, gone[i], gone[i+1])
	}
	for _, s := range emptied {
		tx.run("DELETE FROM role_fact WHERE source = ? AND subject = ?", tx.source, s)
	}
	for i := 0; i < len(fresh); i += 2 {
		tx.insert(roleObjects, tx.source, fresh[i], fresh[i+1])
	}
	clear(tx.roles)
	tx.flush()
}

// objects are those of the facts, sorted, each once.
func objects(facts []fact) []ID {
	os := make([]ID, len(facts))
	for i, f := range facts {
		os[i] = f.object
	}
	slices.Sort(os)
	return slices.Compact(os)
}
