package intent

import (
	"slices"

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

// measured is the value or a qualifier of statements that may be a quantity.
type measured struct {
	name        string
	plain, inSI string // the parts of the namespace that lead to its compound values
}

// ofValue is the value of statements of the property with the name, ofQualifier a qualifier.
func ofValue(name string) measured { return measured{name, dl.Quantity, dl.Normalized} }
func ofQualifier(name string) measured {
	return measured{name, dl.QualifierQuantity, dl.QualifierNormalized}
}

// quantitiesAt returns the compound values at statements, to which the part of the namespace leads.
func (q qualifying) quantitiesAt(statements []interp.Individual, m measured, part string) (out []quantity) {
	role, ok := q.s.Signature().RoleID(dl.Role{IRI: q.o.Statements.Property(part, m.name)})
	unit, has := q.s.Signature().RoleID(dl.Role{IRI: dl.QuantityUnit})
	if !ok || !has {
		return nil
	}
	for _, st := range statements {
		for _, node := range q.s.Successors(role, st) {
			for _, u := range q.s.Successors(unit, node) {
				out = append(out, quantity{node, q.s.IRI(u)})
			}
		}
	}
	return out
}

// hasUnits reports whether one of these has a unit at a statement of the individuals.
func (q qualifying) hasUnits(m measured, individuals []string, nodes func(string) []interp.Individual) bool {
	return slices.ContainsFunc(individuals, func(iri string) bool {
		all := q.quantitiesAt(nodes(iri), m, m.plain)
		return slices.ContainsFunc(all, func(x quantity) bool { return !dl.IsOne(x.unit) })
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

// ComparesUnread reports whether the concept compares direct numbers whose statements were not read
// from an endpoint: they may be in several units. Of a graph in memory it is known before which are.
func (s *Session) ComparesUnread(c dl.Concept) bool {
	if _, inMemory := s.k.g.(*Memory); inMemory {
		return false
	}
	found := false
	dl.Walk(c, func(d dl.Concept) bool {
		if v, ok := d.(dl.Compare); ok && v.Value.Kind().Numeric() {
			part, name, in := s.o.Statements.Split(v.Feature)
			found = found || in && part == dl.Direct && !s.read[name]
		}
		return !found
	})
	return found
}

// quantities returns comparisons of amounts at natural break points: of normalised ones if nearly all
// individuals have one, otherwise in each unit.
func (q qualifying) quantities(m measured, individuals []string, nodes func(string) []interp.Individual) []dl.Concept {
	amount, ok := q.s.Signature().FeatureID(dl.QuantityAmount)
	if !ok {
		return nil
	}
	amounts := func(part, unit string) (out []dl.Concept) { // in the unit; empty: in any
		found := q.comparisonsOf(amount, individuals, func(iri string) (at []interp.Individual) {
			for _, x := range q.quantitiesAt(nodes(iri), m, part) {
				if unit == "" || x.unit == unit {
					at = append(at, x.node)
				}
			}
			return at
		})
		for _, v := range found {
			c := dl.Concept(v)
			if unit != "" {
				c = dl.And{L: c, R: dl.Exists{Role: dl.Role{IRI: dl.QuantityUnit}, C: dl.Nominal{IRI: unit}}}
			}
			out = append(out, dl.Exists{Role: dl.Role{IRI: q.o.Statements.Property(part, m.name)}, C: c})
		}
		return out
	}
	if out := amounts(m.inSI, ""); len(out) > 0 {
		return out
	}
	units := map[string]bool{}
	var out []dl.Concept
	for _, iri := range individuals {
		for _, x := range q.quantitiesAt(nodes(iri), m, m.plain) {
			if !units[x.unit] {
				units[x.unit] = true
				out = append(out, amounts(m.plain, x.unit)...)
			}
		}
	}
	return out
}
