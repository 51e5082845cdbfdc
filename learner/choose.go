package learner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Select says which of the best concepts of all sizes approximate fitting
// returns. The larger a concept may be, the better it fits the examples, and the
// less that says about others (the paper, Section 4: bounded fitting generalises
// because it prefers small concepts).
type Select uint8

// The ways to select. docs/generalisation.md compares them.
const (
	// SelectScore takes the best score, and of those the smallest concept.
	SelectScore Select = iota
	// SelectOccam takes the size with the least bound on the error that is to be
	// expected of other examples (occam). A concept without errors stays.
	SelectOccam
	// SelectMDL takes the shortest description of the examples' labels
	// (mdl).
	SelectMDL
	// SelectCV takes the size that does best in a cross-validation within the
	// examples, which takes half of the time.
	SelectCV
)

var selectNames = []string{"score", "occam", "mdl", "cv"}

// SelectNames are the names that [ParseSelect] knows.
func SelectNames() []string { return slices.Clone(selectNames) }

// String is the name of the way.
func (s Select) String() string {
	if int(s) < len(selectNames) {
		return selectNames[s]
	}
	return "unknown"
}

// ParseSelect is the way of that name.
func ParseSelect(name string) (Select, error) {
	if i := slices.Index(selectNames, strings.ToLower(name)); i >= 0 {
		return Select(i), nil
	}
	return 0, fmt.Errorf("unknown selection %q: choose one of %s", name, strings.Join(selectNames, ", "))
}

// selectsStage reports whether there is something to select.
func (o Options) selectsStage() bool {
	return o.Mode == Approx && !o.Optimal && o.Select != SelectScore
}

// chooseStage makes the concept of one of the stages the fitting's.
func (l *run) chooseStage(ctx context.Context) error {
	f := &l.fitting
	if !l.o.selectsStage() || f.Confusion.Correct() == f.Confusion.Total() {
		return nil
	}
	var costs []float64 // of the stages
	switch l.o.Select {
	case SelectMDL:
		costs = l.stageCosts(l.descriptionLength)
	case SelectCV:
		var err error
		if costs, err = l.crossValidate(ctx); err != nil || costs == nil {
			return err
		}
	case SelectOccam:
		costs = l.stageCosts(l.occamBound)
	}
	best := -1
	for i, s := range f.Stages {
		if s.Concept != nil && (best < 0 || costs[i] < costs[best]) {
			best = i
		}
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

// Reselect is the fitting with the concept that another selection takes from the
// same stages, which must be of a search with SelectOccam or SelectMDL on the same
// problem, so that classifications are counted. It does not search, so that o.Select
// must not be SelectCV. Solutions stay.
func (f Fitting) Reselect(p interp.Problem, o Options) (Fitting, error) {
	if o.Select == SelectCV {
		return f, errors.New("a cross-validation cannot be made up for")
	}
	if f.Concept == nil {
		return f, nil
	}
	l := &run{p: &p, o: o.withDefaults(), fitting: f}
	l.fitting.Chosen = len(f.Stages) - 1
	last := f.Stages[l.fitting.Chosen]
	l.fitting.Concept, l.fitting.Confusion = last.Concept, last.Confusion
	if o.Select == SelectScore {
		l.fitting.Optimal = !slices.ContainsFunc(f.Stages, func(s Stage) bool { return !s.Proved })
	} else if err := l.chooseStage(context.Background()); err != nil {
		return f, err
	}
	l.fitting.Size, l.fitting.Depth = dl.Size(l.fitting.Concept), dl.Depth(l.fitting.Concept)
	l.fitting.Refuted = l.refutedSize()
	return l.fitting, nil
}

// stageCosts are what the rule makes of each stage with a concept.
func (l *run) stageCosts(rule func(error float64, bits float64) float64) []float64 {
	counts := l.classificationCounts()
	costs := make([]float64, len(l.fitting.Stages))
	for i, s := range l.fitting.Stages {
		if s.Concept != nil {
			// F1 has no error that is a share of the examples; 1-F1 behaves like one.
			costs[i] = rule(1-l.o.Score.Of(s.Confusion), classificationBits(counts, dl.Size(s.Concept)))
		}
	}
	return costs
}
