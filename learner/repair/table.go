package repair

import (
	"slices"
	"unsafe"

	"github.com/genus-kg/genus/learner/dl"
)

// entry is an extension in a context, with the concepts that have it.
type entry struct {
	x            []uint64
	level        int
	alternatives []derivation
}

// mostAlternatives is how many ways to an extension are kept.
const mostAlternatives = 100

// operator says how a concept is made.
type operator uint8

const (
	same   operator = iota // a as it is
	leafOp                 // a leaf
	stepOp                 // the head with a below
	andOp                  // a ⊓ b
	orOp                   // a ⊔ b
)

// derivation is a way to make a concept, and the edit that it takes.
type derivation struct {
	op   operator
	leaf dl.Concept
	head head
	a, b *entry
	edit Kind
	was  *node // what the edit replaces or deletes
}

// table has the extensions of the concepts near a tree in a context, by distance.
type table struct {
	levels [][]*entry
	by     map[string]*entry
}

// level returns the entries at distance d that no smaller distance has.
func (s *search) level(n *node, c *roleContext, d int) []*entry {
	t := c.tables[n]
	if t == nil {
		t = &table{by: map[string]*entry{}}
		c.tables[n] = t
	}
	for k := len(t.levels); k <= d && !s.stopped(); k++ {
		var level []*entry
		s.generate(n, k, c, nil, func(x []uint64, v derivation) {
			key := unsafe.String((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 8*len(x))
			e := t.by[key]
			switch {
			case e == nil:
				e = &entry{x: append(make([]uint64, 0, len(x)), x...), level: k, alternatives: []derivation{v}}
				t.by[unsafe.String((*byte)(unsafe.Pointer(unsafe.SliceData(e.x))), 8*len(x))] = e
				level = append(level, e)
				s.bytes += int64(8*len(x)) + entryBytes
			case e.level == k && len(e.alternatives) < mostAlternatives:
				e.alternatives = append(e.alternatives, v)
				s.bytes += derivationBytes
			}
		})
		if s.stopped() {
			return nil
		}
		t.levels = append(t.levels, level)
	}
	if d >= len(t.levels) {
		return nil
	}
	return t.levels[d]
}

// What the entries take, with their place in a map.
const (
	derivationBytes = int64(unsafe.Sizeof(derivation{}))
	entryBytes      = int64(unsafe.Sizeof(entry{})) + derivationBytes + 64
)

// generate yields the extensions of the concepts at distance d from the tree, each with its
// derivation; concepts at smaller distances may be among them. If want is set, it yields
// only that extension. yield must not keep x.
func (s *search) generate(n *node, d int, c *roleContext, want []uint64, yield func(x []uint64, v derivation)) {
	g := generator{s, c, want, yield, make([]uint64, c.words())}
	switch n.kind {
	case leafNode:
		g.leaves(n, d)
	case stepNode:
		g.steps(n, d)
	case joinNode:
		g.joins(n, d)
	case operandNode:
		if d > 0 {
			g.each(s.level(s.newLeaf, c, d-1), derivation{})
			g.each(s.level(s.newStep, c, d-1), derivation{})
		}
		return
	}
	if d == 0 {
		return
	}
	g.insertSteps(n, d)
	for k := 1; k <= d; k++ {
		kept, operands := s.level(n, c, d-k), s.level(s.operand, c, k)
		g.pairs(kept, operands, false, derivation{edit: Insert, was: n})
		g.pairs(kept, operands, true, derivation{edit: Insert, was: n})
	}
	if !n.free && d > n.w { // an operand is inserted, and the tree deleted
		g.each(s.level(s.operand, c, d-n.w), derivation{edit: Replace, was: n})
	}
}

// generator is a call of generate.
type generator struct {
	*search
	c     *roleContext
	want  []uint64
	yield func(x []uint64, v derivation)
	x     []uint64 // the extension being made
}

func (g *generator) give(x []uint64, v derivation) {
	g.work++
	if g.work&(1<<12-1) == 0 {
		g.check()
	}
	for i, w := range g.want {
		if x[i] != w {
			return
		}
	}
	g.yield(x, v)
}

func (g *generator) each(list []*entry, v derivation) {
	for _, e := range list {
		v.a = e
		g.give(e.x, v)
	}
}

func (g *generator) leaves(n *node, d int) {
	switch {
	case n.free && d == 0:
		g.eachLeaf(g.c, func(leaf dl.Concept, x []uint64) { g.give(x, derivation{op: leafOp, leaf: leaf}) })
	case d == 0 && g.c.depth+dl.Depth(n.concept) <= g.task.Space.MaxDepth: // agreements have a depth
		g.give(g.extension(g.c, n.concept), derivation{op: leafOp, leaf: n.concept})
	case d == 1 && !n.free:
		g.each(g.level(g.newLeaf, g.c, 0), derivation{edit: Replace, was: n})
	}
}

func (g *generator) steps(n *node, d int) {
	k := n.kids[0]
	if n.free {
		g.allHeads(k, d, derivation{op: stepOp})
		return
	}
	g.below(k, d, n.head.role, []head{n.head}, derivation{op: stepOp})
	if d == 0 {
		return
	}
	v := derivation{op: stepOp, edit: Replace, was: n}
	g.allHeads(k, d-1, v)
	if t := n.head; t.quantifier != not {
		if g.task.Space.Language.Has(dl.WithNot) {
			g.below(k, d-1, t.role, []head{{}}, v)
		}
		if own := g.step(g.c, t.role); !slices.Contains(g.insertable(g.c), own) { // its number may change all the same
			g.below(k, d-1, t.role, own.heads, v)
		}
	}
	g.each(g.level(k, g.c, d-1), derivation{edit: Unwrap, was: n})
}

// below gives the tree n at distance d below each of the heads, which are ¬ or have that role.
func (g *generator) below(n *node, d int, role dl.Role, heads []head, v derivation) {
	if heads[0].quantifier == not {
		for _, e := range g.level(n, g.c, d) {
			v.a = e
			g.negate(e, v)
		}
		return
	}
	if g.c.depth >= g.task.Space.MaxDepth {
		return
	}
	t := g.step(g.c, role)
	if t.unknown {
		g.unmoved[role] = true
		return
	}
	for _, e := range g.level(n, t.to, d) {
		v.a = e
		g.restrict(t, heads, e, v)
	}
}

// allHeads gives the tree n at distance d below every role step that may be inserted.
func (g *generator) allHeads(n *node, d int, v derivation) {
	for _, t := range g.insertable(g.c) {
		g.below(n, d, t.role, t.heads, v)
	}
}

func (g *generator) insertSteps(n *node, d int) {
	v := derivation{op: stepOp, edit: Wrap, was: n}
	if g.task.Space.Language.Has(dl.WithNot) {
		g.below(n, d-1, dl.Role{}, []head{{}}, v)
	}
	g.allHeads(n, d-1, v)
}

func (g *generator) negate(e *entry, v derivation) {
	v.head = head{}
	for i := range g.x {
		g.x[i] = ^e.x[i]
	}
	if rest := len(g.c.individuals) % 64; rest > 0 {
		g.x[len(g.x)-1] &= 1<<rest - 1
	}
	g.give(g.x, v)
}

// restrict gives the entry below each head of the step.
func (g *generator) restrict(t *roleStep, heads []head, e *entry, v derivation) {
	if cap(g.counts) < len(t.successors) {
		g.counts = make([]int, len(t.successors))
	}
	counts := g.counts[:len(t.successors)]
	for i, list := range t.successors {
		n := 0
		for _, b := range list {
			n += int(e.x[b/64] >> (b % 64) & 1)
		}
		counts[i] = n
	}
	for _, h := range heads {
		clear(g.x)
		for i, n := range counts {
			if h.holds(n, len(t.successors[i])) {
				g.x[i/64] |= 1 << (i % 64)
			}
		}
		v.head = h
		g.give(g.x, v)
	}
}

// joins gives the chain with edited operands, with ⊓ and ⊔ exchanged, and without some operands.
func (g *generator) joins(n *node, d int) {
	full := uint32(1)<<len(n.kids) - 1
	for left := uint32(1); left < full; left++ {
		l, r := n.part(left), n.part(full&^left)
		if d >= r.w {
			g.each(g.level(l, g.c, d-r.w), derivation{edit: Delete, was: r})
		}
		if left&1 == 0 { // the same two parts as before
			continue
		}
		for i := 0; i <= d; i++ {
			g.pairs(g.level(l, g.c, i), g.level(r, g.c, d-i), n.or, derivation{})
			if i < d {
				g.pairs(g.level(l, g.c, i), g.level(r, g.c, d-1-i), !n.or, derivation{edit: Replace, was: n})
			}
		}
	}
}

// pairs gives the joins of entries of both lists.
func (g *generator) pairs(as, bs []*entry, or bool, v derivation) {
	if v.op = andOp; or {
		v.op = orOp
	}
	if l := g.task.Space.Language; or && !l.Has(dl.WithOr) || !or && !l.Has(dl.WithAnd) {
		if v.edit != none {
			return
		}
	}
	if g.want != nil {
		as, bs = g.may(as, or), g.may(bs, or)
	}
	for _, a := range as {
		if g.stopped() {
			return
		}
		v.a = a
		for _, b := range bs {
			if or {
				for i, w := range a.x {
					g.x[i] = w | b.x[i]
				}
			} else {
				for i, w := range a.x {
					g.x[i] = w & b.x[i]
				}
			}
			v.b = b
			g.give(g.x, v)
		}
	}
}

// may returns the entries that can be an operand of a concept with the wanted extension: an operand
// of ⊓ includes that extension, and an operand of ⊔ lies within it.
func (g *generator) may(list []*entry, or bool) (out []*entry) {
	for _, e := range list {
		ok := true
		for i, w := range g.want {
			if or {
				ok = ok && e.x[i]&^w == 0
			} else {
				ok = ok && w&^e.x[i] == 0
			}
		}
		if ok {
			out = append(out, e)
		}
	}
	return out
}
