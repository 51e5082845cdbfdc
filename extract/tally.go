package extract

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/store"
)

// A crawl holds what was counted at all individuals of a level: of each a few dozen
// properties, so hundreds of thousands of numbers. They are kept small.

// tallied is a store.Tally without the term and part that lead to it.
type tallied struct {
	property string
	n        int
	*fate
}

// fate is what became of statements that were counted.
type fate struct {
	state  store.State
	reason string
}

// Most of them share one of these.
var (
	counted = &fate{state: store.Counted}
	here    = &fate{state: store.Here}
)

// setTally notes a tally.
func (c *crawl) setTally(t store.Tally) {
	if c.counted[t.Part] == nil {
		c.counted[t.Part] = map[string][]tallied{}
	}
	var f *fate
	switch (fate{t.State, t.Reason}) {
	case *counted:
		f = counted
	case *here:
		f = here
	default:
		f = &fate{t.State, t.Reason}
	}
	property, known := c.names[t.Property]
	if !known { // each name once, not with every answer
		property = t.Property
		c.names[property] = property
	}
	all := c.counted[t.Part][t.Term]
	i, known := find(all, property)
	if !known {
		all = slices.Insert(all, i, tallied{})
		c.counted[t.Part][t.Term] = all
	}
	all[i] = tallied{property, t.N, f}
}

func find(tallies []tallied, property string) (i int, known bool) {
	return slices.BinarySearchFunc(tallies, property, func(t tallied, p string) int { return strings.Compare(t.property, p) })
}

// tally is what was counted of a property at a term.
func (c *crawl) tally(part store.Part, s, p string) (t store.Tally, known bool) {
	t = store.Tally{Term: s, Part: part, Property: p}
	all := c.counted[part][s]
	i, known := find(all, p)
	if known {
		t.N, t.State, t.Reason = all[i].n, all[i].state, all[i].reason
	}
	return t, known
}

// writeTallies writes what was counted of a part of some terms.
func (c *crawl) writeTallies(tx *store.Tx, part store.Part, terms []string) {
	var tallies []store.Tally
	tx.SetTallies(part, terms, func(s string) []store.Tally {
		tallies = tallies[:0]
		for _, t := range c.counted[part][s] {
			tallies = append(tallies, store.Tally{Property: t.property, N: t.n, State: t.state, Reason: t.reason})
		}
		return tallies
	})
}
