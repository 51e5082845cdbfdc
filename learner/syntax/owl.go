package syntax

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// DefaultClass is the IRI of the class that is defined if none is named.
const DefaultClass = "urn:genus:Concept"

// OWLOptions say how a concept is written as the definition of an OWL class.
type OWLOptions struct {
	Class    string   // IRI of the class that is defined; empty: DefaultClass
	Prefixes Prefixes // for short names; those that are used are declared

	// Kinds are the kinds of values that occur, by feature. A comparison is written for
	// these kinds and for the kind of its value. A feature without an entry may have
	// values of any kind.
	Kinds map[string][]dl.Kind
}

func (o OWLOptions) class() string { return cmp.Or(o.Class, DefaultClass) }

var errNil = errors.New("nil is not a concept")

// define returns c as a class expression, and the entities of the definition of the
// class.
func (o OWLOptions) define(c dl.Concept) (declarations, owlTerm, error) {
	if c == nil {
		return declarations{}, owlTerm{}, errNil
	}
	d := declarations{Entities: dl.EntitiesOf(c)}
	if err := checkDefinition(d, o.class()); err != nil {
		return d, owlTerm{}, err
	}
	d.Classes = append(d.Classes, o.class())
	d.Sort()
	if err := d.check(); err != nil {
		return d, owlTerm{}, err
	}
	t, err := termOf(c, o.Kinds)
	return d, t, err
}

func checkDefinition(d declarations, class string) error {
	if slices.Contains(d.Classes, class) {
		return fmt.Errorf("the concept names the class %s that it defines: choose another IRI for the class", bracket(class))
	}
	return nil
}

// declarations holds the entities that axioms name, each kind sorted.
type declarations struct {
	dl.Entities
	annotations []string // annotation properties
}

// each visits the entities with the names of their kinds in OWL.
func (d declarations) each(visit func(kind, iri string)) {
	for _, entities := range []struct {
		kind string
		iris []string
	}{{"Class", d.Classes}, {"ObjectProperty", d.Roles}, {"DatatypeProperty", d.Features},
		{"NamedIndividual", d.Individuals}, {"AnnotationProperty", d.annotations}} {
		for _, iri := range entities.iris {
			visit(entities.kind, iri)
		}
	}
}

// check returns an error for what OWL 2 DL does not allow: a property that is both an
// object and a data property, and terms of the reserved vocabulary (OWL 2 Syntax,
// Sections 2.4 and 5.8.1).
func (d declarations) check() error {
	for _, role := range d.Roles {
		if slices.Contains(d.Features, role) {
			return fmt.Errorf("%s is both a role and a feature: OWL 2 does not let a property be both", bracket(role))
		}
	}
	for _, iri := range slices.Concat(d.Classes, d.Roles, d.Features, d.Individuals) {
		for _, reserved := range standard {
			if strings.HasPrefix(iri, reserved) {
				return fmt.Errorf("%s is reserved: OWL 2 gives it a meaning of its own", bracket(iri))
			}
		}
	}
	return nil
}

// IRIs returns the IRIs of the names, individuals, roles and features of the concept,
// sorted, without repetitions. [NewPrefixes] makes prefixes from them.
func IRIs(c dl.Concept) []string { return dl.EntitiesOf(c).IRIs() }
