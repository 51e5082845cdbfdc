package interp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// WithAtoms returns the structure with the nominals {o}, equalities of strings (f = s) and
// derived symbols of cs as additional atomic concepts, so that engines can use them as leaves.
// The new structure shares the rest with s; individuals, roles and features keep their
// identifiers.
func (s *Structure) WithAtoms(cs []dl.Concept) (*Structure, error) {
	eval := NewEvaluator(s)
	extensions := map[dl.Concept]Set{}
	for _, c := range cs {
		if !isAddition(c) {
			return nil, fmt.Errorf("%v is neither a nominal nor an equality of strings nor a derived symbol", c)
		}
		x, err := eval.Extension(c)
		if err != nil {
			return nil, err
		}
		extensions[c] = x
	}
	return s.WithExtensions(extensions), nil
}

// WithExtensions is WithAtoms with extensions that somebody else has computed, of symbols that the facts do
// not decide.
func (s *Structure) WithExtensions(extensions map[dl.Concept]Set) *Structure {
	all := maps.Clone(extensions)
	for id, c := range s.sig.atoms {
		if all[c] == nil {
			all[c] = s.atoms[id]
		}
	}
	more, sig := *s, *s.sig
	more.sig = &sig
	more.setAtoms(all)
	return &more
}

// setAtoms sets the atoms of the structure and of its signature. Nothing else may use the
// signature yet.
func (s *Structure) setAtoms(extensions map[dl.Concept]Set) {
	s.sig.atoms = slices.SortedFunc(maps.Keys(extensions), compareAtoms)
	s.sig.atomID = make(map[dl.Concept]ConceptID, len(extensions))
	s.atoms = make([]Set, len(extensions))
	for i, c := range s.sig.atoms {
		s.sig.atomID[c], s.atoms[i] = ConceptID(i), extensions[c]
	}
}
