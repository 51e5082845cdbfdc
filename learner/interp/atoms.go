package interp

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// WithAtoms returns the structure with further atomic concepts: nominals {o} and
// equalities of strings (f = s), with their extensions. Engines choose their
// leaves from the atoms, so this lets them use these concepts. The new structure
// shares everything else, and its individuals, roles and features keep their
// identifiers.
func (s *Structure) WithAtoms(cs []dl.Concept) (*Structure, error) {
	eval := NewEvaluator(s)
	extensions := map[dl.Concept]Set{}
	for id, c := range s.sig.atoms {
		extensions[c] = s.atoms[id]
	}
	for _, c := range cs {
		if !isValue(c) {
			return nil, fmt.Errorf("%v is neither a nominal nor an equality of strings", c)
		}
		x, err := eval.Extension(c)
		if err != nil {
			return nil, err
		}
		extensions[c] = x
	}
	sig := *s.sig
	sig.atoms, sig.atomID = make([]dl.Concept, 0, len(extensions)), make(map[dl.Concept]ConceptID, len(extensions))
	for c := range extensions {
		sig.atoms = append(sig.atoms, c)
	}
	slices.SortFunc(sig.atoms, compareAtoms)
	more := *s
	more.sig, more.atoms = &sig, make([]Set, len(sig.atoms))
	for i, c := range sig.atoms {
		sig.atomID[c], more.atoms[i] = ConceptID(i), extensions[c]
	}
	return &more, nil
}
