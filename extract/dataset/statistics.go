package dataset

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// statistics returns the sizes of a structure, for the order of patterns in queries. After
// a crawl they are those of the neighbourhood of the examples: only their order matters.
func statistics(s *interp.Structure) queries.Statistics {
	out := queries.Statistics{
		Individuals: s.Len(),
		Members:     map[string]int{},
		Properties:  map[string]queries.PropertySize{},
	}
	sig := s.Signature()
	for i, c := range sig.Atoms() {
		if name, ok := c.(dl.Name); ok {
			out.Members[name.IRI] = int(s.Atom(interp.ConceptID(i)).Count())
		}
	}
	for r := interp.RoleID(0); int(r) < sig.NumRoles(); r += 2 {
		size := queries.PropertySize{Subjects: len(s.Sources(r)), Objects: len(s.Sources(r.Inv()))}
		s.EachSource(r, func(_ interp.Individual, successors []interp.Individual) { size.Facts += len(successors) })
		out.Properties[sig.Role(r).IRI] = size
	}
	for i, f := range sig.Features() {
		id := interp.FeatureID(i)
		size := queries.PropertySize{Objects: len(s.Values(id))}
		s.EachValued(id, func(_ interp.Individual, ranks []uint32) {
			size.Subjects++
			size.Facts += len(ranks)
		})
		out.Properties[f] = size
	}
	return out
}
