package search

import (
	"sync"

	"github.com/genus-kg/genus/learner/dl"
)

// solver finds the cheapest concepts for one choice of weights.
type solver struct {
	ts                *tables
	layout            *bitLayout
	fronts            [2]paretoFront // of the table at the examples, by polarity
	restrictionFronts [2]paretoFront // of the restrictions, by polarity
	// cheapest are the restrictions that cost least on all examples, by size and polarity.
	cheapest [][2]costedEntry
	memo     *lowerBounds
	scanSize int     // the largest size that is scanned
	lower    []int64 // by size: the lower bounds for all examples
	limits   limits
	// onImprovement is called with every better solution for all examples.
	onImprovement func(cost int64, x *solution)
}

type costedEntry struct {
	cost  int64
	entry int32 // -1 if there is none
}

// solution is the construction of a concept: an entry, the negation of rest, or ⊓ or ⊔ of
// an entry and rest.
type solution struct {
	op            op // opLeaf for the entry itself
	isRestriction bool
	entry         uint32
	rest          *solution
	concept       dl.Concept // instead of an entry
}

// newSolver makes a solver for concepts of at most sizes nodes.
func newSolver(ts *tables, w weights, sizes int, l limits) *solver {
	s := &solver{ts: ts, layout: newBitLayout(ts.problem, ts.element, len(ts.root.reps), w), limits: l}
	s.fronts[negative].polarity, s.restrictionFronts[negative].polarity = negative, negative
	s.memo = newLowerBounds(s.layout.words, sizes, s.layout.total, l.lowerBytes)
	s.lower = make([]int64, sizes+1)
	return s
}

// polarities returns the number of polarities that occur.
func (s *solver) polarities() int {
	if s.ts.has(dl.WithNot) {
		return 2
	}
	return 1
}

// bytes returns the size of the Pareto fronts. The lower-bound table has its own limit.
func (s *solver) bytes() (n int64) {
	for p := range s.polarities() {
		n += s.fronts[p].bytes() + s.restrictionFronts[p].bytes()
	}
	return n
}

// goal asks the solver for the cheapest concept of at most size nodes on the active
// examples, if it costs less than upper. If not all examples are active, the concept is an
// operand, and other operands have decided the rest. enumerateTo must have listed the
// tables for the size.
type goal struct {
	active   []uint64 // in the bit layout
	polarity polarity
	size     int
	upper    int64 // the incumbent
	whole    bool  // whether all examples are active: then lower bounds are kept and solutions reported
}

func (s *solver) goalForAll(size int, upper int64) goal {
	return goal{s.layout.all, positive, size, upper, true}
}

// solve returns the cheapest concept for the goal and its cost, or nil and a lower bound
// that is at least upper. proved is false if the search ended early; then x is valid, but
// may not be the cheapest.
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

// prepare extends the tables at the examples, the Pareto fronts and the cheapest
// restrictions as far as goals of size k need them. whole is that of the goal.
func (s *solver) prepare(k int, whole bool) {
	before := s.bytes()
	defer func() { s.ts.memory.used.Add(s.bytes() - before) }()
	upTo := func(size, negated int) {
		s.ts.enumerateAll(s.ts.root, size)
		s.extend(&s.fronts, s.ts.root, [2]int{size, negated})
	}
	operands := max((k-1)/2, 1)
	negated := max((k-1)/2, 1)
	restrictions := k
	if whole {
		// Below ¬ concepts are smaller. Restrictions of the two largest sizes are the whole
		// concept or its operand below ¬, where all examples are active.
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

// findCheapest returns the cheapest restriction of a size for each polarity, the first of
// equally cheap ones.
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

// incumbent returns the cost that a concept of size k must be below to be better than all
// smaller ones.
func (s *solver) incumbent(k int) int64 {
	if k == 1 {
		return infinite
	}
	return s.lower[k-1]
}

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
