package encode

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Node is a node of a shape.
type Node struct {
	Left, Right int // children, -1 if there is none; a unary node has only Left
	Parent      int // -1 at the root
	Above       int // u, the number of unary nodes above it
	Height      int // h, the largest number of unary nodes on a path down, including itself
}

// Arity returns the number of children.
func (n Node) Arity() int {
	switch {
	case n.Left < 0:
		return 0
	case n.Right < 0:
		return 1
	}
	return 2
}

// Shape is the shape of a syntax tree, its nodes in preorder. ⊓ and ⊔ commute, so the
// left subtree of a binary node never follows the right one in the order of shapes: by
// size, then as generated.
type Shape struct {
	Nodes []Node
	rank  []int // of the subtree at each node, in the order of shapes
}

// Size returns the number of nodes.
func (s Shape) Size() int { return len(s.Nodes) }

// String returns the shape with one letter for each node: l leaf, u unary, b binary.
func (s Shape) String() string {
	var sb strings.Builder
	for _, n := range s.Nodes {
		sb.WriteByte("lub"[n.Arity()])
	}
	return sb.String()
}

type tree struct {
	left, right *tree
	rank        int
}

// Shapes returns the shapes with that many nodes that a concept of the space can have,
// in the order of shapes. It omits shapes with a unary or binary node if the language has
// no such constructors. If every unary node is a restriction, it omits shapes that nest
// more of them than the role depth allows.
func Shapes(size int, sp interp.Space) []Shape {
	binary := sp.Language.Any(dl.WithAnd | dl.WithOr)
	roles := sp.Language.Any(dl.WithRoles) && len(sp.Roles) > 0
	negation := sp.Language.Has(dl.WithNot)
	unary := roles || negation

	bySize := make([][]*tree, size+1)
	rank := 0
	add := func(n int, t *tree) {
		t.rank = rank
		rank++
		bySize[n] = append(bySize[n], t)
	}
	for n := 1; n <= size; n++ {
		if n == 1 {
			add(1, &tree{})
			continue
		}
		if unary {
			for _, t := range bySize[n-1] {
				if !roles && t.left != nil && t.right == nil {
					continue // ¬¬
				}
				add(n, &tree{left: t})
			}
		}
		if !binary {
			continue
		}
		for l := 1; l <= (n-1)/2; l++ {
			for _, t := range bySize[l] {
				for _, s := range bySize[n-1-l] {
					if t.rank <= s.rank {
						add(n, &tree{left: t, right: s})
					}
				}
			}
		}
	}
	most := mostUnary(sp)
	var out []Shape
	for _, t := range bySize[size] {
		var s Shape
		s.flatten(t, -1, 0)
		if most < 0 || s.Nodes[0].Height <= most {
			out = append(out, s)
		}
	}
	return out
}

// mostUnary returns the largest number of unary nodes on a path in a tree of the space; -1: any.
func mostUnary(sp interp.Space) int {
	if sp.Language.Has(dl.WithNot) || sp.MaxDepth == 0 || sp.Inner > 0 {
		return -1
	}
	return sp.MaxDepth
}

func (s *Shape) flatten(t *tree, parent, above int) int {
	at := len(s.Nodes)
	s.Nodes = append(s.Nodes, Node{Left: -1, Right: -1, Parent: parent, Above: above})
	s.rank = append(s.rank, t.rank)
	if t.left == nil {
		return at
	}
	below := above
	if t.right == nil {
		below++
	}
	left := s.flatten(t.left, at, below)
	height := s.Nodes[left].Height + below - above
	right := -1
	if t.right != nil {
		right = s.flatten(t.right, at, below)
		height = max(height, s.Nodes[right].Height)
	}
	s.Nodes[at].Left = left
	s.Nodes[at].Right = right
	s.Nodes[at].Height = height
	return at
}
