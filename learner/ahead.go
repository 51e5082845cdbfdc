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
	space := base
	space.MaxNumber, space.Thresholds = l.o.number(aheadNumber), l.thresholds(aheadRounds[0].size)
	var values [][]dl.Value
	if l.o.Thresholds == 0 {
		values = make([][]dl.Value, len(l.values))
		for f, feature := range l.values {
			if values[f] = feature.Values; l.o.Midpoints {
				values[f] = feature.Midpoints(feature.Values)
			}
		}
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
				r.Thresholds = l.coarseThresholds(round.thresholds)
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
		if err := improve(sample, from, func(c dl.Concept) (interp.Confusion, error) { return l.foundInSample(c, sample) }); err != nil {
			return err
		}
		from = slices.Concat(from, l.bestAhead())
	}
	return improve(l.p, from, l.foundAhead)
}

// sampleSize is about the number of examples of a sample.
const sampleSize = 1024

// sample returns the problem with a part of its examples, if it has very many of them,
// and otherwise nil. What is good for a part is mostly good for all, and is found
// sooner: with fewer examples fewer individuals matter as well.
func (l *run) sample() *interp.Problem {
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

// foundInSample classifies the sample by a concept, and keeps it for what it is worth
// on all examples.
func (l *run) foundInSample(c dl.Concept, sample *interp.Problem) (interp.Confusion, error) {
	x, err := l.eval.Extension(c)
	if err != nil {
		return interp.Confusion{}, err
	}
	l.keepAhead(candidate{c, l.p.Classify(x)})
	return sample.Classify(x), nil
}

// bestAhead returns the best concept found ahead of each size, if it is better than
// all smaller ones.
func (l *run) bestAhead() []dl.Concept {
	var out []dl.Concept
	var last *candidate
	for size := 1; size <= l.o.MaxSize; size++ {
		better := false
		for i := range l.ahead {
			a := &l.ahead[i]
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

// foundAhead keeps a concept that was found ahead of its stage.
func (l *run) foundAhead(c dl.Concept) (interp.Confusion, error) {
	x, err := l.eval.Extension(c)
	if err != nil {
		return interp.Confusion{}, err
	}
	a := candidate{c, l.p.Classify(x)}
	l.keepAhead(a)
	return a.confusion, nil
}

// keepAhead keeps a candidate for the stage of its size.
func (l *run) keepAhead(a candidate) {
	if l.o.Mode == Exact && !a.fits() {
		return
	}
	l.ahead = append(l.ahead, a)
	if l.isShownWorse(a) {
		l.show(a, Progress{})
	}
}

// show tells the observer of the progress, with the best concept of all so far.
func (l *run) show(a candidate, p Progress) {
	if a.concept != nil && l.isShownWorse(a) {
		l.shown = a
	}
	p.Best, p.Confusion = l.shown.concept, l.shown.confusion
	l.o.Progress(p)
}

// isShownWorse reports whether the candidate is better than what the observer knows.
func (l *run) isShownWorse(a candidate) bool {
	if l.shown.concept == nil {
		return true
	}
	compared := l.o.Score.Compare(a.confusion, l.shown.confusion)
	return compared > 0 || compared == 0 && dl.Size(a.concept) <= dl.Size(l.shown.concept)
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
