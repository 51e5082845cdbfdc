package store

import (
	"cmp"
	"context"
	"slices"
)

// Which subjects have a role fact with an object is looked for seldom, and entering
// it for every fact as it comes, all over the table, would cost more than all other
// writing. So it is entered for many subjects at once, in the order of the table,
// when somebody looks. What is entered is never taken back: the facts of a subject
// say whether it still holds.

// subjectsOf asks for the subjects that have, or had, facts with one of the objects.
const subjectsOf = "SELECT f.subjects FROM json_each(?2) j CROSS JOIN role_object f ON f.source = ?1 AND f.object = j.value"

// ends are those of a role fact.
type ends struct{ object, subject ID }

// Bounds on how many of them are in memory, and in a row.
const (
	endsInMemory = 1 << 17
	endsInRow    = 200
)

// indexRoles enters the subjects that are not.
func (tx *Tx) indexRoles() {
	tx.roles.flush(tx)
	var pairs []ends
	var ids []ID
	enter := func() {
		slices.SortFunc(pairs, func(a, b ends) int { return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.subject, b.subject)) })
		for i, p := range pairs {
			ids = append(ids, p.subject)
			if i+1 == len(pairs) || pairs[i+1].object != p.object || len(ids) == endsInRow {
				tx.insert(roleObjects, int64(p.object), list(ids))
				ids = ids[:0]
			}
		}
		tx.flush()
		pairs = pairs[:0]
	}
	n := 0
	tx.scan("SELECT subjects FROM role_new WHERE source = ?", func(get func(...any) error) error {
		var text string
		if err := get(&text); err != nil {
			return err
		}
		n++
		return readObjects(text, func(subject, object ID) {
			if len(pairs) == endsInMemory {
				enter()
			}
			pairs = append(pairs, ends{object, subject})
		})
	}, tx.source)
	enter()
	if n > 0 {
		tx.run("DELETE FROM role_new WHERE source = ?", tx.source)
	}
}

// subjectsOf are the subjects that may have facts with one of the objects.
func (tx *Tx) subjectsOf(objects []ID) (subjects []ID) {
	tx.indexRoles()
	tx.query(objects, subjectsOf, func(get func(...any) error) error {
		var text string
		err := get(&text)
		if err == nil {
			subjects, err = readIDs(subjects, text)
		}
		return err
	})
	slices.Sort(subjects)
	return slices.Compact(subjects)
}

// subjectsOf are the subjects that may have facts with one of the objects.
func (s *Space) subjectsOf(ctx context.Context, objects []ID) (subjects []ID, err error) {
	texts, err := about(ctx, s, objects, subjectsOf, one[string])
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		if subjects, err = readIDs(subjects, text); err != nil {
			return nil, s.unreadable(err)
		}
	}
	is := make(map[ID]bool, len(objects))
	for _, o := range objects {
		is[o] = true
	}
	err = s.rows(ctx, "SELECT subjects FROM role_new WHERE source = ?", func(get func(...any) error) error {
		var text string
		if err := get(&text); err != nil {
			return err
		}
		return s.unreadable(readObjects(text, func(subject, object ID) {
			if is[object] {
				subjects = append(subjects, subject)
			}
		}))
	}, s.source.ID)
	slices.Sort(subjects)
	return slices.Compact(subjects), err
}
