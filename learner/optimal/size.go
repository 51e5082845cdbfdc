package optimal

import (
	"math/big"

	"github.com/genus-kg/genus/learner/dl"
)

// TreeSize returns the number of nodes of the syntax tree of c, the paper's measure in
// bounded fitting. It takes time proportional to the number of distinct subconcepts
// ([dl.DAGSize]), not to the size of the tree.
func TreeSize(c dl.Concept) *big.Int {
	var t dl.Table
	root := t.ID(c)
	sizes := make([]*big.Int, t.Len())
	for id := range sizes { // operands have smaller numbers
		sizes[id] = big.NewInt(1)
		_, operands := t.At(id)
		for _, operand := range operands {
			sizes[id].Add(sizes[id], sizes[operand])
		}
	}
	return sizes[root]
}
