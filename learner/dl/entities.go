package dl

import "slices"

// Entities are the IRIs that concepts name, by their kind. Each list is sorted, without repetitions.
type Entities struct{ Classes, Roles, Features, Individuals []string }

// EntitiesOf returns the entities of the concepts.
func EntitiesOf(concepts ...Concept) (e Entities) {
	for _, c := range concepts {
		Walk(c, func(c Concept) bool {
			switch c := c.(type) {
			case Name:
				e.Classes = append(e.Classes, c.IRI)
			case Nominal:
				e.Individuals = append(e.Individuals, c.IRI)
			case Compare:
				e.Features = append(e.Features, c.Feature)
			case Less:
				e.Features = append(e.Features, c.F, c.G)
			}
			for _, r := range Roles(c) {
				e.Roles = append(e.Roles, r.IRI)
			}
			return true
		})
	}
	e.Sort()
	return e
}

// Sort sorts the lists and drops repetitions.
func (e *Entities) Sort() {
	for _, list := range []*[]string{&e.Classes, &e.Roles, &e.Features, &e.Individuals} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

// Properties returns the roles and features, sorted.
func (e Entities) Properties() []string {
	all := slices.Concat(e.Roles, e.Features)
	slices.Sort(all)
	return slices.Compact(all)
}
