package ask

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Memory is a [Graph] in memory: its structure is the whole graph, such as that of RDF
// files. It is not safe for concurrent use.
type Memory struct {
	// Names yields all names of a thing, those among them that are not shown; nil: there are no others than labels.
	Names func(iri string) iter.Seq[string]
	// LeastSampled is the number of individuals from which on sets are sampled before they are counted.
	LeastSampled int

	s       *interp.Structure
	labels  map[string]string
	e       *interp.Evaluator
	largest func() Bounds
}

// A Memory forgets the extensions of concepts and subconcepts when there are mostExtensions,
// or when they take extensionBytes. Each takes one bit for every individual.
const (
	mostExtensions = 20_000
	extensionBytes = 256 << 20
)

// leastSampled is from how many individuals on counting takes longer than sampling.
const leastSampled = 250_000

// NewMemory returns a graph of the structure. The labels, by IRI, may be nil.
func NewMemory(s *interp.Structure, labels map[string]string) *Memory {
	return &Memory{
		LeastSampled: leastSampled,
		s:            s,
		labels:       labels,
		e:            interp.NewEvaluator(s),
		largest:      sync.OnceValue(func() Bounds { return largest(s) }), // every count asks for it
	}
}

// most is how many extensions an evaluator may keep.
func (m *Memory) most() int { return min(mostExtensions, extensionBytes/(m.s.Len()/8+1)) }

// evaluator returns an evaluator that does not keep too many extensions. Sets that it has returned
// stay valid.
func (m *Memory) evaluator() *interp.Evaluator {
	if m.e.Len() > m.most() {
		m.e = interp.NewEvaluator(m.s)
	}
	return m.e
}

// Largest returns the number of members of the largest class or ∃r.⊤.
func (m *Memory) Largest() Bounds { return m.largest() }

func largest(s *interp.Structure) Bounds {
	n := 1
	for id := range s.Signature().Atoms() {
		n = max(n, int(s.Atom(interp.ConceptID(id)).Count()))
	}
	for r := range interp.RoleID(s.Signature().NumRoles()) {
		n = max(n, len(s.Sources(r)))
	}
	return Exactly(int64(n))
}

func (m *Memory) facts() (Facts, error) { return Facts{m.s, Everything}, nil }

// Look returns the whole structure.
func (m *Memory) Look(context.Context, []string, []string) (Facts, error) { return m.facts() }

// Classes returns the whole structure.
func (m *Memory) Classes(context.Context, []string) (Facts, error) { return m.facts() }

// Statements returns the whole structure.
func (m *Memory) Statements(context.Context, dl.Statements, []string, []string) (Facts, error) {
	return m.facts()
}

// Evaluator returns the evaluator that counts.
func (m *Memory) Evaluator(*interp.Structure) *interp.Evaluator { return m.evaluator() }

// Extensions returns the members of every concept. It evaluates so many at once that they and their subconcepts are
// not more than the evaluator may keep.
func (m *Memory) Extensions(ctx context.Context, cs []dl.Concept) (out []interp.Set, err error) {
	for some := range slices.Chunk(cs, max(64, m.most()/4)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e := m.evaluator()
		if _, err := e.ExtensionsWithin(ctx, some); err != nil {
			return nil, err
		}
		for _, c := range some {
			x, err := e.MembersWithin(ctx, c)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
	}
	return out, nil
}

// Domain returns all individuals.
func (m *Memory) Domain([]string) Domain { return everyone{m.s} }

// Ahead returns 0: concepts are counted one by one.
func (m *Memory) Ahead() int64 { return 0 }

// Count counts exactly.
func (m *Memory) Count(ctx context.Context, cs []dl.Concept) ([]Bounds, error) {
	out := make([]Bounds, len(cs))
	var places []int
	var others []dl.Concept
	for i, c := range cs {
		if compare, ok := c.(dl.Compare); ok && m.s.HasAll(c) {
			if n, known := m.evaluator().CountCompared(compare); known {
				out[i] = Exactly(int64(n))
				continue
			}
		}
		places, others = append(places, i), append(others, c)
	}
	sets, err := m.Extensions(ctx, others)
	for i, x := range sets {
		out[places[i]] = Exactly(int64(x.Count()))
	}
	return out, err
}

// Members returns the members with the smallest hashes, so that the choice does not
// depend on names.
func (m *Memory) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	out := make([][]string, len(cs))
	sets, err := m.Extensions(ctx, cs)
	for i, x := range sets {
		for _, a := range leastHashes(x, limit) {
			out[i] = append(out[i], m.s.IRI(a))
		}
	}
	return out, err
}

// leastHashes returns the members with the smallest hashes, those first, at most so many.
func leastHashes(x interp.Set, most int) (out []interp.Individual) {
	type hashed struct {
		hash uint64
		a    interp.Individual
	}
	compare := func(a, b hashed) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.a, b.a)) }
	var least []hashed
	bound := uint64(math.MaxUint64) // there are enough up to this
	keep := func() {
		slices.SortFunc(least, compare)
		if len(least) > most {
			least = least[:most]
		}
	}
	for a := range x.EachSet() {
		h := scatter(interp.Individual(a))
		if h > bound {
			continue
		}
		least = append(least, hashed{h, interp.Individual(a)})
		if most > 0 && len(least) >= 2*most+64 {
			keep()
			bound = least[most-1].hash
		}
	}
	keep()
	for _, x := range least {
		out = append(out, x.a)
	}
	return out
}

// scatter returns the FNV-1a hash of the individual.
func scatter(a interp.Individual) uint64 {
	h := uint64(14695981039346656037)
	for range 4 {
		h = (h ^ uint64(a&0xff)) * 1099511628211
		a >>= 8
	}
	return h
}

// Holds returns Yes or No. An IRI that is not an individual of the structure is a member of
// nothing.
func (m *Memory) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]Truth, error) {
	var at []interp.Individual
	places := make([]int, len(individuals)) // in at; -1: the structure does not know it
	number := map[interp.Individual]int{}
	for j, iri := range individuals {
		a, known := m.s.Lookup(iri)
		places[j] = -1
		if !known {
			continue
		}
		if _, listed := number[a]; !listed {
			number[a] = len(at)
			at = append(at, a)
		}
		places[j] = number[a]
	}
	holding, err := m.evaluator().HoldingAt(ctx, cs, at)
	out := make([][]Truth, len(holding))
	for i, in := range holding {
		out[i] = make([]Truth, len(individuals))
		for j, place := range places {
			out[i][j] = No
			if place >= 0 && in[place/64]>>(place%64)&1 == 1 {
				out[i][j] = Yes
			}
		}
	}
	return out, err
}

// Labels returns the labels that NewMemory was given.
func (m *Memory) Labels(_ context.Context, iris []string) (map[string]string, error) {
	out := map[string]string{}
	for _, iri := range iris {
		if l := m.labels[iri]; l != "" {
			out[iri] = l
		}
	}
	return out, nil
}

// Named compares the labels that NewMemory was given, without regard to case.
func (m *Memory) Named(_ context.Context, texts []string) ([]Named, error) {
	var out []Named
	for iri, label := range m.labels {
		if slices.ContainsFunc(texts, func(text string) bool { return strings.EqualFold(text, label) }) {
			out = append(out, Named{iri, label})
		}
	}
	slices.SortFunc(out, func(x, y Named) int { return strings.Compare(x.IRI, y.IRI) })
	return out, nil
}

// demonym leads from a place to what is of it, such as French.
const demonym = "http://www.wikidata.org/prop/direct/P1549"

// NamesOf returns the label that NewMemory was given, the other names of Names, and demonyms.
func (m *Memory) NamesOf(iri string, of dl.Statements) (names []string, known bool) {
	named := iri
	if _, _, ok := of.Split(iri); ok && m.labels[iri] == "" {
		named = of.EntityOf(iri)
	}
	names = append(names, m.labels[named])
	if m.Names != nil {
		names = slices.AppendSeq(names, m.Names(named))
	}
	f, has := m.s.Signature().FeatureID(demonym)
	a, ok := m.s.Lookup(iri)
	if !has || !ok {
		return names, true
	}
	for _, rank := range m.s.StringRanks(f, a) {
		names = append(names, m.s.Strings(f)[rank].Lexical())
	}
	for _, rank := range m.s.TextRanks(f, a) {
		names = append(names, m.s.Texts(f)[rank].Lexical())
	}
	return names, true
}

// AllNames returns the names of everything that has a label, and of the individuals and symbols that have none.
func (m *Memory) AllNames(of dl.Statements) (iter.Seq2[string, []string], bool) {
	return func(yield func(string, []string) bool) {
		for _, iri := range m.all() {
			if _, _, ok := of.Split(iri); ok { // its entity has the names
				continue
			}
			if names, _ := m.NamesOf(iri, of); !yield(iri, names) {
				return
			}
		}
	}, true
}

// all returns the IRIs that have a label, and those of the structure that have none.
func (m *Memory) all() []string {
	iris := slices.Collect(maps.Keys(m.labels))
	add := func(iri string) {
		if m.labels[iri] == "" && !strings.HasPrefix(iri, "_:") {
			iris = append(iris, iri)
		}
	}
	for a := range m.s.Len() {
		add(m.s.IRI(interp.Individual(a)))
	}
	sig := m.s.Signature()
	for _, atom := range sig.Atoms() { // classes, and the features with truth values
		for _, iri := range dl.EntitiesOf(atom).IRIs() {
			add(iri)
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 { // the other is its inverse
		if role := sig.Role(interp.RoleID(r)); role.Closure == dl.NoClosure {
			add(role.IRI)
		}
	}
	for _, feature := range sig.Features() {
		add(feature)
	}
	return iris
}
