package learner

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/encode"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/sat"
)

// SAT is the paper's engine: one formula per shape of the syntax tree. Workers
// solvers, at least 1, share the shapes of a stage (the paper, Section 5.3). The
// first uses gophersat, which allows one solve at a time in a process, the others
// use gini.
type SAT struct {
	Workers int
	// NoQuotient turns off the quotient by bisimilarity (Section 5.3), for
	// comparisons.
	NoQuotient bool
}

// Name implements [Engine].
func (SAT) Name() string { return "sat" }

// Search implements [Engine]. If a concept without errors is possible, it looks
// for one first: formulas that allow no error are solved several times faster than
// those that count errors.
func (e SAT) Search(ctx context.Context, t Task) (dl.Concept, bool, error) {
	st, err := encode.NewStage(ctx, t.Problem, t.Space, t.MaxSize, encode.Options{NoQuotient: e.NoQuotient})
	if err != nil {
		return nil, false, err
	}
	if t.Describe != nil {
		t.Describe(st.NumReached(), st.NumClasses(), st.NumLeaves())
	}
	if !t.Exact && t.Bound.Correct() == t.Bound.Total() {
		perfect := t
		perfect.Exact = true
		if c, err := e.searchShapes(ctx, st, perfect); c != nil || err != nil {
			return c, err == nil, err
		}
	}
	c, err := e.searchShapes(ctx, st, t)
	return c, err == nil, err
}

// searchShapes searches all shapes once. Workers take them in order, smallest
// first, and solve each again as long as it yields a better concept. The result is
// gophersat's model for the first shape with a best concept, so it does not depend
// on which worker was first.
func (e SAT) searchShapes(ctx context.Context, st *encode.Stage, t Task) (dl.Concept, error) {
	s := &satSearch{Task: t, st: st}
	for size := t.MinSize; size <= t.MaxSize; size++ {
		s.shapes = append(s.shapes, encode.Shapes(size, t.Space)...)
	}
	s.refuted = make([]*interp.Confusion, len(s.shapes))
	s.first = len(s.shapes)
	s.better = !t.Exact && !t.Have

	g, within := errgroup.WithContext(ctx)
	for w := range max(e.Workers, 1) {
		g.Go(func() error {
			newSolver := sat.New
			if w > 0 {
				newSolver = func() sat.Solver { return &sat.Gini{} }
			}
			return s.searchNextShapes(within, newSolver)
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return s.finalConcept(ctx)
}

// satSearch is the state that the workers of a search share.
type satSearch struct {
	Task
	st     *encode.Stage
	shapes []encode.Shape

	mu     sync.Mutex
	next   int  // the next shape to search
	found  bool // whether some concept was found
	better bool // whether every classification is an improvement (Approx)
	// refuted[i] is a classification that no concept of shape i improves; nil if
	// the shape was not searched to the end.
	refuted []*interp.Confusion
	// first is the first shape known to have a concept that fits, and stop ends
	// the searches of the shapes after it (Exact).
	first int
	stop  map[int]context.CancelFunc
}

// searchNextShapes takes shapes until there are none left.
func (s *satSearch) searchNextShapes(ctx context.Context, newSolver func() sat.Solver) error {
	for {
		s.mu.Lock()
		i := s.next
		s.next++
		if i >= len(s.shapes) || i > s.first {
			s.mu.Unlock()
			return nil
		}
		mine, cancel := context.WithCancel(ctx)
		if s.stop == nil {
			s.stop = map[int]context.CancelFunc{}
		}
		s.stop[i] = cancel
		s.mu.Unlock()

		err := s.searchShape(mine, i, newSolver)
		overtaken := mine.Err() != nil && ctx.Err() == nil
		cancel()
		if err != nil && !overtaken {
			return fmt.Errorf("size %d, shape %s: %w", s.shapes[i].Size(), s.shapes[i], err)
		}
	}
}

// nextGoal returns what a concept has to reach now, and the classification that it
// has to exceed.
func (s *satSearch) nextGoal() (encode.Goal, interp.Confusion) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.Exact:
		return encode.Fit(), interp.Confusion{}
	case s.better:
		return encode.Any(), interp.Confusion{}
	}
	return encode.Better(s.Score, s.Best), s.Best
}

// searchShape searches shape i until it has no better concept.
func (s *satSearch) searchShape(ctx context.Context, i int, newSolver func() sat.Solver) error {
	for {
		goal, than := s.nextGoal()
		if goal.Reachable() {
			model, err := s.st.Solve(ctx, s.shapes[i], goal, newSolver())
			if err != nil {
				return err
			}
			if model != nil {
				done, err := s.judgeModel(i, model)
				if done || err != nil {
					return err
				}
				continue
			}
		}
		s.mu.Lock()
		s.refuted[i] = &than
		s.mu.Unlock()
		return nil
	}
}

// judgeModel evaluates a model of shape i. done reports whether the search of the
// shape is over.
func (s *satSearch) judgeModel(i int, model *encode.Found) (done bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Exact && !s.better && s.Score.Compare(model.Claim, s.Best) <= 0 {
		return false, nil // another worker has found a better one
	}
	confusion, err := s.Found(model.Concept)
	if err != nil {
		return false, err
	}
	if confusion != model.Claim {
		return false, fmt.Errorf("the model claims %+v, the evaluator says %+v of %#v", model.Claim, confusion, model.Concept)
	}
	s.found = true
	if s.Exact {
		s.first = min(s.first, i)
		for j, cancel := range s.stop {
			if j > s.first {
				cancel()
			}
		}
		return true, nil
	}
	s.Best, s.better = confusion, false
	return false, nil
}

// finalConcept returns gophersat's concept for the first shape that reaches the best
// classification, nil if no concept was found. It skips shapes that cannot reach it.
func (s *satSearch) finalConcept(ctx context.Context) (dl.Concept, error) {
	if !s.found {
		return nil, nil
	}
	goal, from := encode.Fit(), s.first
	if !s.Exact {
		goal, from = encode.AsGood(s.Score, s.Best), 0
	}
	for i := from; i < len(s.shapes); i++ {
		if !s.Exact && (s.refuted[i] == nil || s.Score.Compare(*s.refuted[i], s.Best) < 0) {
			continue
		}
		model, err := s.st.Solve(ctx, s.shapes[i], goal, sat.New())
		if err != nil {
			return nil, fmt.Errorf("shape %s: %w", s.shapes[i], err)
		}
		if model != nil {
			return model.Concept, nil
		}
	}
	return nil, fmt.Errorf("%w: no shape has the concept that was found", sat.ErrSolver)
}
