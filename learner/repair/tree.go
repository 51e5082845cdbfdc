package repair

import (
	"math/bits"

	"github.com/genus-kg/genus/learner/dl"
)

// kind says what a node of the tree is.
type kind uint8

const (
	leafNode    kind = iota
	stepNode         // ¬ or a role step
	joinNode         // a chain of ⊓ or of ⊔
	operandNode      // stands for every operand that may be inserted
)

// node is a node of the syntax tree, with chains of the same operator made flat.
type node struct {
	kind    kind
	concept dl.Concept
	head    head // of a step
	or      bool // of a join
	kids    []*node
	free    bool // the leaf or role step of a new condition: any other one costs nothing
	w, u, v int  // the weights of doc.go
	parts   map[uint32]*node
}

// impossible is a weight that no repair can pay.
const impossible = 1 << 20

// mostOperands is the length of the longest chain whose brackets are free.
const mostOperands = 6

func newLeaf(c dl.Concept) *node {
	return (&node{kind: leafNode, concept: c}).weigh()
}

// newTree returns the tree of a concept.
func newTree(c dl.Concept) *node {
	switch c := c.(type) {
	case dl.And:
		return newChain(c, false, dl.Conjuncts(c), c.L, c.R)
	case dl.Or:
		return newChain(c, true, dl.Disjuncts(c), c.L, c.R)
	}
	if h, ok := headOf(c); ok {
		return (&node{kind: stepNode, concept: c, head: h, kids: []*node{newTree(dl.Children(c)[0])}}).weigh()
	}
	return newLeaf(c)
}

func newChain(c dl.Concept, or bool, operands []dl.Concept, sides ...dl.Concept) *node {
	if len(operands) > mostOperands {
		operands = sides
	}
	n := &node{kind: joinNode, concept: c, or: or}
	for _, d := range operands {
		n.kids = append(n.kids, newTree(d))
	}
	return n.weigh()
}

// weigh computes the weights from those of the operands.
func (n *node) weigh() *node {
	switch n.kind {
	case leafNode, operandNode:
		n.u, n.v = 0, impossible
	case stepNode:
		k := n.kids[0]
		n.u, n.v = 1+k.u, 1+k.v
		if n.head.quantifier != not {
			n.v = min(n.v, k.u)
		}
	case joinNode:
		n.u, n.v = impossible, impossible
		for _, k := range n.kids {
			n.w += k.w
		}
		for _, k := range n.kids {
			n.u, n.v = min(n.u, n.w-k.w+k.u), min(n.v, n.w-k.w+k.v)
		}
		return n
	}
	n.w = 1 + min(n.u, n.v)
	return n
}

// part returns the chain of those operands of a join.
func (n *node) part(mask uint32) *node {
	if mask == 1<<len(n.kids)-1 {
		return n
	}
	if bits.OnesCount32(mask) == 1 {
		return n.kids[bits.TrailingZeros32(mask)]
	}
	if p := n.parts[mask]; p != nil {
		return p
	}
	p := &node{kind: joinNode, or: n.or}
	var cs []dl.Concept
	for i, k := range n.kids {
		if mask>>i&1 == 1 {
			p.kids, cs = append(p.kids, k), append(cs, k.concept)
		}
	}
	if p.concept = dl.Conj(cs...); n.or {
		p.concept = dl.Disj(cs...)
	}
	if n.parts == nil {
		n.parts = map[uint32]*node{}
	}
	n.parts[mask] = p.weigh()
	return p
}

// quantifier is the operator of a step.
type quantifier uint8

const (
	not quantifier = iota
	exists
	forAll
	atLeast
	atMost
)

// head is a step without what is below.
type head struct {
	quantifier quantifier
	number     int
	role       dl.Role
}

func headOf(c dl.Concept) (head, bool) {
	switch c := c.(type) {
	case dl.Not:
		return head{}, true
	case dl.Exists:
		return head{exists, 0, c.Role}, true
	case dl.ForAll:
		return head{forAll, 0, c.Role}, true
	case dl.AtLeast:
		return head{atLeast, c.N, c.Role}, true
	case dl.AtMost:
		return head{atMost, c.N, c.Role}, true
	}
	return head{}, false
}

// of returns the concept of the step with c below.
func (h head) of(c dl.Concept) dl.Concept {
	switch h.quantifier {
	case exists:
		return dl.Exists{Role: h.role, C: c}
	case forAll:
		return dl.ForAll{Role: h.role, C: c}
	case atLeast:
		return dl.AtLeast{N: h.number, Role: h.role, C: c}
	case atMost:
		return dl.AtMost{N: h.number, Role: h.role, C: c}
	}
	return dl.Not{C: c}
}

// holds reports whether the step holds at an individual with that many successors, of
// which n are in what is below.
func (h head) holds(n, successors int) bool {
	switch h.quantifier {
	case exists:
		return n > 0
	case forAll:
		return n == successors
	case atLeast:
		return n >= h.number
	case atMost:
		return n <= h.number
	}
	return false
}
