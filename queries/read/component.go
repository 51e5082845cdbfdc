package read

import (
	"slices"

	"github.com/genus-kg/genus/queries/sparql11"
)

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

// collapsed writes p/p* as p+, where nothing else is said of the node between them and it is none of
// those that are kept.
func collapsed(f formula, keep ...node) formula {
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
			if isVar(between) && !slices.Contains(keep, between) && uses[between] == 2 {
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
	linkConstants(n, parts, linked, group, find)
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

// linkConstants joins the parts that are about an IRI to those that hang together with n and name it.
func linkConstants(n node, parts []formula, linked map[int]bool, group []int, find func(int) int) {
	for changed := true; changed; {
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
}
