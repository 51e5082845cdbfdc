// Package facts stores statements about individuals in little memory: terms are numbered,
// and a statement is a tuple of numbers.
//
// A single goroutine fills a [Facts]; [Terms] number terms for several. After [Facts.Sort] the Facts does not change,
// does not depend on the order in which it was filled, and is safe for concurrent use.
package facts

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/extract/entail"
)

// An ID is the number of a term; 0 means no term.
type ID uint32

// A Tuple is (property, subject, object) of a role, (individual, class, 0), or (class,
// superclass, axiom): axiom is owl:equivalentClass if that says it, and 0 if it is stated.
type Tuple [3]ID

// A Value is a value of a feature.
type Value struct{ Property, Individual, Lexical, Datatype ID }

// An Other is a literal that is no value of a feature: its presence counts, and conditions on
// texts see it. Lang is its language tag, or 0.
type Other struct{ Property, Individual, Lexical, Datatype, Lang ID }

// IsRead reports whether the literal is known. A crawl knows only that there is a value;
// every literal has a datatype or a language.
func (o Other) IsRead() bool { return o.Datatype != 0 || o.Lang != 0 }

// A SymbolKind is the kind of a declared symbol.
type SymbolKind string

// The kinds of symbols.
const (
	Class   SymbolKind = "class"
	Role    SymbolKind = "role"
	Feature SymbolKind = "feature"
)

// A Declared symbol belongs to the signature even without facts.
type Declared struct {
	IRI  string
	Kind SymbolKind
}

// A Label is a name of a term. Of its labels, the one with the least rank is shown; a name with a rank of
// OtherName or more only finds it.
type Label struct {
	IRI, Lang, Text string
	Rank            uint8
}

// OtherName is the least rank of names that are not shown.
const OtherName = 128

// A Participation tells that an individual is on a side of some statement with the
// property.
type Participation struct {
	Individual, Property ID
	Side                 entail.Side
}

// A Skipped counts statements that were received and not used.
type Skipped struct {
	Property string // may be empty
	Datatype string // of a literal; otherwise empty
	Reason   string
	Example  string // the first, by bytes, of the malformed literals; otherwise empty
	N        int
}

// Statements are what a Wikibase says of statements with qualifiers: which individuals have
// them, their values and qualifiers. They are not among the other facts, and the statements
// not among the individuals.
type Statements struct {
	Roles  []Tuple
	Values []Value
}

// Facts holds statements, with labels and declarations of their terms.
type Facts struct {
	Individuals   []ID
	Classes       []Tuple
	Superclasses  []Tuple
	Roles         []Tuple
	Values        []Value
	Others        []Other
	Statements    Statements
	Participation []Participation
	Declared      []Declared
	Labels        []Label
	Axioms        [][3]string // property, predicate, object
	Disjoint      [][]string  // groups of classes: no two of a group have a member in common
	Redirects     map[ID]ID   // from a term with no other statement than an owl:sameAs to its object
	Skipped       []Skipped
	Prefixes      map[string]string

	terms   []string      // by number; terms[0] is empty
	sorted  int           // the terms with lower numbers are sorted
	ids     map[string]ID // of the others
	skipped map[Skipped]skippedLiterals
}

// New returns an empty Facts.
func New() *Facts {
	return &Facts{
		Redirects: map[ID]ID{},
		Prefixes:  map[string]string{},
		terms:     []string{""},
		ids:       map[string]ID{},
		skipped:   map[Skipped]skippedLiterals{},
	}
}

// ID returns the number of a term. It numbers a new term.
func (f *Facts) ID(term string) ID {
	if id := f.Find(term); id != 0 || term == "" {
		return id
	}
	term = strings.Clone(term) // it may share the memory of a whole answer
	id := ID(len(f.terms))
	f.terms = append(f.terms, term)
	f.ids[term] = id
	return id
}

// Find returns the number of a term, or 0 if it has none.
func (f *Facts) Find(term string) ID {
	if i, ok := slices.BinarySearch(f.terms[:f.sorted], term); ok {
		return ID(i)
	}
	return f.ids[term]
}

// Term returns the term with the number.
func (f *Facts) Term(id ID) string { return f.terms[id] }

// NumTerms returns the number of numbers: terms have those below it.
func (f *Facts) NumTerms() int { return len(f.terms) }

// Parts yields the parts of a list that have the same key, which stand beside each other, with that key. Roles,
// values and others are sorted by property.
func Parts[T any](list []T, key func(T) ID) iter.Seq2[ID, []T] {
	return func(yield func(ID, []T) bool) {
		for begin := 0; begin < len(list); {
			k, end := key(list[begin]), begin+1
			for end < len(list) && key(list[end]) == k {
				end++
			}
			if !yield(k, list[begin:end]) {
				return
			}
			begin = end
		}
	}
}

// First returns the first term of a tuple: the property of a role.
func (t Tuple) First() ID { return t[0] }

// PropertyOf returns the property of a value.
func PropertyOf(v Value) ID { return v.Property }

// IsIndividual returns, by number, which terms are individuals.
func (f *Facts) IsIndividual() []bool {
	is := make([]bool, len(f.terms))
	for _, a := range f.Individuals {
		is[a] = true
	}
	return is
}

type skippedLiterals struct {
	example string
	n       int
}

// Skip counts n statements that cannot be used.
func (f *Facts) Skip(property, datatype, reason string, n int) {
	f.SkipLiteral(property, datatype, reason, "", n)
}

// SkipLiteral is Skip, and keeps the example if it is not empty.
func (f *Facts) SkipLiteral(property, datatype, reason, example string, n int) {
	key := Skipped{Property: property, Datatype: datatype, Reason: reason}
	s := f.skipped[key]
	if example != "" && (s.n == 0 || example < s.example) {
		s.example = example
	}
	s.n += n
	f.skipped[key] = s
}

// Sort sorts everything and removes duplicates.
func (f *Facts) Sort() {
	rank := f.ranks()
	tuple := []func(Tuple) uint32{
		func(t Tuple) uint32 { return rank[t[0]] }, func(t Tuple) uint32 { return rank[t[1]] },
		func(t Tuple) uint32 { return rank[t[2]] },
	}
	value := []func(Value) uint32{
		func(v Value) uint32 { return rank[v.Property] }, func(v Value) uint32 { return rank[v.Individual] },
		func(v Value) uint32 { return rank[v.Lexical] }, func(v Value) uint32 { return rank[v.Datatype] },
	}
	f.Individuals = SortByKeys(f.Individuals, len(rank), func(a ID) uint32 { return rank[a] })
	for _, list := range []*[]Tuple{&f.Classes, &f.Superclasses, &f.Roles, &f.Statements.Roles} {
		*list = SortByKeys(*list, len(rank), tuple...)
	}
	for _, list := range []*[]Value{&f.Values, &f.Statements.Values} {
		*list = SortByKeys(*list, len(rank), value...)
	}
	f.Others = SortByKeys(f.Others, len(rank), func(o Other) uint32 { return rank[o.Property] },
		func(o Other) uint32 { return rank[o.Individual] }, func(o Other) uint32 { return rank[o.Lexical] },
		func(o Other) uint32 { return rank[o.Datatype] }, func(o Other) uint32 { return rank[o.Lang] })
	f.Participation = sortUnique(f.Participation, func(a, b Participation) int {
		return cmp.Or(cmp.Compare(rank[a.Individual], rank[b.Individual]), cmp.Compare(rank[a.Property], rank[b.Property]),
			cmp.Compare(a.Side, b.Side))
	})
	f.Declared = sortUnique(f.Declared,
		func(a, b Declared) int { return cmp.Or(cmp.Compare(a.IRI, b.IRI), cmp.Compare(a.Kind, b.Kind)) })
	f.SortLabels()
	f.Axioms = sortUnique(f.Axioms, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	f.Skipped = f.Skipped[:0]
	for s, of := range f.skipped {
		s.Example, s.N = of.example, of.n
		f.Skipped = append(f.Skipped, s)
	}
	f.Skipped = sortUnique(f.Skipped, func(a, b Skipped) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Datatype, b.Datatype),
			cmp.Compare(a.Reason, b.Reason))
	})
}

// SortLabels does the same for the labels only.
func (f *Facts) SortLabels() {
	f.Labels = sortUnique(f.Labels, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.IRI, b.IRI), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Lang, b.Lang),
			cmp.Compare(a.Text, b.Text))
	})
}

// SortTerms numbers the terms in alphabetical order, in the facts, too. It returns the new number of
// each old one, nil if they are in order.
func (f *Facts) SortTerms() (number []ID) {
	if f.sorted == len(f.terms) {
		return nil
	}
	number = make([]ID, len(f.terms))
	sorted := make([]string, len(f.terms))
	for id, rank := range f.ranks() {
		number[id], sorted[rank] = ID(rank), f.terms[id]
	}
	f.terms, f.sorted, f.ids = sorted, len(sorted), map[string]ID{}
	for i, a := range f.Individuals {
		f.Individuals[i] = number[a]
	}
	for _, list := range [][]Tuple{f.Classes, f.Superclasses, f.Roles, f.Statements.Roles} {
		for i, t := range list {
			list[i] = Tuple{number[t[0]], number[t[1]], number[t[2]]}
		}
	}
	for _, list := range [][]Value{f.Values, f.Statements.Values} {
		for i, v := range list {
			list[i] = Value{number[v.Property], number[v.Individual], number[v.Lexical], number[v.Datatype]}
		}
	}
	for i, o := range f.Others {
		f.Others[i] = Other{number[o.Property], number[o.Individual], number[o.Lexical], number[o.Datatype], number[o.Lang]}
	}
	redirects := make(map[ID]ID, len(f.Redirects))
	for from, to := range f.Redirects {
		redirects[number[from]] = number[to]
	}
	f.Redirects = redirects
	for i, p := range f.Participation {
		f.Participation[i] = Participation{number[p.Individual], number[p.Property], p.Side}
	}
	return number
}

// ranks returns the position of each term in alphabetical order, by number. Only those that are not sorted
// yet are compared with each other.
func (f *Facts) ranks() []uint32 {
	rank := make([]uint32, len(f.terms))
	if f.sorted == len(f.terms) {
		for i := range rank {
			rank[i] = uint32(i)
		}
		return rank
	}
	type numbered struct {
		text string
		id   ID
	}
	compare := func(a, b numbered) int { return strings.Compare(a.text, b.text) }
	list := make([]numbered, len(f.terms))
	for i, text := range f.terms {
		list[i] = numbered{text, ID(i)}
	}
	sorted := sortParallel(list[f.sorted:], func(part []numbered) []numbered {
		slices.SortFunc(part, compare)
		return part
	}, compare)
	if len(sorted) < len(list) {
		sorted = merge(list[:f.sorted], sorted, compare)
	}
	for i, x := range sorted {
		rank[x.id] = uint32(i)
	}
	return rank
}

// BestLabels returns the best label of every term that has one, by their ranks and then by the order of the
// languages. A variety such as en-US comes after its language. A label in another language is the last, and the only
// one of a term whose IRI says nothing: people read Margherita rather than a name in a language that they did not ask
// for.
func (f *Facts) BestLabels(languages []string) map[string]string {
	places := 2*len(languages) + 2
	rank := map[string]int{}
	for i, lang := range languages {
		rank[strings.ToLower(lang)] = 2*i + 1
	}
	best, got := map[string]string{}, map[string]int{}
	for _, l := range f.Labels { // sorted: of equally good labels, the first is kept
		if l.Rank >= OtherName {
			continue
		}
		tag := strings.ToLower(l.Lang)
		r, main := rank[tag], rank[tag[:max(strings.Index(tag, "-"), 0)]]
		switch {
		case r == 0 && main > 0 && strings.Contains(tag, "-"):
			r = main + 1
		case r == 0:
			if isReadable(l.IRI) {
				continue
			}
			r = OtherName * places
		}
		r += int(l.Rank) * places
		if _, ok := best[l.IRI]; !ok || r < got[l.IRI] {
			best[l.IRI], got[l.IRI] = l.Text, r
		}
	}
	return best
}

// isReadable reports whether the last part of the IRI has three letters in a row and no number of five digits:
// identifiers such as Q42 and UBERON_0002101 tell a user nothing.
func isReadable(iri string) bool {
	iri = strings.TrimRight(iri, "/#")
	hasWord, letters, digits := false, 0, 0
	for _, r := range iri[strings.LastIndexAny(iri, "/#")+1:] {
		letters++
		digits++
		if !unicode.IsLetter(r) {
			letters = 0
		}
		if !unicode.IsDigit(r) {
			digits = 0
		}
		if digits == 5 {
			return false
		}
		hasWord = hasWord || letters == 3
	}
	return hasWord
}

// IRIs returns the terms with these numbers, sorted.
func (f *Facts) IRIs(ids iter.Seq[ID]) []string {
	iris := []string{}
	for id := range ids {
		iris = append(iris, f.terms[id])
	}
	slices.Sort(iris)
	return iris
}

// A Way tells in which directions the statements of a role may be followed.
type Way struct{ Out, In bool }

// Distances returns the distances in edges from start, by breadth-first search over the
// roles up to limit edges. A negative limit means no limit. way tells in which directions
// the statements of a property may be followed. beyond returns further neighbours of an
// individual; it may be nil.
func (f *Facts) Distances(start []ID, limit int, way func(property ID) Way, beyond func(ID) []ID) map[ID]int {
	// Neighbours in compressed rows: first[a]..first[a+1].
	n := len(f.terms)
	ways := map[ID]Way{}
	first := make([]uint32, n+1)
	each := func(visit func(a, b ID)) {
		for _, t := range f.Roles {
			w, known := ways[t[0]]
			if !known {
				w = way(t[0])
				ways[t[0]] = w
			}
			if w.Out {
				visit(t[1], t[2])
			}
			if w.In {
				visit(t[2], t[1])
			}
		}
	}
	each(func(a, _ ID) { first[a+1]++ })
	for i := range n {
		first[i+1] += first[i]
	}
	next := slices.Clone(first[:n])
	to := make([]ID, first[n])
	each(func(a, b ID) {
		to[next[a]] = b
		next[a]++
	})

	distance := make(map[ID]int, len(start))
	for _, a := range start {
		distance[a] = 0
	}
	frontier := slices.Clone(start)
	for d := 1; len(frontier) > 0 && (limit < 0 || d <= limit); d++ {
		var found []ID
		meet := func(all []ID) {
			for _, b := range all {
				if _, seen := distance[b]; !seen {
					distance[b] = d
					found = append(found, b)
				}
			}
		}
		for _, a := range frontier {
			meet(to[first[a]:first[a+1]])
			if beyond != nil {
				meet(beyond(a))
			}
		}
		frontier = found
	}
	return distance
}
