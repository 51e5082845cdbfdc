package store

// What a transaction can state about its source. Stating something twice is
// stating it once.

// AddPrefix keeps a namespace prefix; the first IRI of a prefix stays.
func (tx *Tx) AddPrefix(prefix, iri string) {
	tx.exec("INSERT OR IGNORE INTO prefix (source, prefix, iri) VALUES (?, ?, ?)", tx.source, prefix, iri)
}

// AddIndividual puts an individual into the domain.
func (tx *Tx) AddIndividual(iri string) {
	id := tx.recent(2, iri)
	domain := tx.domain()
	if tx.err != nil || domain.has(id) {
		return
	}
	tx.insert(individuals, int64(id))
	domain.add(id)
	tx.born = append(tx.born, id)
}

// domain are the individuals of the source that are surely in the file.
func (tx *Tx) domain() *idSet {
	ids := tx.db.domain[tx.source]
	if ids == nil {
		ids = &idSet{}
		tx.db.domain[tx.source] = ids
	}
	return ids
}

// AddClass states class(individual), and returns the numbers of both.
func (tx *Tx) AddClass(individual, class string) (individualID, classID ID) {
	id, c := tx.recent(0, individual), tx.Term(class)
	tx.insert(classFacts, int64(id), int64(c))
	tx.will("class_fact", id)
	return id, c
}

// AddSubclass states that class is directly below superclass.
func (tx *Tx) AddSubclass(class, superclass string) {
	tx.exec("INSERT OR IGNORE INTO subclass (source, class, superclass) VALUES (?, ?, ?)", tx.source, tx.Term(class), tx.Term(superclass))
}

// AddRole states property(subject, object), and returns the numbers of these.
func (tx *Tx) AddRole(property, subject, object string) Tuple {
	s, f := tx.recent(0, subject), fact{tx.recent(1, property), tx.recent(2, object)}
	tx.roles.add(s, f)
	return Tuple{f.property, s, f.object}
}

// AddValue states property(individual, "lexical"^^datatype).
func (tx *Tx) AddValue(property, individual, lexical, datatype string) {
	tx.values.add(tx.recent(0, individual), literal{tx.recent(1, property), lexical, tx.recent(3, datatype)})
}

// Declare puts a symbol into the signature.
func (tx *Tx) Declare(iri string, kind SymbolKind) {
	tx.exec("INSERT OR IGNORE INTO declared (source, term, kind) VALUES (?, ?, ?)", tx.source, tx.Term(iri), string(kind))
}

// AddLabel keeps a label; lang is empty if it has none.
func (tx *Tx) AddLabel(iri, lang, text string) {
	id := tx.Term(iri)
	tx.exec("INSERT OR IGNORE INTO label (source, term, lang, text) VALUES (?, ?, ?, ?)", tx.source, id, lang, text)
	tx.will("label", id)
}

// AddKind says of what kind a property is.
func (tx *Tx) AddKind(property, kind string) {
	tx.exec("INSERT OR IGNORE INTO property_kind (source, property, kind) VALUES (?, ?, ?)", tx.source, tx.Term(property), tx.Term(kind))
}

// unused is what Skip counts.
type unused struct {
	term, property   ID
	datatype, reason string
}

// Skip counts n more statements about a term that could not be used; the term
// may be empty.
func (tx *Tx) Skip(term string, s Skipped) {
	u := unused{datatype: s.Datatype, reason: s.Reason}
	if term != "" {
		u.term = tx.Term(term)
	}
	if s.Property != "" {
		u.property = tx.Term(s.Property)
	}
	tx.unused[u] += s.N
}

func (tx *Tx) flushUnused() {
	for u, n := range tx.unused {
		tx.run("INSERT INTO skipped (source, term, property, datatype, reason, n) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
			tx.source, u.term, u.property, u.datatype, u.reason, n)
		tx.will("skipped", u.term)
	}
	clear(tx.unused)
}

// drop deletes the rows of a part of the terms.
func (tx *Tx) drop(table string, terms []ID, part Part) {
	tx.change("DELETE FROM "+table+" WHERE source = ? AND part = ? AND term IN "+among, tx.may(table+" "+string(part), terms), string(part))
}

func (tx *Tx) terms(iris []string) []ID {
	ids := make([]ID, len(iris))
	for i, iri := range iris {
		ids[i] = tx.Term(iri)
	}
	return ids
}

// Clear deletes what is known of the part of the terms, because an answer that
// replaces it has come (SetAsked). What is known of a property that was counted only, or did
// not come whole, stays: it may come from the other end.
func (tx *Tx) Clear(iris []string, part Part) {
	if len(iris) == 0 {
		return
	}
	ids := tx.terms(iris)
	switch part {
	case Out, In, Leaf:
		tx.clearFacts(ids, part)
		if part != In {
			tx.delete("class_fact", "individual", tx.may("class_fact", ids))
			tx.flushUnused()
			tx.delete("skipped", "term", tx.may("skipped", ids))
		}
	case Super:
		tx.delete("subclass", "class", ids)
	case Label:
		tx.delete("label", "term", tx.may("label", ids))
	case Kind:
		tx.delete("property_kind", "property", ids)
	case Occurs:
		tx.delete("occurrence", "individual", ids)
	}
}

func (tx *Tx) delete(table, column string, ids []ID) {
	tx.change("DELETE FROM "+table+" WHERE source = ? AND "+column+" IN "+among, ids)
}

// clearFacts is Clear for role and feature facts.
func (tx *Tx) clearFacts(ids []ID, part Part) {
	tx.roles.flush(tx)
	tx.values.flush(tx)
	roles, values := tx.may("role_fact", ids), tx.may("feature_fact", ids)
	if part != In && len(roles)+len(values) == 0 {
		return
	}
	open := tx.open(ids, part)
	if part == In {
		is := make(map[ID]bool, len(ids))
		for _, id := range ids {
			is[id] = true
		}
		tx.roles.drop(tx, tx.subjectsOf(ids), func(_ ID, f fact) bool { return !is[f.object] || open(f.object, f.property) })
		return
	}
	if part == Out {
		tx.roles.drop(tx, roles, func(s ID, f fact) bool { return open(s, f.property) })
	}
	tx.values.drop(tx, values, func(a ID, l literal) bool { return open(a, l.property) })
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
		tx.roles.drop(tx, []ID{id}, func(_ ID, f fact) bool { return f.property != p })
		tx.values.drop(tx, []ID{id}, func(_ ID, l literal) bool { return l.property != p })
	case Leaf:
		tx.values.drop(tx, []ID{id}, func(_ ID, l literal) bool { return l.property != p })
	case In:
		tx.roles.drop(tx, tx.subjectsOf([]ID{id}), func(_ ID, f fact) bool { return f.object != id || f.property != p })
	}
	tx.flushUnused()
	tx.exec("DELETE FROM skipped WHERE source = ? AND term = ? AND property = ?", tx.source, id, p)
}
