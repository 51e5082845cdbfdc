package extract

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/store"
)

func (c *crawl) overBound(s string, n int) string {
	return fmt.Sprintf("fan-out of %s is %s, over the bound of %s", bracket(s), count(n), count(c.o.Bounds.Successors))
}

// load is what one property in one part would bring at a level.
type load struct {
	part  store.Part
	p     string
	sum   int // statements
	most  int // the largest number at one individual
	where string
}

// loads sums up what was counted at the terms and is still wanted, largest
// first. It depends on the counts only, not on the order in which they came.
func (c *crawl) loads(parts []store.Part, terms []string) []load {
	var out []load
	for _, part := range parts {
		by := make([]load, len(c.counted.names))
		for _, s := range terms { // sorted: of equals the first is named
			for _, t := range c.counted.of[part][s] {
				n := t.n
				if n == 0 || !c.wanting(part, t.property) {
					continue
				}
				l := &by[t.property]
				l.sum += n
				if n > l.most {
					l.most, l.where = n, s
				}
			}
		}
		for n, l := range by {
			if l.sum > 0 {
				l.part, l.p = part, c.counted.names[n]
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(a, b load) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.p, b.p), cmp.Compare(a.part, b.part))
	})
	return out
}

// enforce cuts what was counted over a bound, before it is pulled.
func (c *crawl) enforce(parts []store.Part, terms []string, distance int) error {
	cut := func(l load, n int, reason string) {
		for _, dir := range directions(l.part) {
			c.cut(store.Cut{Property: l.p, Direction: dir, Individual: l.where, N: n, Reason: reason})
		}
	}
	loads, before := c.loads(parts, terms), len(c.cuts)
	for _, l := range loads {
		if c.taste.uses(l.p) && l.most > c.o.Bounds.Successors {
			cut(l, l.most, c.overBound(l.where, l.most))
		}
	}
	if len(c.cuts) > before {
		loads = c.loads(parts, terms)
	}
	total := c.facts
	for _, l := range loads {
		total += l.sum
	}
	for _, l := range loads {
		if total <= c.o.Bounds.Facts {
			break
		}
		if !c.taste.uses(l.p) {
			continue
		}
		cut(l, l.sum, fmt.Sprintf("%s more facts at distance %d, %s of them at %s, would make %s, over the bound of %s",
			count(l.sum), distance, count(l.most), bracket(l.where), count(total), count(c.o.Bounds.Facts)))
		total -= l.sum
	}
	if total > c.o.Bounds.Facts {
		return fmt.Errorf("%w: %s facts so far and %s class memberships at distance %d, and the bound on facts is %s: raise it or go less deep",
			ErrTooMany, count(c.facts), count(total-c.facts), distance, count(c.o.Bounds.Facts))
	}
	c.facts = total
	return nil
}

// cutFlawed cuts what could not be pulled whole, by this run or one before it.
func (c *crawl) cutFlawed(part store.Part, terms []string) {
	if c.counted.plain() {
		return
	}
	for _, s := range terms {
		var flawed []store.Tally
		for _, t := range c.counted.of[part][s] {
			if state := c.counted.state(t); state == store.Values || state == store.Gone {
				flawed = append(flawed, c.counted.whole(part, s, t))
			}
		}
		slices.SortFunc(flawed, func(a, b store.Tally) int { return cmp.Compare(a.Property, b.Property) })
		for _, t := range flawed {
			dirs := directions(part)
			if t.State == store.Values {
				dirs = dirs[:1]
			}
			for _, dir := range dirs {
				c.cut(store.Cut{Property: t.Property, Direction: dir, Individual: s, N: t.N, Reason: t.Reason})
			}
		}
	}
}

// enforceIndividuals cuts, while there are too many individuals within that
// distance, the role that leads to most of those farthest away.
func (c *crawl) enforceIndividuals(ctx context.Context, distance int) error {
	for {
		if err := c.measure(ctx, distance); err != nil {
			return err
		}
		n := len(c.near.distance)
		if n <= c.o.Bounds.Individuals {
			return nil
		}
		key, new, at := c.widest()
		if new == 0 {
			return fmt.Errorf("%w: there are %s individuals, and the bound is %s: raise it or give fewer examples", ErrTooMany, count(n), count(c.o.Bounds.Individuals))
		}
		where, err := c.firstOf(ctx, at)
		if err != nil {
			return err
		}
		c.cut(store.Cut{
			Property: key.property, Direction: key.direction, Individual: where, N: new,
			Reason: fmt.Sprintf("it leads to %s of the %s individuals within distance %d, over the bound of %s",
				count(new), count(n), distance, count(c.o.Bounds.Individuals)),
		})
	}
}

// firstOf is the first of the terms in alphabetical order.
func (c *crawl) firstOf(ctx context.Context, ids []store.ID) (string, error) {
	iris, err := c.db.IRIs(ctx, ids)
	if err != nil {
		return "", err
	}
	return slices.Min(slices.Collect(maps.Values(iris))), nil
}

// widest is the kept role and direction that leads to most individuals one
// edge farther away, to how many, and the individuals from which it leads to most.
func (c *crawl) widest() (key cutKey, most int, where []store.ID) {
	targets := map[cutKey]map[store.ID]bool{}
	from := map[cutKey]map[store.ID]int{}
	r := &c.near
	add := func(p, a, b store.ID, dir store.Direction) {
		k := cutKey{r.iris[p], dir}
		da, near := r.distance[a]
		if db, ok := r.distance[b]; !near || !r.complete[a] || !ok || db != da+1 || c.cuts[k] {
			return
		}
		if targets[k] == nil {
			targets[k], from[k] = map[store.ID]bool{}, map[store.ID]int{}
		}
		targets[k][b] = true
		from[k][a]++
	}
	for _, f := range r.facts {
		add(f[0], f[1], f[2], store.CutOut)
		add(f[0], f[2], f[1], store.CutIn)
	}
	for k, bs := range targets {
		if len(bs) > most || len(bs) == most && (k.property < key.property || k.property == key.property && k.direction < key.direction) {
			key, most = k, len(bs)
		}
	}
	at := 0
	for a, n := range from[key] {
		switch {
		case n > at:
			at, where = n, []store.ID{a}
		case n == at:
			where = append(where, a)
		}
	}
	return key, most, where
}
