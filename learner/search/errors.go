package search

import "github.com/genus-kg/genus/learner/dl"

// fixed is what the examples without successors cost.
func (l *level) fixed(r *restriction) int64 {
	if r.holds(0, 0) {
		return l.in
	}
	return l.out
}

// errors is cost at the first level. Rows that decide come first the next time.
func (c *chain) errors(x []uint64, kinds []*kind, ub int64) int64 {
	l := c.levels[0]
	if len(kinds) == 1 {
		r := &c.root.restrictions[kinds[0].number]
		sum := l.fixed(r)
		for j, row := range l.rows {
			e := l.link.active[row]
			if r.holds(l.link.count(row, x), l.link.degree[row]) {
				sum += c.in[e]
			} else {
				sum += c.out[e]
			}
			if sum >= ub {
				l.rows[j], l.rows[j/2] = l.rows[j/2], row
				return ub
			}
		}
		c.choice[0] = kinds[0].number
		return sum
	}
	if ub > l.weight/8 {
		return c.tally(x, kinds, ub)
	}
	costs := c.costs[:0]
	for _, k := range kinds {
		costs = append(costs, l.fixed(&c.root.restrictions[k.number]))
	}
	c.costs = costs
	for j, row := range l.rows {
		n, degree, e := l.link.count(row, x), l.link.degree[row], l.link.active[row]
		least := int64(infinite)
		for i, k := range kinds {
			if c.root.restrictions[k.number].holds(n, degree) {
				costs[i] += c.in[e]
			} else {
				costs[i] += c.out[e]
			}
			least = min(least, costs[i])
		}
		if least >= ub {
			l.rows[j], l.rows[j/2] = l.rows[j/2], row
			return ub
		}
	}
	for i, k := range kinds {
		if costs[i] < ub {
			ub = costs[i]
			c.choice[0] = k.number
		}
	}
	return ub
}

// tally is errors without a look at the costs before they are complete, which
// is faster if most sets need most rows. What examples cost if they are in,
// less what they cost if they are out, is summed up by number of successors in x.
func (c *chain) tally(x []uint64, kinds []*kind, ub int64) int64 {
	l := c.levels[0]
	top := l.link.top
	for len(c.gains) <= top {
		c.gains = append(c.gains, 0)
	}
	gains, all := c.gains[:top+1], int64(0)
	clear(gains)
	for _, row := range l.rows {
		n, e := l.link.count(row, x), l.link.active[row]
		gain := c.in[e] - c.out[e]
		gains[min(n, top)] += gain
		if n == l.link.degree[row] {
			all += gain
		}
	}
	for n := top - 1; n >= 0; n-- { // of those with at least n
		gains[n] += gains[n+1]
	}
	for _, k := range kinds {
		r := &c.root.restrictions[k.number]
		cost := l.fixed(r) + l.lost
		switch r.kind {
		case dl.WithForAll:
			cost += all
		case dl.WithAtMost:
			cost += gains[0] - gains[r.n+1]
		default:
			cost += gains[r.n]
		}
		if cost < ub {
			ub = cost
			c.choice[0] = k.number
		}
	}
	return ub
}
