package store

import "context"

// Side is where in a statement an individual stands: see table occurrence in
// schema.sql.
type Side string

// The sides.
const (
	Subject Side = "subject" // the object may be anything
	Linked  Side = "linked"  // the subject, and the object is no literal
	Object  Side = "object"
)

// Occurrence is that an individual is in some statement with the property.
type Occurrence struct {
	Individual, Property ID
	Side                 Side
}

// AddAxiom states predicate(property, object) about a property.
func (tx *Tx) AddAxiom(property, predicate, object string) {
	tx.exec("INSERT OR IGNORE INTO axiom (source, property, predicate, object) VALUES (?, ?, ?, ?)",
		tx.source, tx.Term(property), tx.Term(predicate), tx.Term(object))
}

// ClearAxioms deletes all axioms, because an answer that replaces them has come.
func (tx *Tx) ClearAxioms() {
	tx.exec("DELETE FROM axiom WHERE source = ?", tx.source)
}

// AddOccurrence notes that the individual is in a statement with the property.
func (tx *Tx) AddOccurrence(individual, property string, side Side) {
	tx.insert(occurrences, int64(tx.Term(individual)), int64(tx.Term(property)), string(side))
}

// Axioms are (property, predicate, object), in IRIs.
func (s *Space) Axioms(ctx context.Context) ([][3]string, error) {
	return of(ctx, s, `SELECT p.iri, k.iri, o.iri FROM axiom a JOIN term p ON p.id = a.property JOIN term k ON k.id = a.predicate
		JOIN term o ON o.id = a.object WHERE a.source = ? ORDER BY 1, 2, 3`,
		func(get func(...any) error, t *[3]string) error { return get(&t[0], &t[1], &t[2]) })
}

// Occurrences are those of all individuals, in order.
func (s *Space) Occurrences(ctx context.Context) ([]Occurrence, error) {
	return of(ctx, s, "SELECT individual, property, side FROM occurrence WHERE source = ? ORDER BY 1, 2, 3",
		func(get func(...any) error, o *Occurrence) error { return get(&o.Individual, &o.Property, &o.Side) })
}
