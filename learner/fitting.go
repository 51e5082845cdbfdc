package learner

import (
	"errors"
	"fmt"
	"time"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrNoFitting says that no concept of the sizes that were searched fits all
// examples (exact fitting). The Fitting returned with it has no concept, but
// its Ceiling and Stages say why.
var ErrNoFitting = errors.New("no fitting concept")

// errInseparable is the ErrNoFitting of examples that no concept tells apart.
var errInseparable = fmt.Errorf("%w", ErrNoFitting)

// Fitting is the result of [Learn].
type Fitting struct {
	Concept   dl.Concept // nil if none was found
	Size      int        // dl.Size
	Depth     int        // role depth
	Confusion interp.Confusion
	// Optimal says what is proved. Exact: no smaller concept fits. Approx: no
	// concept of at most as many nodes as the chosen stage allows (or of any
	// size, if the ceiling is reached) has a better score, and none smaller has
	// the same. Always within the language, and the numbers, thresholds and role
	// depth of that stage, and these many nominals and strings
	// (interp.Candidates).
	Optimal bool
	// End says what ended the search, Refuted up to which size it is proved, within
	// the same bounds, that no concept fits (exact), or that none has a better score
	// than Concept (approximate); 0 is none.
	End               End
	Refuted           int
	Language          dl.Language
	Nominals, Strings int
	Stages            []Stage
	// Chosen is the index of the stage whose concept this is (Options.Select):
	// the last one for the best score.
	Chosen  int
	Ceiling bisim.Ceiling
	// Reasons say what would tell the first pairs of the ceiling apart, in
	// their order.
	Reasons [][]bisim.Reason
	// Solutions are the concepts asked for by Options.Solutions, the one above
	// first; fewer if there are no more, or the context ended.
	Solutions []Solution
	Removed   []interp.Removal // what was not used, and why: the problem's, then nominals and strings
	Elapsed   time.Duration
}

// Stage is what one stage did.
type Stage struct {
	K          int
	Engine     string
	Elapsed    time.Duration
	MaxNumber  int // g(k)
	Thresholds int // how many values of features T(k) has
	// AllThresholds says that no further threshold would tell more individuals
	// apart.
	AllThresholds bool
	// Reached is how many individuals the examples can reach, Individuals how
	// many classes of them the stage distinguished after the quotient, and
	// Names how many labels of leaves.
	Reached, Individuals, Names int
	// Concept is the best concept of size at most K, nil if none was found;
	// Proved says that none of these sizes is better.
	Concept   dl.Concept
	Confusion interp.Confusion
	Proved    bool
	// Classifications is how many ways to classify the examples the concepts of
	// size at most K have; 0 if nobody needs to know, or they are too many.
	Classifications int
}

// Solution is one of several concepts.
type Solution struct {
	Concept   dl.Concept
	Size      int
	Depth     int
	Confusion interp.Confusion
	Optimal   bool // as Fitting.Optimal, among what the solutions before it leave
}
