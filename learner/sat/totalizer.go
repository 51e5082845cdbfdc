package sat

import "slices"

// Weighted is a literal that weighs something when it is true.
type Weighted struct {
	Lit    Lit
	Weight int64 // positive
}

// Sum is a literal that stands for a sum of weights.
type Sum struct {
	Value int64
	Lit   Lit
}

// Totalizer encodes lower bounds on the weight of the true inputs: a tree whose
// nodes have an output for every sum that the inputs below can attain. It is the
// generalised totalizer of Joshi, Martins and Manquinho (CP 2015), for weights 1
// the totalizer of Bailleux and Boufkhad (CP 2003), in one direction and cut off.
type Totalizer struct {
	root *node
	cut  int64
}

// node is a node of the tree: an input, or the sums of the two nodes below.
type node struct {
	values      []int64 // ascending, without 0; those of cut or more are one, cut
	left, right *node
	given       []Lit // instead of them: the literals of the values
}

// NewTotalizer prepares sums up to cut. It is nil if they would take more than
// about that many clauses; with weights of many sizes there may be as many sums
// as sets of inputs.
func NewTotalizer(inputs []Weighted, cut int64, clauses int) *Totalizer {
	root := newTree(inputs, cut, &clauses)
	if clauses < 0 {
		return nil
	}
	return &Totalizer{root, cut}
}

// newTree returns the balanced tree of the inputs. It takes the clauses that its nodes
// need, and stops when they go below 0.
func newTree(inputs []Weighted, cut int64, clauses *int) *node {
	switch {
	case len(inputs) == 0 || cut <= 0:
		return &node{}
	case len(inputs) == 1:
		return &node{values: []int64{min(inputs[0].Weight, cut)}, given: []Lit{inputs[0].Lit}}
	}
	half := len(inputs) / 2
	left := newTree(inputs[:half], cut, clauses)
	right := newTree(inputs[half:], cut, clauses)
	if *clauses -= (len(left.values) + 1) * (len(right.values) + 1); *clauses < 0 {
		return &node{}
	}
	return joinNodes(left, right, cut)
}

// joinNodes returns the node above two nodes.
func joinNodes(left, right *node, cut int64) *node {
	switch {
	case len(left.values) == 0:
		return right
	case len(right.values) == 0:
		return left
	}
	return &node{values: attainableSums(left.values, right.values, cut), left: left, right: right}
}

// attainableSums returns the values of x, of y, and of the sums of both, up to cut.
func attainableSums(x, y []int64, cut int64) []int64 {
	most := min(x[len(x)-1]+y[len(y)-1], cut)
	all := make([]int64, 0, (len(x)+1)*(len(y)+1))
	if most <= 64*int64(cap(all)) { // mark them
		seen := make([]bool, most+1)
		for _, a := range append([]int64{0}, x...) {
			seen[min(a, most)] = true
			for _, b := range y {
				seen[min(a+b, most)] = true
			}
		}
		for v := int64(1); v <= most; v++ {
			if seen[v] {
				all = append(all, v)
			}
		}
		return all
	}
	all = append(append(all, x...), y...)
	for _, a := range x {
		for _, b := range y {
			all = append(all, min(a+b, most))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Encode writes the clauses. The outputs are ascending: if the true inputs weigh
// at least out[i].Value, then out[i].Lit is true. Forbidding out[i] therefore
// allows less than its value. A weight of cut or more counts as cut.
func (t *Totalizer) Encode(c Clauses) []Sum {
	lits := t.root.encode(c, t.cut)
	out := make([]Sum, len(lits))
	for i, x := range lits {
		out[i] = Sum{t.root.values[i], x}
	}
	return out
}

func (n *node) encode(c Clauses, cut int64) []Lit {
	if n.left == nil {
		return n.given
	}
	left, right := n.left.encode(c, cut), n.right.encode(c, cut)
	out := make([]Lit, len(n.values))
	for i := range out {
		out[i] = c.NewVar()
	}
	for i := -1; i < len(left); i++ {
		a, before := valueAt(n.left.values, i), valueAt(n.left.values, i-1)
		for j := -1; j < len(right); j++ {
			b := valueAt(n.right.values, j)
			if i >= 0 && before+b >= cut || j >= 0 && a+valueAt(n.right.values, j-1) >= cut {
				// Outputs imply the smaller ones, so some pair that just
				// reaches the cut is true too.
				break
			}
			k, _ := slices.BinarySearch(n.values, min(a+b, cut))
			switch {
			case i < 0 && j < 0:
			case i < 0:
				c.Add(right[j].Not(), out[k])
			case j < 0:
				c.Add(left[i].Not(), out[k])
			default:
				c.Add(left[i].Not(), right[j].Not(), out[k])
			}
		}
	}
	for i := 1; i < len(out); i++ {
		c.Add(out[i].Not(), out[i-1])
	}
	return out
}

// valueAt returns values[i], 0 before the first.
func valueAt(values []int64, i int) int64 {
	if i < 0 {
		return 0
	}
	return values[i]
}
