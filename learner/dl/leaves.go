package dl

// Leaves returns the leaves of c from left to right, one for every occurrence in the
// tree.
func Leaves(c Concept) (leaves []Concept) {
	MapLeaves(c, func(leaf Concept) Concept { leaves = append(leaves, leaf); return leaf })
	return leaves
}

// WithLeaf returns c with leaf in place of Leaves(c)[i].
func WithLeaf(c Concept, i int, leaf Concept) Concept {
	n := -1
	return MapLeaves(c, func(old Concept) Concept {
		if n++; n == i {
			return leaf
		}
		return old
	})
}

// MapLeaves returns c with each leaf replaced by the result of replace, which is
// called from left to right, once for every occurrence in the tree.
func MapLeaves(c Concept, replace func(leaf Concept) Concept) Concept {
	if len(Children(c)) == 0 {
		return replace(c)
	}
	return MapChildren(c, func(d Concept) Concept { return MapLeaves(d, replace) })
}
