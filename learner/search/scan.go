package search

import "sync"

func (r *pathEnd) scan(size int) bool {
	c := r.context()
	if c.maxSize() < size {
		return false
	}
	lo, hi := c.ofSize(size)
	r.scanEntries(lo, hi)
	return true
}

// scanEntries tries the entries lo ≤ i < hi of the context as operands, and accepts the
// first of the cheapest. The result and the work counted are the same for any number of
// workers.
func (r *pathEnd) scanEntries(lo, hi int) {
	each := r.costWork(r.used-1, r.alts)
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
			if v := r.costOfEntry(i, r.alts, r.incumbent); v < r.incumbent {
				r.accept(v, i)
			}
		}
	}
}

// scanShared divides the entries among several workers.
func (r *pathEnd) scanShared(lo, hi, workers int) {
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
			p.copyFrom(&r.rolePath)
			b := cheapest{cost: r.incumbent}
			first, end := lo+(hi-lo)*i/workers, lo+(hi-lo)*(i+1)/workers
			for j := first; j < end; j++ {
				if j&255 == 255 && r.w.ts.stopped() {
					break
				}
				if v := p.costOfEntry(j, r.alts, b.cost); v < b.cost {
					b = cheapest{v, j}
				}
			}
			best[i] = b
		})
	}
	group.Wait()
	for _, b := range best { // in the order of the entries
		if b.cost < r.incumbent {
			// This second evaluation sets choice.
			r.accept(r.costOfEntry(b.entry, r.alts, r.incumbent), b.entry)
		}
	}
}
