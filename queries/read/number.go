package read

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

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
	ends, ok := endsApart(n, links, differ)
	if !ok {
		return nil, false
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

// sibling returns the concept of n and another value of the same property of a third, m, such as brothers and
// sisters: m has two such values or, where n is not such, one.
func (r *reader) sibling(n node, part conj) (dl.Concept, bool) {
	at := slices.IndexFunc(part, func(g formula) bool { p, is := g.(pair); return is && !p.same && mentions(p, n) })
	if at < 0 {
		return nil, false
	}
	other := variables(part[at])
	other = slices.DeleteFunc(other, func(v node) bool { return v == n })
	if len(other) != 1 {
		return nil, false
	}
	w, rest := other[0], slices.Delete(slices.Clone(part), at, at+1)
	i, j, m := sameProperty(rest, n, w)
	if i < 0 || !isVar(m) {
		return nil, false
	}
	link := rest[j]
	rest = slices.Delete(rest, j, j+1)
	such := conj(only(rest, w, []node{n, m}))
	if mentions(such, n) || mentions(such, m) {
		return nil, false
	}
	rest = slices.DeleteFunc(rest, func(g formula) bool {
		return mentions(g, w) || slices.ContainsFunc(variables(such), func(v node) bool { return mentions(g, v) })
	})
	two := count{pos: part[at].at(), of: w, keys: []node{m}, distinct: true, least: 2, f: and(link, such)}
	names := map[node]node{w: n}
	for _, v := range variables(such) {
		if v != w {
			names[v] = r.fresh(v)
		}
	}
	one := and(rest, link, such, not(rename(such, names)))
	return r.concept(n, or(and(rest, two), one)), true
}

// sameProperty returns the first edge that leads between n and a third, m, and one of the same property between w
// and m; i is -1 if there is none.
func sameProperty(parts []formula, n, w node) (i, j int, m node) {
	for i, g := range parts {
		a, is := g.(edge)
		if !is || !mentions(a, n) || a.from == a.to || a.closure != 0 {
			continue
		}
		b, m := a, a.to
		if a.from == n {
			b.from = w
		} else {
			b.to, m = w, a.from
		}
		j := slices.IndexFunc(parts, func(g formula) bool { c, is := g.(edge); b.pos = g.at(); return is && c == b })
		if j >= 0 {
			return i, j, m
		}
	}
	return -1, -1, n
}

// endsApart returns the other ends of links of one property at n, each two of which differ.
func endsApart(n node, links []edge, differ map[[2]node]sparql11.Pos) ([]node, bool) {
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
	return ends, true
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
		r.fail(c.pos, "COUNT counts solutions here, of which there may be several with the same value; write "+
			"COUNT(DISTINCT …)")
		return dl.Top{}
	}
	var parts []dl.Concept
	if c.least > 1 {
		f = r.reflexive(n, c.of, f)
	}
	for _, part := range r.components(n, collapsed(f, append(c.keys, n, c.of)...)) {
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

// reflexive writes "r⁺ leads from n to the other node, or n is that node and has an r" as r*, where two or more
// such nodes are counted, which need an r. Queries for Virtuoso say r* so.
func (r *reader) reflexive(n, of node, f formula) formula {
	parts := slices.Clone(conjuncts(f))
	for i, g := range parts {
		d, is := g.(disj)
		rest := and(slices.Delete(slices.Clone(parts), i, i+1)...)
		if is && !slices.ContainsFunc(variables(d), func(v node) bool { return v != n && v != of && mentions(rest, v) }) {
			if star, ok := r.withoutStep(n, of, d); ok {
				parts[i] = star
			}
		}
	}
	return and(parts...)
}

func (r *reader) withoutStep(n, of node, d disj) (formula, bool) {
	var star edge
	var literal formula
	var loops []edge
	for _, side := range d {
		u, ok := r.unified(n, given(side, n, false))
		e, one := collapsed(given(given(u, n, false), of, false), n, of).(edge)
		switch {
		case !ok || !one || !mentions(e, n) || e.from == e.to:
			return nil, false
		case mentions(e, of) && e.closure == sparql11.Plus:
			star, literal = e, given(u, of, true)
			star.closure = sparql11.Star
		case !mentions(e, of) && e.closure == 0:
			loops = append(loops, e)
		default:
			return nil, false
		}
	}
	other := func(e edge) bool { return e.property != star.property }
	same := func(e edge) bool { return (e.from == n) == (star.from == n) }
	if slices.ContainsFunc(loops, other) || !slices.ContainsFunc(loops, same) {
		return nil, false
	}
	if isFalse(literal) {
		return and(star, condition{star.pos, of, test{kind: thing}}), true
	}
	return star, true
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
	known := Values{}
	if !inverse && !isFalse(literals) {
		known = r.valuesOf(e.property)
	}
	switch {
	case inverse || isFalse(literals):
	case known.Known && !known.Literals:
		r.sampled(e, known)
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
