package optimal

import "github.com/genus-kg/genus/learner/interp"

// node is the number of a concept of the DAG. Its operands have smaller numbers, and
// equal concepts have equal numbers.
type node uint32

// top is ⊤, always the first node.
const top node = 0

type op uint8

const (
	opTop op = iota
	opLeaf
	opNot
	opAnd
	opOr
	opAtLeast // the only restriction; ∃r.C is ≥1 r.C
)

type term struct {
	op   op
	leaf int           // of opLeaf: index into dag.leaves
	role interp.RoleID // of opAtLeast
	n    int
	x, y node // operands
}

// dag makes nodes and evaluates them at single individuals. An evaluation visits only the
// neighbourhood of the individual.
type dag struct {
	s      *interp.Structure
	leaves []leaf
	terms  []term
	ids    map[term]node
	truth  map[uint64]bool // by node<<32 | individual
}

func newDAG(s *interp.Structure, sp interp.Space) *dag {
	return &dag{s: s, leaves: leaves(s, sp), terms: []term{{op: opTop}}, ids: map[term]node{{op: opTop}: top},
		truth: map[uint64]bool{}}
}

func (d *dag) node(t term) node {
	id, ok := d.ids[t]
	if !ok {
		id = node(len(d.terms))
		d.ids[t] = id
		d.terms = append(d.terms, t)
	}
	return id
}

func (d *dag) leaf(i int) node { return d.node(term{op: opLeaf, leaf: i}) }

func (d *dag) not(x node) node {
	if d.terms[x].op == opNot {
		return d.terms[x].x
	}
	return d.node(term{op: opNot, x: x})
}

func (d *dag) and(x, y node) node {
	switch {
	case x == top || x == y:
		return y
	case y == top:
		return x
	case x == d.not(top) || y == d.not(top) || x == d.not(y):
		return d.not(top)
	}
	return d.node(term{op: opAnd, x: min(x, y), y: max(x, y)})
}

func (d *dag) or(x, y node) node {
	switch bottom := d.not(top); {
	case x == bottom || x == y:
		return y
	case y == bottom:
		return x
	case x == top || y == top || x == d.not(y):
		return top
	}
	return d.node(term{op: opOr, x: min(x, y), y: max(x, y)})
}

func (d *dag) atLeast(n int, r interp.RoleID, x node) node {
	return d.node(term{op: opAtLeast, n: n, role: r, x: x})
}

func (d *dag) holds(i node, a interp.Individual) bool {
	t := &d.terms[i]
	switch t.op {
	case opTop:
		return true
	case opLeaf:
		return d.leaves[t.leaf].holds(d.s, a)
	case opNot:
		return !d.holds(t.x, a)
	}
	key := uint64(i)<<32 | uint64(a)
	if h, ok := d.truth[key]; ok {
		return h
	}
	var h bool
	switch t.op {
	case opAnd:
		h = d.holds(t.x, a) && d.holds(t.y, a)
	case opOr:
		h = d.holds(t.x, a) || d.holds(t.y, a)
	case opAtLeast:
		n := 0
		for _, b := range d.s.Successors(t.role, a) {
			if d.holds(t.x, b) {
				if n++; n == t.n {
					break
				}
			}
		}
		h = n == t.n
	}
	d.truth[key] = h
	return h
}
