package read

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// mostCases limits how often a disjunction is taken apart.
const mostCases = 300

// concept returns the concept of the individuals n such that f. Its variables must form a tree with
// n as its root.
func (r *reader) concept(n node, f formula) dl.Concept {
	f = given(f, n, false)
	switch f := f.(type) {
	case disj:
		return r.alternatives(n, f)
	case negation:
		return dl.Not{C: r.concept(n, f.f)}
	}
	f, ok := r.unified(n, f)
	if !ok {
		return dl.Bottom{}
	}
	var parts []dl.Concept
	for _, part := range r.components(n, collapsed(n, f)) {
		if r.err != nil {
			return dl.Top{}
		}
		if c := r.component(n, part); c != (dl.Top{}) && !slices.Contains(parts, c) {
			parts = append(parts, c)
		}
	}
	return dl.Conj(slices.DeleteFunc(slices.Clone(parts), func(c dl.Concept) bool { return slices.ContainsFunc(parts, impliesSome(c)) })...)
}

// impliesSome returns whether a concept says that there are two or more of what c says there is one.
func impliesSome(c dl.Concept) func(dl.Concept) bool {
	return func(d dl.Concept) bool {
		switch c := c.(type) {
		case dl.Compare:
			many, is := d.(dl.Compare)
			return is && c.Op == dl.Present && many.Op == dl.Many && many.Feature == c.Feature
		case dl.Exists:
			many, is := d.(dl.AtLeast)
			return is && many.N > 0 && many.Role == c.Role && many.C == c.C
		}
		return false
	}
}

// alternatives returns the concept of a disjunction. r from n to itself is a part of (r ≐ s*), whose other part
// is (r ≐ s⁺).
func (r *reader) alternatives(n node, f disj) dl.Concept {
	var sides []dl.Concept
	var loops []edge
	for _, side := range f {
		if u, ok := r.unified(n, side); ok {
			if e, is := u.(edge); is && e.from == n && e.to == n {
				loops = append(loops, e)
				continue
			}
		}
		if c := r.concept(n, side); !slices.Contains(sides, c) {
			sides = append(sides, c)
		}
	}
	for _, e := range loops {
		at := slices.IndexFunc(sides, func(c dl.Concept) bool {
			a, is := c.(dl.Agree)
			return is && a.R.IRI == e.property && a.S.Closure == dl.Plus
		})
		if at < 0 {
			r.fail(e.pos, "%s leads from %s to itself; a concept cannot say that", r.shorten(e.property), name(n))
			return dl.Top{}
		}
		a := sides[at].(dl.Agree)
		a.S.Closure = dl.Star
		sides[at] = a
	}
	return dl.Disj(sides...)
}

// unified replaces variables that are the same term as another. ok is false if two terms cannot be the
// same. A condition says which IRI n is.
func (r *reader) unified(n node, f formula) (out formula, ok bool) {
	for {
		parts := conjuncts(f)
		at := slices.IndexFunc(parts, func(g formula) bool {
			p, is := g.(pair)
			return is && p.same
		})
		if at < 0 {
			return f, true
		}
		p := parts[at].(pair)
		f = and(slices.Delete(slices.Clone(parts), at, at+1)...)
		from, to := p.b, p.a
		if from == n || !isVar(from) {
			from, to = to, from
		}
		switch {
		case from == to:
		case isVar(from) && from != n:
			if p.value && n != to && to.Kind != sparql11.IRI && !isFalse(given(f, from, true)) && !isFalse(given(f, to, true)) {
				r.assume(p.pos, "%s and %s are things, or equal values are written alike", name(from), name(to))
			}
			f = rename(f, map[node]node{from: to})
		case isVar(n) && (from == n || to == n): // the other is no variable
			other := to
			if to == n {
				other = from
			}
			f = and(f, condition{p.pos, n, test{kind: oneOf, terms: []node{other}}})
		default:
			return f, false
		}
	}
}

// collapsed writes p/p* as p+, where nothing else is said of the node between them.
func collapsed(n node, f formula) formula {
	uses := map[node]int{}
	nodes(f, func(m node) { uses[m]++ })
	parts := slices.Clone(conjuncts(f))
	for i, g := range parts {
		one, ok := g.(edge)
		if !ok || one.closure != 0 {
			continue
		}
		for j, h := range parts {
			many, ok := h.(edge)
			if !ok || many.closure != sparql11.Star || many.property != one.property {
				continue
			}
			between := one.to
			whole := edge{one.pos, one.from, many.to, one.property, sparql11.Plus}
			if one.from == many.to {
				between, whole.from, whole.to = one.from, many.from, one.to
			} else if one.to != many.from {
				continue
			}
			if isVar(between) && between != n && uses[between] == 2 {
				parts[i], parts[j] = conj{}, whole
				break
			}
		}
	}
	return and(parts...)
}

// components returns the parts of a conjunction that have no variable but n in common. A part
// about an IRI that another names belongs to it.
func (r *reader) components(n node, f formula) (out []conj) {
	parts := conjuncts(f)
	group := make([]int, len(parts))
	for i := range group {
		group[i] = i
	}
	var find func(i int) int
	find = func(i int) int {
		if group[i] != i {
			group[i] = find(group[i])
		}
		return group[i]
	}
	first := map[node]int{}
	about := map[int]bool{} // parts that mention n
	for i, g := range parts {
		nodes(g, func(m node) {
			if m == n {
				about[i] = true
			} else if isVar(m) {
				if j, ok := first[m]; ok {
					group[find(i)] = find(j)
				} else {
					first[m] = i
				}
			}
		})
	}
	linked := map[int]bool{}
	for i := range about {
		linked[find(i)] = true
	}
	for changed := true; changed; { // parts that hang on an IRI
		changed = false
		constants := map[node]int{}
		for i, g := range parts {
			if e, ok := g.(edge); ok && linked[find(i)] {
				for _, end := range []node{e.from, e.to} {
					if end.Kind == sparql11.IRI && end != n {
						constants[end] = find(i)
					}
				}
			}
		}
		for i, g := range parts {
			e, ok := g.(edge)
			if !ok || linked[find(i)] {
				continue
			}
			for _, end := range []node{e.from, e.to} {
				if j, ok := constants[end]; ok && !linked[find(i)] {
					group[find(i)] = j
					changed = true
				}
			}
		}
	}
	index := map[int]int{}
	for i, g := range parts {
		k, ok := index[find(i)]
		if !ok {
			k = len(out)
			index[find(i)] = k
			out = append(out, nil)
			if !linked[find(i)] && len(variables(g))+len(edges(g)) > 0 {
				r.fail(g.at(), "a part about %s does not hang together with %s", nameOf(g), name(n))
			}
		}
		out[k] = append(out[k], g)
	}
	return out
}

func edges(f formula) (out []edge) {
	for _, g := range conjuncts(f) {
		if e, ok := g.(edge); ok {
			out = append(out, e)
		}
	}
	return out
}

// component returns the concept of a part whose variables hang together without n.
func (r *reader) component(n node, part conj) dl.Concept {
	var own, rest []formula // those that mention n, and the others
	for _, g := range part {
		if mentions(g, n) {
			own = append(own, g)
		} else {
			rest = append(rest, g)
		}
	}
	if len(part) == 1 {
		switch g := part[0].(type) {
		case disj, negation:
			return r.concept(n, g)
		case condition:
			return r.condition(g)
		case count:
			return r.number(n, g)
		}
	}
	if len(own) == 1 {
		if e, ok := own[0].(edge); ok {
			return r.successor(n, e, and(rest...))
		}
	}
	if c, ok := r.distributed(n, part); ok {
		return c
	}
	if c, ok := r.apartSuccessors(n, part); ok {
		return c
	}
	if c, ok := r.agreement(n, own, rest); ok {
		return c
	}
	if len(own) == 0 {
		r.fail(part.at(), "a part about %s does not hang together with %s", nameOf(part), name(n))
		return dl.Top{}
	}
	for _, g := range own {
		if _, isEdge := g.(edge); !isEdge {
			r.fail(g.at(), "a part is about %s together; a concept is a tree, in which each part is about one of them", nameOf(g))
			return dl.Top{}
		}
	}
	r.fail(part.at(), "there are two ways from %s to %s, but a concept is a tree", name(n), otherName(own, n))
	return dl.Top{}
}

// distributed takes the first disjunction of a part apart: (A or B) and C is A and C, or B and C.
func (r *reader) distributed(n node, part conj) (dl.Concept, bool) {
	at := slices.IndexFunc(part, func(g formula) bool { _, is := g.(disj); return is })
	if at < 0 {
		return nil, false
	}
	rest := slices.Delete(slices.Clone(part), at, at+1)
	cases := disj{}
	for _, side := range part[at].(disj) {
		if r.cases++; r.cases > mostCases {
			r.fail(side.at(), "the alternatives combine to more than %d cases", mostCases)
			return dl.Top{}, true
		}
		cases = append(cases, and(append([]formula{side}, rest...)...))
	}
	return r.concept(n, cases), true
}

// successor returns the concept of an edge at n, where rest is about its other end.
func (r *reader) successor(n node, e edge, rest formula) dl.Concept {
	to, inverse := e.to, e.from != n
	if inverse {
		to = e.from
	}
	if e.from == e.to {
		r.fail(e.pos, "%s leads from %s to itself; a concept cannot say that", r.shorten(e.property), name(n))
		return dl.Top{}
	}
	if e.property == r.typing && e.closure == 0 {
		return r.class(e, to, inverse, rest)
	}
	if e.property == bottomProperty {
		return dl.Bottom{}
	}
	role := r.role(e, inverse)
	if !isVar(to) {
		return r.fixed(e, role, to, rest)
	}
	things, literals := given(rest, to, false), r.literal(rest, to)
	if inverse {
		literals = disj{}
	}
	if has := r.o.Values; has != nil && !inverse {
		if known := has(e.property); known.Known {
			if !known.Things {
				things = disj{}
			}
			if !known.Literals {
				literals = disj{}
			}
		}
	}
	switch {
	case isFalse(things) && isFalse(literals):
		return dl.Bottom{}
	case isTrue(things) && isTrue(literals):
		return r.present(e)
	case isFalse(literals):
		return dl.Exists{Role: role, C: r.concept(to, things)}
	case isTrue(literals), !about(literals, to) && !isFalse(things):
		if isFalse(things) {
			r.assume(e.pos, "all values of %s are literals", r.shorten(e.property))
			return r.present(e)
		}
		r.assume(e.pos, "the values of %s are things, not literals", r.shorten(e.property))
		return dl.Exists{Role: role, C: r.concept(to, things)}
	}
	values := r.valueCondition(e, to, literals)
	if e.closure != 0 { // the last step leads to the value
		values = dl.Exists{Role: dl.Role{IRI: e.property, Closure: dl.Star}, C: values}
	}
	if isFalse(things) {
		return values
	}
	return dl.Disj(dl.Exists{Role: role, C: r.concept(to, things)}, values)
}

// about reports whether a formula has conditions on one node only.
func about(f formula, n node) bool {
	switch f := f.(type) {
	case conj:
		return !slices.ContainsFunc(f, func(g formula) bool { return !about(g, n) })
	case disj:
		return about(conj(f), n)
	case condition:
		return f.on == n
	}
	return false
}

// literal returns what is left of a formula if a node is a literal.
func (r *reader) literal(f formula, n node) formula {
	for {
		f = given(f, n, true)
		g, ok := r.unified(n, f)
		switch {
		case !ok:
			return disj{}
		case len(conjuncts(g)) == len(conjuncts(f)):
			return f
		}
		f = g
	}
}

// fixed returns the concept of an edge to an IRI or a literal.
func (r *reader) fixed(e edge, role dl.Role, to node, rest formula) dl.Concept {
	if to.Kind == sparql11.Literal {
		if v, err := dl.ParseLiteral(to.Value, to.Datatype); err == nil && v.Kind() != dl.String {
			r.assume(e.pos, "values of %s that are equal to %s are written in the same way", r.shorten(e.property), to)
		}
		return r.valueCondition(e, to, condition{e.pos, to, test{kind: oneOf, terms: []node{to}}})
	}
	o := dl.Nominal{IRI: to.Value}
	if c := r.concept(to, rest); c != (dl.Top{}) {
		return dl.Exists{Role: role, C: dl.And{L: o, R: c}}
	}
	return dl.Exists{Role: role, C: o}
}

// class returns the concept of a statement of class membership.
func (r *reader) class(e edge, to node, inverse bool, rest formula) dl.Concept {
	if inverse {
		r.fail(e.pos, "%s is used as a class here; a concept is about its members", name(e.to))
		return dl.Top{}
	}
	if !isVar(to) {
		if !isTrue(rest) {
			r.fail(rest.at(), "a part is about the class %s; a concept is about its members", name(to))
		}
		return r.named(e.pos, to.Value)
	}
	var classes []dl.Concept
	for _, g := range conjuncts(given(rest, to, false)) {
		switch g := g.(type) {
		case edge:
			if g.property == r.subclass && g.closure == sparql11.Star && g.from == to && g.to.Kind == sparql11.IRI {
				if r.o.NoClosure {
					r.assume(g.pos, "the members of the subclasses of %s are stated to be its members", r.shorten(g.to.Value))
				}
				classes = append(classes, dl.Name{IRI: g.to.Value})
				continue
			}
		case condition:
			if g.kind == oneOf {
				var any []dl.Concept
				for _, t := range g.terms {
					any = append(any, r.named(g.pos, t.Value))
				}
				classes = append(classes, dl.Disj(any...))
				continue
			}
		case disj:
			var any []dl.Concept
			for _, side := range g {
				any = append(any, r.class(e, to, false, side))
			}
			classes = append(classes, dl.Disj(any...))
			continue
		}
		r.fail(g.at(), "a part is about the class %s; a concept names its classes, or asks for subclasses with %s*",
			name(to), r.shorten(r.subclass))
		return dl.Top{}
	}
	switch {
	case len(classes) == 0:
		r.fail(e.pos, "%s is any class; a concept names its classes", name(to))
		return dl.Top{}
	case len(classes) > 1:
		r.fail(e.pos, "the class %s is in two classes; write a variable for each", name(to))
	}
	return classes[0]
}

// named returns a class by itself, without its subclasses.
func (r *reader) named(at sparql11.Pos, class string) dl.Concept {
	if has := r.o.HasSubclasses; has != nil && !r.o.NoClosure && has(class) {
		r.assume(at, "the members of the subclasses of %s are stated to be its members (otherwise write a path with %s*)",
			r.shorten(class), r.shorten(r.subclass))
	}
	return dl.Name{IRI: class}
}

// condition returns the concept of a condition on an individual.
func (r *reader) condition(c condition) dl.Concept {
	var any []dl.Concept
	switch c.kind {
	case oneOf, noneOf:
		for _, t := range c.terms {
			if isVar(c.on) {
				any = append(any, dl.Nominal{IRI: t.Value})
			} else if t == c.on {
				any = append(any, dl.Top{})
			}
		}
		one := dl.Disj(any...)
		if c.kind == noneOf && len(any) == 1 {
			return dl.Not{C: one}
		}
		if c.kind == noneOf {
			for i, o := range any {
				any[i] = dl.Not{C: o}
			}
			return dl.Conj(any...)
		}
		return one
	}
	r.fail(c.pos, "isBlank: concepts do not tell IRIs from blank nodes")
	return dl.Top{}
}

// apartSuccessors returns ≥n r.C for n variables of one property, each of which differs from the
// others.
func (r *reader) apartSuccessors(n node, part conj) (dl.Concept, bool) {
	var links []edge
	var rest []formula
	differ := map[[2]node]sparql11.Pos{}
	var at sparql11.Pos
	for _, g := range part {
		switch g := g.(type) {
		case edge:
			if mentions(g, n) {
				links = append(links, g)
				continue
			}
		case pair:
			if !g.same {
				differ[[2]node{g.a, g.b}], differ[[2]node{g.b, g.a}] = g.pos, g.pos
				at = g.pos
				continue
			}
		}
		if mentions(g, n) {
			return nil, false
		}
		rest = append(rest, g)
	}
	if len(links) < 2 || len(differ) != len(links)*(len(links)-1) {
		return nil, false
	}
	ends := make([]node, len(links))
	for i, l := range links {
		if ends[i] = l.to; l.to == n {
			ends[i] = l.from
		}
		if l.property != links[0].property || (l.from == n) != (links[0].from == n) || l.closure != 0 || !isVar(ends[i]) {
			return nil, false
		}
	}
	for i, a := range ends {
		for _, b := range ends[:i] {
			if _, ok := differ[[2]node{a, b}]; !ok {
				return nil, false
			}
		}
	}
	of := make([]formula, len(ends))
	for i, end := range ends {
		of[i] = conj{}
		others := slices.Delete(slices.Clone(ends), i, i+1)
		for _, comp := range r.components(end, and(append([]formula{conj{}}, only(rest, end, others)...)...)) {
			of[i] = and(of[i], comp)
		}
		if slices.ContainsFunc(others, func(o node) bool { return mentions(of[i], o) }) {
			return nil, false
		}
	}
	var first dl.Concept
	for i, end := range ends {
		c := r.several(links[i], n, end, of[i], len(ends))
		if i > 0 && c != first {
			r.fail(at, "%s and %s must differ, but something else is said of each", name(ends[0]), name(end))
		}
		first = c
	}
	if known := r.valuesOf(links[0].property); links[0].from == n && !(known.Known && !known.Literals) {
		r.assume(at, "the values of %s are things, not literals", r.shorten(links[0].property))
	}
	return first, true
}

// only returns the parts that hang together with a node, without the others.
func only(parts []formula, n node, others []node) (out []formula) {
	seen, used := map[node]bool{n: true}, make([]bool, len(parts))
	for changed := true; changed; {
		changed = false
		for i, g := range parts {
			if used[i] || !slices.ContainsFunc(variables(g), func(v node) bool { return seen[v] }) {
				continue
			}
			used[i], changed = true, true
			out = append(out, g)
			for _, v := range variables(g) {
				seen[v] = seen[v] || !slices.Contains(others, v)
			}
		}
	}
	return out
}

// number returns ≥n r.C, for a count of the values of a variable.
func (r *reader) number(n node, c count) dl.Concept {
	if c.least == 1 {
		return r.concept(n, c.f)
	}
	f, ok := r.unified(n, given(c.f, n, false))
	if !ok || isFalse(f) {
		return dl.Bottom{}
	}
	if c.of == (node{}) || !c.distinct && !oneEach(f, n, c.of) {
		r.fail(c.pos, "COUNT counts solutions here, of which there may be several with the same value; write COUNT(DISTINCT …)")
		return dl.Top{}
	}
	var parts []dl.Concept
	for _, part := range r.components(n, collapsed(n, f)) {
		if r.err != nil {
			return dl.Top{}
		}
		if !mentions(part, c.of) {
			parts = append(parts, r.component(n, part))
			continue
		}
		var links []edge
		var rest []formula
		for _, g := range part {
			if e, isEdge := g.(edge); isEdge && mentions(g, n) && mentions(g, c.of) {
				links = append(links, e)
			} else {
				rest = append(rest, g)
			}
		}
		key := slices.ContainsFunc(c.keys, func(k node) bool { return k != n && mentions(part, k) })
		if len(links) != 1 || key || slices.ContainsFunc(rest, func(g formula) bool { return mentions(g, n) }) {
			r.fail(c.pos, "what is counted must be the values of one property of %s", name(n))
			return dl.Top{}
		}
		parts = append(parts, r.several(links[0], n, c.of, and(rest...), c.least))
	}
	return dl.Conj(parts...)
}

// oneEach reports whether each value of a variable comes in one solution.
func oneEach(f formula, n, of node) bool {
	for _, g := range conjuncts(f) {
		if _, isDisj := g.(disj); isDisj {
			return false
		}
		for _, v := range variables(g) {
			if _, isNot := g.(negation); !isNot && v != n && v != of {
				return false
			}
		}
	}
	return true
}

// several returns ≥k r.C.
func (r *reader) several(e edge, n, of node, rest formula, k int) dl.Concept {
	inverse := e.from != n
	if e.property == r.typing {
		r.fail(e.pos, "classes cannot be counted")
		return dl.Top{}
	}
	role := r.role(e, inverse)
	things, literals := given(rest, of, false), r.literal(rest, of)
	known := r.valuesOf(e.property)
	switch {
	case inverse || isFalse(literals) || known.Known && !known.Literals:
	case isTrue(things) && isTrue(literals) && e.closure == 0:
		return dl.AtLeastValues(k, e.property)
	case isTrue(literals), !about(literals, of):
		r.assume(e.pos, "the values of %s are things, not literals", r.shorten(e.property))
	default:
		r.fail(e.pos, "values of %s that satisfy a condition cannot be counted, only all values", r.shorten(e.property))
		return dl.Top{}
	}
	return dl.AtLeast{N: k, Role: role, C: r.concept(of, things)}
}

// agreement returns (r ≐ s), if all that is said is that a value of r is a value of s.
func (r *reader) agreement(n node, own, rest []formula) (dl.Concept, bool) {
	if len(own) != 2 {
		return nil, false
	}
	var roles []dl.Role
	var ends []node
	for _, g := range own {
		e, ok := g.(edge)
		if !ok || e.property == r.typing || e.from == e.to {
			return nil, false
		}
		end := e.to
		if e.from != n {
			end = e.from
		}
		roles, ends = append(roles, r.role(e, e.from != n)), append(ends, end)
	}
	if ends[0] != ends[1] || !isVar(ends[0]) || !isTrue(given(and(rest...), ends[0], false)) {
		return nil, false
	}
	if !isFalse(given(and(slices.Concat(own, rest)...), ends[0], true)) {
		if known := r.valuesOf(roles[0].IRI); !known.Known || known.Literals {
			r.assume(own[0].at(), "the values of %s are things, not literals", r.shorten(roles[0].IRI))
		}
	}
	return dl.Agree{R: roles[0], S: roles[1]}, true
}

// role returns the role of an edge.
func (r *reader) role(e edge, inverse bool) dl.Role {
	role := dl.Role{IRI: e.property, Inverse: inverse}
	switch e.closure {
	case sparql11.Plus:
		role.Closure = dl.Plus
	case sparql11.Star:
		role.Closure = dl.Star
	}
	return role
}

// present returns the concept that there is a value.
func (r *reader) present(e edge) dl.Concept {
	if e.closure == sparql11.Star { // a path of no step
		return dl.Top{}
	}
	if known := r.valuesOf(e.property); known.Known && !known.Literals {
		return dl.Exists{Role: r.role(e, false), C: dl.Top{}}
	}
	return dl.Has(e.property)
}

func (r *reader) valuesOf(property string) Values {
	if r.o.Values == nil {
		return Values{}
	}
	return r.o.Values(property)
}
