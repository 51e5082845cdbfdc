package optimal

import (
	"errors"
	"fmt"
	"math/big"

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

// TreeSize returns the number of nodes of the syntax tree of c, the paper's measure in
// bounded fitting. It takes time proportional to the number of distinct subconcepts
// ([dl.DAGSize]), not to the size of the tree.
func TreeSize(c dl.Concept) *big.Int {
	var t dl.Table
	root := t.ID(c)
	sizes := make([]*big.Int, t.Len())
	for id := range sizes { // operands have smaller numbers
		sizes[id] = big.NewInt(1)
		_, operands := t.At(id)
		for _, operand := range operands {
			sizes[id].Add(sizes[id], sizes[operand])
		}
	}
	return sizes[root]
}

type leaf struct {
	c       dl.Concept
	atom    interp.Set // of an atom, nil for a comparison
	feature interp.FeatureID
	lo, hi  int // the comparison holds for the values of ranks lo ≤ rank < hi
}

// leaves returns the leaves of a space, atoms first.
func leaves(s *interp.Structure, sp interp.Space) []leaf {
	var out []leaf
	for _, id := range sp.Atoms {
		out = append(out, leaf{c: s.Signature().Atoms()[id], atom: s.Atom(id)})
	}
	for f, thresholds := range sp.Thresholds {
		id := interp.FeatureID(f)
		for _, v := range thresholds {
			for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq} {
				if op == dl.GreaterEq && !sp.Language.Has(dl.WithDataAtLeast) ||
					op == dl.LessEq && !sp.Language.Has(dl.WithDataAtMost) {
					continue
				}
				lo, hi := dl.Range(s.Values(id), op, v)
				out = append(out, leaf{c: dl.Compare{Feature: s.Signature().Features()[f], Op: op, Value: v}, feature: id, lo: lo,
					hi: hi})
			}
		}
	}
	return out
}

func (l *leaf) holds(s *interp.Structure, a interp.Individual) bool {
	if l.atom != nil {
		return l.atom.Test(uint(a))
	}
	for _, rank := range s.Ranks(l.feature, a) {
		if l.lo <= int(rank) && int(rank) < l.hi {
			return true
		}
	}
	return false
}
