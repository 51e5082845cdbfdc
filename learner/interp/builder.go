package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Builder collects facts and makes a [Structure] of them. Facts may come in
// any order and more than once. The zero Builder is ready to use; it is not
// safe for concurrent use.
type Builder struct {
	individuals interner
	roleNames   interner
	featNames   interner
	atomID      map[dl.Concept]uint32
	atoms       []dl.Concept

	atomFacts []pair           // (atom, individual)
	roleFacts []triple         // (role, from, to)
	values    map[dl.Value]int // position in valueList
	valueList []dl.Value
	featFacts []triple // (feature, individual, value)
}

type pair struct{ x, a uint32 }
type triple struct{ x, a, b uint32 }

// interner numbers strings in the order of their arrival.
type interner struct {
	id    map[string]uint32
	names []string
}

func (in *interner) intern(s string) uint32 {
	if id, ok := in.id[s]; ok {
		return id
	}
	if in.id == nil {
		in.id = map[string]uint32{}
	}
	id := uint32(len(in.names))
	in.id[s] = id
	in.names = append(in.names, s)
	return id
}

// sorted returns the names in order and, for every old number, the new one.
func (in *interner) sorted() (names []string, renumber []uint32) {
	names = slices.Clone(in.names)
	slices.Sort(names)
	renumber = make([]uint32, len(names))
	for i, n := range names {
		renumber[in.id[n]] = uint32(i)
	}
	return names, renumber
}

// Individual makes sure that the individual exists, with or without facts.
func (b *Builder) Individual(iri string) { b.individuals.intern(iri) }

// Name makes sure that the concept name is in the signature.
func (b *Builder) Name(iri string) { b.atom(dl.Name{IRI: iri}) }

// Role makes sure that the role name is in the signature.
func (b *Builder) Role(iri string) { b.roleNames.intern(iri) }

// Feature makes sure that the feature is in the signature.
func (b *Builder) Feature(iri string) { b.featNames.intern(iri) }

// Boolean makes sure that the atomic concept (feature = v) is in the
// signature.
func (b *Builder) Boolean(feature string, v bool) {
	b.atom(dl.Compare{Feature: feature, Op: dl.Equal, Value: dl.Bool(v)})
}

// Atom makes sure that the atomic concept, one of those that
// [Signature.Atoms] may have, is in the signature.
func (b *Builder) Atom(c dl.Concept) { b.atom(c) }

func (b *Builder) atom(c dl.Concept) uint32 {
	if id, ok := b.atomID[c]; ok {
		return id
	}
	if b.atomID == nil {
		b.atomID = map[dl.Concept]uint32{}
	}
	id := uint32(len(b.atoms))
	b.atomID[c] = id
	b.atoms = append(b.atoms, c)
	return id
}

// AddName states name(a).
func (b *Builder) AddName(name, a string) {
	b.AddAtom(dl.Name{IRI: name}, a)
}

// AddAtom states c(a) of an atomic concept and nothing else. It carries the
// extensions of nominals and strings over to a structure of other individuals.
func (b *Builder) AddAtom(c dl.Concept, a string) {
	b.atomFacts = append(b.atomFacts, pair{b.atom(c), b.individuals.intern(a)})
}

// AddRole states role(from, to).
func (b *Builder) AddRole(role, from, to string) {
	b.roleFacts = append(b.roleFacts, triple{b.roleNames.intern(role), b.individuals.intern(from), b.individuals.intern(to)})
}

// AddValue states feature(a, v). A boolean becomes the atomic concept
// (feature = v). NaN makes the feature and the individual known and nothing
// more, because no comparison holds of it.
func (b *Builder) AddValue(feature, a string, v dl.Value) {
	if v.Kind() == dl.Boolean {
		b.AddAtom(dl.Compare{Feature: feature, Op: dl.Equal, Value: v}, a)
		return
	}
	ind := b.individuals.intern(a)
	f := b.featNames.intern(feature)
	if v.IsNaN() || v == (dl.Value{}) {
		return
	}
	id, ok := b.values[v]
	if !ok {
		if b.values == nil {
			b.values = map[dl.Value]int{}
		}
		id = len(b.valueList)
		b.values[v] = id
		b.valueList = append(b.valueList, v)
	}
	b.featFacts = append(b.featFacts, triple{f, ind, uint32(id)})
}

// Build makes the structure. The builder can be used further; the structure
// keeps nothing of it.
func (b *Builder) Build() (*Structure, error) {
	const most = 1<<32 - 2
	if len(b.individuals.names) > most || len(b.roleFacts) > most || len(b.featFacts) > most {
		return nil, fmt.Errorf("structure too large: %d individuals, %d role facts, %d feature facts; at most %d of each",
			len(b.individuals.names), len(b.roleFacts), len(b.featFacts), most)
	}
	s := &Structure{sig: &Signature{}, index: map[string]Individual{}}
	var inds, roles, feats []uint32
	s.iris, inds = b.individuals.sorted()
	for i, iri := range s.iris {
		s.index[iri] = Individual(i)
	}
	s.sig.roles, roles = b.roleNames.sorted()
	s.sig.features, feats = b.featNames.sorted()
	b.buildAtoms(s, inds)
	b.buildRoles(s, inds, roles)
	b.buildFeatures(s, inds, feats)

	s.sig.roleID = map[string]RoleID{}
	for i, r := range s.sig.roles {
		s.sig.roleID[r] = RoleID(2 * i)
	}
	s.sig.featureID = map[string]FeatureID{}
	for i, f := range s.sig.features {
		s.sig.featureID[f] = FeatureID(i)
	}
	return s, nil
}

func (b *Builder) buildAtoms(s *Structure, inds []uint32) {
	s.sig.atoms = slices.Clone(b.atoms)
	slices.SortFunc(s.sig.atoms, compareAtoms)
	s.sig.atomID = map[dl.Concept]ConceptID{}
	s.atoms = make([]Set, len(b.atoms))
	for i, c := range s.sig.atoms {
		s.sig.atomID[c] = ConceptID(i)
		s.atoms[i] = s.NewSet()
	}
	for _, fact := range b.atomFacts {
		s.atoms[s.sig.atomID[b.atoms[fact.x]]].Set(uint(inds[fact.a]))
	}
}

func (b *Builder) buildRoles(s *Structure, inds, roles []uint32) {
	byRole := make([][]pair, len(roles))
	for _, fact := range b.roleFacts {
		r := roles[fact.x]
		byRole[r] = append(byRole[r], pair{inds[fact.a], inds[fact.b]})
	}
	s.roles = make([]adjacency, 2*len(roles))
	for r, edges := range byRole {
		s.roles[2*r] = newAdjacency(edges)
		for i, e := range edges {
			edges[i] = pair{e.a, e.x}
		}
		s.roles[2*r+1] = newAdjacency(edges)
	}
}

// group sorts the pairs, drops repetitions and splits them into rows.
func group(edges []pair) (src []Individual, off, dst []uint32) {
	slices.SortFunc(edges, func(p, q pair) int {
		if p.x != q.x {
			if p.x < q.x {
				return -1
			}
			return 1
		}
		return int(int64(p.a) - int64(q.a))
	})
	edges = slices.Compact(edges)
	dst = make([]uint32, len(edges))
	for i, e := range edges {
		if i == 0 || edges[i-1].x != e.x {
			src = append(src, Individual(e.x))
			off = append(off, uint32(i))
		}
		dst[i] = e.a
	}
	return src, append(off, uint32(len(edges))), dst
}

func newAdjacency(edges []pair) adjacency {
	src, off, dst := group(slices.Clone(edges))
	succ := make([]Individual, len(dst))
	for i, b := range dst {
		succ[i] = Individual(b)
	}
	return adjacency{src, off, succ}
}

func (b *Builder) buildFeatures(s *Structure, inds, feats []uint32) {
	ordered, texts := make([][]pair, len(feats)), make([][]pair, len(feats))
	for _, fact := range b.featFacts {
		f, to := feats[fact.x], ordered
		if b.valueList[fact.b].Kind() == dl.String {
			to = texts
		}
		to[f] = append(to[f], pair{inds[fact.a], fact.b})
	}
	s.features, s.strings = make([]attributes, len(feats)), make([]attributes, len(feats))
	for f := range feats {
		s.features[f] = b.newAttributes(ordered[f], dl.SortValues, func(values []dl.Value, v dl.Value) int {
			rank, _ := dl.Range(values, dl.Equal, v)
			return rank
		})
		s.strings[f] = b.newAttributes(texts[f], sortStrings, stringRank)
	}
}

// newAttributes are the facts (individual, value), with values as sort returns
// them and rank finds them.
func (b *Builder) newAttributes(facts []pair, sort func([]dl.Value) []dl.Value, rank func([]dl.Value, dl.Value) int) attributes {
	var at attributes
	used := map[uint32]bool{}
	var vs []dl.Value
	for _, p := range facts {
		if !used[p.a] {
			used[p.a] = true
			vs = append(vs, b.valueList[p.a])
		}
	}
	at.values = sort(vs)
	ranks := make(map[uint32]uint32, len(used))
	for id := range used {
		ranks[id] = uint32(rank(at.values, b.valueList[id]))
	}
	for i, p := range facts {
		facts[i].a = ranks[p.a]
	}
	at.src, at.off, at.ranks = group(facts)
	return at
}

func sortStrings(vs []dl.Value) []dl.Value {
	slices.SortFunc(vs, compareStrings)
	return vs
}

// stringRank is the place of a string among sorted ones, or -1.
func stringRank(values []dl.Value, v dl.Value) int {
	if i, ok := slices.BinarySearchFunc(values, v, compareStrings); ok {
		return i
	}
	return -1
}

func compareStrings(v, w dl.Value) int { return strings.Compare(v.Lexical(), w.Lexical()) }

// String counts what the builder has, for logs.
func (b *Builder) String() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%d individuals, %d atoms, %d roles, %d features, %d facts", len(b.individuals.names), len(b.atoms),
		len(b.roleNames.names), len(b.featNames.names), len(b.atomFacts)+len(b.roleFacts)+len(b.featFacts))
	return sb.String()
}
