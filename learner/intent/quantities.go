package intent

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// The direct value of a quantity is a plain number: 182 for somebody measured in centimetres, 1.8
// for somebody measured in metres. So a property with units is compared by the amounts in its
// statements, normalised to units of the SI where they are, otherwise in one unit.

// quantity is a compound value.
type quantity struct {
	node interp.Individual
	unit string
}

// quantitiesAt returns the compound values of a property at an individual, in one part of the
// namespace.
func (q qualifying) quantitiesAt(iri, property, part string) (out []quantity) {
	v := q.o.Statements
	role, ok := q.s.Signature().RoleID(dl.Role{IRI: v.Property(part, property)})
	unit, has := q.s.Signature().RoleID(dl.Role{IRI: dl.QuantityUnit})
	if !ok || !has {
		return nil
	}
	for _, st := range q.statements(iri, property) {
		for _, node := range q.s.Successors(role, st.node) {
			for _, u := range q.s.Successors(unit, node) {
				out = append(out, quantity{node, q.s.IRI(u)})
			}
		}
	}
	return out
}

// isOne reports whether the unit is that of plain numbers.
func isOne(unit string) bool { return strings.HasSuffix(unit, "/Q199") }

// hasUnits reports whether a value of the property has a unit.
func (q qualifying) hasUnits(property string, individuals []string) bool {
	return slices.ContainsFunc(individuals, func(iri string) bool {
		all := q.quantitiesAt(iri, property, dl.Quantity)
		return slices.ContainsFunc(all, func(x quantity) bool { return !isOne(x.unit) })
	})
}

// comparesUnited reports whether the concept compares direct values that have units.
func (s *Session) comparesUnited(c dl.Concept) bool {
	found := false
	dl.Walk(c, func(d dl.Concept) bool {
		v, ok := d.(dl.Compare)
		found = found || ok && s.united[v.Feature]
		return !found
	})
	return found
}

// quantities returns the comparisons of amounts of the property at natural break points: of
// normalised ones if nearly all individuals have one, otherwise in each unit.
func (q qualifying) quantities(property string, individuals []string) []dl.Concept {
	amount, ok := q.s.Signature().FeatureID(dl.QuantityAmount)
	if !ok || !q.hasUnits(property, individuals) {
		return nil
	}
	if out := q.amounts(amount, property, dl.Normalized, "", individuals); len(out) > 0 {
		return out
	}
	units := map[string]bool{}
	var out []dl.Concept
	for _, iri := range individuals {
		for _, x := range q.quantitiesAt(iri, property, dl.Quantity) {
			if !units[x.unit] {
				units[x.unit] = true
				out = append(out, q.amounts(amount, property, dl.Quantity, x.unit, individuals)...)
			}
		}
	}
	return out
}

// amounts returns the comparisons of amounts in the unit; empty: in any.
func (q qualifying) amounts(amount interp.FeatureID, property, part, unit string,
	individuals []string) (out []dl.Concept) {
	found := q.compare(amount, individuals, func(iri string) (nodes []interp.Individual) {
		for _, x := range q.quantitiesAt(iri, property, part) {
			if unit == "" || x.unit == unit {
				nodes = append(nodes, x.node)
			}
		}
		return nodes
	})
	for _, v := range found {
		c := dl.Concept(v)
		if unit != "" {
			c = dl.And{L: c, R: dl.Exists{Role: dl.Role{IRI: dl.QuantityUnit}, C: dl.Nominal{IRI: unit}}}
		}
		value := dl.Exists{Role: dl.Role{IRI: q.o.Statements.Property(part, property)}, C: c}
		of := dl.Qualified{Statements: q.o.Statements, Property: property, Qualifiers: []dl.Concept{value}}
		out = append(out, of.Concept())
	}
	return out
}
