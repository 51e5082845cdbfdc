package search

import (
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// solver finds cheapest concepts for one kind of weights.
type solver struct {
	st     *stage
	layout *layout
	front  [2]front // of the root's table; [1] below ¬
	rooted [2]front // of the restrictions
	// cheapest are, by size and way round, the restrictions that cost least on
	// all examples.
	cheapest [][2]cheap
	bounds   *bounds
	scan     int // sizes up to this are looked through entry by entry
	low      []int64
	rows     int64 // of the attempt; 0 is any number
	short    bool  // the attempt counts what it looks at on the examples, too
	limits   limits
	// improved is told of every better concept at the top.
	improved func(cost int64, c *solution)
}

// cheap is an entry and what it costs.
type cheap struct {
	cost  int64
	entry int32 // -1 if there is none
}

// solution is how the solver made a concept: an entry, its negation with the
// rest, or ⊓ or ⊔ of the entry and the rest.
type solution struct {
	op     op // opLeaf for the entry itself
	rooted bool
	entry  uint32
	rest   *solution
	deep   dl.Concept // instead of an entry
}

func newSolver(st *stage, w weights, sizes int, o limits) *solver {
	s := &solver{st: st, layout: newLayout(st.problem, st.element, len(st.root.reps), w), limits: o}
	s.front[1].flipped, s.rooted[1].flipped = true, true
	s.bounds = newBounds(s.layout.words, sizes, s.layout.total, o.bounds)
	s.low = make([]int64, sizes+1)
	return s
}

// ways are the ways round that can occur.
func (s *solver) ways() int {
	if s.st.has(dl.WithNot) {
		return 2
	}
	return 1
}

// bytes is what the fronts take. The cache of bounds has a bound of its own.
func (s *solver) bytes() (n int64) {
	for i := range s.ways() {
		n += s.front[i].bytes() + s.rooted[i].bytes()
	}
	return n
}

// prepare lists what solving for size k needs.
func (s *solver) prepare(k int) {
	before := s.bytes()
	defer func() { s.st.used.Add(s.bytes() - before) }()
	full := func(size, flipped int) {
		s.st.list(s.st.root, size)
		s.extend(&s.front, s.st.root, [2]int{size, flipped})
	}
	full(max((k-1)/2, 1), max((k-2)/2, 1)) // what ¬ is around is smaller
	// Restrictions of the two largest sizes stand alone or below ¬, where all
	// examples count.
	largest := min(k-2, s.st.rooted.sizes())
	s.extend(&s.rooted, s.st.rooted, [2]int{largest, largest})
	for len(s.cheapest) <= min(k, s.st.rooted.sizes()) && !s.st.halted() {
		s.cheapest = append(s.cheapest, s.cheapestOf(len(s.cheapest)))
	}
	s.scan = max(s.scan, 1)
	for s.scan < min(s.st.rooted.sizes(), s.limits.scan) {
		next := s.scan + 1
		if s.st.root.sizes() < next && expected(&s.st.root.table, next) > 4*s.limits.scanned {
			return
		}
		full(next, next)
		if s.front[0].end[next] > s.limits.scanned {
			return
		}
		s.scan = next
	}
}

// extend extends the fronts of a place up to these sizes.
func (s *solver) extend(fronts *[2]front, p *place, sizes [2]int) {
	var group sync.WaitGroup
	for i := range s.ways() {
		f := &fronts[i]
		work := func() {
			for len(f.end) <= sizes[i] {
				f.extend(s.layout, &p.table, s.limits.dominators, s.st.halted)
			}
		}
		if s.limits.workers == 1 {
			work()
		} else {
			group.Go(work)
		}
	}
	group.Wait()
}

// best is the cheapest concept of size at most k that costs less than ub, nil
// if there is none. If rows is not 0, it is an attempt by one worker, which
// descends for about that many rows and then leaves the stage tired; a short one also
// if it has weighed about that many words of operands on the examples.
func (s *solver) best(k int, ub, rows int64, short bool) (int64, *solution) {
	s.rows, s.short = rows, short
	return (&worker{solver: s}).solve(s.layout.all, false, k, ub, s.low[:k+1], true)
}

// known is the cost to be beaten at size k by what is better than all that is
// smaller.
func (s *solver) known(k int) int64 {
	if k == 1 {
		return infinite
	}
	return s.low[k-1]
}

// concept is the concept of a solution.
func (s *solver) concept(x *solution) dl.Concept {
	p := s.st.root
	if x.deep != nil {
		return x.deep
	}
	if x.rooted {
		p = s.st.rooted
	}
	switch x.op {
	case opNot:
		return dl.Not{C: s.concept(x.rest)}
	case opAnd:
		return dl.And{L: s.st.concept(p, int(x.entry)), R: s.concept(x.rest)}
	case opOr:
		return dl.Or{L: s.st.concept(p, int(x.entry)), R: s.concept(x.rest)}
	}
	return s.st.concept(p, int(x.entry))
}

// worker solves on one goroutine.
type worker struct {
	*solver
	frames  []*frame
	depth   int
	descent *descent
	work    int64 // words of operands that were weighed
}

// frame is the memory of one level of the recursion.
type frame struct {
	candidates []candidate
	slots      []int32
	care       []uint64
	other      []uint64
	low        []int64
	flipped    []int64
}

func (w *worker) push() *frame {
	if w.depth == len(w.frames) {
		n := w.layout.words
		sizes := len(w.solver.low)
		w.frames = append(w.frames, &frame{care: make([]uint64, n), other: make([]uint64, n), low: make([]int64, sizes), flipped: make([]int64, sizes)})
	}
	w.depth++
	return w.frames[w.depth-1]
}

func (w *worker) pop() { w.depth-- }

func way(flipped bool) int {
	if flipped {
		return 1
	}
	return 0
}

// solve finds the cheapest concept of size at most k on the examples in care,
// if it costs less than ub; flipped, it is to hold where it ought not to.
// low[j] is a lower bound of the cost at size j, for j ≤ k, and never grows
// with j; solve raises it. Without a solution the result is a lower bound, too,
// and at least ub. When the search is stopped, the numbers mean nothing, but
// the solution is one.
//
// It goes through the sizes in order: what is known of the smaller ones cuts
// the larger ones, and costs little.
func (w *worker) solve(care []uint64, flipped bool, k int, ub int64, low []int64, top bool) (int64, *solution) {
	w.bounds.raise(care, flipped, low[:k+1])
	if low[k] >= ub {
		return low[k], nil
	}
	var best *solution
	in, out := w.layout.weigh(care, w.layout.all, flipped)
	done := min(k, w.scan)
	if v, i := w.scanFront(care, flipped, in, 1, done, low); v < ub {
		ub, best = v, &solution{op: opLeaf, entry: w.front[way(flipped)].entry[i]}
		if top {
			w.improved(v, best)
		}
	}
	for j := done + 1; j <= k && ub > 0; j++ {
		if w.st.halted() {
			return ub, best
		}
		if low[j] >= ub {
			continue
		}
		a := w.expand(query{care: care, flipped: flipped, k: j, low: low, in: in, out: out, top: top}, ub)
		if a.best != nil {
			ub, best = a.ub, a.best
		}
		if w.st.halted() {
			return ub, best
		}
		low[j] = max(low[j], min(low[j-1], a.least))
	}
	if k > done {
		w.bounds.store(care, flipped, low[:k+1])
	}
	if best != nil {
		return ub, best
	}
	return max(low[k], ub), nil
}

// scanFront is the cheapest entry of the sizes from first to last, and its
// cost. low, if not nil, gets the cost of the cheapest up to every size; below
// the first size nothing is better.
func (w *worker) scanFront(care []uint64, flipped bool, in int64, first, last int, low []int64) (int64, int) {
	f := &w.front[way(flipped)]
	best, at := int64(infinite), -1
	for s := first; s <= last; s++ {
		lo, hi := f.span(s, s)
		w.work += int64(hi-lo) * int64(len(care))
		for i := lo; i < hi; i++ {
			a, b := w.layout.weigh(care, f.bits[i*len(care):], flipped)
			if v := in - a + b; v < best {
				best, at = v, i
			}
		}
		if low != nil {
			low[s] = max(low[s], best)
		}
	}
	return best, at
}

// cheapestOf finds the cheapest restrictions of a size, of those that cost the
// same the first.
func (s *solver) cheapestOf(size int) [2]cheap {
	best := [2]cheap{{infinite, -1}, {infinite, -1}}
	t := &s.st.rooted.table
	lo, hi := t.ofSize(size)
	pos, neg := s.layout.weigh(s.layout.all, s.layout.all, false)
	var x []uint64
	for i := lo; i < hi; i++ {
		if i&4095 == 0 && s.st.halted() {
			break
		}
		x = s.layout.arrange(x[:0], t.at(i))
		in, out := s.layout.weigh(s.layout.all, x, false)
		for j, cost := range [2]int64{pos - in + out, neg - out + in} {
			if cost < best[j].cost {
				best[j] = cheap{cost, int32(i)}
			}
		}
	}
	return best
}

// scanRooted is the cheapest restriction of size k, and its cost.
func (w *worker) scanRooted(q query) (cost int64, entry int32) {
	if q.top {
		c := w.cheapest[q.k][way(q.flipped)]
		return c.cost, c.entry
	}
	f := &w.rooted[way(q.flipped)]
	best, at := int64(infinite), int32(-1)
	lo, hi := f.span(q.k, q.k)
	for i := lo; i < hi; i++ {
		a, b := w.layout.weigh(q.care, f.bits[i*len(q.care):], q.flipped)
		if v := q.in - a + b; v < best {
			best, at = v, int32(f.entry[i])
		}
	}
	return best, at
}
