package bisim

import "slices"

// Kind is a kind of enrichment of a space that tells more examples apart.
type Kind string

// The kinds, in the order in which they are tried and reported.
const (
	Deeper        Kind = "depth"          // a larger role depth
	Atoms         Kind = "atoms"          // atomic concepts outside the space, such as (f = false)
	Strings       Kind = "strings"        // equalities of strings among the structure's atoms
	Nominals      Kind = "nominals"       // nominals among the structure's atoms
	Thresholds    Kind = "thresholds"     // more thresholds for the features of the space
	Features      Kind = "features"       // comparisons of features
	Restrictions  Kind = "restrictions"   // roles, for a space without roles
	Inverse       Kind = "inverse"        // inverse roles
	Numbers       Kind = "numbers"        // number restrictions
	LargerNumbers Kind = "larger-numbers" // larger numbers in number restrictions
	Removed       Kind = "removed"        // roles and features that the problem has removed
	Nothing       Kind = "nothing"        // no enrichment: the data say the same about both
)

var kinds = []Kind{Deeper, Atoms, Strings, Nominals, Thresholds, Features, Restrictions, Inverse, Numbers,
	LargerNumbers, Removed}

// needs is a set of kinds, in the order of kinds.
type needs []Kind

func (n needs) has(k Kind) bool { return slices.Contains(n, k) }

func (n needs) without(k Kind) needs {
	return slices.DeleteFunc(slices.Clone(n), func(other Kind) bool { return other == k })
}
