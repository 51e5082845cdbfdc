package store

import (
	"encoding/json"
	"time"
)

// What a transaction can state about its source. Stating something twice is
// stating it once.

// AddPrefix keeps a namespace prefix; the first IRI of a prefix stays.
func (tx *Tx) AddPrefix(prefix, iri string) {
	tx.exec("INSERT OR IGNORE INTO prefix (source, prefix, iri) VALUES (?, ?, ?)", tx.source, prefix, iri)
}

// AddIndividual puts an individual into the domain.
func (tx *Tx) AddIndividual(iri string) {
	a := [2]ID{ID(tx.source), tx.Term(iri)}
	if tx.err != nil || tx.db.domain[a] {
		return
	}
	tx.insert(individuals, tx.source, a[1])
	tx.db.domain[a] = true
	tx.born = append(tx.born, a)
}

// AddClass states class(individual).
func (tx *Tx) AddClass(individual, class string) {
	tx.insert(classFacts, tx.source, tx.Term(individual), tx.Term(class))
}

// AddSubclass states that class is directly below superclass.
func (tx *Tx) AddSubclass(class, superclass string) {
	tx.exec("INSERT OR IGNORE INTO subclass (source, class, superclass) VALUES (?, ?, ?)", tx.source, tx.Term(class), tx.Term(superclass))
}

// AddRole states property(subject, object).
func (tx *Tx) AddRole(property, subject, object string) {
	tx.insert(roleFacts, tx.source, tx.Term(subject), tx.Term(property), tx.Term(object))
}

// AddValue states property(individual, "lexical"^^datatype).
func (tx *Tx) AddValue(property, individual, lexical, datatype string) {
	tx.insert(values, tx.source, tx.Term(individual), tx.Term(property), lexical, tx.Term(datatype))
}

// Declare puts a symbol into the signature.
func (tx *Tx) Declare(iri string, kind SymbolKind) {
	tx.exec("INSERT OR IGNORE INTO declared (source, term, kind) VALUES (?, ?, ?)", tx.source, tx.Term(iri), string(kind))
}

// AddLabel keeps a label; lang is empty if it has none.
func (tx *Tx) AddLabel(iri, lang, text string) {
	tx.exec("INSERT OR IGNORE INTO label (source, term, lang, text) VALUES (?, ?, ?, ?)", tx.source, tx.Term(iri), lang, text)
}

// AddKind says of what kind a property is.
func (tx *Tx) AddKind(property, kind string) {
	tx.exec("INSERT OR IGNORE INTO property_kind (source, property, kind) VALUES (?, ?, ?)", tx.source, tx.Term(property), tx.Term(kind))
}

// Skip counts n more statements about a term that could not be used; the term
// may be empty.
func (tx *Tx) Skip(term string, s Skipped) {
	id, property := ID(0), ID(0)
	if term != "" {
		id = tx.Term(term)
	}
	if s.Property != "" {
		property = tx.Term(s.Property)
	}
	tx.exec("INSERT INTO skipped (source, term, property, datatype, reason, n) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
		tx.source, id, property, s.Datatype, s.Reason, s.N)
}

// SetAsked says that a part of a term has been asked for, now, and is here. It
// returns the time, in milliseconds.
func (tx *Tx) SetAsked(iri string, part Part) int64 {
	now := time.Now().UnixMilli()
	tx.insert(asked, tx.source, tx.Term(iri), string(part), now)
	return now
}

// AskedAt is when the part of the term was asked for, in milliseconds; 0: it was
// not.
func (tx *Tx) AskedAt(iri string, part Part) int64 {
	return tx.number("SELECT coalesce(max(time), 0) FROM asked WHERE source = ? AND term = ? AND part = ?", tx.source, tx.Term(iri), string(part))
}

// Forget takes back that the part of the terms is here, and its tallies; what is
// known of it stays until the part is asked for again (Clear).
func (tx *Tx) Forget(iris []string, part Part) {
	list := tx.terms(iris)
	for _, table := range []string{"tally", "asked"} {
		tx.exec("DELETE FROM "+table+" WHERE source = ?1 AND term IN (SELECT value FROM json_each(?2)) AND part = ?3", tx.source, list, string(part))
	}
}

// SetTally keeps a number of statements, and what became of them.
func (tx *Tx) SetTally(t Tally) {
	tx.insert(tallies, tx.source, tx.Term(t.Term), string(t.Part), tx.Term(t.Property), t.N, string(t.State), t.Reason)
}

// SetHere says that what was counted of the properties is here now.
func (tx *Tx) SetHere(iri string, part Part, properties []string) {
	id := tx.Term(iri)
	for _, p := range properties {
		tx.exec("UPDATE tally SET state = 'here' WHERE source = ? AND term = ? AND part = ? AND property = ? AND state = 'counted'", tx.source, id, string(part), tx.Term(p))
	}
}

// terms are the numbers of the terms, as a JSON array for json_each.
func (tx *Tx) terms(iris []string) string {
	ids := make([]ID, len(iris))
	for i, iri := range iris {
		ids[i] = tx.Term(iri)
	}
	list, err := json.Marshal(ids)
	if err != nil && tx.err == nil {
		tx.err = err
	}
	return string(list)
}

// SetAllHere says that everything that was counted of the terms is here now.
func (tx *Tx) SetAllHere(iris []string, part Part) {
	if len(iris) > 0 {
		tx.exec("UPDATE tally SET state = 'here' WHERE source = ?1 AND term IN (SELECT value FROM json_each(?2)) AND part = ?3 AND state = 'counted'",
			tx.source, tx.terms(iris), string(part))
	}
}

// Clear deletes what is known of the part of the terms, because an answer that
// replaces it has come. What is known of a property that was counted only, or did
// not come whole, stays: it may come from the other end.
func (tx *Tx) Clear(iris []string, part Part) {
	if len(iris) == 0 {
		return
	}
	list := tx.terms(iris)
	delete := func(table, column string, but bool) {
		q := "DELETE FROM " + table + " WHERE source = ?1 AND " + column + " IN (SELECT value FROM json_each(?2))"
		if but {
			q += " AND NOT EXISTS (SELECT 1 FROM tally y WHERE y.source = ?1 AND y.term = " + table + "." + column +
				" AND y.part = ?3 AND y.property = " + table + ".property AND y.state IN ('counted', 'cut'))"
			tx.exec(q, tx.source, list, string(part))
		} else {
			tx.exec(q, tx.source, list)
		}
	}
	switch part {
	case Out, Leaf:
		if part == Out {
			delete("role_fact", "subject", true)
		}
		delete("feature_fact", "individual", true)
		delete("class_fact", "individual", false)
		delete("skipped", "term", false)
	case In:
		delete("role_fact", "object", true)
	case Super:
		delete("subclass", "class", false)
	case Label:
		delete("label", "term", false)
	case Kind:
		delete("property_kind", "property", false)
	case Occurs:
		delete("occurrence", "individual", false)
	}
}

// ClearClasses deletes the class memberships of an individual.
func (tx *Tx) ClearClasses(iri string) {
	tx.exec("DELETE FROM class_fact WHERE source = ? AND individual = ?", tx.source, tx.Term(iri))
}

// ClearProperty deletes what is known of one property of a term's part.
func (tx *Tx) ClearProperty(iri string, part Part, property string) {
	id, p := tx.Term(iri), tx.Term(property)
	switch part {
	case Out:
		tx.exec("DELETE FROM role_fact WHERE source = ? AND subject = ? AND property = ?", tx.source, id, p)
		tx.exec("DELETE FROM feature_fact WHERE source = ? AND individual = ? AND property = ?", tx.source, id, p)
	case Leaf:
		tx.exec("DELETE FROM feature_fact WHERE source = ? AND individual = ? AND property = ?", tx.source, id, p)
	case In:
		tx.exec("DELETE FROM role_fact WHERE source = ? AND object = ? AND property = ?", tx.source, id, p)
	}
	tx.exec("DELETE FROM skipped WHERE source = ? AND term = ? AND property = ?", tx.source, id, p)
}
