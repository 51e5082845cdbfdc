package interp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"github.com/genus-kg/genus/learner/dl"
)

// Set is a set of individuals, as a bit set of the structure's size.
type Set = *bitset.BitSet

// Structure is a finite interpretation: individuals, the extensions of the
// atomic concepts, the roles in both directions, and the values of features.
type Structure struct {
	sig      *Signature
	iris     []string           // sorted
	atoms    []Set              // by ConceptID
	roles    []rows[Individual] // by RoleID
	roleOff  []int              // by individual: its roles are roleList[roleOff[a]:roleOff[a+1]]
	roleList []RoleID
	features []attributes   // by FeatureID: the values that have an order
	strings  []attributes   // by FeatureID
	texts    []attributes   // by FeatureID: those with a language
	others   []rows[uint32] // by FeatureID: values of which only the presence counts
	coarse   map[valued]int
	domain   Set // see Builder.EndDomain; nil: all individuals
	// onlyDomain: no concept has other members, see Builder.OnlyDomain
	onlyDomain bool
}

// valued stands for the values of a feature at an individual.
type valued struct {
	f FeatureID
	a Individual
}

// rows is a compressed sparse row matrix that stores only rows that are not empty: most
// individuals of a knowledge graph have no successor by most roles.
type rows[T ~uint32] struct {
	src  []Individual // sorted
	off  []uint32     // len(src)+1
	data []T          // data[off[i]:off[i+1]] is the row of src[i], sorted
	at   []uint32     // by individual, 1 + its index in src; nil if few individuals have a row
}

// row returns the row of a, nil if it is empty.
func (m *rows[T]) row(a Individual) []T {
	if m.at != nil {
		i := m.at[a]
		if i == 0 {
			return nil
		}
		return m.data[m.off[i-1]:m.off[i]]
	}
	i, ok := slices.BinarySearch(m.src, a)
	if !ok {
		return nil
	}
	return m.data[m.off[i]:m.off[i+1]]
}

func (m *rows[T]) each(visit func(a Individual, row []T)) {
	for i, a := range m.src {
		visit(a, m.data[m.off[i]:m.off[i+1]])
	}
}

// attributes holds the values of one feature. A rank is an index into values.
type attributes struct {
	values []dl.Value // as dl.SortValues returns them; strings by code points
	ranks  rows[uint32]
}

// Len returns the number of individuals.
func (s *Structure) Len() int { return len(s.iris) }

// Signature returns the vocabulary.
func (s *Structure) Signature() *Signature { return s.sig }

// IRI returns the IRI (or blank node label) of an individual.
func (s *Structure) IRI(a Individual) string { return s.iris[a] }

// Lookup finds an individual by its IRI.
func (s *Structure) Lookup(iri string) (Individual, bool) {
	a, ok := slices.BinarySearch(s.iris, iri)
	return Individual(a), ok
}

// Domain returns the individuals that a concept ranges over if it only excludes
// ([dl.OnlyExcludes]): all but those added after [Builder.EndDomain]. The caller must not
// change the set.
func (s *Structure) Domain() Set {
	if s.domain == nil {
		return s.NewSet().FlipRange(0, uint(s.Len()))
	}
	return s.domain
}

// IsClass reports whether the individual is a class (see [Builder.OnlyDomain]): the concept name
// says more than the nominal.
func (s *Structure) IsClass(a Individual) bool {
	return s.onlyDomain && (s.domain == nil || s.domain.Test(uint(a)))
}

// IsOwnName reports whether the concept name is that of a class without subclasses. At an example it says
// no more than a nominal.
func (s *Structure) IsOwnName(c ConceptID) bool {
	return s.onlyDomain && s.atoms[c].IntersectionCardinality(s.Domain()) == 1
}

// Atom returns the extension of an atomic concept. The caller must not change it.
func (s *Structure) Atom(c ConceptID) Set { return s.atoms[c] }

// Successors returns the distinct successors of a by the role, sorted. The caller
// must not change the slice.
func (s *Structure) Successors(r RoleID, a Individual) []Individual { return s.roles[r].row(a) }

// RolesOf returns the roles by which a has a successor, sorted. The caller must not
// change the slice.
func (s *Structure) RolesOf(a Individual) []RoleID {
	return s.roleList[s.roleOff[a]:s.roleOff[a+1]]
}

// Sources returns the individuals that have a successor by the role, sorted. The
// caller must not change the slice.
func (s *Structure) Sources(r RoleID) []Individual { return s.roles[r].src }

// EachSource calls visit for every individual with a successor by the role,
// in order, with its successors.
func (s *Structure) EachSource(r RoleID, visit func(a Individual, successors []Individual)) {
	s.roles[r].each(visit)
}

// MaxSuccessors returns the largest number of distinct successors that an
// individual has by the role.
func (s *Structure) MaxSuccessors(r RoleID) int {
	n := 0
	s.roles[r].each(func(_ Individual, successors []Individual) { n = max(n, len(successors)) })
	return n
}

// Values returns the distinct ordered values of a feature, as [dl.SortValues] orders them;
// an index into the slice is the value's rank. The caller must not change it.
func (s *Structure) Values(f FeatureID) []dl.Value { return s.features[f].values }

// Ranks returns the ranks of a's values of a feature, sorted. The caller must not
// change the slice.
func (s *Structure) Ranks(f FeatureID, a Individual) []uint32 { return s.features[f].ranks.row(a) }

// Precision returns how well the times of the feature at a are known, as dl.Span takes it, if that is
// less well than to a year, otherwise 0. No concept depends on it.
func (s *Structure) Precision(f FeatureID, a Individual) int { return s.coarse[valued{f, a}] }

// Texts returns the distinct texts with a language among a feature's values, by code
// points; an index into the slice is the text's rank. They are neither among Values nor
// among Strings. The caller must not change the slice.
func (s *Structure) Texts(f FeatureID) []dl.Value { return s.texts[f].values }

// TextRanks returns the ranks of a's texts of a feature, sorted. The caller must not
// change the slice.
func (s *Structure) TextRanks(f FeatureID, a Individual) []uint32 { return s.texts[f].ranks.row(a) }

// Strings returns the distinct strings among a feature's values, by code points;
// an index into the slice is the string's rank. They are not among Values. The
// caller must not change the slice.
func (s *Structure) Strings(f FeatureID) []dl.Value { return s.strings[f].values }

// StringRanks returns the ranks of a's strings of a feature, sorted. The caller
// must not change the slice.
func (s *Structure) StringRanks(f FeatureID, a Individual) []uint32 { return s.strings[f].ranks.row(a) }

// EachValued calls visit for every individual that has a value of the feature,
// in order, with the ranks of its values.
func (s *Structure) EachValued(f FeatureID, visit func(a Individual, ranks []uint32)) {
	s.features[f].ranks.each(visit)
}

// EachString calls visit for every individual that has a string of the
// feature, in order, with the ranks of its strings.
func (s *Structure) EachString(f FeatureID, visit func(a Individual, ranks []uint32)) {
	s.strings[f].ranks.each(visit)
}

// EachText calls visit for every individual that has a text of the feature, in order,
// with the ranks of its texts.
func (s *Structure) EachText(f FeatureID, visit func(a Individual, ranks []uint32)) {
	s.texts[f].ranks.each(visit)
}

// NumFacts returns the number of facts A(a), r(a,b) and f(a,v), without the values v of
// which only the presence counts.
func (s *Structure) NumFacts() int {
	n := 0
	for c, e := range s.atoms {
		if !isAddition(s.sig.atoms[c]) { // values are counted below; a nominal is not a fact
			n += int(e.Count())
		}
	}
	for r := 0; r < 2*len(s.sig.roles); r += 2 {
		n += len(s.roles[r].data)
	}
	for f := range s.features {
		n += len(s.features[f].ranks.data) + len(s.strings[f].ranks.data) + len(s.texts[f].ranks.data)
	}
	return n
}

// NewSet returns an empty set of the structure's individuals.
func (s *Structure) NewSet() Set { return bitset.New(uint(len(s.iris))) }

// isAddition reports whether c is a nominal, an equality of strings or a derived symbol: a
// concept name in all but spelling that is an atom only after WithAtoms.
func isAddition(c dl.Concept) bool {
	return len(dl.Children(c)) == 0 && dl.LanguageOf(c).Any(dl.Additions)
}

func stringRank(values []dl.Value, v dl.Value) int {
	if i, ok := slices.BinarySearchFunc(values, v, compareStrings); ok {
		return i
	}
	return -1
}

func compareStrings(v, w dl.Value) int {
	return cmp.Or(strings.Compare(v.Lexical(), w.Lexical()), strings.Compare(v.Lang(), w.Lang()))
}
