package extract

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

// A crawl holds what was counted at all individuals of a level: of each a few dozen
// properties, so hundreds of thousands of numbers. They are kept small, and without
// pointers, which the garbage collector would follow again and again.

// tallied is a store.Tally without the term and part that lead to it.
type tallied struct {
	property number
	fate     uint32 // its place in tallies.fates
	n        int
}

// number is that of a property within a crawl.
type number uint32

// fate is what became of statements that were counted.
type fate struct {
	state  store.State
	reason string
}

// Most of them have one of these.
const (
	isCounted = iota
	isHere
)

// tallies are those of a level, and of all hubs.
type tallies struct {
	of      map[store.Part]map[string][]tallied // by term; by property
	numbers map[string]number
	names   []string // by number: each once, not with every answer
	fates   []fate
	fate    map[fate]uint32
}

func newTallies() *tallies {
	fates := []fate{isCounted: {state: store.Counted}, isHere: {state: store.Here}}
	y := &tallies{numbers: map[string]number{}, fates: fates, fate: map[fate]uint32{fates[isCounted]: isCounted, fates[isHere]: isHere}}
	y.clear()
	return y
}

// clear forgets the tallies; the numbers stay.
func (y *tallies) clear() { y.of = map[store.Part]map[string][]tallied{} }

// number is that of a property, which it gets if it has none.
func (y *tallies) number(property string) number {
	n, known := y.numbers[property]
	if !known {
		n = number(len(y.names))
		y.names = append(y.names, property)
		y.numbers[property] = n
	}
	return n
}

// plain reports whether nothing is flawed: all was counted only, or is here.
func (y *tallies) plain() bool { return len(y.fates) == isHere+1 }

func (y *tallies) state(t tallied) store.State { return y.fates[t.fate].state }

// by are those of a part, by term.
func (y *tallies) by(part store.Part) map[string][]tallied {
	if y.of[part] == nil {
		y.of[part] = map[string][]tallied{}
	}
	return y.of[part]
}

// set notes a tally.
func (y *tallies) set(t store.Tally) {
	by := y.by(t.Part)
	f := fate{t.State, t.Reason}
	i, known := y.fate[f]
	if !known {
		i = uint32(len(y.fates)) //nolint:gosec // there are not so many
		y.fates = append(y.fates, f)
		y.fate[f] = i
	}
	made := tallied{y.number(t.Property), i, t.N}
	all := by[t.Term]
	if at, known := find(all, made.property); known {
		all[at] = made
	} else {
		by[t.Term] = slices.Insert(all, at, made)
	}
}

// put notes numbers that were counted only, in place of what is known of the term; of
// several of a property the last one counts. It keeps the slice.
func (y *tallies) put(part store.Part, s string, numbers []tallied) {
	if len(numbers) == 0 {
		delete(y.of[part], s)
		return
	}
	slices.SortStableFunc(numbers, func(a, b tallied) int { return cmp.Compare(a.property, b.property) })
	last := numbers[:0]
	for i, t := range numbers {
		if i+1 == len(numbers) || numbers[i+1].property != t.property {
			last = append(last, t)
		}
	}
	y.by(part)[s] = last
}

// get is what was counted of a property at a term.
func (y *tallies) get(part store.Part, s, p string) (t store.Tally, known bool) {
	all := y.of[part][s]
	number, known := y.numbers[p]
	i, found := find(all, number)
	if !known || !found {
		return store.Tally{Term: s, Part: part, Property: p}, false
	}
	return y.whole(part, s, all[i]), true
}

// whole is a tally with all that leads to it.
func (y *tallies) whole(part store.Part, s string, t tallied) store.Tally {
	f := y.fates[t.fate]
	return store.Tally{Term: s, Part: part, Property: y.names[t.property], N: t.n, State: f.state, Reason: f.reason}
}

// wholly gives the tallies of a part of a term; the slice holds until the next call.
func (y *tallies) wholly(part store.Part) func(s string) []store.Tally {
	var all []store.Tally
	return func(s string) []store.Tally {
		all = all[:0]
		for _, t := range y.of[part][s] {
			all = append(all, y.whole(part, s, t))
		}
		return all
	}
}

// allHere reports whether everything is here that was counted.
func (y *tallies) allHere(part store.Part, s string) bool {
	return !slices.ContainsFunc(y.of[part][s], func(t tallied) bool { return t.fate != isHere })
}

func find(tallies []tallied, property number) (i int, known bool) {
	return slices.BinarySearchFunc(tallies, property, func(t tallied, p number) int { return cmp.Compare(t.property, p) })
}

// expected are the numbers of statements that were counted and are to come.
type expected struct {
	of      map[string][]tallied // by term
	numbers map[string]number    // of the properties of these
}

// expect expects n statements of one pair.
func expect(k pair, n int) expected {
	return expected{map[string][]tallied{k.s: {{n: n}}}, map[string]number{k.p: 0}}
}

// by is what is expected by the properties of a term.
func (e expected) by(s string, p string) int {
	number, known := e.numbers[p]
	if i, found := find(e.of[s], number); known && found {
		return e.of[s][i].n
	}
	return 0
}

// pairs are those of which statements are expected.
func (e expected) pairs() map[pair]int {
	names := make(map[number]string, len(e.numbers))
	for p, n := range e.numbers {
		names[n] = p
	}
	all := map[pair]int{}
	for s, tallies := range e.of {
		for _, t := range tallies {
			all[pair{s, names[t.property]}] = t.n
		}
	}
	return all
}

// len is the number of them.
func (e expected) len() (n int) {
	for _, tallies := range e.of {
		n += len(tallies)
	}
	return n
}
