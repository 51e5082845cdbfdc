package graph

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
)

// Memory is a Graph in memory: the facts of files or of a database. Unlike a problem it has
// all facts, even if they are incomplete at an endpoint. It answers about everything but
// concepts and axioms; see intent.Memory for concepts. It is safe for concurrent use.
type Memory struct {
	f      *facts.Facts
	v      Vocabulary
	labels map[string]string
	known  []bool                  // the individuals, by term
	above  map[facts.ID][]facts.ID // stated superclasses
	size   MemorySize

	// Each is made when it is needed first.
	classes func() places                  // in f.Classes, by individual
	out, in func() places                  // in f.Roles, by subject and by object
	values  func() places                  // in f.Values, by individual
	members func() map[facts.ID][]facts.ID // by class, and below without those of subclasses
	stated  func() map[facts.ID][]facts.ID

	subclasses func() map[facts.ID][]facts.ID // stated ones
}

// A MemorySize has the numbers of elements of a Memory.
type MemorySize struct {
	Individuals, Facts, Classes, Roles, Features int
}

// NewMemory returns an index of the facts. The vocabulary must have its defaults filled in.
func NewMemory(f *facts.Facts, v Vocabulary) *Memory {
	m := &Memory{
		f: f, v: v, labels: f.BestLabels(v.Languages), known: f.IsIndividual(),
		above: map[facts.ID][]facts.ID{},
	}
	term := func(at int) func() places {
		return sync.OnceValue(func() places { return placesOf(f, f.Roles, func(t facts.Tuple) facts.ID { return t[at] }) })
	}
	m.out, m.in = term(1), term(2)
	m.classes = sync.OnceValue(func() places { return placesOf(f, f.Classes, facts.Tuple.First) })
	m.values = sync.OnceValue(func() places {
		return placesOf(f, f.Values, func(v facts.Value) facts.ID { return v.Individual })
	})
	m.size = MemorySize{Individuals: len(f.Individuals), Facts: len(f.Classes) + len(f.Roles) + len(f.Values)}
	isClass := make([]bool, f.NumTerms())
	for _, t := range f.Classes {
		if !isClass[t[1]] {
			isClass[t[1]] = true
			m.size.Classes++
		}
	}
	for range facts.Parts(f.Roles, facts.Tuple.First) {
		m.size.Roles++
	}
	for range facts.Parts(f.Values, facts.PropertyOf) {
		m.size.Features++
	}
	for _, t := range f.Superclasses {
		m.above[t[0]] = append(m.above[t[0]], t[1])
	}
	m.members = sync.OnceValue(m.membersByClass)
	m.stated = sync.OnceValue(func() map[facts.ID][]facts.ID { return bySecond(f.Classes) })
	m.subclasses = sync.OnceValue(func() map[facts.ID][]facts.ID { return bySecond(f.Superclasses) })
	return m
}

// places are the places of the facts about each term in a list: those of the term with the number
// id are at[starts[id]:starts[id+1]], in the order of the list.
type places struct{ starts, at []uint32 }

// placesOf returns the places of the facts of the list by a term of theirs.
func placesOf[T any](f *facts.Facts, list []T, term func(T) facts.ID) places {
	p := places{make([]uint32, f.NumTerms()+2), make([]uint32, len(list))} // shifted by one while it is filled
	for _, x := range list {
		p.starts[term(x)+2]++
	}
	for i := 2; i < len(p.starts); i++ {
		p.starts[i] += p.starts[i-1]
	}
	for i, x := range list {
		next := &p.starts[term(x)+1]
		p.at[*next] = uint32(i)
		*next++
	}
	return p
}

// of returns the places of a term: none of a term that came later.
func (p places) of(id facts.ID) []uint32 {
	if int(id)+1 >= len(p.starts) {
		return nil
	}
	return p.at[p.starts[id]:p.starts[id+1]]
}

// classesOf returns the stated classes of an individual.
func (m *Memory) classesOf(id facts.ID) []facts.ID {
	var classes []facts.ID
	for _, i := range m.classes().of(id) {
		classes = append(classes, m.f.Classes[i][1])
	}
	return classes
}

// shownClasses returns the classes that describe an individual: of a class its superclasses, for it is its
// own member, too.
func (m *Memory) shownClasses(id facts.ID) []facts.ID {
	if classes := m.classesOf(id); !m.v.Classes || !slices.Equal(classes, []facts.ID{id}) {
		return classes
	}
	return m.above[id]
}

// Size returns the numbers of elements.
func (m *Memory) Size() MemorySize { return m.size }

// Individuals returns the IRIs of all individuals, in the order of the data.
func (m *Memory) Individuals() []string { return m.terms(m.f.Individuals) }

// Label returns the best label of a term, or "".
func (m *Memory) Label(iri string) string { return m.labels[iri] }

// Labels yields all labels of a term.
func (m *Memory) Labels(iri string) iter.Seq[string] {
	at, _ := slices.BinarySearchFunc(m.f.Labels, iri,
		func(l facts.Label, iri string) int { return strings.Compare(l.IRI, iri) })
	return func(yield func(string) bool) {
		for _, l := range m.f.Labels[at:] {
			if l.IRI != iri || !yield(l.Text) {
				return
			}
		}
	}
}

// NamesBy reports whether the property leads to a name of something.
func (m *Memory) NamesBy(property string) bool {
	rank, ok := m.v.NameRank(property)
	return ok && slices.ContainsFunc(m.f.Labels, func(l facts.Label) bool { return l.Rank == rank })
}

// ClassesOf returns the sorted classes of the individual that are stated, without their
// superclasses; of a class its direct superclasses.
func (m *Memory) ClassesOf(iri string) []string {
	return uniqueSorted(m.terms(m.shownClasses(m.f.Find(iri))))
}

// HasSubclasses reports whether the class has stated subclasses.
func (m *Memory) HasSubclasses(class string) bool { return len(m.subclasses()[m.f.Find(class)]) > 0 }

// Linked yields the stated classes of an individual and the individuals that its statements
// link it to. It may yield one several times.
func (m *Memory) Linked(iri string) iter.Seq[string] {
	return func(yield func(string) bool) {
		id := m.f.Find(iri)
		for _, c := range m.classesOf(id) {
			if !yield(m.f.Term(c)) {
				return
			}
		}
		for _, i := range m.out().of(id) {
			if !yield(m.f.Term(m.f.Roles[i][2])) {
				return
			}
		}
	}
}

func (m *Memory) terms(ids []facts.ID) []string {
	iris := make([]string, len(ids))
	for i, id := range ids {
		iris[i] = m.f.Term(id)
	}
	return iris
}

// Ask implements Graph.
func (m *Memory) Ask(ctx context.Context, q Question, receive func([]Answer) error) error {
	var answers []Answer
	for i, term := range q.Terms {
		if i%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		rows, err := m.rows(q, term)
		if err != nil {
			return err
		}
		answers = append(answers, Answer{Term: term, Kind: q.Kind, Properties: q.Properties, Rows: rows})
	}
	return receive(answers)
}

// rows returns the rows of the answer about a term.
func (m *Memory) rows(q Question, term string) (rows []Row, err error) {
	id := m.f.Find(term)
	if of, counts := statementsOf[q.Kind]; counts {
		return countRows(m.statements(of, id)), nil
	}
	switch q.Kind {
	case Out, In, Leaf, Superclasses:
		rows = slices.DeleteFunc(m.statements(q.Kind, id), func(r Row) bool {
			if q.Expect != nil {
				_, expected := FindCount(q.Expect(term), r.Property)
				return !expected
			}
			return q.Properties != nil && !slices.Contains(q.Properties, r.Property)
		})
	case Known:
		if to := m.f.Redirects[id]; m.isKnown(id) || to != 0 {
			rows = []Row{{Value: m.f.Term(to), N: 1}}
		}
	case Stated:
		if m.states(term) {
			rows = []Row{{N: 1}}
		}
	case Labels, PropertyLabels:
		if label := m.labels[term]; label != "" {
			rows = []Row{{Value: label, Lang: m.v.Languages[0]}}
		}
	case Classes:
		for _, c := range m.classSizes() {
			rows = append(rows, Row{Value: c.IRI, N: int64(c.Members)})
		}
		rows = upTo(rows, q.Limit)
	case Sizes:
		rows = []Row{{Value: term, N: int64(len(m.members()[id]))}}
	case Instances:
		for _, iri := range m.instances(id) {
			rows = append(rows, Row{Value: iri})
		}
		rows = upTo(rows, q.Limit)
	case Subjects:
		for _, iri := range m.subjects(q.Properties, id) {
			rows = append(rows, Row{Value: iri})
		}
		rows = upTo(rows, q.Limit)
	case Axioms, Claims, PropertyKinds, Presences, ClassesViaAnonymous, SuperclassesViaAnonymous, Ancestors:
	default:
		return nil, fmt.Errorf("facts in memory: unknown kind of question %q", q.Kind)
	}
	return rows, nil
}

// isKnown reports whether the term is an individual. One that came later is none.
func (m *Memory) isKnown(id facts.ID) bool { return int(id) < len(m.known) && m.known[id] }

// states reports whether the term is in a statement, also in one that is no fact.
func (m *Memory) states(iri string) bool {
	return m.f.Find(iri) != 0 ||
		slices.ContainsFunc(m.f.Declared, func(s facts.Declared) bool { return s.IRI == iri }) ||
		slices.ContainsFunc(m.f.Labels, func(l facts.Label) bool { return l.IRI == iri }) ||
		slices.ContainsFunc(m.f.Axioms, func(a [3]string) bool { return slices.Contains(a[:], iri) }) ||
		slices.ContainsFunc(m.f.Skipped, func(s facts.Skipped) bool { return s.Property == iri })
}

// upTo returns at most limit rows, with a row that says so if there are more.
func upTo(rows []Row, limit int) []Row {
	if len(rows) <= limit {
		return rows
	}
	return append(rows[:limit:limit], Row{Value: AtLeast, N: int64(limit)})
}

// statements returns the statements of one kind about a term.
func (m *Memory) statements(kind Kind, id facts.ID) (rows []Row) {
	if kind == Superclasses {
		for _, c := range m.above[id] {
			rows = append(rows, Row{Property: m.v.SubClassOf, Value: m.f.Term(c)})
		}
		return rows
	}
	if kind == In {
		for _, i := range m.in().of(id) {
			t := m.f.Roles[i]
			rows = append(rows, Row{Property: m.f.Term(t[0]), Value: m.f.Term(t[1])})
		}
		return rows
	}
	for _, c := range m.shownClasses(id) {
		rows = append(rows, Row{Property: m.v.Type, Value: m.f.Term(c)})
	}
	if kind == Out {
		for _, i := range m.out().of(id) {
			t := m.f.Roles[i]
			rows = append(rows, Row{Property: m.f.Term(t[0]), Value: m.f.Term(t[2])})
		}
	}
	for _, i := range m.values().of(id) {
		v := m.f.Values[i]
		rows = append(rows,
			Row{
				Property: m.f.Term(v.Property),
				Value:    m.f.Term(v.Lexical),
				Datatype: cmp.Or(m.f.Term(v.Datatype), dl.XSD+"string"),
			})
	}
	return rows
}

// countRows returns the numbers of the rows by property.
func countRows(rows []Row) (counts []Row) {
	number := map[string]int64{}
	for _, r := range rows {
		number[r.Property] += int64(Number(r))
	}
	for _, p := range sortedKeys(number) {
		counts = append(counts, Row{Property: p, N: number[p]})
	}
	return counts
}

// subjects returns the stated members of a class or its stated subclasses, sorted.
func (m *Memory) subjects(properties []string, class facts.ID) []string {
	pairs := m.subclasses()
	if slices.Contains(properties, m.v.Type) {
		pairs = m.stated()
	}
	return uniqueSorted(m.terms(pairs[class]))
}

// bySecond returns the first elements of the pairs by the second.
func bySecond(pairs []facts.Tuple) map[facts.ID][]facts.ID {
	by := map[facts.ID][]facts.ID{}
	for _, t := range pairs {
		by[t[1]] = append(by[t[1]], t[0])
	}
	return by
}

// instances returns the members of a class, sorted by name.
func (m *Memory) instances(class facts.ID) []string {
	iris := m.terms(m.members()[class])
	slices.SortFunc(iris, func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(cmp.Or(m.labels[a], a)), strings.ToLower(cmp.Or(m.labels[b], b))),
			strings.Compare(a, b))
	})
	return iris
}

// classSizes returns the classes that have members, the largest first.
func (m *Memory) classSizes() []ClassSize {
	var list []ClassSize
	for class, members := range m.members() {
		list = append(list, ClassSize{m.f.Term(class), len(members)})
	}
	slices.SortFunc(list, func(a, b ClassSize) int {
		return cmp.Or(cmp.Compare(b.Members, a.Members), strings.Compare(a.IRI, b.IRI))
	})
	return list
}

// membersByClass returns the members of each class, including those of its subclasses
// unless the vocabulary says otherwise.
func (m *Memory) membersByClass() map[facts.ID][]facts.ID {
	above := m.above
	if m.v.NoClosure {
		above = nil
	}
	members := map[facts.ID][]facts.ID{}
	chains := map[facts.ID][]facts.ID{} // the class and those above it
	last := map[facts.ID]facts.ID{}     // the member that a class has last
	for _, a := range m.f.Individuals {
		for _, i := range m.classes().of(a) {
			c := m.f.Classes[i][1]
			if chains[c] == nil {
				chains[c] = append(entail.Chain(c, above), c)
			}
			for _, s := range chains[c] {
				if last[s] != a {
					last[s] = a
					members[s] = append(members[s], a)
				}
			}
		}
	}
	return members
}
