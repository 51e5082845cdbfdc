package search

import "github.com/genus-kg/genus/learner/dl"

// Branch and bound below roles. If no table lists the restrictions of a size, the search
// solves for their operand as for a concept at the examples. The objective is the cost
// at the examples, at the other end of the role path. So no tables of the largest operands
// are needed, which would be the largest tables of all.

// roleSearch is a search for restrictions on one goroutine.
type roleSearch struct {
	rolePath
	w            *worker
	incumbent    int64
	best         dl.Concept
	constructors []constructor // the constructors around the operand, from outside
	helpers      []*rolePath   // of the workers of a shared scan
	single       bool          // whether no other worker changes the incumbent
	found        func(cost int64, c dl.Concept)
}

// constructor is a constructor around the operand. For ⊓ and ⊔, the other operand is an
// entry of a context.
type constructor struct {
	op      op
	context *roleContext
	entry   int
}

// searchRestrictions returns the cheapest restriction of that size on the active examples
// and its cost, or upper and nil if none costs less than upper. No smaller concept may cost
// less than upper. It calls found with every improvement. single reports whether upper does
// not depend on other workers.
func (w *worker) searchRestrictions(active []uint64, p polarity, size int, upper int64, single bool,
	found func(int64, dl.Concept)) (int64, dl.Concept) {
	s := w.roleSearch
	if s == nil {
		n := len(w.ts.root.reps)
		s = &roleSearch{
			w:        w,
			rolePath: rolePath{root: w.ts.root, in: make([]int64, n), out: make([]int64, n), budget: w.budget},
		}
		w.roleSearch = s
	}
	w.layout.setCosts(active, p, s.in, s.out)
	s.incumbent = upper
	s.best = nil
	s.found = found
	s.single = single
	steps := w.ts.root.steps
	for i := range steps {
		s.searchStep(&steps[i], nil, size-1)
	}
	return s.incumbent, s.best
}

func (s *roleSearch) searchStep(k *roleStep, next []*alternative, size int) {
	if s.w.stopped() {
		return
	}
	alts := s.push(k, next)
	defer s.pop()
	l := s.lastStep()
	if alts = s.narrow(s.used-1, l.decided, l.undecided, alts, s.incumbent); len(alts) > 0 {
		s.solveInside(constructor{op: opRole}, alts, size)
	}
}

func (s *roleSearch) solveInside(outside constructor, alts []*alternative, size int) {
	s.constructors = append(s.constructors, outside)
	s.w.expand(&pathEnd{roleSearch: s, alts: alts}, size, outside.op == opNot)
	s.constructors = s.constructors[:len(s.constructors)-1]
}

// accept makes the restriction with entry i of the last context as operand the incumbent.
func (s *roleSearch) accept(cost int64, i int) {
	s.incumbent, s.best = cost, s.concept(i)
	s.found(s.incumbent, s.best)
}

// concept returns the restriction with entry i of the last context as operand.
func (s *roleSearch) concept(i int) dl.Concept {
	at, ts := s.used-1, s.w.ts
	c := ts.concept(s.steps[at].step.to, i)
	for j := len(s.constructors) - 1; j >= 0; j-- {
		switch a := s.constructors[j]; a.op {
		case opNot:
			c = dl.Not{C: c}
		case opAnd:
			c = dl.And{L: ts.concept(a.context, a.entry), R: c}
		case opOr:
			c = dl.Or{L: ts.concept(a.context, a.entry), R: c}
		case opRole:
			c = ts.restriction(s.contextBefore(at), s.choice[at], c)
			at--
		}
	}
	return c
}

// pathEnd is the subproblem to find an operand at the end of the path, for some
// alternatives.
type pathEnd struct {
	*roleSearch
	alts []*alternative
}

func (r *pathEnd) context() *roleContext { return r.lastStep().step.to }

func (r *pathEnd) upper() int64 { return r.incumbent }

func (r *pathEnd) prune(int64) {}

func (r *pathEnd) share(*frame, int) bool { return false } // scans are shared (scan.go)

func (r *pathEnd) solveRestrictions(size int) {
	c := r.context()
	for i := range c.steps {
		r.searchStep(&c.steps[i], r.alts, size-1)
	}
}

// solveNegation searches C at the opposite polarity: ¬C decides the same elements the other way.
func (r *pathEnd) solveNegation(size int) {
	l := r.lastStep()
	l.polarity = l.polarity.opposite()
	r.solveInside(constructor{op: opNot}, r.alts, size)
	l.polarity = l.polarity.opposite()
}

// listOperands lists the operands C of ⊓ and ⊔ that do not have the same outermost
// constructor.
func (r *pathEnd) listOperands(f *frame, size int) {
	c, l := r.context(), r.lastStep()
	f.outer.resize(c.words)
	f.next.resize(c.words)
	f.most = resize(f.most, c.words)
	copy(f.outer.decided, l.decided)
	copy(f.outer.undecided, l.undecided)
	and, or := r.w.ts.has(dl.WithAnd), r.w.ts.has(dl.WithOr)
	for s := 1; s <= min((size-1)/2, c.maxSize()); s++ {
		lo, hi := c.ofSize(s)
		for i := lo; i < hi; i++ {
			if i&127 == 127 && r.w.stopped() {
				return
			}
			o := operand{entry: int32(i), size: int16(s)}
			if and && c.from[i].op != opAnd {
				r.addOperand(f, o)
			}
			if o.or = true; or && c.from[i].op != opOr {
				r.addOperand(f, o)
			}
		}
	}
}

// addOperand adds the operand to the frame, unless it decides nothing or everything or its
// bound reaches the incumbent.
func (r *pathEnd) addOperand(f *frame, o operand) {
	r.decide(f, o, f.next.decided, f.next.undecided)
	if left := f.next.undecided; empty(left) || equal(left, f.outer.undecided) {
		return
	}
	union(f.most, f.next.decided, f.next.undecided)
	if o.bound = r.rolePath.bound(r.used-1, f.next.decided, f.most, r.alts, r.incumbent); o.bound < r.incumbent {
		o.rank = o.bound
		f.operands = append(f.operands, o)
	}
}

// decide sets decided and undecided to the filter that the operand leaves to the larger
// one.
func (r *pathEnd) decide(f *frame, o operand, decided, undecided []uint64) {
	meet(undecided, f.outer.undecided, r.context().at(int(o.entry)), o.or)
	copy(decided, f.outer.decided)
	if o.or != (r.lastStep().polarity == negative) { // what is decided is in
		for i, w := range f.outer.undecided {
			decided[i] |= w &^ undecided[i]
		}
	}
}

func (r *pathEnd) solveLarger(f *frame, o operand, size int) {
	l, c := r.lastStep(), r.context()
	r.decide(f, o, l.decided, l.undecided)
	union(f.most, l.decided, l.undecided)
	if alts := r.narrow(r.used-1, l.decided, f.most, r.alts, r.incumbent); len(alts) > 0 {
		r.solveInside(constructor{o.operator(), c, int(o.entry)}, alts, size-1-int(o.size))
	}
	copy(l.decided, f.outer.decided)
	copy(l.undecided, f.outer.undecided)
}
