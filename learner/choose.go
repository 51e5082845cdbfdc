package learner

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/internal/enum"
	"github.com/genus-kg/genus/learner/interp"
)

// Select says which size's best concept approximate fitting returns. Larger
// concepts fit the examples better and generalise worse (the paper, Section 4:
// bounded fitting generalises because it prefers small concepts).
type Select uint8

// The ways to select. docs/generalisation.md compares them.
const (
	// SelectScore takes the smallest concept with the best score.
	SelectScore Select = iota
	// SelectOccam takes the size with the least bound on the error on other
	// examples (occamBound). It keeps a concept without errors, unless its bound is
	// vacuous and that of another concept is not.
	SelectOccam
	// SelectMDL takes the size that describes the labels of the examples in the
	// fewest bits (descriptionLength).
	SelectMDL
)

var selectNames = enum.Names[Select]{"score", "occam", "mdl"}

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

// vacuous is a bound on the error that says nothing: a coin errs as often.
const vacuous = 0.5

// chooser chooses a stage of a fitting.
type chooser struct {
	p    *interp.Problem
	o    Options
	eval *interp.Evaluator
	*Fitting
}

func (l *run) chooser() chooser { return chooser{l.p, l.o, l.eval, &l.fitting} }

// choose makes the concept of the selected stage the fitting's concept.
func (l chooser) choose() error {
	f := l.Fitting
	exact := f.Confusion.Correct() == f.Confusion.Total()
	if !l.o.selectsStage() || exact && l.o.Select != SelectOccam {
		return nil
	}
	if exact { // whatever the score, it has no errors
		l.o.Score = interp.Accuracy
	}
	rule := l.occamBound
	if l.o.Select == SelectMDL {
		rule = l.descriptionLength
	}
	costs := l.stageCosts(rule)
	known, err := l.bestStart()
	if err != nil {
		return err
	}
	best := l.cheapest(costs, known)
	if best < 0 || exact && (costs[f.Chosen] < vacuous || costs[best] >= vacuous) {
		return nil
	}
	// Later stages that found nothing better prove more of the same concept.
	for best+1 < len(f.Stages) && f.Stages[best+1].Proved && dl.Size(f.Stages[best+1].Concept) == dl.Size(f.Stages[best].Concept) &&
		l.o.Score.Compare(f.Stages[best+1].Confusion, f.Stages[best].Confusion) == 0 {
		best++
	}
	chosen := f.Stages[best]
	f.Chosen, f.Concept, f.Confusion = best, chosen.Concept, chosen.Confusion
	f.Optimal = !slices.ContainsFunc(f.Stages[:best+1], func(s Stage) bool { return !s.Proved })
	return nil
}

// cheapest returns the stage of the least cost whose score is not below the known
// one; -1 if there is none.
func (l chooser) cheapest(costs []float64, known *interp.Confusion) int {
	best := -1
	for i, s := range l.Stages {
		if s.Concept != nil && (best < 0 || costs[i] < costs[best]) && (known == nil || l.o.Score.Compare(s.Confusion, *known) >= 0) {
			best = i
		}
	}
	return best
}

// stageCosts returns the cost that the rule gives to each stage with a concept.
func (l chooser) stageCosts(rule func(error float64, bits float64) float64) []float64 {
	counts := l.classificationCounts()
	costs := make([]float64, len(l.Stages))
	for i, s := range l.Stages {
		if s.Concept != nil {
			// F1 has no error that is a share of the examples; 1-F1 behaves like one.
			costs[i] = rule(1-l.o.Score.Of(s.Confusion), classificationBits(counts, dl.Size(s.Concept)))
		}
	}
	return costs
}

// bestStart returns how the best of the concepts to start from classifies the
// examples, or nil if there is none.
func (l chooser) bestStart() (*interp.Confusion, error) {
	var best *interp.Confusion
	for _, c := range l.o.Start {
		x, err := l.eval.Extension(c)
		if err != nil {
			return nil, err
		}
		if found := l.p.Classify(x); best == nil || l.o.Score.Compare(found, *best) > 0 {
			best = &found
		}
	}
	return best, nil
}
