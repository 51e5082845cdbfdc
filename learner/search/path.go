package search

// rolePath is a sequence of role steps from the examples inwards, each with a filter at its
// end. The path of length 0 is the examples themselves. A restriction maps a set x at the
// end of the last step to a set at the end of the step before, and so on up to the
// examples. The cost of x is the cost of the set there. The path considers several
// restrictions at once, the alternatives, because they share the count of successors.
type rolePath struct {
	root    *roleContext
	in, out []int64 // by example: the cost of including it, and of leaving it out
	steps   []*pathStep
	used    int             // the number of steps in use
	choice  []uint32        // by step: the restriction of the last improvement
	costs   []int64         // scratch, by alternative
	gains   []int64         // scratch, by number of successors
	groups  undecidedGroups // scratch
	budget  *budget         // pays for the computation of bounds
}

// pathStep is one step of a path, from the context of the step before or from the
// examples, with the filter at its end.
type pathStep struct {
	step *roleStep
	filter
	rows     []int32  // the rows of the step whose sources are undecided, or at the first step active
	rowWork  int64    // the work to visit all of these rows
	outside  []uint64 // the elements before the step without successors
	failures failureCache
	sums
	scratch
}

// sums are costs at the first step: of including all examples without successors (in), and
// of leaving them out; the total weight of the others, and the cost of leaving these out
// (lost).
type sums struct{ in, out, weight, lost int64 }

// scratch is memory for counts by row, and for sets at the end of a step (x) and before it
// (y).
type scratch struct {
	n, n1     []int32
	x, x0, x1 []uint64
	y, y0, y1 []uint64
	counter   counter
}

// filter is what the constructors ⊓, ⊔ and ¬ around an operand have decided at the end of
// a step. An operand y stands for the set decided ∪ (undecided ∩ y), with the complement of
// y at negative polarity.
type filter struct {
	decided, undecided []uint64
	polarity           polarity
}

// apply sets x to the set that the operand y stands for.
func (f *filter) apply(x, y []uint64) {
	y, decided := y[:len(x)], f.decided[:len(x)]
	if f.polarity == negative {
		for i, u := range f.undecided[:len(x)] {
			x[i] = decided[i] | u&^y[i]
		}
		return
	}
	for i, u := range f.undecided[:len(x)] {
		x[i] = decided[i] | u&y[i]
	}
}

// alternative is a restriction at the context before a step, with the alternatives at the
// step before; next is empty at the first step.
type alternative struct {
	number uint32
	next   []*alternative
}

func (p *rolePath) lastStep() *pathStep { return p.steps[p.used-1] }

func (p *rolePath) contextBefore(i int) *roleContext {
	if i == 0 {
		return p.root
	}
	return p.steps[i-1].step.to
}

// push adds a step, with all elements undecided, and returns its alternatives.
func (p *rolePath) push(k *roleStep, next []*alternative) []*alternative {
	if p.used == len(p.steps) {
		p.steps = append(p.steps, &pathStep{})
		p.choice = append(p.choice, 0)
	}
	before := p.contextBefore(p.used)
	l := p.steps[p.used]
	p.used++
	words := k.to.words
	*l = pathStep{
		step: k, filter: filter{decided: resize(l.decided, words), undecided: resize(l.undecided, words)},
		rows: l.rows[:0], outside: resize(l.outside, before.words), failures: l.failures,
		scratch: scratch{
			n: l.n[:0], n1: l.n1[:0],
			x: resize(l.x, words), x0: resize(l.x0, words), x1: resize(l.x1, words),
			y: resize(l.y, before.words), y0: resize(l.y0, before.words), y1: resize(l.y1, before.words), counter: l.counter,
		},
	}
	l.failures.reset(words)
	clear(l.decided)
	copy(l.undecided, k.to.full)
	copy(l.outside, before.full)
	for i, e := range k.sources {
		l.outside[e/64] &^= 1 << (e % 64)
		if p.used == 1 && p.in[e] == 0 && p.out[e] == 0 || p.used > 1 && !test(p.steps[p.used-2].undecided, e) {
			continue
		}
		l.rows = append(l.rows, int32(i))
		l.rowWork += int64(1 + k.off[i+1] - k.off[i] + k.off2[i+1] - k.off2[i])
	}
	l.n, l.n1 = append(l.n, make([]int32, len(l.rows))...), append(l.n1, make([]int32, len(l.rows))...)
	if p.used == 1 {
		p.sum(l, len(before.reps))
	}
	alts := make([]*alternative, 0, k.last-k.first)
	for r := k.first; r < k.last; r++ {
		alts = append(alts, &alternative{uint32(r), next})
	}
	return alts
}

// sum sets the sums of the first step.
func (p *rolePath) sum(l *pathStep, examples int) {
	for e := range examples {
		if test(l.outside, uint32(e)) {
			l.in += p.in[e]
			l.out += p.out[e]
		}
	}
	for _, row := range l.rows {
		e := l.step.sources[row]
		l.weight += p.in[e] + p.out[e]
		l.lost += p.out[e]
	}
}

func (p *rolePath) pop() { p.used-- }

// copyFrom makes p a copy of other that has its own scratch memory and failure cache.
func (p *rolePath) copyFrom(other *rolePath) {
	p.root = other.root
	p.in = other.in
	p.out = other.out
	for len(p.steps) < other.used {
		p.steps = append(p.steps, &pathStep{})
		p.choice = append(p.choice, 0)
	}
	p.used = other.used
	for i, o := range other.steps[:other.used] {
		l := p.steps[i]
		*l = pathStep{
			step:     o.step,
			filter:   o.filter,
			rows:     append(l.rows[:0], o.rows...),
			outside:  o.outside,
			failures: l.failures,
			sums:     o.sums,
			scratch:  scratch{x: resize(l.x, len(o.x)), y: resize(l.y, len(o.y)), counter: l.counter},
		}
		l.failures.reset(len(o.x))
	}
}

// costOfEntry returns the cost of entry i of the last context as the operand, if it is less
// than upper, and otherwise a number that is at least upper.
func (p *rolePath) costOfEntry(i int, alts []*alternative, upper int64) int64 {
	l := p.lastStep()
	l.apply(l.x, l.step.to.at(i))
	return p.cost(p.used-1, l.x, alts, upper)
}

// costWork returns an upper bound of the work of cost for a set at step i.
func (p *rolePath) costWork(i int, alts []*alternative) int64 {
	l := p.steps[i]
	if i == 0 {
		return l.rowWork
	}
	work := int64(l.step.countWork() + len(alts)*len(l.y))
	for _, a := range alts {
		work += p.costWork(i-1, a.next)
	}
	return work
}

// cost returns the least cost of x at step i over the alternatives, if it is less than
// upper, and otherwise a number that is at least upper. It sets choice to the restrictions
// of the least cost.
func (p *rolePath) cost(i int, x []uint64, alts []*alternative, upper int64) int64 {
	l := p.steps[i]
	slot, known := l.failures.find(x)
	if known {
		return upper
	}
	before := upper
	if i == 0 {
		upper = p.costAtExamples(x, alts, upper)
	} else {
		above := p.steps[i-1]
		context := above.step.to
		l.counter.count(l.step, context.full, x)
		for _, a := range alts {
			y := l.counter.extension(&context.restrictions[a.number], context.full, l.y)
			above.apply(above.x, y)
			if v := p.cost(i-1, above.x, a.next, upper); v < upper {
				upper = v
				p.choice[i] = a.number
			}
		}
	}
	if upper >= before {
		l.failures.add(slot, x)
	}
	return upper
}
