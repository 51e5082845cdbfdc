package bisim

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const (
	dataConstructors   = dl.WithDataAtLeast | dl.WithDataAtMost
	numberConstructors = dl.WithAtLeast | dl.WithAtMost
)

type detail struct {
	number int // the largest number with Numbers and LargerNumbers; 0 is any
	only   int // 1 + the index of the only removal that Removed undoes; 0 is all
}

func (e *explainer) applies(k Kind) bool {
	sp, l := e.base, e.base.Language
	sig := e.p.Structure.Signature()
	switch k {
	case Deeper:
		return sp.MaxDepth > 0
	case Atoms, Strings, Nominals:
		return len(sp.Atoms) < len(e.enrich(needs{k}, detail{}).Atoms)
	case Thresholds:
		more := e.enrich(needs{Thresholds}, detail{})
		return l.Any(dataConstructors) && !slices.EqualFunc(sp.Thresholds, more.Thresholds, func(x, y []dl.Value) bool {
			return len(x) == len(y)
		})
	case Features:
		return !l.Has(dataConstructors) && len(sig.Features()) > 0
	case Restrictions:
		return !l.Any(dl.WithRoles) && sig.NumRoles() > 0
	case Inverse:
		return !l.Has(dl.WithInverse) && sig.NumRoles() > 0
	case Numbers:
		return !l.Any(numberConstructors) && sig.NumRoles() > 0
	case LargerNumbers:
		return l.Any(numberConstructors) && sp.MaxNumber != Unbounded
	case Removed:
		return len(e.p.Removed) > 0
	}
	return false
}

func (e *explainer) enrich(n needs, d detail) interp.Space {
	sp := e.base
	if n.has(Deeper) {
		sp.MaxDepth = 0
	}
	if n.has(Restrictions) {
		sp.Language |= dl.WithExists
	}
	if n.has(Inverse) {
		sp.Language |= dl.WithInverse
	}
	if n.has(Numbers) {
		sp.Language |= numberConstructors
	}
	if n.has(Numbers) || n.has(LargerNumbers) {
		if sp.MaxNumber = Unbounded; d.number > 0 {
			sp.MaxNumber = d.number
		}
	}
	if n.has(Features) {
		sp.Language |= dataConstructors
	}
	sig := e.p.Structure.Signature()
	sp.Thresholds = make([][]dl.Value, len(sig.Features()))
	copy(sp.Thresholds, e.base.Thresholds)
	for f, feature := range sig.Features() {
		removed := e.removalOf(interp.Removal{Feature: feature})
		switch {
		case removed != 0 && !n.undoes(removed, d), slices.Contains(e.p.Hidden, feature):
		case removed != 0, n.has(Thresholds), n.has(Features):
			sp.Thresholds[f] = e.p.Structure.Values(interp.FeatureID(f))
		}
	}
	e.addAtoms(&sp, n, d)
	e.addRoles(&sp, n, d)
	return sp
}

func (n needs) undoes(removal int, d detail) bool {
	return n.has(Removed) && (d.only == 0 || d.only == removal)
}

// removalOf returns 1 + the index of the removal of the role or feature of r, or 0 if it is
// not removed.
func (e *explainer) removalOf(r interp.Removal) int {
	return 1 + slices.IndexFunc(e.p.Removed, func(other interp.Removal) bool {
		return other.Role == r.Role && other.Feature == r.Feature
	})
}

func kindOf(atom dl.Concept) Kind {
	switch dl.LanguageOf(atom) {
	case dl.WithNominals:
		return Nominals
	case dl.WithStrings:
		return Strings
	}
	return Atoms
}

func (e *explainer) addAtoms(sp *interp.Space, n needs, d detail) {
	sp.Atoms = slices.Clone(sp.Atoms)
	for i, c := range e.p.Structure.Signature().Atoms() {
		id := interp.ConceptID(i)
		if name, ok := c.(dl.Name); ok && slices.Contains(e.p.Hidden, name.IRI) || slices.Contains(sp.Atoms, id) {
			continue
		}
		removed := 0
		if c, ok := c.(dl.Compare); ok {
			removed = e.removalOf(interp.Removal{Feature: c.Feature})
		}
		if removed != 0 && n.undoes(removed, d) || removed == 0 && n.has(kindOf(c)) {
			sp.Atoms = append(sp.Atoms, id)
		}
	}
}

// addRoles adds to the space the roles that come with an added constructor, and those
// whose removal is undone.
func (e *explainer) addRoles(sp *interp.Space, n needs, d detail) {
	if !sp.Language.Any(dl.WithRoles) {
		return
	}
	sp.Roles = slices.Clone(sp.Roles)
	sig := e.p.Structure.Signature()
	for r := range interp.RoleID(sig.NumRoles()) {
		role := sig.Role(r)
		if role.Inverse && !sp.Language.Has(dl.WithInverse) || slices.Contains(sp.Roles, r) || e.p.Hides(role) {
			continue
		}
		removed := e.removalOf(interp.Removal{Role: role})
		if removed != 0 && n.undoes(removed, d) ||
			removed == 0 && (n.has(Restrictions) && !e.base.Language.Any(dl.WithRoles) || n.has(Inverse) && role.Inverse) {
			sp.Roles = append(sp.Roles, r)
		}
	}
}

// Kind is a kind of enrichment of a space that tells more examples apart.
type Kind string

// The kinds, in the order in which they are tried and reported.
const (
	Deeper        Kind = "depth"          // a larger role depth
	Atoms         Kind = "atoms"          // atomic concepts outside the space, such as (f = false)
	Strings       Kind = "strings"        // equalities of strings among the structure's atoms
	Nominals      Kind = "nominals"       // nominals among the structure's atoms
	Thresholds    Kind = "thresholds"     // more thresholds for the features of the space
	Features      Kind = "features"       // comparisons of features
	Restrictions  Kind = "restrictions"   // roles, for a space without roles
	Inverse       Kind = "inverse"        // inverse roles
	Numbers       Kind = "numbers"        // number restrictions
	LargerNumbers Kind = "larger-numbers" // larger numbers in number restrictions
	Removed       Kind = "removed"        // roles and features that the problem has removed
	Nothing       Kind = "nothing"        // no enrichment: the data say the same about both
)

var kinds = []Kind{Deeper, Atoms, Strings, Nominals, Thresholds, Features, Restrictions, Inverse, Numbers,
	LargerNumbers, Removed}

// needs is a set of kinds, in the order of kinds.
type needs []Kind

func (n needs) has(k Kind) bool { return slices.Contains(n, k) }

func (n needs) without(k Kind) needs {
	return slices.DeleteFunc(slices.Clone(n), func(other Kind) bool { return other == k })
}
