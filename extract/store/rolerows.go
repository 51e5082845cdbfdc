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
	unread = tx.may("role_fact", unread)
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

// flushRoles writes what has changed.
func (tx *Tx) flushRoles() {
	subjects := sortedKeys(tx.roles)
	tx.readRoles(subjects)
	if tx.err != nil {
		return
	}
	var replaced []ID
	changed := subjects[:0]
	for _, s := range subjects {
		row := tx.roles[s]
		slices.SortFunc(row.facts, compareFacts)
		row.facts = slices.Compact(row.facts)
		if slices.Equal(row.facts, row.old) {
			continue
		}
		changed = append(changed, s)
		if len(row.old) > 0 {
			replaced = append(replaced, s)
		}
	}
	tx.delete("role_fact", "subject", replaced)
	for _, s := range changed {
		if row := tx.roles[s]; len(row.facts) > 0 {
			tx.text = appendFacts(tx.text[:0], row.facts)
			tx.insert(roleFacts, int64(s), int64(len(row.facts)), string(tx.text))
			tx.will("role_fact", s)
			if fresh := newObjects(row.old, row.facts); len(fresh) > 0 {
				tx.insert(roleNew, int64(s), list(fresh))
			}
		}
	}
	clear(tx.roles)
	tx.flush()
}

// newObjects are those of the facts that are not among the old ones, both sorted.
func newObjects(old, facts []fact) []ID {
	var fresh []ID
	for _, f := range facts {
		for len(old) > 0 && compareFacts(old[0], f) < 0 {
			old = old[1:]
		}
		if len(old) == 0 || old[0] != f {
			fresh = append(fresh, f.object)
		}
	}
	slices.Sort(fresh)
	return slices.Compact(fresh)
}
