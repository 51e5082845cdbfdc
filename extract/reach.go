package extract

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

// reach is the part of the graph near the examples over kept roles.
type reach struct {
	terms    []string
	facts    []store.Tuple
	distance map[store.ID]int
}

// reach measures distances up to limit over all role facts stored so far.
func (c *crawl) reach(ctx context.Context, limit int) (*reach, error) {
	terms, err := c.db.Terms(ctx)
	if err != nil {
		return nil, err
	}
	facts, err := c.db.RoleFacts(ctx)
	if err != nil {
		return nil, err
	}
	start := make([]store.ID, 0, len(c.examples))
	is := set(c.examples)
	for id, iri := range terms {
		if is[iri] {
			start = append(start, store.ID(id))
		}
	}
	kept := func(p store.ID, dir store.Direction) bool { return !c.cuts[cutKey{terms[p], dir}] }
	return &reach{terms, facts, distances(len(terms), facts, start, limit, kept)}, nil
}

// distances is a breadth-first search from start over the role facts, in each
// direction that is kept, limit edges far; a negative limit means no limit.
func distances(n int, facts []store.Tuple, start []store.ID, limit int, kept func(store.ID, store.Direction) bool) map[store.ID]int {
	// Neighbours in compressed rows: off[a]..off[a+1].
	type way struct{ out, in bool }
	ways := map[store.ID]way{}
	for _, f := range facts {
		if _, known := ways[f[0]]; !known {
			ways[f[0]] = way{kept(f[0], store.CutOut), kept(f[0], store.CutIn)}
		}
	}
	off := make([]uint32, n+1)
	each := func(visit func(a, b store.ID)) {
		for _, f := range facts {
			w := ways[f[0]]
			if w.out {
				visit(f[1], f[2])
			}
			if w.in {
				visit(f[2], f[1])
			}
		}
	}
	each(func(a, _ store.ID) { off[a+1]++ })
	for i := range n {
		off[i+1] += off[i]
	}
	next := slices.Clone(off[:n])
	to := make([]store.ID, off[n])
	each(func(a, b store.ID) {
		to[next[a]] = b
		next[a]++
	})

	distance := map[store.ID]int{}
	for _, a := range start {
		distance[a] = 0
	}
	frontier := slices.Clone(start)
	for d := 1; len(frontier) > 0 && (limit < 0 || d <= limit); d++ {
		var found []store.ID
		for _, a := range frontier {
			for _, b := range to[off[a]:off[a+1]] {
				if _, seen := distance[b]; !seen {
					distance[b] = d
					found = append(found, b)
				}
			}
		}
		frontier = found
	}
	return distance
}

// atDistance are the individuals at exactly that distance, sorted.
func (c *crawl) atDistance(ctx context.Context, level int) ([]string, error) {
	if level == 0 {
		return c.examples, nil
	}
	r, err := c.reach(ctx, level)
	if err != nil {
		return nil, err
	}
	var at []string
	for id, d := range r.distance {
		if d == level {
			at = append(at, r.terms[id])
		}
	}
	slices.Sort(at)
	return at, nil
}
