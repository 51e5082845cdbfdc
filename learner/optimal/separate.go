package optimal

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/interp"
)

type separator struct {
	ctx    context.Context
	s      *interp.Structure
	roles  []interp.RoleID
	inner  int  // the first of the roles, which do not count for the role depth
	deep   bool // whether some leaf counts for the role depth
	levels *bisim.Levels
	d      *dag
	most   int // the largest number that the language counts to; bisim.Unbounded for all
	pairs  map[[2]uint32]node
}

// separate returns a concept of role depth l that holds at the members of class x
// and not at those of class y, where l is the first level at which the classes
// differ.
func (p *separator) separate(x, y uint32) (node, error) {
	if x > y {
		i, err := p.separate(y, x)
		return p.d.not(i), err
	}
	if i, ok := p.pairs[[2]uint32{x, y}]; ok {
		return i, nil
	}
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	a, b := p.levels.Member(x), p.levels.Member(y)
	l, ok := p.levels.Apart(a, b)
	if !ok {
		return 0, fmt.Errorf("classes %d and %d are the same", x, y)
	}
	var i node
	var err error
	if !p.differInLeaf(a, b, l) {
		i, err = p.separateByNumber(a, b, l)
	} else {
		i, err = p.separateByLeaf(a, b)
	}
	if err != nil {
		return 0, err
	}
	p.pairs[[2]uint32{x, y}] = i
	return i, nil
}

// differInLeaf reports whether a leaf of that role depth tells a and b apart, which differ at that level and not below.
// At level 0 inner roles may do so instead, and at level 1 leaves do if they are deep.
func (p *separator) differInLeaf(a, b interp.Individual, level int) bool {
	if level > 1 || level == 1 && !p.deep {
		return false
	}
	return level == 0 && p.inner == 0 ||
		slices.ContainsFunc(p.d.leaves, func(l leaf) bool { return l.holds(p.s, a) != l.holds(p.s, b) })
}

func (p *separator) separateByLeaf(a, b interp.Individual) (node, error) {
	for i := range p.d.leaves {
		inA, inB := p.d.leaves[i].holds(p.s, a), p.d.leaves[i].holds(p.s, b)
		switch {
		case inA && !inB:
			return p.d.leaf(i), nil
		case inB && !inA:
			return p.d.not(p.d.leaf(i)), nil
		}
	}
	return 0, fmt.Errorf("no atom or comparison tells %s from %s", p.s.IRI(a), p.s.IRI(b))
}

// classCount has the numbers of successors of a and b in one class.
type classCount struct {
	class uint32
	a, b  int
}

func (p *separator) countSuccessors(r interp.RoleID, a, b interp.Individual, level int) []classCount {
	var out []classCount
	for _, s := range p.s.Successors(r, a) {
		out = append(out, classCount{class: p.levels.Class(level, s), a: 1})
	}
	for _, s := range p.s.Successors(r, b) {
		out = append(out, classCount{class: p.levels.Class(level, s), b: 1})
	}
	slices.SortFunc(out, func(x, y classCount) int { return cmp.Compare(x.class, y.class) })
	n := 0
	for i, t := range out {
		if i > 0 && out[n-1].class == t.class {
			out[n-1].a += t.a
			out[n-1].b += t.b
			continue
		}
		out[n] = t
		n++
	}
	return out[:n]
}

// countedTotals returns the numbers of successors of a and b in all the classes
// together, up to the largest number that the language can count.
func (p *separator) countedTotals(ts []classCount) (a, b int) {
	for _, t := range ts {
		a += t.a
		b += t.b
	}
	if p.most != bisim.Unbounded {
		a, b = min(a, p.most), min(b, p.most)
	}
	return a, b
}

// separateByNumber returns a concept that holds at a and not at b, which are in
// one class below the level and have different numbers of successors in some class of
// the level below, or by an inner role in some class of the level. It chooses a role and a
// class with few other classes among the successors.
func (p *separator) separateByNumber(a, b interp.Individual, apart int) (node, error) {
	var role interp.RoleID
	var best []classCount
	for i, r := range p.roles {
		level := apart
		if i >= p.inner {
			level--
		}
		if level < 0 {
			break
		}
		ts := p.countSuccessors(r, a, b, level)
		if na, nb := p.countedTotals(ts); na != nb {
			return p.restriction(r, top, na, nb), nil
		}
		differs := slices.ContainsFunc(ts, func(t classCount) bool {
			na, nb := p.countedTotals([]classCount{t})
			return na != nb
		})
		if differs && (best == nil || len(ts) < len(best)) {
			role, best = r, ts
		}
	}
	if best == nil {
		return 0, fmt.Errorf("no role tells %s from %s at level %d", p.s.IRI(a), p.s.IRI(b), apart)
	}
	at := slices.IndexFunc(best, func(t classCount) bool {
		na, nb := p.countedTotals([]classCount{t})
		return na != nb
	})
	return p.narrowToClass(role, best, best[at].class)
}

// narrowToClass restricts the successors step by step to the class x, until a and
// b have different numbers of those that are left; this holds at the latest when
// only x is left. It removes classes that are easy to separate from x first.
func (p *separator) narrowToClass(r interp.RoleID, left []classCount, x uint32) (node, error) {
	level := func(t classCount) int {
		l, _ := p.levels.Apart(p.levels.Member(x), p.levels.Member(t.class))
		return l
	}
	slices.SortStableFunc(left, func(t, u classCount) int { return cmp.Compare(level(t), level(u)) })
	inner := top
	for {
		if na, nb := p.countedTotals(left); na != nb {
			return p.restriction(r, inner, na, nb), nil
		}
		other := slices.IndexFunc(left, func(t classCount) bool { return t.class != x })
		i, err := p.separate(x, left[other].class)
		if err != nil {
			return 0, err
		}
		inner = p.d.and(inner, i)
		left = slices.DeleteFunc(left, func(t classCount) bool { return !p.d.holds(i, p.levels.Member(t.class)) })
	}
}

// restriction returns a concept that holds at individuals with na successors in inner, and
// not at those with nb.
func (p *separator) restriction(r interp.RoleID, inner node, na, nb int) node {
	if na > nb {
		return p.d.atLeast(nb+1, r, inner)
	}
	return p.d.not(p.d.atLeast(na+1, r, inner))
}
