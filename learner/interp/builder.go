package interp

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Builder collects facts and builds a [Structure] from them. Facts may be added in
// any order and more than once. The zero Builder is ready to use; it is not
// safe for concurrent use.
type Builder struct {
	individuals interner
	roleNames   interner
	featNames   interner
	atomID      map[dl.Concept]uint32
	atoms       []dl.Concept

	members    [][]uint32       // by atom
	inclusions []pair           // (atom, atom that has all its members)
	hidden     map[uint32]bool  // atoms that are not in the signature
	pairs      [][]pair         // (from, to), by role
	numPairs   int              // of all roles
	values     map[dl.Value]int // position in valueList
	valueList  []dl.Value
	featFacts  []triple          // (feature, individual, value)
	others     interner          // values that are no dl.Value
	otherFacts []triple          // (feature, individual, other)
	coarse     map[[2]string]int // the precisions of values, by feature and individual
	onlyDomain bool
	finishing  bool // see Finish
	domain     int  // one more than the number of individuals at EndDomain; 0: it was not called
}

type pair struct{ x, a uint32 }
type triple struct{ x, a, b uint32 }

// A Number is what the builder knows an individual, a concept name, a role or a feature by. Large
// data is added by numbers.
type Number uint32

// Individual adds an individual, which need not have facts. Those in the order of their IRIs take the
// least memory.
func (b *Builder) Individual(iri string) Number { return Number(b.individuals.intern(iri)) }

// EndDomain ends the domain: individuals that are added later are only parts of facts about
// others, as the statements of a Wikibase are. See [Structure.Domain].
func (b *Builder) EndDomain() { b.domain = len(b.individuals.names) + 1 }

// OnlyDomain makes the individuals of the domain the only members of any concept. They are the
// classes of an ontology, each with its own concept name.
func (b *Builder) OnlyDomain() { b.onlyDomain = true }

// Name adds a concept name to the signature.
func (b *Builder) Name(iri string) Number { return Number(b.atom(dl.Name{IRI: iri})) }

// Role adds a role name to the signature.
func (b *Builder) Role(iri string) Number {
	role := b.roleNames.intern(iri)
	if int(role) == len(b.pairs) {
		b.pairs = append(b.pairs, nil)
	}
	return Number(role)
}

// Feature adds a feature to the signature.
func (b *Builder) Feature(iri string) Number { return Number(b.featNames.intern(iri)) }

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
	b.members = append(b.members, nil)
	return id
}

// AddName adds the fact name(a).
func (b *Builder) AddName(name, a string) { b.AddMember(b.Name(name), b.Individual(a)) }

// AddMember is AddName by numbers.
func (b *Builder) AddMember(name, a Number) {
	b.members[name] = append(b.members[name], uint32(a))
}

// AddInclusion adds sub ⊑ super for two concept names. Build makes every member of sub
// a member of super, also through several inclusions.
func (b *Builder) AddInclusion(sub, super string) {
	b.inclusions = append(b.inclusions, pair{b.atom(dl.Name{IRI: sub}), b.atom(dl.Name{IRI: super})})
}

// Hide keeps a concept name out of the signature. Its members remain members of the
// names that include it.
func (b *Builder) Hide(name string) {
	if b.hidden == nil {
		b.hidden = map[uint32]bool{}
	}
	b.hidden[b.atom(dl.Name{IRI: name})] = true
}

// AddRole adds the fact role(from, to).
func (b *Builder) AddRole(role, from, to string) {
	b.AddPair(b.Role(role), b.Individual(from), b.Individual(to))
}

// AddPair is AddRole by numbers.
func (b *Builder) AddPair(role, from, to Number) {
	b.pairs[role] = append(b.pairs[role], pair{uint32(from), uint32(to)})
	b.numPairs++
}

// Expect makes room for so many more individuals and values. Without room, large data takes up to three times its
// memory while it is added.
func (b *Builder) Expect(individuals, values int) {
	b.individuals.names = slices.Grow(b.individuals.names, individuals)
	b.featFacts = slices.Grow(b.featFacts, values)
}

// ExpectPairs makes room for so many more pairs of a role.
func (b *Builder) ExpectPairs(role Number, pairs int) {
	b.pairs[role] = slices.Grow(b.pairs[role], pairs)
}

// AddValue adds the fact feature(a, v). A boolean becomes the atomic concept
// (feature = v). NaN, for which no comparison holds, is a value of which only the presence
// counts.
func (b *Builder) AddValue(feature, a string, v dl.Value) {
	b.AddValueAt(feature, b.Individual(a), v)
}

// AddValueAt is AddValue by the number of the individual.
func (b *Builder) AddValueAt(feature string, a Number, v dl.Value) {
	if v.Kind() == dl.Boolean {
		b.AddMember(Number(b.atom(dl.Compare{Feature: feature, Op: dl.Equal, Value: v})), a)
		return
	}
	f := uint32(b.Feature(feature))
	if v.IsNaN() {
		b.otherFacts = append(b.otherFacts, triple{f, uint32(a), b.others.intern(v.Kind().IRI())})
		return
	}
	if v == (dl.Value{}) {
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
	b.featFacts = append(b.featFacts, triple{f, uint32(a), uint32(id)})
}

// AddOther adds the fact that the feature has a value at a of which only the presence
// counts, such as a duration or a literal that its datatype does not allow. Values with
// different terms differ.
func (b *Builder) AddOther(feature, a, term string) {
	b.otherFacts = append(b.otherFacts,
		triple{b.featNames.intern(feature), b.individuals.intern(a), b.others.intern(term)})
}

// SetPrecision notes that times of the feature at a are known to the precision only (dl.Span). Of
// several precisions the least counts; one of at least dl.YearPrecision, or 0, says nothing.
func (b *Builder) SetPrecision(feature, a string, precision int) {
	if precision <= 0 || precision >= dl.YearPrecision {
		return
	}
	if b.coarse == nil {
		b.coarse = map[[2]string]int{}
	}
	at := [2]string{feature, a}
	if p, known := b.coarse[at]; !known || precision < p {
		b.coarse[at] = precision
	}
}

// Finish is Build for the last time. It frees what it has used, so that large data takes less memory. The builder may
// not be used any more.
func (b *Builder) Finish(ctx context.Context) (*Structure, error) {
	b.finishing = true
	return b.Build(ctx)
}

// Build returns the structure. The builder remains usable and shares nothing with
// the structure. The error is that of the context, or reports too many facts.
func (b *Builder) Build(ctx context.Context) (*Structure, error) {
	const most = 1<<32 - 2
	if len(b.individuals.names) > most || b.numPairs > most || len(b.featFacts)+len(b.otherFacts) > most {
		return nil, fmt.Errorf("structure too large: %d individuals, %d role facts, %d feature facts; at most %d of each",
			len(b.individuals.names), b.numPairs, len(b.featFacts)+len(b.otherFacts), most)
	}
	s := &Structure{sig: &Signature{}, onlyDomain: b.onlyDomain}
	var inds, roles, feats []uint32
	s.iris, inds = b.individuals.sortedNames()
	if n := b.domain - 1; 0 <= n && n < len(s.iris) {
		s.domain = s.NewSet()
		for _, a := range inds[:n] {
			s.domain.Set(uint(a))
		}
	}
	s.sig.roles, roles = b.roleNames.sortedNames()
	s.sig.features, feats = b.featNames.sortedNames()
	for _, step := range []func() error{
		func() error { return b.buildAtoms(ctx, s, inds) },
		func() error { return b.buildRoles(ctx, s, inds, roles) },
		func() error { return b.buildFeatures(ctx, s, inds, feats) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(b.coarse) > 0 {
		s.coarse = make(map[valued]int, len(b.coarse))
		for at, precision := range b.coarse {
			f, hasFeature := b.featNames.find(at[0])
			if a, ok := s.Lookup(at[1]); ok && hasFeature {
				s.coarse[valued{FeatureID(feats[f]), a}] = precision
			}
		}
	}
	return s, nil
}

func (b *Builder) buildAtoms(ctx context.Context, s *Structure, inds []uint32) error {
	sets := make([]Set, len(b.atoms))
	for i := range sets {
		if err := ctx.Err(); err != nil {
			return err
		}
		sets[i] = s.NewSet()
	}
	for i, members := range b.members {
		for _, a := range members {
			sets[i].Set(uint(inds[a]))
		}
	}
	if b.finishing {
		b.members = nil
	}
	if err := applyInclusions(ctx, sets, b.inclusions); err != nil {
		return err
	}
	extensions := map[dl.Concept]Set{}
	for i, c := range b.atoms {
		if !b.hidden[uint32(i)] {
			extensions[c] = sets[i]
		}
	}
	s.setAtoms(extensions)
	return nil
}

func (b *Builder) buildRoles(ctx context.Context, s *Structure, inds, roles []uint32) error {
	s.roles = make([]rows[Individual], 2*len(roles))
	for role, pairs := range b.pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		edges := pairs
		if b.finishing {
			b.pairs[role] = nil
		} else {
			edges = slices.Clone(pairs)
		}
		for i, p := range edges {
			edges[i] = pair{inds[p.x], inds[p.a]}
		}
		edges = sortAndCompact(edges)
		r := 2 * roles[role]
		s.roles[r], s.roles[r+1] = newRows[Individual](edges), newRows[Individual](swap(edges, s.Len()))
		s.roles[r].index(s.Len())
		s.roles[r+1].index(s.Len())
	}
	s.listRoles()
	return nil
}

// listRoles makes the lists of RolesOf. A walk from individual to individual would take
// most of its time for roles that they do not have.
func (s *Structure) listRoles() {
	s.roleOff = make([]int, s.Len()+1)
	for r := range s.roles {
		for _, a := range s.roles[r].src {
			s.roleOff[a+1]++
		}
	}
	for a := range s.Len() {
		s.roleOff[a+1] += s.roleOff[a]
	}
	s.roleList = make([]RoleID, s.roleOff[s.Len()])
	next := slices.Clone(s.roleOff)
	for r := range s.roles {
		for _, a := range s.roles[r].src {
			s.roleList[next[a]] = RoleID(r)
			next[a]++
		}
	}
}

// groupFacts returns n lists of pairs. place returns for each fact the index of its list
// and its pair.
func groupFacts(n int, facts []triple, place func(triple) (uint32, pair)) [][]pair {
	sizes := make([]int, n)
	for _, f := range facts {
		to, _ := place(f)
		sizes[to]++
	}
	lists := make([][]pair, n)
	for i, size := range sizes {
		lists[i] = make([]pair, 0, size)
	}
	for _, f := range facts {
		to, p := place(f)
		lists[to] = append(lists[to], p)
	}
	return lists
}

func sortAndCompact(pairs []pair) []pair {
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Compare(uint64(p.x)<<32|uint64(p.a), uint64(q.x)<<32|uint64(q.a))
	})
	return slices.Compact(pairs)
}

// swap swaps the numbers below n of sorted pairs and sorts them again: if there are many, by counting.
func swap(pairs []pair, n int) []pair {
	swapped := make([]pair, len(pairs))
	if len(pairs) < n/8 {
		for i, p := range pairs {
			swapped[i] = pair{p.a, p.x}
		}
		return sortAndCompact(swapped)
	}
	next := make([]uint32, n+1)
	for _, p := range pairs {
		next[p.a+1]++
	}
	for i := range n {
		next[i+1] += next[i]
	}
	for _, p := range pairs {
		swapped[next[p.a]] = pair{p.a, p.x}
		next[p.a]++
	}
	return swapped
}

// newRows returns the matrix with the pairs (row, column), sorted by sortAndCompact.
func newRows[T ~uint32](pairs []pair) rows[T] {
	n := 0
	for i, p := range pairs {
		if i == 0 || pairs[i-1].x != p.x {
			n++
		}
	}
	m := rows[T]{src: make([]Individual, 0, n), off: make([]uint32, 0, n+1), data: make([]T, len(pairs))}
	for i, p := range pairs {
		if i == 0 || pairs[i-1].x != p.x {
			m.src, m.off = append(m.src, Individual(p.x)), append(m.off, uint32(i))
		}
		m.data[i] = T(p.a)
	}
	m.off = append(m.off, uint32(len(pairs)))
	return m
}

// index makes rows be found at once, if many of n individuals have one.
func (m *rows[T]) index(n int) {
	if len(m.src) < n/8 {
		return
	}
	m.at = make([]uint32, n)
	for i, a := range m.src {
		m.at[a] = uint32(i + 1)
	}
}

func (b *Builder) buildFeatures(ctx context.Context, s *Structure, inds, feats []uint32) error {
	byFeature := groupFacts(3*len(feats), b.featFacts, func(f triple) (uint32, pair) { // ordered values, strings, texts
		at := 3 * feats[f.x]
		switch b.valueList[f.b].Kind() {
		case dl.String:
			at++
		case dl.LangString:
			at += 2
		}
		return at, pair{inds[f.a], f.b}
	})
	others := groupFacts(len(feats), b.otherFacts,
		func(f triple) (uint32, pair) { return feats[f.x], pair{inds[f.a], f.b} })
	if b.finishing {
		b.featFacts, b.otherFacts = nil, nil
	}
	s.features, s.strings = make([]attributes, len(feats)), make([]attributes, len(feats))
	s.texts, s.others = make([]attributes, len(feats)), make([]rows[uint32], len(feats))
	byText := func(values []dl.Value) func(dl.Value) int {
		return func(v dl.Value) int { return stringRank(values, v) }
	}
	for f := range feats {
		if err := ctx.Err(); err != nil {
			return err
		}
		var equal []uint32
		s.features[f], equal = b.newAttributes(byFeature[3*f], dl.SortValues, func(values []dl.Value) func(dl.Value) int {
			sorted := dl.NewSorted(values)
			return func(v dl.Value) int { rank, _ := sorted.Range(dl.Equal, v); return rank }
		})
		s.strings[f], _ = b.newAttributes(byFeature[3*f+1], sortStrings, byText)
		s.texts[f], _ = b.newAttributes(byFeature[3*f+2], sortStrings, byText)
		s.others[f] = newCounts(sortAndCompact(others[f]), equal)
	}
	return nil
}

// newCounts returns a matrix with the number of the facts of each individual. The facts of
// the list more are others, by individual.
func newCounts(facts []pair, more []uint32) rows[uint32] {
	n := map[uint32]uint32{}
	for _, p := range facts {
		n[p.x]++
	}
	for _, a := range more {
		n[a]++
	}
	counts := make([]pair, 0, len(n))
	for a, k := range n {
		counts = append(counts, pair{a, k})
	}
	return newRows[uint32](sortAndCompact(counts))
}

// newAttributes also returns, for each value that is equal to another of the same
// individual but of another kind, the individual.
func (b *Builder) newAttributes(facts []pair, sort func([]dl.Value) []dl.Value,
	ranks func([]dl.Value) func(dl.Value) int) (out attributes, equal []uint32) {
	facts = sortAndCompact(facts)
	rankOf := map[uint32]uint32{}
	var vs []dl.Value
	for _, p := range facts {
		if _, known := rankOf[p.a]; !known {
			rankOf[p.a] = 0
			vs = append(vs, b.valueList[p.a])
		}
	}
	vs = sort(vs)
	rank := ranks(vs)
	for id := range rankOf {
		rankOf[id] = uint32(rank(b.valueList[id]))
	}
	met := make(map[pair]bool)
	for i, p := range facts {
		facts[i].a = rankOf[p.a]
		if i == 0 || facts[i-1].x != p.x {
			clear(met)
			if i+1 == len(facts) || facts[i+1].x != p.x {
				continue // the only one
			}
		}
		if met[facts[i]] {
			equal = append(equal, p.x)
		}
		met[facts[i]] = true
	}
	return attributes{vs, newRows[uint32](sortAndCompact(facts))}, equal
}

func sortStrings(vs []dl.Value) []dl.Value {
	slices.SortFunc(vs, compareStrings)
	return vs
}
