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
	d := entities(c)
	if err := checkDefinition(d, o.class()); err != nil {
		return d, owlTerm{}, err
	}
	d.classes = append(d.classes, o.class())
	d.sort()
	if err := d.check(); err != nil {
		return d, owlTerm{}, err
	}
	t, err := termOf(c, o.Kinds)
	return d, t, err
}

func checkDefinition(d declarations, class string) error {
	if slices.Contains(d.classes, class) {
		return fmt.Errorf("the concept names the class %s that it defines: choose another IRI for the class", bracket(class))
	}
	return nil
}

// declarations holds the entities that axioms name, each kind sorted.
type declarations struct {
	classes, roles, features, individuals []string
	annotations                           []string // annotation properties
}

// sort sorts the entities and drops repetitions.
func (d *declarations) sort() {
	for _, list := range []*[]string{&d.classes, &d.roles, &d.features, &d.individuals} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

// each visits the entities with the names of their kinds in OWL.
func (d declarations) each(visit func(kind, iri string)) {
	for _, entities := range []struct {
		kind string
		iris []string
	}{{"Class", d.classes}, {"ObjectProperty", d.roles}, {"DatatypeProperty", d.features}, {"NamedIndividual", d.individuals}, {"AnnotationProperty", d.annotations}} {
		for _, iri := range entities.iris {
			visit(entities.kind, iri)
		}
	}
}

// check returns an error for what OWL 2 DL does not allow: a property that is both an
// object and a data property, and terms of the reserved vocabulary (OWL 2 Syntax,
// Sections 2.4 and 5.8.1).
func (d declarations) check() error {
	for _, role := range d.roles {
		if slices.Contains(d.features, role) {
			return fmt.Errorf("%s is both a role and a feature: OWL 2 does not let a property be both", bracket(role))
		}
	}
	for _, iri := range slices.Concat(d.classes, d.roles, d.features, d.individuals) {
		for _, reserved := range standard {
			if strings.HasPrefix(iri, reserved) {
				return fmt.Errorf("%s is reserved: OWL 2 gives it a meaning of its own", bracket(iri))
			}
		}
	}
	return nil
}

func entities(c dl.Concept) (d declarations) {
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.Name:
			d.classes = append(d.classes, c.IRI)
		case dl.Nominal:
			d.individuals = append(d.individuals, c.IRI)
		case dl.Compare:
			d.features = append(d.features, c.Feature)
		}
		for _, r := range dl.Roles(c) {
			d.roles = append(d.roles, r.IRI)
		}
		return true
	})
	d.sort()
	return d
}

// IRIs returns the IRIs of the names, individuals, roles and features of the concept,
// sorted, without repetitions. [NewPrefixes] makes prefixes from them.
func IRIs(c dl.Concept) []string {
	d := entities(c)
	all := slices.Concat(d.classes, d.individuals, d.roles, d.features)
	slices.Sort(all)
	return slices.Compact(all)
}
