package search

// Restrictions are monotone or antitone in their operands, and so is a path of them. So the
// extension for a set between x0 and x1 lies between the extensions for x0 and x1. It
// includes each example that is in both, and no example that is in neither. For the other
// examples there is the bound by indistinguishable groups.

// bound returns a lower bound of the cost of every set between x0 and x1 at step i, or a
// number that is at least upper.
func (p *rolePath) bound(i int, x0, x1 []uint64, alts []*alternative, upper int64) int64 {
	p.countBetween(i, x0, x1)
	least := int64(infinite)
	for _, a := range alts {
		least = min(least, p.boundOf(i, x0, x1, a, upper))
	}
	return least
}

// narrow returns the alternatives for which a set between x0 and x1 may cost less
// than upper.
func (p *rolePath) narrow(i int, x0, x1 []uint64, alts []*alternative, upper int64) []*alternative {
	var kept []*alternative
	p.countBetween(i, x0, x1)
	for _, a := range alts {
		if i == 0 {
			if p.boundOf(i, x0, x1, a, upper) < upper {
				kept = append(kept, a)
			}
			continue
		}
		y0, y1 := p.image(i, a)
		if next := p.narrow(i-1, y0, y1, a.next, upper); len(next) == len(a.next) {
			kept = append(kept, a)
		} else if len(next) > 0 {
			kept = append(kept, &alternative{a.number, next})
		}
	}
	return kept
}

func (p *rolePath) countBetween(i int, x0, x1 []uint64) {
	l := p.steps[i]
	p.budget.work += 2 * l.rowWork
	for j, row := range l.rows {
		l.n[j], l.n1[j] = int32(l.step.countRow(row, x0)), int32(l.step.countRow(row, x1))
	}
}

// image returns the sets at step i-1 between which the restriction of the alternative lies,
// given the counts of countBetween.
func (p *rolePath) image(i int, a *alternative) (x0, x1 []uint64) {
	l, above := p.steps[i], p.steps[i-1]
	r := &above.step.to.restrictions[a.number]
	l.restrict(r, l.n, l.y0)
	l.restrict(r, l.n1, l.y1)
	least, most := l.y0, l.y1
	if r.antitone() != (above.polarity == negative) {
		least, most = most, least
	}
	above.apply(above.x0, least)
	above.apply(above.x1, most)
	return above.x0, above.x1
}

// restrict sets y to the elements before the step for which the restriction holds, given
// the numbers of successors by row. It leaves out decided elements with successors, which
// have no row.
func (l *pathStep) restrict(r *restriction, n []int32, y []uint64) {
	if r.holds(0, 0) {
		copy(y, l.outside)
	} else {
		clear(y)
	}
	for j, row := range l.rows {
		if r.holds(int(n[j]), l.step.degree[row]) {
			e := l.step.sources[row]
			y[e/64] |= 1 << (e % 64)
		}
	}
}

// boundOf returns the bound for one alternative, given the counts of countBetween.
func (p *rolePath) boundOf(i int, x0, x1 []uint64, a *alternative, upper int64) int64 {
	if i > 0 {
		y0, y1 := p.image(i, a)
		return p.bound(i-1, y0, y1, a.next, upper)
	}
	l := p.steps[0]
	r := &p.root.restrictions[a.number]
	sum, undecided := l.outsideCost(r), false
	p.budget.work += int64(len(l.rows))
	for j, row := range l.rows {
		degree := l.step.degree[row]
		before := r.holds(int(l.n[j]), degree)
		if before != r.holds(int(l.n1[j]), degree) {
			undecided = true
			continue
		}
		if e := l.step.sources[row]; before {
			sum += p.in[e]
		} else {
			sum += p.out[e]
		}
	}
	if undecided && sum < upper {
		p.budget.work += 3 * l.rowWork
		sum += p.unavoidableCost(l, r, x0, x1)
	}
	return sum
}
