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
	asked := func(part store.Part, s string) bool {
		return c.fetched[part.Count()][s] >= began.UnixMilli() && c.fetched[part.Hub()][s] == 0
	}
	ids, err := c.db.IDs(ctx, at)
	if err != nil {
		return nil, err
	}
	if c.near.whole == nil {
		c.near.whole = map[store.ID]bool{}
	}
	for s, id := range ids {
		c.near.whole[id] = asked(store.Out, s) && c.fetched[store.Out][s] != 0 && c.counted.allHere(store.Out, s)
	}
	mayBeKnown := func(s string) bool { return asked(store.In, s) && c.fetched[store.In][s] == 0 }
	if !slices.ContainsFunc(terms, func(s string) bool { return mayBeKnown(s) && len(c.toPull(store.In, s)) > 0 }) {
		return terms, nil
	}
	to, err := c.inward(ctx, ids)
	if err != nil {
		return nil, err
	}
	properties, err := c.db.IDs(ctx, c.counted.names)
	if err != nil {
		return nil, err
	}
	var known, ask []string
	for _, s := range terms {
		in, all := to[ids[s]], mayBeKnown(s)
		if in == nil {
			ask = append(ask, s)
			continue
		}
		counted := 0
		for _, t := range c.counted.of[store.In][s] {
			n := *in.by(properties[c.counted.names[t.property]])
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

// inward tells what points to the individuals of this level.
func (c *crawl) inward(ctx context.Context, ids map[string]store.ID) (map[store.ID]*inward, error) {
	facts, err := c.around(ctx, ids)
	if err != nil {
		return nil, err
	}
	to := make(map[store.ID]*inward, len(ids))
	room := make([]inward, len(ids))
	for _, id := range ids {
		to[id], room = &room[0], room[1:]
	}
	met := map[store.Tuple]bool{}
	for _, some := range [][]store.Tuple{c.near.facts, facts} {
		for _, f := range some {
			in := to[f[2]]
			if in == nil || met[f] {
				continue
			}
			met[f] = true
			in.n++
			*in.by(f[0])++
			in.doubtful = in.doubtful || !c.near.whole[f[1]]
		}
	}
	return to, nil
}
