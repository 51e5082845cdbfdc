package search

import "sync"

// scan answers from the table at the end of the path. There are two ways: to try all
// entries, or to search for the sets in the table as if they were not listed, which is
// cheaper if bounds prune and dearer if they do not. So the goal-directed search gets a
// budget of half the work of the scan: restrictions by one role step, and all other
// concepts together, for their own part. That makes the order depend on the incumbent,
// so it is for where no other worker changes it; elsewhere restrictions are scanned and
// others searched for.
func (r *roles) scan(size int, belowNot bool) bool {
	c := r.context()
	if c.sizes() < size {
		return false
	}
	w, limits := r.w, &r.w.limits
	lo, hi := c.ofSize(size)
	if size <= 2 || hi-lo <= limits.scanOutright {
		r.scanEntries(c, lo, hi)
		return true
	}
	first, end := c.restrictionsWithin(lo, hi)
	if !r.single {
		r.scanEntries(c, first, end)
		w.compose(r, size, belowNot)
		return true
	}
	each := r.tryWork(r.used-1, r.alts)
	allowed := func(entries int) int64 { return int64(entries) * each * limits.directedHalves / 2 }
	at := first
	for i := range c.steps {
		k := &c.steps[i]
		next := at
		for next < end && int(c.from[next].b) < k.last {
			next++
		}
		if next > at && !w.budget.within(allowed(next-at), func() { r.step(k, r.alts, size-1) }) {
			r.scanEntries(c, at, next)
		}
		at = next
	}
	if others := hi - lo - (end - first); others > 0 && !w.budget.within(allowed(others), func() { w.compose(r, size, belowNot) }) {
		r.scanEntries(c, lo, first)
		r.scanEntries(c, end, hi)
	}
	return true
}

// scanEntries tries the entries of the context from lo to hi as operands. The result
// and the work that is counted are the same for any number of workers: of the cheapest
// entries the first is accepted.
func (r *roles) scanEntries(c *roleContext, lo, hi int) {
	each := r.tryWork(r.used-1, r.alts)
	block := int(max(blockWork/max(each, 1), 64))
	limits := &r.w.limits
	for ; lo < hi && !r.w.stopped(); lo += block {
		end := min(lo+block, hi)
		work := int64(end-lo) * each
		r.w.budget.work += work
		if workers := min(limits.workers, end-lo); r.single && workers > 1 && work >= limits.shareWork {
			r.scanShared(lo, end, workers)
			continue
		}
		for i := lo; i < end; i++ {
			if i&255 == 255 && r.w.ts.stopped() {
				return
			}
			if v := r.try(i, r.alts, r.incumbent); v < r.incumbent {
				r.accept(v, i)
			}
		}
	}
}

// scanShared scans with several workers, each of which has a part.
func (r *roles) scanShared(lo, hi, workers int) {
	for len(r.helpers) < workers {
		r.helpers = append(r.helpers, &rolePath{})
	}
	type cheapest struct {
		cost  int64
		entry int
	}
	best := make([]cheapest, workers)
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() {
			p := r.helpers[i]
			p.follow(&r.rolePath)
			b := cheapest{cost: r.incumbent}
			first, end := lo+(hi-lo)*i/workers, lo+(hi-lo)*(i+1)/workers
			for j := first; j < end; j++ {
				if j&255 == 255 && r.w.ts.stopped() {
					break
				}
				if v := p.try(j, r.alts, b.cost); v < b.cost {
					b = cheapest{v, j}
				}
			}
			best[i] = b
		})
	}
	group.Wait()
	for _, b := range best { // in the order of the entries
		if b.cost < r.incumbent {
			// Once more, for the restrictions that it takes.
			r.accept(r.try(b.entry, r.alts, r.incumbent), b.entry)
		}
	}
}
