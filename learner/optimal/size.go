package optimal

import (
	"math/big"

	"github.com/genus-kg/genus/learner/dl"
)

// TreeSize returns the number of nodes of the syntax tree of c, the paper's measure
// in bounded fitting, exactly and without walking the tree: in time proportional
// to the memory that c takes. [dl.DAGSize] is the number of distinct
// subconcepts.
func TreeSize(c dl.Concept) *big.Int {
	var t dl.Table
	root := t.ID(c)
	sizes := make([]*big.Int, t.Len())
	for id := range sizes { // operands are numbered before what is made of them
		sizes[id] = big.NewInt(1)
		_, operands := t.At(id)
		for _, operand := range operands {
			sizes[id].Add(sizes[id], sizes[operand])
		}
	}
	return sizes[root]
}
