package search

import (
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// solver finds cheapest concepts for one kind of weights.
type solver struct {
	ts                *tables
	layout            *bitLayout
	fronts            [2]paretoFront // of the table of the examples, by polarity
	restrictionFronts [2]paretoFront // of the restrictions
	// cheapest are, by size and polarity, the restrictions that cost least on all
	// examples.
	cheapest [][2]costedEntry
	memo     *lowerBounds
	scanSize int     // the largest size that is scanned
	lower    []int64 // by size: the lower bounds for all examples
	limits   limits
	// onImprovement is told of every better concept for all examples.
	onImprovement func(cost int64, x *solution)
}

// costedEntry is an entry and what it costs.
type costedEntry struct {
	cost  int64
	entry int32 // -1 if there is none
}

// solution says how the solver made a concept: an entry, its negation with the
// rest, or ⊓ or ⊔ of the entry and the rest.
type solution struct {
	op            op // opLeaf for the entry itself
	isRestriction bool
	entry         uint32
	rest          *solution
	concept       dl.Concept // instead of an entry
}

// newSolver is for concepts of at most so many nodes.
func newSolver(ts *tables, w weights, sizes int, l limits) *solver {
	s := &solver{ts: ts, layout: newBitLayout(ts.problem, ts.element, len(ts.root.reps), w), limits: l}
	s.fronts[negative].polarity, s.restrictionFronts[negative].polarity = negative, negative
	s.memo = newLowerBounds(s.layout.words, sizes, s.layout.total, l.lowerBytes)
	s.lower = make([]int64, sizes+1)
	return s
}

// polarities is the number of polarities that occur.
func (s *solver) polarities() int {
	if s.ts.has(dl.WithNot) {
		return 2
	}
	return 1
}

// bytes is what the Pareto fronts take. The lower-bound table has a limit of its own.
func (s *solver) bytes() (n int64) {
	for p := range s.polarities() {
		n += s.fronts[p].bytes() + s.restrictionFronts[p].bytes()
	}
	return n
}

// goal asks for a concept at the examples: the cheapest of at most size nodes on the
// active ones, if it costs less than upper. It is the entry to the solver. A concept
// for some examples only is an operand of ⊓, ⊔ or ¬ around which other operands have
// decided the rest. The tables must have been listed for the size (enumerateTo).
type goal struct {
	active   []uint64 // in the bit layout
	polarity polarity
	size     int
	upper    int64 // the incumbent
	whole    bool  // for all examples: lower bounds are kept, and solutions reported
}

// goalForAll is the goal for all examples.
func (s *solver) goalForAll(size int, upper int64) goal {
	return goal{s.layout.all, positive, size, upper, true}
}

// solve answers a goal: with the cost of the cheapest concept and the concept, or with
// a lower bound that is at least upper and nil. proved is false if the search was
// ended before: what it found is a solution all the same, but not always the cheapest.
func (s *solver) solve(g goal, b *budget) (cost int64, x *solution, proved bool) {
	lower := s.lower[:g.size+1]
	if !g.whole {
		lower = make([]int64, g.size+1)
	}
	if s.prepare(g.size, g.whole); s.ts.stopped() {
		return g.upper, nil, false
	}
	w := &worker{solver: s, budget: b}
	cost, x = w.solve(g.active, g.polarity, g.size, g.upper, lower, g.whole)
	s.ts.searched.Add(b.work)
	return cost, x, !w.stopped()
}

// prepare extends the tables at the examples, the Pareto fronts and what else solving
// for size k needs, for all examples or for some.
func (s *solver) prepare(k int, whole bool) {
	before := s.bytes()
	defer func() { s.ts.memory.used.Add(s.bytes() - before) }()
	upTo := func(size, negated int) {
		s.ts.enumerateAll(s.ts.root, size)
		s.extend(&s.fronts, s.ts.root, [2]int{size, negated})
	}
	operands, negated, restrictions := max((k-1)/2, 1), max((k-1)/2, 1), k
	if whole {
		// What ¬ is around is smaller. Restrictions of the two largest sizes stand alone
		// or below ¬, where all examples are active.
		negated, restrictions = max((k-2)/2, 1), k-2
	}
	upTo(operands, negated)
	restrictions = min(restrictions, s.ts.rootRestrictions.maxSize())
	s.extend(&s.restrictionFronts, s.ts.rootRestrictions, [2]int{restrictions, restrictions})
	for len(s.cheapest) <= min(k, s.ts.rootRestrictions.maxSize()) && !s.ts.stopped() {
		s.cheapest = append(s.cheapest, s.findCheapest(len(s.cheapest)))
	}
	s.scanSize = max(s.scanSize, 1)
	for s.scanSize < min(s.ts.rootRestrictions.maxSize(), s.limits.scanSize) {
		next := s.scanSize + 1
		if s.ts.root.maxSize() < next && s.ts.root.expected(next) > 4*s.limits.scanEntries {
			return
		}
		upTo(next, next)
		if s.fronts[positive].end[next] > s.limits.scanEntries {
			return
		}
		s.scanSize = next
	}
}

// extend extends the fronts of a context up to these sizes.
func (s *solver) extend(fronts *[2]paretoFront, c *roleContext, sizes [2]int) {
	var group sync.WaitGroup
	for p := range s.polarities() {
		f := &fronts[p]
		work := func() {
			for len(f.end) <= sizes[p] {
				f.extend(s.layout, &c.table, s.limits.dominators, s.ts.stopped)
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

// findCheapest finds the cheapest restrictions of a size, of those that cost the
// same the first.
func (s *solver) findCheapest(size int) [2]costedEntry {
	best := [2]costedEntry{{infinite, -1}, {infinite, -1}}
	t := &s.ts.rootRestrictions.table
	lo, hi := t.ofSize(size)
	pos, neg := s.layout.weigh(s.layout.all, s.layout.all, positive)
	var x []uint64
	for i := lo; i < hi; i++ {
		if i&4095 == 0 && s.ts.stopped() {
			break
		}
		x = s.layout.arrange(x[:0], t.at(i))
		in, out := s.layout.weigh(s.layout.all, x, positive)
		for p, cost := range [2]int64{pos - in + out, neg - out + in} {
			if cost < best[p].cost {
				best[p] = costedEntry{cost, int32(i)}
			}
		}
	}
	return best
}

// incumbent is the cost that a concept of size k has to be below to be better than
// all smaller ones.
func (s *solver) incumbent(k int) int64 {
	if k == 1 {
		return infinite
	}
	return s.lower[k-1]
}

// concept is the concept of a solution.
func (s *solver) concept(x *solution) dl.Concept {
	c := s.ts.root
	if x.concept != nil {
		return x.concept
	}
	if x.isRestriction {
		c = s.ts.rootRestrictions
	}
	switch x.op {
	case opNot:
		return dl.Not{C: s.concept(x.rest)}
	case opAnd:
		return dl.And{L: s.ts.concept(c, int(x.entry)), R: s.concept(x.rest)}
	case opOr:
		return dl.Or{L: s.ts.concept(c, int(x.entry)), R: s.concept(x.rest)}
	}
	return s.ts.concept(c, int(x.entry))
}
