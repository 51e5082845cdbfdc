package learner

import (
	"context"
	"slices"

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

// aheadRounds are the rounds of the search ahead of the stages. Work is so much, and so
// much more for 64 examples. thresholds is the number of thresholds of a feature, 0 for
// those of the first stages: size and resolution are two axes. With one threshold a
// feature, larger replacements are cheap, and the thresholds that they take are then
// moved to their best values.
var aheadRounds = []struct {
	size             int // of a replacement
	work, more, each int64
	thresholds       int
}{
	{size: 3, work: 20_000_000, more: 4_000_000, each: 4_000_000},
	{size: 5, work: 320_000_000, more: 4_000_000, each: 16_000_000},
	{size: 6, work: 320_000_000, more: 4_000_000, each: 16_000_000, thresholds: 1},
}

// aheadNumber is the size of concepts whose numbers are allowed ahead of the stages.
const aheadNumber = 5

// lookAhead looks for good concepts of all sizes by large neighbourhood search
// (search.Improver), before the stages. A stage takes what is in its space, so that its
// proof has something to start from, and a run that is cut short has the best of all.
func (l *run) lookAhead(ctx context.Context, base interp.Space) error {
	switch l.o.Engine.(type) {
	case Search, Portfolio:
	default:
		return nil
	}
	if len(l.avoid) > 0 {
		return nil
	}
	a := ahead{p: l.p, o: l.o, eval: l.eval, scale: l.scale, observer: l.observer}
	err := a.search(ctx, base)
	l.ahead = a.found
	return err
}

// ahead is a search ahead of the stages.
type ahead struct {
	p        *interp.Problem
	o        Options
	eval     *interp.Evaluator
	scale    scale
	observer *observer
	found    []candidate
}

func (l *ahead) search(ctx context.Context, space interp.Space) error {
	space.MaxNumber, space.Thresholds = l.o.number(aheadNumber), l.scale.thresholds(aheadRounds[0].size)
	var values [][]dl.Value
	if l.o.Thresholds == 0 {
		values = l.scale.fine()
	}
	improve := func(p *interp.Problem, from []dl.Concept, found func(dl.Concept) (interp.Confusion, error)) error {
		m := search.NewImprover(interp.Task{
			Problem: p, Space: space, MaxSize: l.o.MaxSize, Exact: l.o.Mode == Exact, Score: l.o.Score, Found: found,
		}, values)
		examples := int64(len(p.Pos)+len(p.Neg)) / 64
		for _, round := range aheadRounds {
			if round.size > l.o.MaxSize && round.size > aheadRounds[0].size || round.thresholds > 0 && values == nil {
				break
			}
			r := search.Round{Size: round.size, Work: round.work + round.more*examples, Each: round.each, Start: from}
			if round.thresholds > 0 {
				r.Thresholds = l.scale.coarse(round.thresholds)
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
		if err := improve(sample, from, func(c dl.Concept) (interp.Confusion, error) { return l.keep(c, sample) }); err != nil {
			return err
		}
		from = slices.Concat(from, l.best())
	}
	return improve(l.p, from, func(c dl.Concept) (interp.Confusion, error) { return l.keep(c, l.p) })
}

// sampleSize is about the number of examples of a sample.
const sampleSize = 1024

// sample returns the problem with a part of its examples, if it has very many of them,
// and otherwise nil. What is good for a part is mostly good for all, and is found
// sooner: with fewer examples fewer individuals matter as well.
func (l *ahead) sample() *interp.Problem {
	n := (len(l.p.Pos) + len(l.p.Neg)) / sampleSize
	if n < 2 {
		return nil
	}
	split, err := folds.Stratified(*l.p, n, 1)
	if err != nil { // hardly any example of one side
		return nil
	}
	_, part := split.Split(*l.p, 0)
	if len(part.Pos) == 0 || len(part.Neg) == 0 {
		return nil
	}
	return &part
}

// keep keeps a concept for the stage of its size, for what it is worth on all examples,
// and classifies the examples of p by it.
func (l *ahead) keep(c dl.Concept, p *interp.Problem) (interp.Confusion, error) {
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

// best returns the best concept found of each size, if it is better than
// all smaller ones.
func (l *ahead) best() []dl.Concept {
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

// worse returns a classification that is worse, but hardly, and whether there is one.
func worse(c interp.Confusion) (interp.Confusion, bool) {
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

// isWithin reports whether the thresholds and numbers of the concept are those of the
// space.
func isWithin(c dl.Concept, sp interp.Space, sig *interp.Signature) bool {
	within := true
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.Compare:
			if f, ok := sig.FeatureID(c.Feature); ok && c.Op != dl.Equal {
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
