package quotient

import (
	"cmp"
	"context"
	"slices"
)

// How many copies each node needs, and how the copies are joined.
//
// Take a link from A to B with nA and nB copies. If edges are asked for on one
// side only, as always without inverse roles, each copy of A is joined to the
// first copies of B, as the paper does: nB ≥ out is all it takes.
//
// If both sides ask, let "exact" mean a number below the limit, and m the limit:
//
//	out and in exact:  nA·out = nB·in edges, out for each copy of A, in for each of B
//	out exact:         nA·out ≥ nB·m edges, out for each copy of A, m or more for each of B
//	in exact:          nB·in ≥ nA·m edges, the same the other way round
//	neither:           m·max(nA,nB) edges, m or more for all
//
// and in each case nB ≥ out and nA ≥ in. This is also sufficient: give the
// copies of A their edges one after the other, going round the copies of B.
// With out ≤ nB no edge comes twice; and the copies of B get numbers that differ
// by at most 1 from each other, so exactly in if nA·out = nB·in, and at least m
// if there are at least nB·m edges.
//
// A solution always exists: as many copies as there are individuals, since the
// classes are stable and the original edges are such a joining. The smallest
// one is found from below. Exact links tie the numbers of the nodes that they
// join to the proportions of the classes, so that each of these components has one
// unknown factor; all other conditions are lower bounds on one factor that grow
// with another. Raising factors only where a bound is broken ends at the
// smallest solution, which is no larger than the original. It may take many
// small steps, so a factor that was raised a few times is doubled, up to what it
// is in the original: still a solution, as good as the smallest but for a factor
// of two or so.

// copies is the number of copies of each node.
func (g *grouping) copies(ctx context.Context, links []link) ([]int64, error) {
	n := make([]int64, len(g.rep))
	for id := range n {
		n[id] = 1
	}
	for _, l := range links {
		n[l.to] = max(n[l.to], int64(l.out))
		n[l.from] = max(n[l.from], int64(l.in))
	}
	if g.mode != counts {
		return n, nil
	}
	f := newFactors(g.members)
	for _, l := range links {
		if g.kind(l) == bothExact {
			f.union(l.from, l.to)
		}
	}
	f.scale(n)
	return n, f.solve(ctx, n, g.bounds(links))
}

// bound says that n[of] ≥ n[by]·times/per.
type bound struct {
	of, by     uint32
	times, per int64
}

// bounds are the conditions with a number of copies on either side.
func (g *grouping) bounds(links []link) []bound {
	var out []bound
	for _, l := range links {
		switch g.kind(l) {
		case outExact: // n[from]·out ≥ n[to]·m
			out = append(out, bound{of: l.from, by: l.to, times: int64(g.limit), per: int64(l.out)})
		case inExact:
			out = append(out, bound{of: l.to, by: l.from, times: int64(g.limit), per: int64(l.in)})
		}
	}
	return out
}

// linkKind is the line of the table above that a link falls under.
type linkKind uint8

const (
	outOnly linkKind = iota
	inOnly
	bothExact
	outExact
	inExact
	neither
)

func (g *grouping) kind(l link) linkKind {
	exact := func(n uint32) bool { return g.limit == Unbounded || int64(n) < int64(g.limit) }
	switch {
	case l.in == 0:
		return outOnly
	case l.out == 0:
		return inOnly
	case exact(l.out) && exact(l.in):
		return bothExact
	case exact(l.out):
		return outExact
	case exact(l.in):
		return inExact
	}
	return neither
}

// join calls edge for every edge between copies of the two nodes.
func (g *grouping) join(l link, n []int64, edge func(from, to int64)) {
	// round gives each of nx copies k edges, going round the others.
	round := func(nx, ny, k int64, edge func(x, y int64)) {
		at := int64(0)
		for x := range nx {
			for range k {
				edge(x, at%ny)
				at++
			}
		}
	}
	back := func(x, y int64) { edge(y, x) }
	nA, nB := n[l.from], n[l.to]
	switch kind := g.kind(l); {
	case kind == outOnly:
		for i := range nA {
			for j := range int64(l.out) {
				edge(i, j)
			}
		}
	case kind == inOnly:
		for j := range nB {
			for i := range int64(l.in) {
				edge(i, j)
			}
		}
	case kind == bothExact, kind == outExact, kind == neither && nA >= nB:
		round(nA, nB, int64(l.out), edge)
	default:
		round(nB, nA, int64(l.in), back)
	}
}

// factors are sets of nodes whose numbers of copies are tied to the proportions
// of their members.
type factors struct {
	parent  []uint32
	members []int64
	gcd     []int64 // by root: of the members of its nodes
	nodes   [][]uint32
	factor  []int64 // by root
	raised  []int   // by root: how often
}

// patience is how often a factor is raised no more than it has to be.
const patience = 8

func newFactors(members []int64) *factors {
	f := &factors{parent: make([]uint32, len(members)), members: members, gcd: append([]int64(nil), members...)}
	for i := range f.parent {
		f.parent[i] = uint32(i)
	}
	return f
}

func (f *factors) root(a uint32) uint32 {
	for f.parent[a] != a {
		f.parent[a] = f.parent[f.parent[a]]
		a = f.parent[a]
	}
	return a
}

func (f *factors) union(a, b uint32) {
	a, b = f.root(a), f.root(b)
	if a == b {
		return
	}
	if a > b {
		a, b = b, a
	}
	f.parent[b] = a
	for f.gcd[b] != 0 {
		f.gcd[a], f.gcd[b] = f.gcd[b], f.gcd[a]%f.gcd[b]
	}
}

// scale raises the numbers of copies to the smallest proportional ones.
func (f *factors) scale(n []int64) {
	f.nodes, f.factor, f.raised = make([][]uint32, len(n)), make([]int64, len(n)), make([]int, len(n))
	for a := range f.parent {
		r := f.root(uint32(a))
		f.nodes[r] = append(f.nodes[r], uint32(a))
	}
	for _, nodes := range f.nodes {
		for _, a := range nodes {
			f.set(n, a, n[a], func(uint32) {})
		}
	}
}

// set gives a at least the number, and the nodes tied to it their share. It
// calls changed for those that have more than before.
func (f *factors) set(n []int64, a uint32, least int64, changed func(uint32)) {
	r := f.root(a)
	factor := ceil(least, f.members[a]/f.gcd[r])
	if factor <= f.factor[r] {
		return
	}
	if f.raised[r]++; f.raised[r] > patience+len(f.nodes[r]) {
		factor = max(factor, min(2*f.factor[r], f.gcd[r]))
	}
	f.factor[r] = factor
	for _, b := range f.nodes[r] {
		if share := factor * (f.members[b] / f.gcd[r]); share > n[b] {
			n[b] = share
			changed(b)
		}
	}
}

// solve raises the numbers of copies until all bounds hold. A bound is looked at
// again only when the number that it depends on has grown.
func (f *factors) solve(ctx context.Context, n []int64, bounds []bound) error {
	slices.SortStableFunc(bounds, func(x, y bound) int { return cmp.Compare(x.by, y.by) })
	first := make([]int, len(n)+1) // bounds[first[a]:first[a+1]] depend on a
	for _, b := range bounds {
		first[b.by+1]++
	}
	for a := range n {
		first[a+1] += first[a]
	}
	queue, queued := make([]uint32, 0, len(n)), make([]bool, len(n))
	push := func(a uint32) {
		if !queued[a] {
			queued[a] = true
			queue = append(queue, a)
		}
	}
	for a := range uint32(len(n)) {
		push(a)
	}
	for steps := 0; len(queue) > 0; steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		a := queue[0]
		queue, queued[a] = queue[1:], false
		for _, b := range bounds[first[a]:first[a+1]] {
			if least := ceil(n[a]*b.times, b.per); n[b.of] < least {
				f.set(n, b.of, least, push)
			}
		}
	}
	return nil
}

func ceil(x, y int64) int64 { return (x + y - 1) / y }
