package learner

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const withNumbers = dl.WithAtLeast | dl.WithAtMost

// plainer looks for a concept that fits all examples, is no larger, and does
// without number restrictions, if the fitting's concept has some: among concepts
// of equal size and score those hold for other examples more often. It keeps what
// it has when the context ends.
func (l *run) plainer(ctx context.Context) error {
	f := &l.fitting
	if f.Confusion.Correct() != f.Confusion.Total() || !hasNumbers(f.Concept) {
		return nil
	}
	space := interp.NewSpace(l.p, l.o.Language&^withNumbers)
	space.Thresholds = l.thresholds(f.Stages[f.Chosen].K)
	c, _, err := l.o.Engine.Search(ctx, Task{
		Problem: l.p, Space: space, MinSize: 1, MaxSize: dl.Size(f.Concept), Mode: Exact, Score: l.o.Score, Bound: f.Confusion, Avoid: l.avoid,
		Found: func(c dl.Concept) (interp.Confusion, error) {
			x, err := l.eval.Extension(c)
			if err != nil {
				return interp.Confusion{}, err
			}
			return l.p.Classify(x), nil
		},
		Describe: func(int, int, int) {},
	})
	if ctx.Err() != nil {
		return nil
	}
	if err == nil && c != nil {
		f.Concept, f.Stages[f.Chosen].Concept = c, c
	}
	return err
}

func hasNumbers(c dl.Concept) bool {
	switch c := c.(type) {
	case dl.AtLeast, dl.AtMost:
		return true
	case dl.Not:
		return hasNumbers(c.C)
	case dl.And:
		return hasNumbers(c.L) || hasNumbers(c.R)
	case dl.Or:
		return hasNumbers(c.L) || hasNumbers(c.R)
	case dl.Exists:
		return hasNumbers(c.C)
	case dl.ForAll:
		return hasNumbers(c.C)
	}
	return false
}
