package learner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Learn fits a concept to the examples of the problem. Scores and the ceiling
// count examples by their weights; exact fitting ignores weights.
//
// When the context ends or Options.Memory is reached, Learn returns the best
// concept so far, with Optimal false and no error. If it has no concept yet, it
// returns the context's error or [ErrMemory]. Exact fitting returns
// [ErrNoFitting], with the Fitting filled in as far as possible, if no concept of
// the allowed sizes fits. It does so at once if a positive and a negative example
// are bisimilar.
//
// Learn does not change its arguments and may be called concurrently.
func Learn(ctx context.Context, p interp.Problem, o Options) (Fitting, error) {
	start := time.Now()
	if err := o.Validate(); err != nil {
		return Fitting{}, err
	}
	if err := p.Validate(); err != nil {
		return Fitting{}, err
	}
	o = o.withDefaults()
	if o.MaxDepth > 0 && (p.MaxDepth == 0 || o.MaxDepth < p.MaxDepth) {
		p.MaxDepth = o.MaxDepth
	}
	p, err := withValues(p, o)
	if err != nil {
		return Fitting{}, err
	}
	if o.Shared && !slices.ContainsFunc(slices.Concat(p.Structure.Signature().Atoms(), o.Start), usesNominals) {
		o.Language &^= dl.WithNominals
	}
	if keeper, ok := o.Engine.(Keeper); ok {
		o.Engine = keeper.Session()
	}
	if err := checkStart(&p, o); err != nil {
		return Fitting{}, err
	}
	l := newRun(&p, o)
	l.countValues()
	l.fitting.Language = o.Language
	l.fitting.Removed = slices.Clone(p.Removed)
	err = l.runInMemory(ctx)
	l.fitting.Refuted = l.refutedSize()
	f := l.fitting
	f.Elapsed = time.Since(start)
	if f.Concept != nil {
		f.Solution = f.measured()
		if f.Solutions == nil { // cut short
			f.Solutions = []Solution{f.Solution}
		}
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, ErrMemory) {
			err = nil
		}
	}
	return f, err
}

// countValues counts the nominals and strings that the language uses.
func (l *run) countValues() {
	for _, c := range l.p.Structure.Signature().Atoms() {
		switch used := dl.LanguageOf(c) & l.o.Language; {
		case used.Has(dl.WithNominals):
			l.fitting.Nominals++
		case used.Has(dl.WithStrings):
			l.fitting.Strings++
		}
	}
}

// runInMemory finds all solutions within the memory allowed. Its error is
// [ErrMemory] if it reached the limit before it found a concept.
func (l *run) runInMemory(ctx context.Context) error {
	watched, stop := watchMemory(ctx, l.o.Memory)
	defer stop()
	err := l.fitAndChoose(watched)
	if cause := context.Cause(watched); errors.Is(cause, ErrMemory) {
		if err != nil {
			err = cause
		}
		if l.fitting.End == EndInterrupted {
			l.fitting.End = EndMemory
		}
	}
	if err == nil && l.fitting.Concept != nil {
		l.findSolutions(watched)
	}
	return err
}

// support is the number of examples that must reach a nominal or string before a
// concept may use it.
const support = 2

// sharedValues is the largest number of nominals with Options.Shared.
const sharedValues = 20

func usesNominals(c dl.Concept) bool { return c != nil && dl.LanguageOf(c).Any(dl.WithNominals) }

// withValues returns the problem with the nominals and strings that the language
// may use added to the atomic concepts.
func withValues(p interp.Problem, o Options) (interp.Problem, error) {
	limits := interp.Limits{Support: support, Values: o.Values}
	if o.Shared {
		limits.Shared = sharedValues
	}
	values, removed := interp.Candidates(&p, o.Language, limits)
	if len(values) == 0 {
		return p, nil
	}
	s, err := p.Structure.WithAtoms(values)
	if err != nil {
		return p, err
	}
	p.Structure, p.Removed = s, slices.Concat(p.Removed, removed)
	return p, nil
}

// run is the state of one Learn.
type run struct {
	p       *interp.Problem
	o       Options
	eval    *interp.Evaluator
	scale   scale
	fitting Fitting
	proved  bool         // whether all stages so far are proved
	avoid   []dl.Concept // the solutions found before
	centred dl.Concept   // the last concept whose thresholds were centred
	ahead   []candidate  // found before the stages of their sizes
	*observer
	bound interp.Confusion // an upper bound for every concept
}

func newRun(p *interp.Problem, o Options) *run {
	return &run{p: p, o: o, eval: interp.NewEvaluator(p.Structure), observer: &observer{score: o.Score, progress: o.Progress}}
}

// fitAndChoose runs the stages, chooses one and simplifies its concept. After an
// interruption it returns what it has found.
func (l *run) fitAndChoose(ctx context.Context) error {
	err := l.runStages(ctx)
	l.fitting.End = endOf(err, l.isBestPossible())
	l.fitting.Chosen = max(len(l.fitting.Stages)-1, 0)
	if l.fitting.Concept == nil {
		return err
	}
	l.simplifyFitting()
	if failed := l.chooser().choose(); failed != nil {
		return failed
	}
	if err == nil && !l.o.Optimal {
		err = l.makePlainer(ctx)
	}
	return err
}

func (l *run) runStages(ctx context.Context) error {
	base := interp.NewSpace(l.p, l.o.Language)
	var err error
	if l.scale, err = newScale(ctx, l.p, l.o, base.Roles); err == nil {
		err = l.computeCeiling(ctx, base)
	}
	if err != nil {
		return errors.Join(l.takeRest(0), err)
	}
	if l.o.Mode == Exact && len(l.fitting.Ceiling.Pairs) > 0 {
		pair := l.fitting.Ceiling.Pairs[0]
		return fmt.Errorf("%w: %s and %s, examples of opposite label, are alike for every concept of the language",
			errInseparable, l.p.Structure.IRI(pair[0]), l.p.Structure.IRI(pair[1]))
	}
	if l.o.Optimal {
		return l.fitOptimal(ctx, base)
	}
	return l.search(ctx, base)
}

// search runs the stages. Stage k uses the symbols of base and its own numbers
// and thresholds.
func (l *run) search(ctx context.Context, base interp.Space) error {
	l.proved = true
	before := base
	if err := l.lookAhead(ctx, base); err != nil {
		return errors.Join(l.takeRest(0), err)
	}
	for k := 1; k <= l.o.MaxSize; k++ {
		space := base
		space.MaxNumber = l.o.number(k)
		space.Thresholds = l.scale.thresholds(k)
		// Concepts below size k are searched again only if this stage has new
		// numbers or thresholds.
		minSize := 1
		if k > 1 && space.Equal(before, l.p.Structure) {
			minSize = k
		}
		before = space
		if err := l.runStage(ctx, k, minSize, space); err != nil {
			return errors.Join(l.takeRest(k), err) // larger ones will not have their turn
		}
		if l.isFinished() {
			return nil
		}
	}
	if err := l.takeRest(l.o.MaxSize); err != nil {
		return err
	}
	l.fitting.Optimal = l.proved && l.fitting.Concept != nil
	if l.fitting.Concept == nil || l.o.Mode == Exact {
		l.fitting.Optimal = false
		return fmt.Errorf("%w of size up to %d in %s", ErrNoFitting, l.o.MaxSize, l.o.Language)
	}
	return nil
}

// isFinished reports whether no later stage can do better. If so, it sets Optimal.
func (l *run) isFinished() bool {
	done := l.isBestPossible()
	if done {
		l.fitting.Optimal = l.proved
	}
	return done
}

// isBestPossible reports whether the concept found reaches the bound for all sizes.
func (l *run) isBestPossible() bool {
	return l.fitting.Concept != nil && (l.o.Mode == Exact || l.o.Score.Compare(l.fitting.Confusion, l.bound) >= 0)
}

// simplifyFitting simplifies the concepts of the stages and of the fitting: engines
// return ¬≤3 r.C, not ≥4 r.C, at a stage whose largest number is 3.
func (l *run) simplifyFitting() {
	if l.o.Optimal { // the tree of the concept may be exponentially large
		return
	}
	f := &l.fitting
	f.Concept = l.simplifyConcept(f.Concept)
	for i, s := range f.Stages {
		f.Stages[i].Concept = l.simplifyConcept(s.Concept)
	}
}

func (l *run) simplifyConcept(c dl.Concept) dl.Concept {
	if c == nil {
		return nil
	}
	return dl.Simplify(c, l.o.Language, l.o.MaxNumber)
}

// runStage runs stage k on sizes from minSize.
func (l *run) runStage(ctx context.Context, k, minSize int, space interp.Space) error {
	start := time.Now()
	stage := Stage{K: k, Engine: l.o.Engine.Name(), MaxNumber: space.MaxNumber}
	for _, values := range space.Thresholds {
		stage.Thresholds += len(values)
	}
	stage.AllThresholds = l.scale.isComplete(k)
	have := l.fitting
	if err := l.takeStart(k, space); err != nil {
		return err
	}
	best, known := l.fitting.Confusion, l.fitting.Concept != nil
	if minSize < k && known && (have.Concept == nil || l.o.Score.Compare(best, have.Confusion) > 0) {
		best, known = worse(best) // a smaller concept of this space may be as good
	}
	c, proved, err := l.o.Engine.Search(ctx, Task{
		Problem: l.p, Space: space, MinSize: minSize, MaxSize: k, Exact: l.o.Mode == Exact, Score: l.o.Score,
		Best: best, Have: known, Bound: l.bound, Avoid: l.avoid,
		Found: func(c dl.Concept) (interp.Confusion, error) { return l.judgeFound(k, c) },
		Describe: func(reached, individuals, names int) {
			stage.Reached, stage.Individuals, stage.Names = reached, individuals, names
		},
		Answered: func(engine string) { stage.Engine = engine },
	})
	if err == nil && c != nil {
		err = l.acceptResult(c, best)
	}
	if failed := l.centreFitting(); failed != nil && err == nil {
		err = failed
	}
	stage.Elapsed = time.Since(start)
	stage.Concept, stage.Confusion, stage.Proved = l.fitting.Concept, l.fitting.Confusion, proved
	l.proved = l.proved && proved
	l.fitting.Stages = append(l.fitting.Stages, stage)
	l.o.Logger.Debug("stage", "k", k, "from", minSize, "number", space.MaxNumber, "thresholds", stage.Thresholds,
		"individuals", stage.Individuals, "names", stage.Names, "elapsed", stage.Elapsed, "proved", proved)
	l.show(candidate{l.fitting.Concept, l.fitting.Confusion}, Progress{K: k, Done: true, Proved: proved})
	if err != nil {
		return fmt.Errorf("stage %d: %w", k, err)
	}
	return nil
}

// judgeFound evaluates a concept that an engine reports, and keeps it if it is
// better than the best so far.
func (l *run) judgeFound(k int, c dl.Concept) (interp.Confusion, error) {
	x, err := l.eval.Extension(c)
	if err != nil {
		return interp.Confusion{}, err
	}
	confusion := l.p.Classify(x)
	better := l.fitting.Concept == nil || l.o.Score.Compare(confusion, l.fitting.Confusion) > 0
	if l.o.Mode == Exact {
		better = confusion.Correct() == confusion.Total()
	}
	if better {
		l.fitting.Concept, l.fitting.Confusion = c, confusion
		l.show(candidate{c, confusion}, Progress{K: k})
	}
	return confusion, nil
}

// acceptResult replaces the best concept so far by the one that the engine
// returns, after checking that it is as good. What is only better than what the engine
// had to beat is left.
func (l *run) acceptResult(c dl.Concept, beaten interp.Confusion) error {
	x, err := l.eval.Extension(c)
	if err != nil {
		return err
	}
	confusion := l.p.Classify(x)
	if l.fitting.Concept != nil && l.o.Score.Compare(confusion, l.fitting.Confusion) < 0 && l.o.Score.Compare(confusion, beaten) > 0 {
		return nil
	}
	if l.fitting.Concept == nil || l.o.Score.Compare(confusion, l.fitting.Confusion) < 0 {
		return fmt.Errorf("engine %s settles on %#v, which is worse than what it reported", l.o.Engine.Name(), c)
	}
	l.fitting.Concept, l.fitting.Confusion = c, confusion
	return nil
}

// explainedPairs is the number of pairs of the ceiling that get reasons.
const explainedPairs = 5

// computeCeiling computes the best classification that any concept of the language
// can have, whatever its size, numbers and thresholds.
func (l *run) computeCeiling(ctx context.Context, sp interp.Space) error {
	sp = l.unbounded(sp)
	depth := bisim.Unbounded
	if sp.MaxDepth > 0 {
		depth = sp.MaxDepth
	}
	levels, err := bisim.Compute(ctx, l.p.Structure, sp, depth, bisim.Unbounded, nil)
	if err != nil {
		return err
	}
	class := func(a interp.Individual) uint32 { return levels.Class(levels.Depth(), a) }
	l.fitting.Ceiling = bisim.CeilingOf(l.p, class, l.o.Score)
	l.bound = l.fitting.Ceiling.Confusion
	pairs := l.fitting.Ceiling.Pairs
	if len(pairs) == 0 {
		return nil
	}
	p, sp, err := l.withAllValues(sp)
	if err != nil {
		return err
	}
	l.fitting.Reasons, err = bisim.Explain(ctx, p, sp, pairs[:min(explainedPairs, len(pairs))])
	return err
}

// withAllValues returns the problem with all candidate nominals and strings as
// atomic concepts, even if the language has none, and the space over it.
func (l *run) withAllValues(sp interp.Space) (*interp.Problem, interp.Space, error) {
	o := l.o
	o.Language, o.Shared = o.Language|dl.Values, false
	p, err := withValues(*l.p, o)
	if err != nil {
		return nil, sp, err
	}
	p.Removed = l.p.Removed
	sig := p.Structure.Signature()
	atoms := make([]interp.ConceptID, len(sp.Atoms))
	for i, id := range sp.Atoms {
		atoms[i], _ = sig.Atom(l.p.Structure.Signature().Atoms()[id]) // more atoms, other numbers
	}
	sp.Atoms = atoms
	return &p, sp, nil
}
