package search

import "sync"

// blockWork is about the work of the entries that are tried between two looks at
// whether to stop.
const blockWork = 1 << 22

// scan tries the entries of a place from lo to hi as operands. The result and
// the work that is counted are the same for any number of workers: of the
// cheapest entries the first is taken.
func (d *descent) scan(p *place, lo, hi int, kinds []*kind) {
	each := d.workOf(d.used-1, kinds)
	block := int(max(blockWork/max(each, 1), 64))
	for ; lo < hi && !d.halted(); lo += block {
		end := min(lo+block, hi)
		work := int64(end-lo) * each
		d.work += work
		if workers := min(d.limits.workers, end-lo); d.alone && workers > 1 && work >= d.limits.share {
			d.share(p, lo, end, kinds, workers)
			continue
		}
		for i := lo; i < end; i++ {
			if i&255 == 255 && d.st.halted() {
				return
			}
			if v := d.try(p, i, kinds, d.ub); v < d.ub {
				d.take(v, i)
			}
		}
	}
}

// try is the cost of entry i of the last place, or at least ub.
func (c *chain) try(p *place, i int, kinds []*kind, ub int64) int64 {
	l := c.last()
	l.apply(l.x, p.at(i))
	return c.cost(c.used-1, l.x, kinds, ub)
}

// take makes entry i of the last place the best operand so far.
func (d *descent) take(cost int64, i int) {
	d.ub, d.best = cost, d.concept(i)
	d.found(d.ub, d.best)
}

// share scans with several workers, each of which has a part.
func (d *descent) share(p *place, lo, hi int, kinds []*kind, workers int) {
	for len(d.helpers) < workers {
		d.helpers = append(d.helpers, &chain{})
	}
	type cheapest struct {
		cost  int64
		entry int
	}
	best := make([]cheapest, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			c := d.helpers[w]
			c.follow(&d.chain)
			b := cheapest{cost: d.ub}
			first, end := lo+(hi-lo)*w/workers, lo+(hi-lo)*(w+1)/workers
			for i := first; i < end; i++ {
				if i&255 == 255 && d.st.halted() {
					break
				}
				if v := c.try(p, i, kinds, b.cost); v < b.cost {
					b = cheapest{v, i}
				}
			}
			best[w] = b
		})
	}
	group.Wait()
	for _, b := range best { // in the order of the entries
		if b.cost < d.ub {
			// Once more, for the restrictions that it takes.
			d.take(d.try(p, b.entry, kinds, d.ub), b.entry)
		}
	}
}

// follow makes c decide as other does, with memory of its own for what changes.
func (c *chain) follow(other *chain) {
	c.root, c.in, c.out = other.root, other.in, other.out
	for len(c.levels) < other.used {
		c.levels = append(c.levels, &level{})
		c.choice = append(c.choice, 0)
	}
	c.used = other.used
	for i, o := range other.levels[:other.used] {
		l := c.levels[i]
		*l = level{
			link: o.link, place: o.place, filter: o.filter, rows: append(l.rows[:0], o.rows...), outside: o.outside,
			x: resized(l.x, len(o.x)), y: resized(l.y, len(o.y)),
			counter: l.counter, rejected: l.rejected,
			in: o.in, out: o.out, weight: o.weight, lost: o.lost,
		}
		l.rejected.reset(len(o.x))
	}
}
