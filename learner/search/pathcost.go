package search

import "github.com/genus-kg/genus/learner/dl"

// outsideCost returns the cost of the examples without successors.
func (l *pathStep) outsideCost(r *restriction) int64 {
	if r.holds(0, 0) {
		return l.in
	}
	return l.out
}

// costAtExamples is cost at the first step. It moves a row that decides towards the front,
// so that the next call visits it earlier.
func (p *rolePath) costAtExamples(x []uint64, alts []*alternative, upper int64) int64 {
	l := p.steps[0]
	if upper > l.weight/8 {
		return p.fullCost(x, alts, upper)
	}
	costs := p.costs[:0]
	for _, a := range alts {
		costs = append(costs, l.outsideCost(&p.root.restrictions[a.number]))
	}
	p.costs = costs
	for j, row := range l.rows {
		n := l.step.countRow(row, x)
		degree := l.step.degree[row]
		e := l.step.sources[row]
		least := int64(infinite)
		for i, a := range alts {
			if p.root.restrictions[a.number].holds(n, degree) {
				costs[i] += p.in[e]
			} else {
				costs[i] += p.out[e]
			}
			least = min(least, costs[i])
		}
		if least >= upper {
			l.rows[j], l.rows[j/2] = l.rows[j/2], row
			return upper
		}
	}
	for i, a := range alts {
		if costs[i] < upper {
			upper = costs[i]
			p.choice[0] = a.number
		}
	}
	return upper
}

// fullCost is costAtExamples without early exit, which is faster if most sets need most
// rows. For each number of successors in x, it adds up the costs of including the examples
// minus those of leaving them out.
func (p *rolePath) fullCost(x []uint64, alts []*alternative, upper int64) int64 {
	l := p.steps[0]
	top := l.step.counted
	for len(p.gains) <= top {
		p.gains = append(p.gains, 0)
	}
	gains, all := p.gains[:top+1], int64(0)
	clear(gains)
	for _, row := range l.rows {
		n, e := l.step.countRow(row, x), l.step.sources[row]
		gain := p.in[e] - p.out[e]
		gains[min(n, top)] += gain
		if n == l.step.degree[row] {
			all += gain
		}
	}
	for n := top - 1; n >= 0; n-- { // of those with at least n
		gains[n] += gains[n+1]
	}
	for _, a := range alts {
		r := &p.root.restrictions[a.number]
		cost := l.outsideCost(r) + l.lost
		switch r.kind {
		case dl.WithForAll:
			cost += all
		case dl.WithAtMost:
			cost += gains[0] - gains[r.n+1]
		default:
			cost += gains[r.n]
		}
		if cost < upper {
			upper = cost
			p.choice[0] = a.number
		}
	}
	return upper
}
