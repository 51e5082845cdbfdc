package store

// What a transaction can state. Stating something twice is stating it once.

// SetMeta keeps a value under a key.
func (tx *Tx) SetMeta(key, value string) {
	tx.exec("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value)
}

// AddSource says where facts come from.
func (tx *Tx) AddSource(s Source) {
	var size, sum any
	if s.Kind == File {
		size, sum = s.Size, s.SHA256
	}
	tx.exec("INSERT OR IGNORE INTO source (name, kind, size, sha256) VALUES (?, ?, ?, ?)", s.Name, string(s.Kind), size, sum)
}

// AddPrefix keeps a namespace prefix; the first IRI of a prefix stays.
func (tx *Tx) AddPrefix(prefix, iri string) {
	tx.exec("INSERT OR IGNORE INTO prefix (prefix, iri) VALUES (?, ?)", prefix, iri)
}

// AddIndividual puts an individual into the domain.
func (tx *Tx) AddIndividual(iri string) {
	tx.exec("INSERT OR IGNORE INTO individual (id) VALUES (?)", tx.Term(iri))
}

// RemoveIndividuals takes all but the given individuals out of the domain.
// Their facts stay.
func (tx *Tx) RemoveIndividuals(keep []ID) {
	tx.exec("DELETE FROM individual")
	for _, id := range keep {
		tx.exec("INSERT INTO individual (id) VALUES (?)", id)
	}
}

// SetExample makes an individual an example whose surroundings are complete to
// that depth, or not yet if depth is -1.
func (tx *Tx) SetExample(iri string, depth int) {
	tx.exec("INSERT INTO example (individual, depth) VALUES (?, ?) ON CONFLICT (individual) DO UPDATE SET depth = excluded.depth", tx.Term(iri), depth)
}

// AddClass states class(individual).
func (tx *Tx) AddClass(individual, class string) {
	tx.exec("INSERT OR IGNORE INTO class_fact (individual, class) VALUES (?, ?)", tx.Term(individual), tx.Term(class))
}

// AddSubclass states that class is directly below superclass.
func (tx *Tx) AddSubclass(class, superclass string) {
	tx.exec("INSERT OR IGNORE INTO subclass (class, superclass) VALUES (?, ?)", tx.Term(class), tx.Term(superclass))
}

// AddRole states property(subject, object).
func (tx *Tx) AddRole(property, subject, object string) {
	tx.exec("INSERT OR IGNORE INTO role_fact (property, subject, object) VALUES (?, ?, ?)", tx.Term(property), tx.Term(subject), tx.Term(object))
}

// AddValue states property(individual, "lexical"^^datatype).
func (tx *Tx) AddValue(property, individual, lexical, datatype string) {
	tx.exec("INSERT OR IGNORE INTO feature_fact (property, individual, lexical, datatype) VALUES (?, ?, ?, ?)",
		tx.Term(property), tx.Term(individual), lexical, tx.Term(datatype))
}

// Declare puts a symbol into the signature.
func (tx *Tx) Declare(iri string, kind SymbolKind) {
	tx.exec("INSERT OR IGNORE INTO declared (term, kind) VALUES (?, ?)", tx.Term(iri), string(kind))
}

// AddLabel keeps a label; lang is empty if it has none.
func (tx *Tx) AddLabel(iri, lang, text string) {
	tx.exec("INSERT OR IGNORE INTO label (term, lang, text) VALUES (?, ?, ?)", tx.Term(iri), lang, text)
}

// SetFetched says that a part of a term has been asked for and is here.
func (tx *Tx) SetFetched(iri string, part Part, distance int) {
	tx.exec("INSERT OR IGNORE INTO fetched (term, part, distance) VALUES (?, ?, ?)", tx.Term(iri), string(part), distance)
}

// SetFanOut keeps the number of statements counted for a property.
func (tx *Tx) SetFanOut(iri string, part Part, property string, n int) {
	tx.exec("INSERT INTO fanout (term, part, property, n) VALUES (?, ?, ?, ?) ON CONFLICT (term, part, property) DO UPDATE SET n = excluded.n",
		tx.Term(iri), string(part), tx.Term(property), n)
}

// DropFanOuts forgets the numbers of a term's part, because it was pulled.
func (tx *Tx) DropFanOuts(iri string, part Part) {
	tx.exec("DELETE FROM fanout WHERE term = ? AND part = ?", tx.Term(iri), string(part))
}

// AddCut takes a property in one direction out of the language. The first
// reason stays.
func (tx *Tx) AddCut(c Cut) {
	property := ID(0)
	if c.Property != "" {
		property = tx.Term(c.Property)
	}
	tx.exec("INSERT OR IGNORE INTO cut (property, direction, individual, n, reason) VALUES (?, ?, ?, ?, ?)",
		property, string(c.Direction), tx.Term(c.Individual), c.N, c.Reason)
}

// Skip counts n more statements that could not be used.
func (tx *Tx) Skip(s Skipped) {
	property := ID(0)
	if s.Property != "" {
		property = tx.Term(s.Property)
	}
	tx.exec("INSERT INTO skipped (property, datatype, reason, n) VALUES (?, ?, ?, ?) ON CONFLICT (property, datatype, reason) DO UPDATE SET n = n + excluded.n",
		property, s.Datatype, s.Reason, s.N)
}

// DropRoleFacts deletes the facts that no kept direction of the property
// needs: with out and in both cut all of them; with one cut, those whose other
// end has not been asked in the other direction.
func (tx *Tx) DropRoleFacts(property string, outCut, inCut bool) {
	p := tx.Term(property)
	switch {
	case outCut && inCut:
		tx.exec("DELETE FROM role_fact WHERE property = ?", p)
	case outCut:
		tx.exec("DELETE FROM role_fact WHERE property = ? AND object NOT IN (SELECT term FROM fetched WHERE part = 'in')", p)
	case inCut:
		tx.exec("DELETE FROM role_fact WHERE property = ? AND subject NOT IN (SELECT term FROM fetched WHERE part = 'out')", p)
	}
}

// DropValues deletes the values of a feature.
func (tx *Tx) DropValues(property string) {
	tx.exec("DELETE FROM feature_fact WHERE property = ?", tx.Term(property))
}
