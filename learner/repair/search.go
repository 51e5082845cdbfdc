package repair

import (
	"context"
	"errors"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrMemory is returned if the tables need more memory than allowed. The result holds all the same.
var ErrMemory = errors.New("the tables of repairs are larger than the memory allowed")

var errWork = errors.New("repair: the work allowed is done")

// search is one run.
type search struct {
	task     Task
	ctx      context.Context
	eval     *interp.Evaluator
	features []interp.FeatureID
	contexts map[contextKey]*roleContext
	atoms    map[interp.Individual][]interp.ConceptID
	left     map[dl.Role]int
	unmoved  map[dl.Role]bool // see Result.Unmoved

	isExample                 map[interp.Individual]bool
	newLeaf, newStep, operand *node

	root   *roleContext
	tree   *node
	counts []int
	work   int64
	most   int64 // of work; 0: any
	bytes  int64
	err    error
}

func (s *search) stopped() bool { return s.err != nil }

// check ends the search if the context is done or the memory is used up.
func (s *search) check() {
	switch {
	case s.err != nil:
	case s.ctx.Err() != nil:
		s.err = s.ctx.Err()
	case s.bytes > s.task.Memory:
		s.err = ErrMemory
	case s.most > 0 && s.work > s.most:
		s.err = errWork
	}
}
