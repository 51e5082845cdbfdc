package learner

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/enum"
	"github.com/genus-kg/genus/learner/interp"
)

// Select says which size's best concept approximate fitting returns. Larger
// concepts fit the examples better and generalise worse (the paper, Section 4:
// bounded fitting generalises because it prefers small concepts).
type Select uint8

// The ways to select. docs/generalisation.md describes them.
const (
	// SelectScore takes the smallest concept with the best score.
	SelectScore Select = iota
	// SelectMDL takes the size whose concept describes the labels of the examples in
	// the shortest message (messageLength). It keeps a concept without errors, unless a
	// smaller concept has a much shorter message, which is also shorter than the labels
	// themselves.
	SelectMDL
)

var selectNames = enum.Names[Select]{"score", "mdl"}

// SelectNames returns the names that [ParseSelect] accepts.
func SelectNames() []string { return selectNames.List() }

// String returns the name of the selection.
func (s Select) String() string { return selectNames.Of(s) }

// ParseSelect returns the selection with the name.
func ParseSelect(name string) (Select, error) { return selectNames.Parse("selection", name) }

// selectsStage reports whether the options may select another stage than the last.
func (o Options) selectsStage() bool {
	return o.Mode == Approx && !o.Optimal && o.Select != SelectScore
}

// chooser chooses a stage of a fitting.
type chooser struct {
	p    *interp.Problem
	o    Options
	eval *interp.Evaluator
	*Fitting
	// priced are the concepts, by stage, whose messages are measured; nil: those of the stages. Many
	// concepts of one size are as good. Which one SAT finds depends on the names in the data, and
	// their messages have different lengths.
	priced []dl.Concept
}

// chooser returns the chooser of the run. With SAT it measures the concepts that Search finds,
// which do not depend on names.
func (l *run) chooser(ctx context.Context) chooser {
	c := chooser{p: l.p, o: l.o, eval: l.eval, Fitting: &l.fitting}
	if _, is := l.o.Engine.(SAT); !is || !l.o.selectsStage() {
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, mostPricing)
	defer cancel()
	for i, s := range l.fitting.Stages {
		priced := s.Concept
		if i > 0 && s.Concept == l.fitting.Stages[i-1].Concept {
			priced = c.priced[i-1]
		} else if found := l.sameBySearch(ctx, s); found != nil {
			priced = found
		}
		c.priced = append(c.priced, priced)
	}
	return c
}

// mostPricing bounds the time of Search for a result of SAT.
const mostPricing = 2 * time.Second

// sameBySearch returns the concept of the size and score of the stage's concept that Search finds,
// nil if it finds none.
func (l *run) sameBySearch(ctx context.Context, s Stage) dl.Concept {
	if s.Concept == nil {
		return nil
	}
	space := interp.NewSpace(l.p, l.o.Language)
	space.MaxNumber, space.Thresholds = s.MaxNumber, l.scale.thresholds(s.K)
	size := dl.Size(s.Concept)
	t := Task{
		Problem: l.p, Space: space, MinSize: 1, MaxSize: size, Exact: l.o.Mode == Exact, Score: l.o.Score, Bound: s.Confusion,
		Found: func(c dl.Concept) (interp.Confusion, error) { return l.eval.Classify(l.p, c) },
	}
	t.Best, t.Have = slightlyWorse(s.Confusion)
	c, _, err := Search{}.Search(ctx, t)
	if err != nil || c == nil {
		return nil
	}
	return l.simplifyConcept(c)
}

// choose replaces the fitting's concept by that of the selected stage.
func (l chooser) choose() error {
	f := l.Fitting
	if !l.o.selectsStage() {
		return nil
	}
	known, err := l.bestStart()
	if err != nil {
		return err
	}
	best, bits := l.findShortest(known)
	exact := f.Confusion.Correct() == f.Confusion.Total()
	if best < 0 ||
		exact &&
			bits+wrongBits >= min(l.messageLength(l.price(len(f.Stages)-1, f.Concept), f.Confusion),
				l.examples()) { // the labels themselves take a bit each
		return nil
	}
	// Later stages that found nothing better prove more of the same concept.
	for best+1 < len(f.Stages) && f.Stages[best+1].Proved &&
		dl.Size(f.Stages[best+1].Concept) == dl.Size(f.Stages[best].Concept) &&
		l.o.Score.Compare(f.Stages[best+1].Confusion, f.Stages[best].Confusion) == 0 {
		best++
	}
	chosen := f.Stages[best]
	f.Chosen = best
	f.Concept = chosen.Concept
	f.Confusion = chosen.Confusion
	f.Optimal = !slices.ContainsFunc(f.Stages[:best+1], func(s Stage) bool { return !s.Proved })
	return nil
}

// The costs of a message, in bits. docs/generalisation.md has the rule.
const (
	bitsPerNode = 1 // of a concept, without its symbols
	// wrongBits is the cost of the claim that labels are wrong when a concept fits all.
	wrongBits = 3
)

// findShortest returns the index of the stage with the shortest message, and its length in
// bits. It skips stages whose score is below that of known; -1 means that it skips all.
func (l chooser) findShortest(known *interp.Confusion) (best int, least float64) {
	best, least = -1, math.Inf(1)
	for i, s := range l.Stages {
		if s.Concept == nil || known != nil && l.o.Score.Compare(s.Confusion, *known) < 0 {
			continue
		}
		if bits := l.messageLength(l.price(i, s.Concept), s.Confusion); bits < least {
			best, least = i, bits
		}
	}
	return best, least
}

// price returns the concept whose message is measured for the concept of the stage.
func (l chooser) price(stage int, c dl.Concept) dl.Concept {
	if stage < 0 || l.priced == nil || l.priced[stage] == nil {
		return c
	}
	return l.priced[stage]
}

func (l chooser) examples() float64 { return float64(len(l.p.Pos) + len(l.p.Neg)) }

// messageLength returns the length in bits of a message that describes the labels of the
// examples: a concept, and a set of at most e examples that are exceptions to it
// (minimum description length, Rissanen 1978). F1 counts errors as accuracy does. For
// balanced accuracy, where a few examples count as much as many others, the share of
// the exceptions is 1 - score.
func (l chooser) messageLength(c dl.Concept, n interp.Confusion) float64 {
	share := 1 - n.Accuracy()
	if l.o.Score == interp.Balanced {
		share = 1 - l.o.Score.Of(n)
	}
	return l.conceptBits(c) + interp.ExceptionBits(int(l.examples()), int(math.Round(share*l.examples())))
}

// conceptBits returns the length in bits of a message that writes down a concept: every class, role
// and feature costs the logarithm of how many there are.
func (l chooser) conceptBits(c dl.Concept) float64 {
	classes, roles, features := l.p.Structure.Signature().Symbols()
	bits := bitsPerNode * float64(dl.Size(c))
	dl.Walk(c, func(d dl.Concept) bool {
		switch d.(type) {
		case dl.Name:
			bits += math.Log2(float64(max(classes, 1)))
		case dl.Compare:
			bits += math.Log2(float64(max(features, 1)))
		}
		if _, ok := dl.RoleOf(d); ok {
			bits += math.Log2(float64(max(roles, 1)))
		}
		return true
	})
	return bits
}

// bestStart returns the best classification of the examples by a concept of
// Options.Start, or nil if there is none.
func (l chooser) bestStart() (*interp.Confusion, error) {
	var best *interp.Confusion
	for _, c := range l.o.Start {
		found, err := l.eval.Classify(l.p, c)
		if err != nil {
			return nil, err
		}
		if best == nil || l.o.Score.Compare(found, *best) > 0 {
			best = &found
		}
	}
	return best, nil
}
