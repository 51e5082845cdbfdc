package interp

import (
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// Evaluator computes extensions over one structure. It remembers those of all
// subconcepts, so that a concept that is a DAG costs as much as its distinct
// subconcepts. It is not safe for concurrent use; make one per goroutine.
type Evaluator struct {
	s    *Structure
	memo map[dl.Concept]Set
}

// NewEvaluator makes an evaluator for the structure.
func NewEvaluator(s *Structure) *Evaluator {
	return &Evaluator{s: s, memo: map[dl.Concept]Set{}}
}

// ErrNotAConcept is returned for the nil interface, a negative number in a
// restriction, an unknown operator and the zero value in a comparison.
var ErrNotAConcept = errors.New("not a concept")

// Extension is the set of individuals at which c holds (the paper, Section 2;
// DESIGN section 1 for features with several values). Symbols outside the
// structure's signature have no facts: names and comparisons are empty, roles
// have no successors. The set is shared with the evaluator: the caller must
// not change it.
func (e *Evaluator) Extension(c dl.Concept) (Set, error) {
	if s, ok := e.memo[c]; ok {
		return s, nil
	}
	x, err := e.eval(c)
	if err != nil {
		return nil, err
	}
	e.memo[c] = x
	return x, nil
}

// Holds reports whether c holds at a.
func (e *Evaluator) Holds(c dl.Concept, a Individual) (bool, error) {
	x, err := e.Extension(c)
	if err != nil {
		return false, err
	}
	return x.Test(uint(a)), nil
}

func (e *Evaluator) eval(c dl.Concept) (Set, error) {
	switch c := c.(type) {
	case dl.Top:
		return e.s.NewSet().FlipRange(0, uint(e.s.Len())), nil
	case dl.Bottom:
		return e.s.NewSet(), nil
	case dl.Name:
		return e.atom(c), nil
	case dl.Compare:
		return e.compare(c)
	case dl.Not:
		x, err := e.Extension(c.C)
		if err != nil {
			return nil, err
		}
		return x.Clone().FlipRange(0, uint(e.s.Len())), nil
	case dl.And:
		x, y, err := e.both(c.L, c.R)
		if err != nil {
			return nil, err
		}
		return x.Intersection(y), nil
	case dl.Or:
		x, y, err := e.both(c.L, c.R)
		if err != nil {
			return nil, err
		}
		return x.Union(y), nil
	case dl.Exists:
		return e.restriction(c.Role, c.C, func(n, _ int) bool { return n > 0 })
	case dl.ForAll:
		return e.restriction(c.Role, c.C, func(n, all int) bool { return n == all })
	case dl.AtLeast:
		if c.N < 0 {
			return nil, fmt.Errorf("%w: at least %d", ErrNotAConcept, c.N)
		}
		return e.restriction(c.Role, c.C, func(n, _ int) bool { return n >= c.N })
	case dl.AtMost:
		if c.N < 0 {
			return nil, fmt.Errorf("%w: at most %d", ErrNotAConcept, c.N)
		}
		return e.restriction(c.Role, c.C, func(n, _ int) bool { return n <= c.N })
	}
	return nil, ErrNotAConcept
}

func (e *Evaluator) both(c, d dl.Concept) (x, y Set, err error) {
	if x, err = e.Extension(c); err != nil {
		return nil, nil, err
	}
	y, err = e.Extension(d)
	return x, y, err
}

func (e *Evaluator) atom(c dl.Concept) Set {
	if id, ok := e.s.sig.Atom(c); ok {
		return e.s.Atom(id)
	}
	return e.s.NewSet()
}

func (e *Evaluator) compare(c dl.Compare) (Set, error) {
	if c.Op > dl.Equal || c.Value == (dl.Value{}) {
		return nil, fmt.Errorf("%w: comparison of %s without an operator or a value", ErrNotAConcept, c.Feature)
	}
	if c.Value.Kind() == dl.Boolean && c.Op == dl.Equal {
		return e.atom(c), nil
	}
	x := e.s.NewSet()
	f, ok := e.s.sig.FeatureID(c.Feature)
	if !ok {
		return x, nil
	}
	lo, hi := dl.Range(e.s.Values(f), c.Op, c.Value)
	e.s.EachValued(f, func(a Individual, ranks []uint32) {
		for _, rank := range ranks {
			if lo <= int(rank) && int(rank) < hi {
				x.Set(uint(a))
				return
			}
		}
	})
	return x, nil
}

// restriction is the set of individuals for which holds(n, all) is true, all
// being the number of successors and n that of successors in c.
func (e *Evaluator) restriction(role dl.Role, c dl.Concept, holds func(n, all int) bool) (Set, error) {
	inner, err := e.Extension(c)
	if err != nil {
		return nil, err
	}
	x := e.s.NewSet()
	if holds(0, 0) { // what holds without successors holds almost everywhere
		x.FlipRange(0, uint(e.s.Len()))
	}
	r, ok := e.s.sig.RoleID(role)
	if !ok {
		return x, nil
	}
	e.s.EachSource(r, func(a Individual, successors []Individual) {
		n := 0
		for _, b := range successors {
			if inner.Test(uint(b)) {
				n++
			}
		}
		x.SetTo(uint(a), holds(n, len(successors)))
	})
	return x, nil
}
