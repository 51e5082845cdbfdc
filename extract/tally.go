package extract

import "github.com/genus-kg/genus/extract/store"

// A crawl holds what was counted at all individuals of a level: of each a few dozen
// properties, so hundreds of thousands of numbers. They are kept small.

// tallied is a store.Tally without the names that lead to it.
type tallied struct {
	n int
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
		c.counted[t.Part] = map[string]map[string]tallied{}
	}
	if c.counted[t.Part][t.Term] == nil {
		c.counted[t.Part][t.Term] = map[string]tallied{}
	}
	f := &fate{t.State, t.Reason}
	switch *f {
	case *counted:
		f = counted
	case *here:
		f = here
	}
	property, known := c.names[t.Property]
	if !known { // each name once, not with every answer
		property = t.Property
		c.names[property] = property
	}
	c.counted[t.Part][t.Term][property] = tallied{t.N, f}
}

// tally is what was counted of a property at a term.
func (c *crawl) tally(part store.Part, s, p string) (t store.Tally, known bool) {
	t = store.Tally{Term: s, Part: part, Property: p}
	got, known := c.counted[part][s][p]
	if known {
		t.N, t.State, t.Reason = got.n, got.state, got.reason
	}
	return t, known
}
