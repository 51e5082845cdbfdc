package extract

import (
	"slices"

	"github.com/genus-kg/genus/extract/entail"
)

// heed makes a schema of axioms (property, predicate, object), without those that
// would make class memberships, superclasses or axioms of statements: these it
// returns.
func (t *taste) heed(stated [][3]string) (ignored []entail.Axiom) {
	var axioms []entail.Axiom
	special := func(p string) bool {
		return p == entail.Type || t.typing[p] || t.sub[p] || slices.Contains(predicates, p)
	}
	for _, s := range stated {
		a := entail.Axiom{Property: s[0], Predicate: s[1], Object: s[2]}
		between := a.Predicate == entail.SubPropertyOf || a.Predicate == entail.InverseOf
		switch {
		case !special(a.Property) && !(between && special(a.Object)):
			axioms = append(axioms, a)
		case between && a.Property != a.Object, !between && t.names(a.Object): // others are of RDFS itself, such as the range of rdf:type
			ignored = append(ignored, a)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.schema = entail.NewSchema(axioms)
	clear(t.seen)
	return ignored
}

// telling are the properties from whose statements a class follows that may be, or
// may be below, a concept name, by side.
func (t *taste) telling() map[entail.Side][]string {
	found := map[entail.Side][]string{}
	if t.schema == nil {
		return found
	}
	for _, o := range t.schema.Occurrences() {
		if slices.ContainsFunc(t.schema.Classes(o), t.mayTell) {
			found[o.Side] = append(found[o.Side], o.Property)
		}
	}
	return found
}

// told are the classes that follow from statements.
func (t *taste) told() []string {
	if t.schema == nil {
		return nil
	}
	var classes []string
	for _, o := range t.schema.Occurrences() {
		classes = append(classes, slices.DeleteFunc(t.schema.Classes(o), func(class string) bool { return !t.mayTell(class) })...)
	}
	return classes
}

func (t *taste) mayTell(class string) bool { return t.names(class) || !t.ofRDF.match(class) }
