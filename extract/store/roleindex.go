package store

import (
	"cmp"
	"slices"
)

// Which subjects have a role fact with an object is looked for seldom, and entering
// it for every fact as it comes, all over the table, would cost more than all other
// writing. So it is entered for many subjects at once, in the order of the table,
// when somebody looks. What is entered is never taken back: the facts of a subject
// say whether it still holds.

// subjectsOf asks for the subjects that have, or had, facts with one of the objects.
const subjectsOf = "SELECT DISTINCT f.subject FROM json_each(?2) j CROSS JOIN role_object f ON f.source = ?1 AND f.object = j.value"

// ends are those of a role fact.
type ends struct{ object, subject ID }

// indexed bounds how many of them are in memory.
const indexed = 1 << 17

// indexRoles enters the subjects that are not.
func (tx *Tx) indexRoles() {
	tx.flushRoles()
	var pairs []ends
	enter := func() {
		slices.SortFunc(pairs, func(a, b ends) int { return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.subject, b.subject)) })
		for _, p := range slices.Compact(pairs) {
			tx.insert(roleObjects, int64(p.object), int64(p.subject))
		}
		tx.flush()
		pairs = pairs[:0]
	}
	var facts []fact
	tx.scan("SELECT f.subject, f.facts FROM role_new n JOIN role_fact f ON f.source = n.source AND f.subject = n.subject WHERE n.source = ?", func(get func(...any) error) error {
		var s ID
		var text string
		err := get(&s, &text)
		if err != nil {
			return err
		}
		if facts, err = readFacts(facts[:0], text); err != nil {
			return err
		}
		if len(pairs)+len(facts) > indexed {
			enter()
		}
		for _, f := range facts {
			pairs = append(pairs, ends{f.object, s})
		}
		return nil
	}, tx.source)
	enter()
	tx.run("DELETE FROM role_new WHERE source = ?", tx.source)
}

// subjectsOf are the subjects that may have facts with one of the objects.
func (tx *Tx) subjectsOf(objects []ID) (subjects []ID) {
	tx.indexRoles()
	tx.query(objects, subjectsOf, func(get func(...any) error) error {
		var s ID
		err := get(&s)
		subjects = append(subjects, s)
		return err
	})
	return subjects
}
