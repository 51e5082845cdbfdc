package learner

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// run is the state of one Learn.
type run struct {
	p          *interp.Problem
	o          Options
	eval       *interp.Evaluator
	scale      scale
	fitting    Fitting
	proved     bool        // whether all stages so far are proved
	centred    dl.Concept  // the last concept whose thresholds were centred
	foundAhead []candidate // the concepts that lookAhead has found
	*observer
	bound interp.Confusion // an upper bound for every concept
}

func newRun(p *interp.Problem, o Options) *run {
	return &run{
		p:        p,
		o:        o,
		eval:     interp.NewEvaluator(p.Structure),
		observer: &observer{score: o.Score, progress: o.Progress},
	}
}

// judgeFound evaluates a concept that an engine reports, and keeps it if it is
// better than the best so far.
func (l *run) judgeFound(k int, c dl.Concept) (interp.Confusion, error) {
	confusion, err := l.eval.Classify(l.p, c)
	if err != nil {
		return confusion, err
	}
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

// isBestPossible reports whether the concept found reaches the bound for all sizes.
func (l *run) isBestPossible() bool {
	return l.fitting.Concept != nil && (l.o.Mode == Exact || l.o.Score.Compare(l.fitting.Confusion, l.bound) >= 0)
}

// simplifyFitting simplifies the concepts of the stages and of the fitting. For
// instance, an engine returns ¬≤3 r.C for ≥4 r.C if the largest number of its stage is 3.
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
