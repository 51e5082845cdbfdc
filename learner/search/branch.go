package search

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// subproblem is what a concept that is sought still has to decide: the active
// examples (examples.go), or the undecided elements at the end of a role path
// (roles.go). The examples are the path of length 0. Answers are kept by the
// subproblem, as its incumbent.
type subproblem interface {
	// upper is the cost of the incumbent: a concept has to cost less.
	upper() int64
	// scan answers from a table for concepts of that size, if they are all listed,
	// and reports whether they are.
	scan(size int) bool
	// solveRestrictions answers for solveRestrictions of that size.
	solveRestrictions(size int)
	// listOperands lists in f the smaller operands of ⊓ and ⊔ in concepts of that size, with
	// lower bounds, but those that decide nothing or everything or whose bound reaches
	// the incumbent.
	listOperands(f *frame, size int)
	// share answers for all operands in f by several workers, if it may.
	share(f *frame, size int) bool
	// solveLarger answers for the solveLarger operands beside o, in concepts of that size.
	solveLarger(f *frame, o operand, size int)
	// prune notes that all concepts with an operand cost at least the bound.
	prune(bound int64)
	// solveNegation answers for ¬C, with C of that size.
	solveNegation(size int)
}

// operand is a smaller operand of ⊓ or ⊔: an entry of a table or Pareto front.
type operand struct {
	// rank orders the operands: at the examples it is what the operand gets wrong
	// whatever the larger one is, below roles the bound.
	rank  int64
	bound int64 // what the whole costs at least
	entry int32
	size  int16
	or    bool
}

// compare orders operands, the most promising first. The order must not depend on
// what happened before, so that the same concept is found whatever that was. At the
// examples bounds do, because they come from the lower-bound table. Below roles those
// that are below the incumbent do not.
func (o operand) compare(p operand) int {
	return cmp.Or(cmp.Compare(o.rank, p.rank), cmp.Compare(o.size, p.size), cmp.Compare(o.entry, p.entry), andFirst(o.or, p.or))
}

// andFirst compares two operands with the same entry.
func andFirst(or, or2 bool) int {
	switch {
	case or == or2:
		return 0
	case or:
		return 1
	}
	return -1
}

// operator is the constructor that the operand stands under.
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

// frame is the memory of one level of the recursion. Sets are over the elements of
// the subproblem.
type frame struct {
	operands []operand
	rest     []uint64
	examples examples // the subproblem, if it is at the examples
	lower    []int64  // by size
	// Below roles: the filter as it was; as an operand makes it; and all that may be in.
	outer, next sets
	most        []uint64
}

// sets are those of a filter.
type sets struct{ decided, undecided []uint64 }

func (s *sets) resize(words int) {
	s.decided, s.undecided = resize(s.decided, words), resize(s.undecided, words)
}

// push returns the memory for the next level.
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

// stopped reports whether to stop: the search is over, or its budget exhausted. It is
// the only thing that ends a search early.
func (w *worker) stopped() bool { return w.ts.stopped() || w.budget.exhausted() }

// expand is the branching step: it answers for the concepts of exactly that size.
// Their outermost constructor is a restriction, ⊓, ⊔ or ¬; belowNot says that ¬ is
// around the concept, so that another ¬ is useless.
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

// branch answers for C ⊓ D and C ⊔ D. The smaller operand C is listed. What it decides
// is decided; D is solved for on the rest. ALGORITHM.md, section 5, has the reasons why
// what is left out loses nothing.
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
