package bisim

import "slices"

// Kind is something that a space lacks and that would tell examples apart.
type Kind string

// The kinds, in the order in which they are tried and reported.
const (
	Deeper        Kind = "depth"          // a larger role depth
	Atoms         Kind = "atoms"          // atomic concepts outside the space, such as (f = false)
	Strings       Kind = "strings"        // equalities of strings among the structure's atoms
	Nominals      Kind = "nominals"       // nominals among them
	Thresholds    Kind = "thresholds"     // more thresholds for the features of the space
	Features      Kind = "features"       // comparisons of features
	Restrictions  Kind = "restrictions"   // roles at all
	Inverse       Kind = "inverse"        // inverse roles
	Numbers       Kind = "numbers"        // number restrictions
	LargerNumbers Kind = "larger-numbers" // larger numbers in them
	Removed       Kind = "removed"        // roles and features that the problem has removed
	Nothing       Kind = "nothing"        // not one of these: the data say the same of both
)

var kinds = []Kind{Deeper, Atoms, Strings, Nominals, Thresholds, Features, Restrictions, Inverse, Numbers, LargerNumbers, Removed}

// needs is a set of kinds, in the order of kinds.
type needs []Kind

func (n needs) has(k Kind) bool {
	return slices.Contains(n, k)
}

func (n needs) without(k Kind) needs {
	var out needs
	for _, other := range n {
		if other != k {
			out = append(out, other)
		}
	}
	return out
}
