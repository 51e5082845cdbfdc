package learner

import (
	"errors"
	"fmt"
	"time"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrNoFitting reports that no concept of the searched sizes fits all examples
// (exact fitting). The Fitting returned with it has no concept, but its Ceiling and
// Stages say why.
var ErrNoFitting = errors.New("no fitting concept")

// errInseparable is the [ErrNoFitting] for examples that no concept separates.
var errInseparable = fmt.Errorf("%w", ErrNoFitting)

// Fitting is the result of [Learn].
type Fitting struct {
	// Solution has the chosen concept, nil if none was found. Optimal reports whether
	// it is proved to be optimal. Exact: no smaller concept fits. Approx: no concept
	// up to the size of the chosen stage (of any size, if the ceiling is reached) has
	// a better score, and no smaller one has the same score. The proof covers the
	// language, the numbers, thresholds and role depth of that stage, and the nominals
	// and strings counted below.
	Solution
	// End says what ended the search.
	End End
	// Refuted is the size up to which it is proved, within the same bounds, that no
	// concept fits (exact) or has a better score than Concept (approximate); 0 if
	// nothing is proved.
	Refuted           int
	Language          dl.Language
	Nominals, Strings int // the numbers of them in the language (interp.Candidates)
	Stages            []Stage
	// Chosen is the index of the stage that Concept comes from (Options.Select).
	Chosen  int
	Ceiling bisim.Ceiling
	// Reasons say what would separate the first pairs of the ceiling, in their
	// order.
	Reasons [][]bisim.Reason
	Removed []interp.Removal // the symbols that were not used, and why: first the problem's, then nominals and strings
	Elapsed time.Duration
}

// Stage is the result of one stage.
type Stage struct {
	K          int
	Engine     string
	Elapsed    time.Duration
	MaxNumber  int // g(k)
	Thresholds int // the largest number of values in T(k) of one feature
	// AllThresholds reports whether T(k) has all values, so that further thresholds
	// would separate no more individuals.
	AllThresholds bool
	// Reached is the number of individuals that the examples can reach, Individuals
	// the number of classes of them that the stage distinguished, and Names the
	// number of leaf labels.
	Reached, Individuals, Names int
	// Concept is the best concept of size at most K, nil if none was found. Proved
	// reports whether it is proved that no concept of these sizes is better.
	Concept   dl.Concept
	Confusion interp.Confusion
	Proved    bool
	// Skipped reports whether the stage was not searched: Concept was found before it, and
	// the search ended.
	Skipped bool
}

// Solution is a concept with its measures.
type Solution struct {
	Concept   dl.Concept
	Size      int // dl.Size
	Depth     int // role depth
	Confusion interp.Confusion
	Optimal   bool // see Fitting.Solution
}

// withMeasures returns the solution with its size and role depth.
func (s Solution) withMeasures() Solution {
	s.Size, s.Depth = dl.Size(s.Concept), dl.Depth(s.Concept)
	return s
}
