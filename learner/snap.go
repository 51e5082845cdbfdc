package learner

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// snapTimes moves the thresholds of times that qualify statements to the beginnings (≥) and the ends
// (≤) of years, or of the longer spans of times of the examples that they split, wherever the
// concept of the fitting then classifies every example the same. Its size stays the same.
func (l *run) snapTimes() error {
	f := &l.fitting
	if l.p.Statements == "" || f.Concept == nil {
		return nil
	}
	j := newJudge(l.p, nil)
	if err := j.setReference(f.Concept); err != nil {
		return err
	}
	c := f.Concept
	for i, leaf := range dl.Leaves(c) {
		v, ok := leaf.(dl.Compare)
		if !ok || !l.p.Statements.Is(v.Feature, dl.Qualifier) {
			continue
		}
		move := func(from, to dl.Value) {
			moved := v
			if moved.Value = to; v.Op == dl.GreaterEq {
				moved.Value = from
			}
			if with := dl.WithLeaf(c, i, moved); j.agrees(with) {
				c, v = with, moved
			}
		}
		move(dl.Span(v.Value, dl.YearPrecision))
		l.eachSpan(v.Feature, j.examples, func(from, to dl.Value) {
			if v.Splits(from, to) {
				move(from, to)
			}
		})
	}
	if j.err == nil && c != f.Concept {
		if f.Concept = c; len(f.Stages) > 0 {
			f.Stages[f.Chosen].Concept = c
		}
	}
	return j.err
}

// eachSpan calls visit for the spans of the times of the feature that are known less well than to a year,
// at statements of the individuals.
func (l *run) eachSpan(feature string, individuals []interp.Individual, visit func(from, to dl.Value)) {
	s := l.p.Structure
	f, ok := s.Signature().FeatureID(feature)
	for _, a := range individuals {
		for _, r := range s.RolesOf(a) {
			if role := s.Signature().Role(r); !ok || role.Inverse || !l.p.Statements.Is(role.IRI, dl.Claim) {
				continue
			}
			for _, node := range s.Successors(r, a) {
				if p := s.Precision(f, node); p > 0 {
					for _, rank := range s.Ranks(f, node) {
						visit(dl.Span(s.Values(f)[rank], p))
					}
				}
			}
		}
	}
}
