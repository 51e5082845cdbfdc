package command

import (
	"cmp"
	"fmt"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
)

// validated is the outcome of cross-validating one learner on one problem.
type validated struct {
	name        string
	learner     string // genus, or the name of an external one
	positives   int
	negatives   int
	individuals int
	weighted    bool
	folds       int // requested
	tested      []benchmarks.Tested
	err         error
}

// add adds the outcome of the same learner on the same problem, split otherwise.
func (r *validated) add(other validated) {
	r.folds += other.folds
	r.tested = append(r.tested, other.tested...)
	r.err = cmp.Or(r.err, other.err)
}

// genusName is the name of genus among the learners.
const genusName = "genus"

// title names the problem, and the learner if it is not genus.
func (r validated) title() string {
	if r.learner == genusName {
		return r.name
	}
	return r.name + " by " + r.learner
}

// note explains missing folds of a problem.
func (r validated) note() string {
	switch {
	case r.err != nil:
		return app.OneLine(r.err.Error())
	case len(r.tested) < r.folds:
		return fmt.Sprintf("%s: only %d of %d folds are done", r.title(), len(r.tested), r.folds)
	}
	return ""
}
