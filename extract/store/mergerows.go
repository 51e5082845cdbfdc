package store

import "slices"

// What is one row for many facts, or numbers, is merged here and not in SQL.

// mergeRows takes over the tallies, role facts and feature facts of a source of
// the other database; all: also those that no question is known of. What was asked
// there later, or there only, is in the table newer.
func (tx *Tx) mergeRows(source int, all bool) {
	same := map[ID]ID{0: 0}
	tx.scan("SELECT old, new FROM same", func(get func(...any) error) error {
		var old, new ID
		err := get(&old, &new)
		same[old] = new
		return err
	})
	newer := map[Part]map[ID]bool{} // by their numbers there
	tx.scan("SELECT old, part FROM newer", func(get func(...any) error) error {
		var old ID
		var part Part
		err := get(&old, &part)
		if newer[part] == nil {
			newer[part] = map[ID]bool{}
		}
		newer[part][old] = true
		return err
	})
	tx.mergeTallies(source, same)

	for _, part := range []Part{Out, In, Leaf} { // as Clear does, but at hubs
		hubs := map[ID]bool{}
		tx.scan("SELECT term FROM main.asked WHERE source = ? AND part = ?", func(get func(...any) error) error {
			var id ID
			err := get(&id)
			hubs[id] = true
			return err
		}, tx.source, string(part.Hub()))
		var replaced []ID
		for old := range newer[part] {
			if id := same[old]; !hubs[id] {
				replaced = append(replaced, id)
			}
		}
		slices.Sort(replaced)
		for some := range slices.Chunk(replaced, many) {
			tx.clearFacts(some, part)
			tx.flushFacts()
		}
	}
	var facts []fact
	tx.scan("SELECT subject, facts FROM other.role_fact WHERE source = ? ORDER BY subject", func(get func(...any) error) error {
		var s ID
		var text string
		err := get(&s, &text)
		if err != nil {
			return err
		}
		if facts, err = readFacts(facts[:0], text); err != nil {
			return err
		}
		for _, f := range facts {
			if all || newer[Out][s] || newer[In][f.object] {
				tx.roles.add(same[s], fact{same[f.property], same[f.object]})
			}
		}
		if len(tx.roles.rows) >= many {
			tx.roles.flush(tx)
		}
		return nil
	}, source)
	var literals []literal
	tx.scan("SELECT individual, facts FROM other.feature_fact WHERE source = ? ORDER BY individual", func(get func(...any) error) error {
		var a ID
		var text string
		err := get(&a, &text)
		if err != nil || !all && !newer[Out][a] && !newer[Leaf][a] {
			return err
		}
		if literals, err = readLiterals(literals[:0], text); err != nil {
			return err
		}
		for _, l := range literals {
			tx.values.add(same[a], literal{same[l.property], l.lexical, same[l.datatype]})
		}
		if len(tx.values.rows) >= many {
			tx.values.flush(tx)
		}
		return nil
	}, source)
	tx.flushFacts()
}

// mergeTallies takes over the tallies of what is newer there.
func (tx *Tx) mergeTallies(source int, same map[ID]ID) {
	asked := func(database string, source int) (t askedTimes) {
		t = askedTimes{}
		tx.scan("SELECT term, part FROM "+database+".asked_now WHERE source = ?", func(get func(...any) error) error {
			var id ID
			var part Part
			err := get(&id, &part)
			t.add(part, 1, id)
			return err
		}, source)
		return t
	}
	there, here := asked("other", source), asked("main", tx.source)
	tx.scan(`SELECT y.term, y.part, y.counts, y.state FROM other.tally y WHERE y.source = ?
		AND EXISTS (SELECT 1 FROM newer n WHERE n.old = y.term AND n.part IN ('count-' || y.part, y.part))`, func(get func(...any) error) error {
		var term ID
		var part Part
		var text string
		var most State
		err := get(&term, &part, &text, &most)
		if err != nil {
			return err
		}
		counted := Counted
		if here[part][same[term]] == 0 && there[part][term] == 0 {
			counted = due
		}
		entries, err := readEntries(text, settled(most, there[part][term] != 0))
		for i := range entries {
			entries[i].property = same[entries[i].property]
		}
		tx.addEntries(same[term], part, entries, counted)
		return err
	}, source)
	tx.flush()
}
