package dataset

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// hideUnits returns the names by which a search would compare numbers in different units. Of a property
// whose quantities have a unit these are its plain numbers, unless files say that it has one unit only; and the
// role to its quantities, if it has normalised ones or several units.
func hideUnits(s *interp.Structure, v dl.Statements, fromFiles bool) (hidden []string) {
	sig := s.Signature()
	unit, ok := sig.RoleID(dl.Role{IRI: dl.QuantityUnit})
	if v == "" || !ok {
		return nil
	}
	for r := range interp.RoleID(sig.NumRoles()) {
		role := sig.Role(r)
		part, name, _ := v.Split(role.IRI)
		inSI := map[string]string{dl.Quantity: dl.Normalized, dl.QualifierQuantity: dl.QualifierNormalized}[part]
		if role.Inverse || inSI == "" {
			continue
		}
		units := map[interp.Individual]bool{}
		s.EachSource(r, func(_ interp.Individual, quantities []interp.Individual) {
			for _, q := range quantities {
				for _, u := range s.Successors(unit, q) {
					units[u] = true
				}
			}
		})
		plain := true // numbers
		for u := range units {
			plain = plain && dl.IsOne(s.IRI(u))
		}
		if plain {
			continue
		}
		_, normalised := sig.RoleID(dl.Role{IRI: v.Property(inSI, name)})
		if several := len(units) > 1; several || !fromFiles {
			number, _ := v.PlainOf(role.IRI)
			if hidden = append(hidden, number); part == dl.Quantity {
				hidden = append(hidden, v.Property(dl.Direct, name))
			}
			if several || normalised {
				hidden = append(hidden, role.IRI)
			}
		}
	}
	return hidden
}
