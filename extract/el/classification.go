package el

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
)

// A Link C →r D leads to D.
type Link struct {
	Role Role
	To   Concept
}

// The states of D in S(C).
const (
	derived  uint8 = 1 << iota
	unfolded       // taken apart
)

// The states of a link.
const (
	linked uint8 = 1 << iota
	direct       // not only by the transitivity of its role
)

// known is what is derived about C.
type known struct {
	above map[Concept]uint8 // S(C)
	to    map[Link]uint8
	from  []Link        // the roles and C of the links that lead here
	parts []restriction // by which those are in ∃s.E
}

// A step says that d ∈ S(c), or that c →r d.
type step struct {
	c, d   Concept
	role   Role
	isLink bool
	unfold bool // d was not put together by a rule
	isLong bool // a link by transitivity
}

// A Classification is what follows from an ontology. It is not safe for concurrent use.
type Classification struct {
	o       *Ontology
	super   [][]Role
	seconds [][]chain // the chains whose first role is above a role
	firsts  [][]chain
	known   []*known // by concept; nil for those that nothing asked for
	// worklist has the steps that are still to be taken.
	worklist []step
}

// Classify computes what follows about the concepts, and about the fillers that they need.
func (o *Ontology) Classify(ctx context.Context, concepts iter.Seq[Concept]) (*Classification, error) {
	return o.classify(ctx, concepts, false)
}

// ClassifyPossible is Classify, but derives nothing more of a concept that is empty: everything is above it. This is
// much faster if an axiom makes many concepts empty.
func (o *Ontology) ClassifyPossible(ctx context.Context, concepts iter.Seq[Concept]) (*Classification, error) {
	return o.classify(ctx, concepts, true)
}

func (o *Ontology) classify(
	ctx context.Context, concepts iter.Seq[Concept], onlyPossible bool,
) (*Classification, error) {
	k := &Classification{o: o, super: o.superroles()}
	k.seconds, k.firsts = make([][]chain, len(o.roles)), make([][]chain, len(o.roles))
	for r, above := range k.super {
		for _, x := range o.chains {
			if slices.Contains(above, x.first) {
				k.seconds[r] = append(k.seconds[r], x)
			}
			if slices.Contains(above, x.second) {
				k.firsts[r] = append(k.firsts[r], x)
			}
		}
	}
	for c := range concepts {
		k.start(c)
	}
	for n := 0; len(k.worklist) > 0; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		last := len(k.worklist) - 1
		next := k.worklist[last]
		k.worklist = k.worklist[:last]
		if onlyPossible && k.IsEmpty(next.c) {
			continue
		}
		if next.isLink {
			k.link(next.c, Link{next.role, next.d}, next.isLong)
		} else {
			k.subsume(next)
		}
	}
	return k, nil
}

// start asks for what follows about the concept.
func (k *Classification) start(c Concept) *known {
	for int(c) >= len(k.known) {
		k.known = append(k.known, nil)
	}
	if k.known[c] == nil {
		k.known[c] = &known{above: map[Concept]uint8{}, to: map[Link]uint8{}}
		k.worklist = append(k.worklist, step{c: c, d: c, unfold: true}, step{c: c, d: Top})
	}
	return k.known[c]
}

// subsume adds d to S(c).
func (k *Classification) subsume(x step) {
	c, d, of := x.c, x.d, k.known[x.c]
	state := of.above[d]
	if state&derived == 0 {
		of.above[d] |= derived
		for _, e := range k.o.above[d] {
			k.worklist = append(k.worklist, step{c: c, d: e, unfold: true})
		}
		for _, j := range k.o.joins[d] {
			if of.above[j.other] != 0 {
				k.worklist = append(k.worklist, step{c: c, d: j.both})
			}
		}
		for _, part := range k.o.fillers[d] {
			of.parts = append(of.parts, part)
			for _, from := range of.from {
				k.require(from, part)
			}
		}
		for _, from := range of.from {
			if d == Bottom {
				k.worklist = append(k.worklist, step{c: from.To, d: Bottom})
			}
		}
	}
	if x.unfold && state&unfolded == 0 {
		of.above[d] |= unfolded
		switch n := k.o.nodes[d]; n.kind {
		case and:
			for _, part := range []uint32{n.a, n.b} {
				k.worklist = append(k.worklist, step{c: c, d: Concept(part), unfold: true})
			}
		case some:
			k.worklist = append(k.worklist, step{c: c, d: Concept(n.b), role: Role(n.a), isLink: true})
		}
	}
}

// require puts the source of a link into ∃s.E if s is above its role.
func (k *Classification) require(from Link, part restriction) {
	if _, is := slices.BinarySearch(k.super[from.Role], part.role); is {
		k.worklist = append(k.worklist, step{c: from.To, d: part.some})
	}
}

// link adds the link from c. A filler of the role is in the ranges of the roles above. isLong says that the role is
// transitive, and the link is by two others of the role.
func (k *Classification) link(c Concept, to Link, isLong bool) {
	for _, s := range k.super[to.Role] {
		for _, d := range k.o.ranges[s] {
			if !k.o.hasConjunct(to.To, d) {
				to.To = k.o.And(to.To, d)
			}
		}
	}
	of := k.known[c]
	before, state := of.to[to], linked
	if !isLong {
		state |= direct
	}
	if before|state == before {
		return
	}
	of.to[to] = before | state
	d := k.start(to.To)
	if before == 0 {
		k.addBack(d, to.To, Link{to.Role, c})
	}
	for _, x := range k.seconds[to.Role] {
		if !k.leads(of.to[to], to.Role, x) || before != 0 && !x.isTransitive(to.Role) {
			continue
		}
		for next := range d.to {
			if slices.Contains(k.super[next.Role], x.second) {
				k.compose(c, next.To, x)
			}
		}
	}
	if before != 0 {
		return
	}
	for _, x := range k.firsts[to.Role] {
		for _, first := range of.from {
			isFirst := slices.Contains(k.super[first.Role], x.first)
			if isFirst && k.leads(k.known[first.To].to[Link{first.Role, c}], first.Role, x) {
				k.compose(first.To, to.To, x)
			}
		}
	}
}

// addBack adds the link back from d.
func (k *Classification) addBack(of *known, d Concept, back Link) {
	of.from = append(of.from, back)
	if of.above[Bottom] != 0 {
		k.worklist = append(k.worklist, step{c: back.To, d: Bottom})
	}
	for _, part := range of.parts {
		k.require(back, part)
	}
}

// isTransitive reports whether the chain says that the role is transitive.
func (x chain) isTransitive(r Role) bool { return x.first == r && x.second == r && x.above == r }

// leads reports whether a link can be the first of the chain. One by the transitivity of its role need not be, in
// this chain: the first of its own two links leads to all that it leads to.
func (k *Classification) leads(state uint8, r Role, x chain) bool {
	return state&direct != 0 || !x.isTransitive(r)
}

// compose adds the link from c to d by the chain.
func (k *Classification) compose(c, d Concept, x chain) {
	isLong := x.isTransitive(x.above)
	k.worklist = append(k.worklist, step{c: c, d: d, role: x.above, isLink: true, isLong: isLong})
}

// hasConjunct reports whether d is c or one of its conjuncts.
func (o *Ontology) hasConjunct(c, d Concept) bool {
	n := o.nodes[c]
	return c == d || n.kind == and && (o.hasConjunct(Concept(n.a), d) || o.hasConjunct(Concept(n.b), d))
}

// IsBelow reports whether c ⊑ d follows, for a c that was asked for, and a d of names, or of what is to the
// left of axioms.
func (k *Classification) IsBelow(c, d Concept) bool {
	if n := k.o.nodes[d]; n.kind == and && !k.o.left[d] {
		return k.IsBelow(c, Concept(n.a)) && k.IsBelow(c, Concept(n.b))
	}
	return k.known[c].above[d] != 0 || k.IsEmpty(c)
}

// smallest returns one conjunct of c, if that was asked for and is below the others; else c.
func (k *Classification) smallest(c Concept) Concept {
	n := k.o.nodes[c]
	if n.kind != and {
		return c
	}
	for _, x := range [][2]Concept{{Concept(n.a), Concept(n.b)}, {Concept(n.b), Concept(n.a)}} {
		if d := x[0]; int(d) < len(k.known) && k.known[d] != nil && k.IsBelow(d, x[1]) {
			return k.smallest(d)
		}
	}
	return c
}

// Smallest returns those of the concepts that no other one of them is strictly below, in no order.
func (k *Classification) Smallest(of []Concept) (out []Concept) {
	if empty := slices.DeleteFunc(slices.Clone(of), func(c Concept) bool { return !k.IsEmpty(c) }); len(empty) > 0 {
		return empty
	}
	isAbove := map[Concept]bool{} // of those that are given: another one is strictly below
	var together []Concept        // which S(C) does not have
	for _, c := range of {
		if isAbove[c] = false; k.o.nodes[c].kind == and && !k.o.left[c] {
			together = append(together, c)
		}
	}
	// The more is above a concept, the smaller it is. What is above one that has another one below is known already.
	sorted := slices.SortedFunc(slices.Values(of), func(a, b Concept) int {
		return cmp.Or(len(k.known[b].above)-len(k.known[a].above), cmp.Compare(a, b))
	})
	for _, c := range sorted {
		if isAbove[c] {
			continue
		}
		for d := range k.known[c].above {
			if _, is := isAbove[d]; is && !k.IsBelow(d, c) {
				isAbove[d] = true
			}
		}
		for _, d := range together {
			if k.IsBelow(c, d) && !k.IsBelow(d, c) {
				isAbove[d] = true
			}
		}
	}
	for c, is := range isAbove {
		if !is {
			out = append(out, c)
		}
	}
	return out
}

// Seen returns the concepts that are above some that was asked for, or above a filler that one needs: axioms whose
// left side is not among them say nothing of those.
func (k *Classification) Seen() map[Concept]bool {
	seen := map[Concept]bool{}
	for _, of := range k.known {
		if of != nil {
			for d := range of.above {
				seen[d] = true
			}
		}
	}
	return seen
}

// IsEmpty reports whether c ⊑ ⊥ follows.
func (k *Classification) IsEmpty(c Concept) bool { return k.known[c].above[Bottom] != 0 }

// Above returns the concepts that are known to be above c, sorted, c included.
func (k *Classification) Above(c Concept) []Concept {
	return slices.Sorted(maps.Keys(k.known[c].above))
}

// Links returns the links from c, also by the roles above theirs, sorted.
func (k *Classification) Links(c Concept) []Link {
	all := map[Link]bool{}
	for to := range k.known[c].to {
		for _, s := range k.super[to.Role] {
			all[Link{s, k.smallest(to.To)}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.To, b.To))
	})
}
