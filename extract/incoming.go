package extract

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

// Of what points to an individual, as much may be here already as was counted: where
// all of it comes from individuals whose own statements were pulled. Then nothing is
// asked.

// unknown are those of the terms, at this level, of which more points to them than is
// here; of the others it notes that it is. Only what this run has asked for is
// believed, or one like it that was interrupted.
func (c *crawl) unknown(ctx context.Context, at, terms []string) ([]string, error) {
	began := c.me.Started
	for _, r := range c.runs {
		if c.alike(r) && r.Finished.IsZero() && r.Started.Before(began) {
			began = r.Started
		}
	}
	asked := func(part store.Part) func(s string) bool {
		counted, hubs := c.fetched[part.Count()], c.fetched[part.Hub()]
		return func(s string) bool { return counted[s] >= began.UnixMilli() && hubs[s] == 0 }
	}
	ids, err := c.db.IDs(ctx, at)
	if err != nil {
		return nil, err
	}
	out, in := asked(store.Out), asked(store.In)
	pulledOut, pulledIn := c.fetched[store.Out], c.fetched[store.In]
	for s, id := range ids {
		c.near.whole.set(id, out(s) && pulledOut[s] != 0 && c.counted.allHere(store.Out, s))
	}
	mayBeKnown := func(s string) bool { return in(s) && pulledIn[s] == 0 }
	if !slices.ContainsFunc(terms, func(s string) bool { return mayBeKnown(s) && len(c.toPull(store.In, s)) > 0 }) {
		return terms, nil
	}
	to, err := c.inward(ctx, ids)
	if err != nil {
		return nil, err
	}
	numbered, err := c.db.IDs(ctx, c.counted.names)
	if err != nil {
		return nil, err
	}
	properties := make([]store.ID, len(c.counted.names))
	for n, p := range c.counted.names {
		properties[n] = numbered[p]
	}
	var known, ask []string
	for _, s := range terms {
		in, all := to(ids[s]), mayBeKnown(s)
		if in == nil {
			ask = append(ask, s)
			continue
		}
		counted := 0
		for _, t := range c.counted.of[store.In][s] {
			n := *in.by(properties[t.property])
			all = all && (n == t.n || !c.pulls(store.In, t))
			counted += n
		}
		if all && !in.doubtful && counted == in.n {
			known = append(known, s)
		} else {
			ask = append(ask, s)
		}
	}
	for some := range slices.Chunk(known, 1000) {
		err := c.db.Update(ctx, func(tx *store.Tx) error {
			if c.overtaken(tx, store.In, some) {
				c.another = true
				return nil
			}
			c.markAll(some, store.In, c.writePulled(tx, store.In, some, c.here(store.In, some)))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return ask, nil
}

// inward is what points to an individual, of what is here.
type inward struct {
	pointing []pointing // few
	n        int
	doubtful bool // somebody points to it whose statements were not pulled
}

// pointing is how many by one property.
type pointing struct {
	property store.ID
	n        int
}

func (in *inward) by(property store.ID) *int {
	for i := range in.pointing {
		if in.pointing[i].property == property {
			return &in.pointing[i].n
		}
	}
	in.pointing = append(in.pointing, pointing{property: property})
	return &in.pointing[len(in.pointing)-1].n
}

// inward tells what points to the individuals of this level; nil: it is none of them.
func (c *crawl) inward(ctx context.Context, ids map[string]store.ID) (func(store.ID) *inward, error) {
	facts, err := c.around(ctx, ids)
	if err != nil {
		return nil, err
	}
	most := store.ID(0)
	for _, id := range ids {
		most = max(most, id)
	}
	of := make([]*inward, most+1) // by number, which are dense
	room := make([]inward, len(ids))
	for _, id := range ids {
		of[id], room = &room[0], room[1:]
	}
	to := func(id store.ID) *inward {
		if id > most {
			return nil
		}
		return of[id]
	}
	twice := c.recent.twice || len(c.near.facts) > 0 // then some may be
	met := map[store.Tuple]bool{}
	for _, some := range [][]store.Tuple{c.near.facts, facts} {
		for _, f := range some {
			in := to(f[2])
			if in == nil || met[f] {
				continue
			}
			if twice {
				met[f] = true
			}
			in.n++
			*in.by(f[0])++
			in.doubtful = in.doubtful || !c.near.whole.has(f[1])
		}
	}
	return to, nil
}

// flags are truth values of terms, which are numbered densely.
type flags []bool

func (f *flags) set(id store.ID, is bool) {
	if n := int(id) + 1; n > len(*f) {
		*f = append(*f, make([]bool, n-len(*f))...)
	}
	(*f)[id] = is
}

func (f flags) has(id store.ID) bool { return int(id) < len(f) && f[id] }
