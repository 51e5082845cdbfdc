package learner

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/folds"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/search"
)

// candidate is a concept with its classification of the examples.
type candidate struct {
	concept   dl.Concept
	confusion interp.Confusion
}

func (a candidate) fits() bool { return a.confusion.FN == 0 && a.confusion.FP == 0 }

// aheadRounds are the rounds of the search before the stages. With one threshold for
// each feature, larger replacements are cheap, and the search then moves their thresholds
// to the best values.
var aheadRounds = []struct {
	size       int   // the largest size of a replacement
	work       int64 // of the round, besides aheadMore
	each       int64 // the work of each replacement
	thresholds int   // of a feature; 0: the thresholds of the first stages
}{
	{size: 3, work: 20_000_000, each: 4_000_000},
	{size: 5, work: 320_000_000, each: 16_000_000},
	{size: 6, work: 320_000_000, each: 16_000_000, thresholds: 1},
}

// aheadMore is the additional work of a round for each 64 examples.
const aheadMore = 4_000_000

// aheadNumber is the stage whose largest number is allowed before the stages.
const aheadNumber = 5

// lookAhead finds good concepts of all sizes by large neighbourhood search
// (search.Improver), before the stages. A stage takes those in its space, so that its
// proof has an incumbent. A run that is cut short returns the best of all.
func (l *run) lookAhead(ctx context.Context, base interp.Space) error {
	switch l.o.Engine.(type) {
	case Search, Portfolio:
	default:
		return nil
	}
	a := aheadSearch{p: l.p, o: l.o, eval: l.eval, scale: l.scale, observer: l.observer}
	err := a.search(ctx, base)
	l.foundAhead = a.found
	return err
}

// aheadSearch is the search before the stages.
type aheadSearch struct {
	p        *interp.Problem
	o        Options
	eval     *interp.Evaluator
	scale    scale
	observer *observer
	found    []candidate
}

func (l *aheadSearch) search(ctx context.Context, space interp.Space) error {
	space.MaxNumber, space.Thresholds = l.o.number(aheadNumber), l.scale.thresholds(aheadRounds[0].size)
	var values [][]dl.Value
	if l.o.Thresholds == 0 {
		values = l.scale.allValues()
	}
	improve := func(p *interp.Problem, from []dl.Concept) error {
		m := search.NewImprover(interp.Task{
			Problem: p, Space: space, MaxSize: l.o.MaxSize, Exact: l.o.Mode == Exact, Score: l.o.Score,
			Found: func(c dl.Concept) (interp.Confusion, error) { return l.keep(c, p) },
		}, values)
		examples := int64(len(p.Pos)+len(p.Neg)) / 64
		for _, round := range aheadRounds {
			if round.size > l.o.MaxSize && round.size > aheadRounds[0].size || round.thresholds > 0 && values == nil {
				break
			}
			r := search.Round{Size: round.size, Work: round.work + aheadMore*examples, Each: round.each, Start: from}
			if round.thresholds > 0 {
				r.Thresholds = l.scale.firstThresholds(round.thresholds)
			}
			if err := m.Run(ctx, r); err != nil {
				return err
			}
			from = nil
		}
		return nil
	}
	from := l.o.Start
	if sample := l.sample(); sample != nil {
		if err := improve(sample, from); err != nil {
			return err
		}
		from = slices.Concat(from, l.bestBySize())
	}
	return improve(l.p, from)
}

// sampleSize is the approximate number of examples of a sample.
const sampleSize = 1024

// sample returns the problem with a sample of its examples, or nil if it does not have
// very many. A concept that is good for a sample is mostly good for all examples, and the
// search finds it sooner: fewer individuals are within reach of fewer examples.
func (l *aheadSearch) sample() *interp.Problem {
	n := (len(l.p.Pos) + len(l.p.Neg)) / sampleSize
	if n < 2 {
		return nil
	}
	split, err := folds.Stratified(*l.p, n, 1)
	if err != nil { // one side has too few examples
		return nil
	}
	_, part := split.Split(*l.p, 0)
	if len(part.Pos) == 0 || len(part.Neg) == 0 {
		return nil
	}
	return &part
}

// keep stores a concept with its classification of all examples, for the stages, and
// returns its classification of the examples of p.
func (l *aheadSearch) keep(c dl.Concept, p *interp.Problem) (interp.Confusion, error) {
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return confusion, err
	}
	if a := (candidate{c, confusion}); l.o.Mode != Exact || a.fits() {
		l.found = append(l.found, a)
		if l.observer.isBetter(a) {
			l.observer.show(a, Progress{})
		}
	}
	return l.eval.Classify(p, c)
}

// bestBySize returns, for each size, the best concept found, if it is better than all smaller
// ones.
func (l *aheadSearch) bestBySize() []dl.Concept {
	var out []dl.Concept
	var last *candidate
	for size := 1; size <= l.o.MaxSize; size++ {
		better := false
		for i := range l.found {
			a := &l.found[i]
			if dl.Size(a.concept) == size && (last == nil || l.o.Score.Compare(a.confusion, last.confusion) > 0) {
				last, better = a, true
			}
		}
		if better {
			out = append(out, last.concept)
		}
	}
	return out
}

// slightlyWorse returns the classification with one more error. It returns false if
// every example is an error already.
func slightlyWorse(c interp.Confusion) (interp.Confusion, bool) {
	switch {
	case c.TP > 0:
		c.TP, c.FN = c.TP-1, c.FN+1
	case c.TN > 0:
		c.TN, c.FP = c.TN-1, c.FP+1
	default:
		return c, false
	}
	return c, true
}

// isWithin reports whether the space has the thresholds and numbers of the concept.
func isWithin(c dl.Concept, sp interp.Space, sig *interp.Signature) bool {
	within := true
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.Compare:
			if f, ok := sig.FeatureID(c.Feature); ok && c.Op.IsOrder() {
				within = within && slices.Contains(sp.Thresholds[f], c.Value)
			}
		case dl.AtLeast:
			within = within && c.N <= sp.MaxNumber
		case dl.AtMost:
			within = within && c.N <= sp.MaxNumber
		}
		return within
	})
	return within
}

// explainedPairs is the largest number of pairs of the ceiling that get reasons.
const explainedPairs = 5

// computeCeiling computes the best classification that any concept of the language
// can have, of any size and with any numbers and thresholds.
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
	p, sp, err := l.withAllValues(ctx, sp)
	if err != nil {
		return err
	}
	l.fitting.Reasons, err = bisim.Explain(ctx, p, sp, pairs[:min(explainedPairs, len(pairs))])
	return err
}

// withAllValues returns the problem with all candidate nominals and strings as
// atomic concepts, even if the language has none, and the space over it.
func (l *run) withAllValues(ctx context.Context, sp interp.Space) (*interp.Problem, interp.Space, error) {
	o := l.o
	o.Language, o.Shared = o.Language|dl.Values, false
	p, err := withValues(ctx, *l.p, o)
	if err != nil {
		return nil, sp, err
	}
	p.Removed = l.p.Removed
	sig := p.Structure.Signature()
	atoms := make([]interp.ConceptID, len(sp.Atoms))
	for i, id := range sp.Atoms {
		atoms[i], _ = sig.Atom(l.p.Structure.Signature().Atoms()[id]) // new atoms change the ids
	}
	sp.Atoms = atoms
	return &p, sp, nil
}

// unbounded returns the space with every value of a feature as a threshold, and with
// all numbers.
func (l *run) unbounded(base interp.Space) interp.Space {
	base.MaxNumber, base.Thresholds = bisim.Unbounded, make([][]dl.Value, len(l.scale.features))
	for f, feature := range l.scale.features {
		base.Thresholds[f] = feature.Values
	}
	return base
}
