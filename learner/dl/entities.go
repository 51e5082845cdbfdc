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
			}
			e.Features = append(e.Features, Features(c)...)
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
func (e Entities) Properties() []string { return union(e.Roles, e.Features) }

// IRIs returns the entities of all kinds, sorted.
func (e Entities) IRIs() []string { return union(e.Classes, e.Roles, e.Features, e.Individuals) }

func union(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
