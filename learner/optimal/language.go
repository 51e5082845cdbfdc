package optimal

import (
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// LanguageError reports that a language lacks constructors that Fit needs.
type LanguageError struct{ Language dl.Language }

// Error implements error.
func (e *LanguageError) Error() string {
	return fmt.Sprintf("the optimal fitting needs negation and conjunction or disjunction, which %s does not have: "+
		"choose alc or a language with more constructors", e.Language)
}

// ErrEmptySpace reports that the space has no concepts: no atoms, no comparisons, no
// ⊤ and no ⊥.
var ErrEmptySpace = errors.New("the space has no concepts")

// hasBooleanOperations reports whether the language has the boolean operations. Such a
// language can express the classes that partition refinement computes for it.
func hasBooleanOperations(l dl.Language) bool {
	return l.Has(dl.WithNot) && l.Any(dl.WithAnd|dl.WithOr)
}

// writer writes nodes as concepts of the language. It writes each node once, so that the
// concepts share memory as the DAG does.
type writer struct {
	d    *dag
	sp   interp.Space
	pos  map[node]dl.Concept // concepts of nodes
	neg  map[node]dl.Concept // concepts of their negations
	sig  *interp.Signature
	most int // the largest number; any if it is negative
}

func newWriter(d *dag, sp interp.Space) *writer {
	return &writer{d: d, sp: sp, pos: map[node]dl.Concept{}, neg: map[node]dl.Concept{}, sig: d.s.Signature(),
		most: sp.MaxNumber}
}

func (w *writer) allows(m dl.Language) bool { return w.sp.Language.Has(m) }

func (w *writer) concept(i node) (dl.Concept, error) {
	// Operands have smaller numbers, so a loop replaces a deep recursion.
	needed := map[node]bool{i: true}
	for j := int64(i); j >= 0; j-- {
		if t := w.d.terms[j]; needed[node(j)] && t.op >= opNot {
			needed[t.x] = true
			if t.op == opAnd || t.op == opOr {
				needed[t.y] = true
			}
		}
	}
	for j := node(0); j <= i; j++ {
		if !needed[j] {
			continue
		}
		c, err := w.write(j)
		if err != nil {
			return nil, err
		}
		w.pos[j] = c
	}
	return w.pos[i], nil
}

func (w *writer) write(i node) (dl.Concept, error) {
	t := w.d.terms[i]
	switch t.op {
	case opTop:
		return w.top()
	case opLeaf:
		return w.d.leaves[t.leaf].c, nil
	case opNot:
		return w.not(t.x), nil
	case opAnd:
		if w.allows(dl.WithAnd) {
			return dl.And{L: w.pos[t.x], R: w.pos[t.y]}, nil
		}
		return dl.Not{C: dl.Or{L: w.not(t.x), R: w.not(t.y)}}, nil
	case opOr:
		if w.allows(dl.WithOr) {
			return dl.Or{L: w.pos[t.x], R: w.pos[t.y]}, nil
		}
		return dl.Not{C: dl.And{L: w.not(t.x), R: w.not(t.y)}}, nil
	}
	role := w.sig.Role(t.role)
	switch {
	case t.n == 1 && w.allows(dl.WithExists):
		return dl.Exists{Role: role, C: w.pos[t.x]}, nil
	case t.n == 1 && w.allows(dl.WithForAll):
		return dl.Not{C: dl.ForAll{Role: role, C: w.not(t.x)}}, nil
	case w.allows(dl.WithAtLeast) && (w.most < 0 || t.n <= w.most):
		return dl.AtLeast{N: t.n, Role: role, C: w.pos[t.x]}, nil
	}
	// The refinement uses a number that ≥n cannot express only if ≤n can.
	return dl.Not{C: dl.AtMost{N: t.n - 1, Role: role, C: w.pos[t.x]}}, nil
}

func (w *writer) top() (dl.Concept, error) {
	switch {
	case w.allows(dl.WithTop):
		return dl.Top{}, nil
	case w.allows(dl.WithBottom):
		return dl.Not{C: dl.Bottom{}}, nil
	case len(w.d.leaves) == 0:
		return nil, ErrEmptySpace
	}
	c := w.d.leaves[0].c
	if w.allows(dl.WithOr) {
		return dl.Or{L: c, R: dl.Not{C: c}}, nil
	}
	return dl.Not{C: dl.And{L: c, R: dl.Not{C: c}}}, nil
}

// not returns the negation of a node that has been written.
func (w *writer) not(i node) dl.Concept {
	if c, ok := w.neg[i]; ok {
		return c
	}
	c := w.negation(i)
	w.neg[i] = c
	return c
}

func (w *writer) negation(i node) dl.Concept {
	t := w.d.terms[i]
	if c, ok := w.pos[i].(dl.Not); ok {
		return c.C
	}
	switch {
	case t.op == opTop && w.allows(dl.WithBottom):
		return dl.Bottom{}
	case t.op == opAtLeast && t.n == 1 && w.allows(dl.WithForAll) && w.d.terms[t.x].op == opNot:
		return dl.ForAll{Role: w.sig.Role(t.role), C: w.not(t.x)}
	case t.op == opAtLeast && t.n > 1 && w.allows(dl.WithAtMost) && (w.most < 0 || t.n-1 <= w.most):
		return dl.AtMost{N: t.n - 1, Role: w.sig.Role(t.role), C: w.pos[t.x]}
	}
	return dl.Not{C: w.pos[i]}
}
