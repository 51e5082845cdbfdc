package learner

import (
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// ErrStart is an error about [Options].Start.
var ErrStart = errors.New("a concept to start from cannot be used")

// startError is an ErrStart that says why.
type startError struct{ error }

func (startError) Is(target error) bool { return target == ErrStart }

// checkStart checks that Learn may return the concepts of Options.Start. Their
// thresholds, numbers and names are free, because the evaluator can evaluate any.
func checkStart(p *interp.Problem, o Options) error {
	space := interp.NewSpace(p, o.Language)
	features := interp.Features(p, o.Language)
	sig := p.Structure.Signature()
	for i, c := range o.Start {
		wrong := func(format string, args ...any) error {
			return startError{fmt.Errorf("concept %d to start from: "+format, append([]any{i + 1}, args...)...)}
		}
		if c == nil {
			return wrong("it is nil")
		}
		if outside := dl.LanguageOf(c) &^ o.Language; outside != 0 {
			return wrong("it uses %s, which is outside the language", outside)
		}
		if n := dl.Size(c); n > o.MaxSize {
			return wrong("its size is %d, but the largest size allowed is %d", n, o.MaxSize)
		}
		if d := p.Statements.Depth(c); p.MaxDepth > 0 && d > p.MaxDepth {
			return wrong("its role depth is %d, but the largest allowed is %d", d, p.MaxDepth)
		}
		for symbol := range dl.Symbols(c) {
			for _, role := range dl.Roles(symbol) {
				if id, known := sig.RoleID(role); !known || !slices.Contains(space.Roles, id) {
					return wrong("learning does not use the role <%s>", role.IRI)
				}
			}
			if compare, ok := symbol.(dl.Compare); ok && compare.Op.IsOrder() {
				if id, known := sig.FeatureID(compare.Feature); !known || !slices.Contains(features, id) {
					return wrong("learning does not use the feature <%s>", compare.Feature)
				}
			}
		}
	}
	return nil
}

// takeStart makes the best known concept of stage k the fitting's concept, as if the
// engine had found it. The known concepts are those of Options.Start of size k, and
// those that lookAhead found in the space of the stage.
func (l *run) takeStart(k int, space interp.Space) error {
	for _, c := range l.o.Start {
		if dl.Size(c) != k {
			continue
		}
		if _, err := l.judgeFound(k, c); err != nil {
			return err
		}
	}
	for _, a := range l.foundAhead {
		if dl.Size(a.concept) <= k && l.improves(a) && isWithin(a.concept, space, l.p.Structure.Signature()) {
			l.fitting.Concept, l.fitting.Confusion = a.concept, a.confusion
		}
	}
	return nil
}

// takeRest adds the known concepts that no stage has taken; stage k was the last one.
// For each size at which a known concept is better, it adds a stage that is not proved.
func (l *run) takeRest(k int) error {
	rest := slices.Clone(l.foundAhead)
	for _, c := range l.o.Start {
		confusion, err := l.eval.Classify(l.p, c)
		if err != nil {
			return err
		}
		rest = append(rest, candidate{c, confusion})
	}
	for size := 1; size <= l.o.MaxSize; size++ {
		improved := false
		for _, a := range rest {
			if dl.Size(a.concept) == size && l.improves(a) {
				l.fitting.Concept, l.fitting.Confusion = a.concept, a.confusion
				improved = true
			}
		}
		if !improved {
			continue
		}
		l.proved = false
		if l.scale.features != nil { // nil if the time limit passed before
			if err := l.centreFitting(); err != nil {
				return err
			}
		}
		l.fitting.Stages = append(l.fitting.Stages, Stage{
			K: max(size, k), Engine: l.o.Engine.Name(),
			MaxNumber: max(l.o.number(max(size, k)), dl.LargestNumber(l.simplifyConcept(l.fitting.Concept))),
			Concept:   l.fitting.Concept, Confusion: l.fitting.Confusion, Skipped: true,
		})
	}
	return nil
}

// improves reports whether the concept is better than the best so far.
func (l *run) improves(a candidate) bool {
	if l.o.Mode == Exact {
		return a.fits() && (l.fitting.Concept == nil || dl.Size(a.concept) < dl.Size(l.fitting.Concept))
	}
	return l.fitting.Concept == nil || l.o.Score.Compare(a.confusion, l.fitting.Confusion) > 0
}
