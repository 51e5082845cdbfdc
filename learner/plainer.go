package learner

import (
	"context"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// avoidable are the sets of constructors that makePlainer tries to avoid. Each includes
// the one before it.
var avoidable = []dl.Language{dl.WithAtLeast | dl.WithAtMost, dl.WithAtLeast | dl.WithAtMost | dl.WithForAll}

// makePlainer replaces a concept that fits all examples by one that is no larger
// and has no number restrictions and no ∀, if there is one. Among concepts of one
// size that fit, such concepts generalise better. When the context ends, it keeps
// the concept that it has.
func (l *run) makePlainer(ctx context.Context) error {
	f := &l.fitting
	if f.Confusion.Correct() != f.Confusion.Total() {
		return nil
	}
	var plainest dl.Concept
	for _, without := range avoidable {
		if !dl.LanguageOf(f.Concept).Any(without) {
			continue
		}
		c, err := l.findFitting(ctx, l.o.Language&^without, dl.Size(f.Concept))
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if c == nil { // so no concept avoids the larger set
			break
		}
		plainest = c
	}
	if plainest == nil {
		return nil
	}
	f.Concept = plainest
	err := l.centreFitting()
	f.Concept = l.simplifyConcept(f.Concept)
	f.Stages[f.Chosen].Concept = f.Concept
	return err
}

// findFitting returns a concept of the language that fits all examples and has at
// most the size, with the thresholds of the chosen stage and without number
// restrictions; nil if there is none.
func (l *run) findFitting(ctx context.Context, language dl.Language, size int) (dl.Concept, error) {
	space := interp.NewSpace(l.p, language)
	space.Thresholds = l.scale.thresholds(l.fitting.Stages[l.fitting.Chosen].K)
	c, _, err := l.o.Engine.Search(ctx, Task{
		Problem: l.p, Space: space, MinSize: 1, MaxSize: size, Exact: true, Score: l.o.Score, Bound: l.fitting.Confusion,
		Found: func(c dl.Concept) (interp.Confusion, error) { return l.eval.Classify(l.p, c) },
	})
	return c, err
}
