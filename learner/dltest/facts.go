package dltest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Facts returns the individuals, symbols and facts of a structure as sorted strings,
// without [Namespace], for comparison.
func Facts(s *interp.Structure) []string {
	var out []string
	local := func(iri string) string { return strings.TrimPrefix(iri, Namespace) }
	sig := s.Signature()
	for a := range s.Len() {
		out = append(out, local(s.IRI(interp.Individual(a))))
	}
	for i, c := range sig.Atoms() {
		name := ""
		switch c := c.(type) {
		case dl.Name:
			name = local(c.IRI)
		case dl.Compare:
			name = local(c.Feature) + "=" + c.Value.Lexical()
		}
		out = append(out, name)
		for a := range s.Len() {
			if s.Atom(interp.ConceptID(i)).Test(uint(a)) {
				out = append(out, name+"("+local(s.IRI(interp.Individual(a)))+")")
			}
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 {
		name := local(sig.Role(interp.RoleID(r)).IRI)
		out = append(out, name)
		s.EachSource(interp.RoleID(r), func(a interp.Individual, bs []interp.Individual) {
			for _, b := range bs {
				out = append(out, name+"("+local(s.IRI(a))+","+local(s.IRI(b))+")")
			}
		})
	}
	for i, f := range sig.Features() {
		out = append(out, local(f))
		s.EachValued(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				v := s.Values(interp.FeatureID(i))[rank]
				out = append(out, local(f)+"("+local(s.IRI(a))+")="+v.Lexical())
			}
		})
		s.EachString(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				out = append(out,
					fmt.Sprintf("%s(%s)=%q", local(f), local(s.IRI(a)), s.Strings(interp.FeatureID(i))[rank].Lexical()))
			}
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}
