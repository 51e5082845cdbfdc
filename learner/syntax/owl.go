package syntax

import (
	"fmt"
	"maps"
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

	// Kinds are the kinds of values known to occur per feature; a comparison is
	// written for these and for its own. A feature without an entry may have
	// values of any kind.
	Kinds map[string][]dl.Kind
}

func (o OWLOptions) class() string {
	if o.Class == "" {
		return DefaultClass
	}
	return o.Class
}

// define returns the entities of the definition of the class as c, and c as a class
// expression.
func (o OWLOptions) define(c dl.Concept) (declarations, owlTerm, error) {
	decl, err := declare(c, o.class())
	if err != nil {
		return declarations{}, owlTerm{}, err
	}
	t, err := termOf(c, o.Kinds)
	return decl, t, err
}

// declarations are the entities that the axiom names, each kind sorted.
type declarations struct {
	classes, roles, features, individuals []string
}

// each visits the entities with OWL's names for their kinds, but for that of
// features, for which the forms have different ones.
func (d declarations) each(featureKind string, visit func(kind, iri string)) {
	for _, entities := range []struct {
		kind string
		iris []string
	}{{"Class", d.classes}, {"ObjectProperty", d.roles}, {featureKind, d.features}, {"NamedIndividual", d.individuals}} {
		for _, iri := range entities.iris {
			visit(entities.kind, iri)
		}
	}
}

// declare lists the entities of the axiom and reports what OWL 2 DL does not
// allow: an object property that is a data property, terms of the reserved
// vocabulary (OWL 2 Syntax, Sections 2.4 and 5.8.1), and, for a definition, its
// own name in it.
func declare(c dl.Concept, class string) (declarations, error) {
	classes, roles, features, individuals := map[string]bool{class: true}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	var bad error
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.Name:
			classes[c.IRI] = true
			if c.IRI == class {
				bad = fmt.Errorf("the concept names the class %s that it defines: choose another IRI for the class", bracket(class))
			}
		case dl.Nominal:
			individuals[c.IRI] = true
		case dl.Compare:
			features[c.Feature] = true
		case nil:
			bad = fmt.Errorf("nil is not a concept")
		}
		if r, ok := dl.RoleOf(c); ok {
			roles[r.IRI] = true
		}
		return bad == nil
	})
	if bad != nil {
		return declarations{}, bad
	}
	d := declarations{
		slices.Sorted(maps.Keys(classes)), slices.Sorted(maps.Keys(roles)), slices.Sorted(maps.Keys(features)), slices.Sorted(maps.Keys(individuals)),
	}
	for _, role := range d.roles {
		if features[role] {
			return d, fmt.Errorf("%s is both a role and a feature: OWL 2 does not let a property be both", bracket(role))
		}
	}
	for _, iri := range slices.Concat(d.classes, d.roles, d.features, d.individuals) {
		for _, reserved := range standard {
			if strings.HasPrefix(iri, reserved) {
				return d, fmt.Errorf("%s is reserved: OWL 2 gives it a meaning of its own", bracket(iri))
			}
		}
	}
	return d, nil
}
