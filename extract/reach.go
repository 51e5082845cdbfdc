package extract

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

// neighbourhood is the part of the graph near the examples over kept roles.
type neighbourhood struct {
	facts    []store.Tuple       // with an end at an individual that is complete
	complete map[store.ID]bool   // those
	whole    flags               // of which this run has pulled all statements
	iris     map[store.ID]string // of properties, and of individuals at the last distance
	distance map[store.ID]int    // of the individuals
	measured measured            // when that was found
	nodes    store.ID            // the largest number, and 1
}

// recent has the role facts that were written since the latest widen, so that they need
// not be read again.
type recent struct {
	whole bool // all that the file has of the source this crawl has written
	facts []store.Tuple
	twice bool // some may be there twice
	// valued are the properties of which values were written.
	valued map[string]bool
	// classes are those of each individual, in pairs, of the first round.
	classes [][2]store.ID
	// again: there was another round, in which some may have changed.
	again bool
}

// remember notes a role fact that was received from its subject, or not.
func (c *crawl) remember(f store.Tuple, fromSubject bool) {
	if c.recent.whole && c.first {
		c.recent.facts = append(c.recent.facts, f)
		c.recent.twice = c.recent.twice || !fromSubject
	}
}

// rememberClass notes that an individual is in a class.
func (c *crawl) rememberClass(individual, class store.ID) {
	if c.recent.whole && c.first {
		c.recent.classes = append(c.recent.classes, [2]store.ID{individual, class})
	}
}

func (c *crawl) rememberValue(property string) {
	if c.recent.valued == nil {
		c.recent.valued = map[string]bool{}
	}
	c.recent.valued[property] = true
}

// around are the facts around the individuals of this level, of which those may be
// missing that are near already; some may be there twice.
func (c *crawl) around(ctx context.Context, ids map[string]store.ID) ([]store.Tuple, error) {
	if c.recent.whole && c.first {
		alone, err := c.db.Alone()
		if alone || err != nil {
			return c.recent.facts, err
		}
		c.recent = recent{}
	}
	c.recent.twice = false
	return c.db.Around(ctx, slices.Sorted(maps.Values(ids)))
}

// measured is what distances depend on.
type measured struct{ limit, facts, complete, cuts int }

// widen adds the facts around individuals that have become complete.
func (c *crawl) widen(ctx context.Context, at []string) error {
	ids, err := c.db.IDs(ctx, at)
	if err != nil {
		return err
	}
	facts, err := c.around(ctx, ids)
	if err != nil {
		return err
	}
	n := &c.near
	if n.complete == nil {
		n.complete, n.iris = map[store.ID]bool{}, map[store.ID]string{}
	}
	fresh := map[store.ID]bool{}
	for _, f := range facts {
		if n.iris[f[0]] == "" {
			fresh[f[0]] = true
		}
		n.nodes = max(n.nodes, f[1]+1, f[2]+1)
	}
	// Those between two levels come twice, but not all: some were known from the
	// farther end only.
	unique := len(n.facts) == 0 && !c.recent.twice
	if n.facts == nil {
		n.facts = facts
	} else {
		n.facts = append(n.facts, facts...)
	}
	c.recent.facts, c.recent.twice = nil, false
	if !unique {
		sortFacts(n)
	}
	iris, err := c.db.IRIs(ctx, slices.Sorted(maps.Keys(fresh)))
	maps.Copy(n.iris, iris)
	for _, id := range ids {
		n.complete[id] = true
		n.nodes = max(n.nodes, id+1)
	}
	return err
}

// sortFacts also takes out what is there twice.
func sortFacts(n *neighbourhood) {
	slices.SortFunc(n.facts, func(a, b store.Tuple) int { // by subject, as they are in the file; cmp.Or would compare all three
		for _, i := range [...]int{1, 0, 2} {
			if a[i] != b[i] {
				return cmp.Compare(a[i], b[i])
			}
		}
		return 0
	})
	n.facts = slices.Compact(n.facts)
}

// measure finds the individuals up to that distance. From those that are not
// complete no edge is followed.
func (c *crawl) measure(ctx context.Context, limit int) error {
	n := &c.near
	now := measured{limit, len(n.facts), len(n.complete), len(c.cuts)} // of which each only grows
	if n.distance != nil && n.measured == now {
		return nil
	}
	n.measured = now
	ids, err := c.db.IDs(ctx, c.examples)
	if err != nil {
		return err
	}
	start := slices.Sorted(maps.Values(ids))
	for _, a := range start {
		n.nodes = max(n.nodes, a+1)
	}
	kept := func(p store.ID, dir store.Direction) bool { return !c.cuts[cutKey{n.iris[p], dir}] }
	n.distance = distances(int(n.nodes), n.facts, start, limit, kept, func(a store.ID) bool { return n.complete[a] })
	return nil
}

// atDistance are the individuals at exactly that distance, sorted.
func (c *crawl) atDistance(ctx context.Context, level int) ([]string, error) {
	if level == 0 {
		return slices.Clone(c.examples), nil
	}
	if err := c.measure(ctx, level); err != nil {
		return nil, err
	}
	var ids []store.ID
	for id, d := range c.near.distance {
		if d == level {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	iris, err := c.db.IRIs(ctx, ids)
	return slices.Sorted(maps.Values(iris)), err
}

// properties are those in which something can be said in the language: of the
// facts that were followed or could be, and of values. About: there may be some more of
// which values are farther away.
func (c *crawl) properties(ctx context.Context, about bool) ([]string, error) {
	n := &c.near
	all := map[string]bool{}
	done := map[store.ID]bool{}
	for _, f := range n.facts {
		if done[f[0]] {
			continue
		}
		p := n.iris[f[0]]
		if n.complete[f[1]] && !c.cuts[cutKey{p, store.CutOut}] || n.complete[f[2]] && !c.cuts[cutKey{p, store.CutIn}] {
			all[p], done[f[0]] = true, true
		}
	}
	valued, err := c.valued(ctx, about)
	for _, p := range valued {
		if !c.cuts[cutKey{p, store.CutValue}] {
			all[p] = true
		}
	}
	return c.taste.related(slices.Sorted(maps.Keys(all))), err
}

// valued are the properties of which individuals near the examples have values.
func (c *crawl) valued(ctx context.Context, about bool) ([]string, error) {
	if about && c.recent.whole {
		if alone, err := c.db.Alone(); alone || err != nil {
			return sortedKeys(c.recent.valued), err
		}
	}
	n := &c.near
	ids := slices.Collect(maps.Keys(n.complete))
	if n.distance != nil {
		ids = slices.Collect(maps.Keys(n.distance))
	}
	slices.Sort(ids)
	return c.db.ValueProperties(ctx, ids)
}

// distances is a breadth-first search from start over the role facts, in each
// direction that is kept, limit edges far, from those nodes only that go on; a
// negative limit means no limit.
func distances(n int, facts []store.Tuple, start []store.ID, limit int, kept func(store.ID, store.Direction) bool, goOn func(store.ID) bool) map[store.ID]int {
	// Neighbours in compressed rows: off[a]..off[a+1].
	type way struct{ known, out, in bool }
	var ways []way // by property
	for _, f := range facts {
		p := f[0]
		if int(p) >= len(ways) {
			ways = append(ways, make([]way, int(p)+1-len(ways))...)
		}
		if !ways[p].known {
			ways[p] = way{true, kept(p, store.CutOut), kept(p, store.CutIn)}
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
			if !goOn(a) {
				continue
			}
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
