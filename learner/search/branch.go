package search

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// subproblem is a part of the search with a set that a concept still has to decide: the
// active examples (examples.go), or the undecided elements at the end of a role path
// (roles.go). The examples are the path of length 0. Each method searches some of the
// concepts of a size; the subproblem keeps the best solution as its incumbent.
type subproblem interface {
	// upper returns the cost of the incumbent: a concept has to cost less.
	upper() int64
	// scan searches all concepts of that size and returns true, if a table lists them.
	scan(size int) bool
	// solveRestrictions searches the restrictions of that size.
	solveRestrictions(size int)
	// listOperands lists in f the smaller operands of ⊓ and ⊔ in concepts of that size, with
	// lower bounds. It omits operands that are useless, or whose bound is at least the
	// incumbent.
	listOperands(f *frame, size int)
	// share searches for the larger operands for all operands in f, with several workers,
	// and returns true, if that is possible.
	share(f *frame, size int) bool
	// solveLarger searches for the larger operand for o, in concepts of that size.
	solveLarger(f *frame, o operand, size int)
	// prune records that all concepts of a pruned branch cost at least the bound.
	prune(bound int64)
	// solveNegation searches ¬C, with C of that size.
	solveNegation(size int)
}

// operand is a smaller operand of ⊓ or ⊔: an entry of a table or Pareto front.
type operand struct {
	// rank orders the operands. At the examples it is the cost that is paid whatever the
	// larger operand is; below roles it is the bound.
	rank  int64
	bound int64 // a lower bound of the cost of the whole concept
	entry int32
	size  int16
	or    bool
}

// compare orders operands, the most promising first. The order must not depend on earlier
// searches, so that the search always finds the same concept. At the examples the bounds
// do, because they come from the lower-bound table, so the rank there is not the bound.
// Below roles, bounds below the incumbent do not.
func (o operand) compare(p operand) int {
	return cmp.Or(cmp.Compare(o.rank, p.rank), cmp.Compare(o.size, p.size), cmp.Compare(o.entry, p.entry),
		andFirst(o.or, p.or))
}

// andFirst orders two operands with the same entry: ⊓ before ⊔.
func andFirst(or, or2 bool) int {
	switch {
	case or == or2:
		return 0
	case or:
		return 1
	}
	return -1
}

func (o operand) operator() op {
	if o.or {
		return opOr
	}
	return opAnd
}

// worker searches on one goroutine.
type worker struct {
	*solver
	budget     *budget
	frames     []*frame
	depth      int
	roleSearch *roleSearch
}

// frame is the memory of one level of the recursion. Its sets are over the elements of the
// subproblem.
type frame struct {
	operands []operand
	rest     []uint64
	examples examples // the subproblem, if it is at the examples
	lower    []int64  // by size
	// Below roles: the filter without an operand, and with it, and its decided ∪ undecided.
	outer, next sets
	most        []uint64
}

type sets struct{ decided, undecided []uint64 }

func (s *sets) resize(words int) {
	s.decided, s.undecided = resize(s.decided, words), resize(s.undecided, words)
}

// push returns the frame of the next level.
func (w *worker) push() *frame {
	if w.depth == len(w.frames) {
		w.frames = append(w.frames, &frame{lower: make([]int64, len(w.solver.lower))})
	}
	f := w.frames[w.depth]
	w.depth++
	f.operands = f.operands[:0]
	return f
}

func (w *worker) pop() { w.depth-- }

// stopped reports whether the search must end early: it is cancelled, or its budget is
// exhausted. There is no other reason.
func (w *worker) stopped() bool { return w.ts.stopped() || w.budget.exhausted() }

// expand is the branching step: it searches the concepts of exactly that size. Their
// outermost constructor is a restriction, ⊓, ⊔ or ¬. If belowNot is set, the concept is
// the operand of ¬, so another ¬ is useless.
func (w *worker) expand(p subproblem, size int, belowNot bool) {
	if p.scan(size) {
		return
	}
	p.solveRestrictions(size)
	w.branch(p, size)
	if !belowNot && w.ts.has(dl.WithNot) && !w.stopped() {
		p.solveNegation(size - 1)
	}
}

// branch searches C ⊓ D and C ⊔ D. It lists the smaller operand C, which decides some
// elements, and solves for D on the rest. ALGORITHM.md, section 5, proves the pruning
// rules.
func (w *worker) branch(p subproblem, size int) {
	if size < 3 || !w.ts.space.Language.Any(dl.WithAnd|dl.WithOr) {
		return
	}
	f := w.push()
	defer w.pop()
	if p.listOperands(f, size); w.stopped() {
		return
	}
	slices.SortFunc(f.operands, operand.compare)
	if w.stopped() || p.share(f, size) {
		return
	}
	for _, o := range f.operands {
		if o.bound >= p.upper() {
			p.prune(o.bound)
			continue
		}
		if p.solveLarger(f, o, size); w.stopped() {
			return
		}
	}
}
