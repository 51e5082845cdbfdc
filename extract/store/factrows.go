package store

import (
	"cmp"
	"slices"
)

// The facts of a transaction are gathered by the term that their rows are about: role
// facts by subject, feature facts by individual. What the file has of a term is read
// at the latest when they are written, and rows that are as they were are not written.

// gathered are the facts of one table.
type gathered[F comparable] struct {
	table, column string // of the term
	insertion     *insertion
	compare       func(a, b F) int
	parse         func([]F, string) ([]F, error)
	format        func([]byte, []F) []byte
	written       func(tx *Tx, term ID, row *factRow[F]) // is told of rows that have changed; may be nil
	rows          map[ID]*factRow[F]
	latest        ID            // the term that was asked for last,
	latestRow     *factRow[F]   // and its row, which mostly is the next one; may be nil
	spare         []*factRow[F] // empty, for other terms
}

// What is spare is bounded, in rows and in facts of each.
const (
	spareRows  = 1 << 10
	spareFacts = 1 << 7
)

// factRow is what is known of a term.
type factRow[F comparable] struct {
	read  bool // old is what the file has
	old   []F  // sorted
	facts []F
}

// cmp.Or would compare everything, also where the first decides.

func compareFacts(a, b fact) int {
	if a.property != b.property {
		return cmp.Compare(a.property, b.property)
	}
	return cmp.Compare(a.object, b.object)
}

func compareLiterals(a, b literal) int {
	if a.property != b.property {
		return cmp.Compare(a.property, b.property)
	}
	return cmp.Or(cmp.Compare(a.lexical, b.lexical), cmp.Compare(a.datatype, b.datatype))
}

// newRoles has room for role facts.
func newRoles() *gathered[fact] {
	return &gathered[fact]{
		table: "role_fact", column: "subject", insertion: roleFacts, compare: compareFacts, parse: readFacts, format: appendFacts,
		rows: map[ID]*factRow[fact]{},
		written: func(tx *Tx, subject ID, row *factRow[fact]) {
			if fresh := tx.newObjects(row.old, row.facts); len(fresh) > 0 {
				tx.fresh = appendObjects(tx.fresh, subject, fresh)
				if len(tx.fresh) >= freshInRow {
					tx.flushFresh()
				}
			}
		},
	}
}

// newValues has room for feature facts.
func newValues() *gathered[literal] {
	return &gathered[literal]{
		table: "feature_fact", column: "individual", insertion: featureFacts, compare: compareLiterals, parse: readLiterals, format: appendLiterals,
		rows: map[ID]*factRow[literal]{},
	}
}

// reset forgets what is gathered.
func (g *gathered[F]) reset() {
	for _, row := range g.rows {
		if len(g.spare) < spareRows && cap(row.facts) <= spareFacts {
			clear(row.facts) // nobody should hold their texts any longer
			*row = factRow[F]{facts: row.facts[:0]}
			g.spare = append(g.spare, row)
		}
	}
	clear(g.rows)
	g.latest, g.latestRow = 0, nil
}

func (g *gathered[F]) row(term ID) *factRow[F] {
	if g.latest == term && g.latestRow != nil {
		return g.latestRow
	}
	row := g.rows[term]
	if row == nil {
		if n := len(g.spare); n > 0 {
			row, g.spare = g.spare[n-1], g.spare[:n-1]
		} else {
			row = &factRow[F]{}
		}
		g.rows[term] = row
	}
	g.latest, g.latestRow = term, row
	return row
}

// add states a fact about the term.
func (g *gathered[F]) add(term ID, f F) {
	row := g.row(term)
	row.facts = append(row.facts, f)
}

// read makes sure that what the file has of the terms is among their facts.
func (g *gathered[F]) read(tx *Tx, terms []ID) {
	var unread []ID
	for _, t := range terms {
		if row := g.row(t); !row.read {
			row.read = true
			unread = append(unread, t)
		}
	}
	unread = tx.may(g.table, unread)
	query := "SELECT f." + g.column + ", f.facts FROM json_each(?2) j CROSS JOIN " + g.table + " f ON f.source = ?1 AND f." + g.column + " = j.value"
	tx.query(unread, query, func(get func(...any) error) error {
		var t ID
		var text string
		err := get(&t, &text)
		if err != nil {
			return err
		}
		row := g.rows[t]
		if row.old, err = g.parse(nil, text); err != nil {
			return err
		}
		row.facts = append(slices.Clone(row.old), row.facts...)
		return nil
	})
}

// drop takes back what is known of the terms, but for what is kept.
func (g *gathered[F]) drop(tx *Tx, terms []ID, kept func(term ID, f F) bool) {
	g.read(tx, terms)
	for _, t := range terms {
		row := g.rows[t]
		row.facts = slices.DeleteFunc(row.facts, func(f F) bool { return !kept(t, f) })
	}
}

// flush writes what has changed.
func (g *gathered[F]) flush(tx *Tx) {
	terms := sortedKeys(g.rows)
	g.read(tx, terms)
	if tx.err != nil {
		return
	}
	var replaced []ID
	changed := terms[:0]
	for _, t := range terms {
		row := g.rows[t]
		slices.SortFunc(row.facts, g.compare)
		row.facts = slices.Compact(row.facts)
		if slices.Equal(row.facts, row.old) {
			continue
		}
		changed = append(changed, t)
		if len(row.old) > 0 {
			replaced = append(replaced, t)
		}
	}
	tx.delete(g.table, g.column, replaced)
	for _, t := range changed {
		row := g.rows[t]
		if len(row.facts) == 0 {
			continue
		}
		tx.text = g.format(tx.text[:0], row.facts)
		tx.insert(g.insertion, int64(t), int64(len(row.facts)), string(tx.text))
		tx.will(g.table, t)
		if g.written != nil {
			g.written(tx, t, row)
		}
	}
	g.reset()
	tx.flushFresh()
	tx.flush()
}

// freshInRow bounds the rows of table role_new, in bytes.
const freshInRow = 64 << 10

func (tx *Tx) flushFresh() {
	if len(tx.fresh) > 0 {
		tx.insert(roleNew, string(append(tx.fresh, '}')))
		tx.fresh = tx.fresh[:0]
	}
}

// newObjects are those of the facts that are not among the old ones, both sorted; they
// hold until the next call.
func (tx *Tx) newObjects(old, facts []fact) []ID {
	fresh := tx.objects[:0]
	for _, f := range facts {
		for len(old) > 0 && compareFacts(old[0], f) < 0 {
			old = old[1:]
		}
		if len(old) == 0 || old[0] != f {
			fresh = append(fresh, f.object)
		}
	}
	slices.Sort(fresh)
	tx.objects = fresh
	return slices.Compact(fresh)
}
