package brute

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// witness is a concept with its extension and role depth.
type witness struct {
	c     dl.Concept
	x     []bool
	depth int
}

// enumerator makes concepts bottom-up, size by size.
type enumerator struct {
	w        *world
	o        Options
	maxDepth int           // 0: any
	inner    dl.Statements // whose roles within statements do not count for the role depth
	leaves   []dl.Concept
	roles    []dl.Role
	bySize   [][]witness // bySize[k] has the witnesses of size k
	depths   map[string]int
	err      error
}

func newEnumerator(p interp.Problem, o Options) *enumerator {
	e := &enumerator{
		w:        newWorld(p.Structure),
		o:        o,
		maxDepth: p.MaxDepth,
		inner:    p.Statements,
		bySize:   [][]witness{nil},
		depths:   map[string]int{},
	}
	removedRole, removedFeature := map[dl.Role]bool{}, map[string]bool{}
	for _, r := range p.Removed {
		if r.Feature != "" {
			removedFeature[r.Feature] = true
		} else {
			removedRole[r.Role] = true
		}
	}
	e.findLeaves(&p, removedFeature)
	sig := p.Structure.Signature()
	for r := range interp.RoleID(sig.NumRoles()) {
		role := sig.Role(r)
		if !removedRole[role] && !removedRole[role.Step()] &&
			(role.Closure == dl.NoClosure || o.Language.Has(dl.WithClosures)) &&
			(!role.Inverse || o.Language.Has(dl.WithInverse)) && !p.Hides(role) {
			e.roles = append(e.roles, role)
		}
	}
	return e
}

func (e *enumerator) findLeaves(p *interp.Problem, removed map[string]bool) {
	s := p.Structure
	sig := s.Signature()
	for _, c := range sig.Atoms() {
		if e.o.Language.Has(dl.LanguageOf(c)) && !isGone(p, removed, c) {
			e.leaves = append(e.leaves, c)
		}
	}
	for id, f := range sig.Features() {
		if removed[f] || slices.Contains(p.Hidden, f) {
			continue
		}
		values := e.o.Thresholds[f]
		if e.o.Thresholds == nil {
			values = s.Values(interp.FeatureID(id))
		}
		for _, v := range values {
			if e.o.Language.Has(dl.WithDataAtLeast) {
				e.leaves = append(e.leaves, dl.Compare{Feature: f, Op: dl.GreaterEq, Value: v})
			}
			if e.o.Language.Has(dl.WithDataAtMost) {
				e.leaves = append(e.leaves, dl.Compare{Feature: f, Op: dl.LessEq, Value: v})
			}
		}
	}
	if e.o.Language.Has(dl.WithTop) {
		e.leaves = append(e.leaves, dl.Top{})
	}
	if e.o.Language.Has(dl.WithBottom) {
		e.leaves = append(e.leaves, dl.Bottom{})
	}
}

// isGone reports whether the problem hides or has removed a symbol of the atom. (f = false) is
// no leaf.
func isGone(p *interp.Problem, removed map[string]bool, c dl.Concept) bool {
	switch c := c.(type) {
	case dl.Name:
		return slices.Contains(p.Hidden, c.IRI)
	case dl.Compare:
		return removed[c.Feature] || c.Value == dl.Bool(false)
	case dl.Less:
		return removed[c.F] || removed[c.G]
	case dl.Agree:
		return slices.ContainsFunc(dl.Roles(c), func(r dl.Role) bool {
			return slices.ContainsFunc(p.Removed,
				func(gone interp.Removal) bool { return gone.Role == r || gone.Role == r.Step() }) || p.Hides(r)
		})
	}
	return false
}

func (e *enumerator) enumerateNextSize() ([]witness, error) {
	k := len(e.bySize)
	e.bySize = append(e.bySize, nil)
	if k == 1 {
		for _, c := range e.leaves {
			e.keep(k, c, e.inner.Depth(c))
		}
		return e.bySize[k], e.err
	}
	for _, d := range e.bySize[k-1] {
		e.addUnary(k, d)
	}
	for i := 1; i < k-1; i++ {
		if j := k - 1 - i; i <= j { // ⊓ and ⊔ are commutative
			e.addBinary(k, i, j)
		}
	}
	return e.bySize[k], e.err
}

func (e *enumerator) addUnary(k int, d witness) {
	l := e.o.Language
	if l.Has(dl.WithNot) {
		e.keep(k, dl.Not{C: d.c}, d.depth, d.x)
	}
	for _, r := range e.roles {
		depth := d.depth + 1
		if e.inner.IsInner(r.IRI) {
			depth--
		}
		if e.maxDepth > 0 && depth > e.maxDepth {
			continue
		}
		if l.Has(dl.WithExists) {
			e.keep(k, dl.Exists{Role: r, C: d.c}, depth, d.x)
		}
		if l.Has(dl.WithForAll) {
			e.keep(k, dl.ForAll{Role: r, C: d.c}, depth, d.x)
		}
		for n := 0; n <= e.o.MaxNumber; n++ {
			if l.Has(dl.WithAtLeast) && n >= 1 {
				e.keep(k, dl.AtLeast{N: n, Role: r, C: d.c}, depth, d.x)
			}
			if l.Has(dl.WithAtMost) {
				e.keep(k, dl.AtMost{N: n, Role: r, C: d.c}, depth, d.x)
			}
		}
	}
}

func (e *enumerator) addBinary(k, i, j int) {
	for _, c := range e.bySize[i] {
		for _, d := range e.bySize[j] {
			depth := max(c.depth, d.depth)
			if e.o.Language.Has(dl.WithAnd) {
				e.keep(k, dl.And{L: c.c, R: d.c}, depth, c.x, d.x)
			}
			if e.o.Language.Has(dl.WithOr) {
				e.keep(k, dl.Or{L: c.c, R: d.c}, depth, c.x, d.x)
			}
		}
	}
}

// keep adds a concept, unless an earlier concept has the same extension and, if there is a
// bound on the depth, is not deeper.
func (e *enumerator) keep(k int, c dl.Concept, depth int, operands ...[]bool) {
	x, err := e.w.apply(c, operands...)
	if err != nil {
		e.err = fmt.Errorf("size %d: %w", k, err)
		return
	}
	key := make([]byte, len(x))
	for a, in := range x {
		if in {
			key[a] = 1
		}
	}
	best, seen := e.depths[string(key)]
	if seen && (e.maxDepth == 0 || best <= depth) {
		return
	}
	e.depths[string(key)] = depth
	e.bySize[k] = append(e.bySize[k], witness{c, x, depth})
}
