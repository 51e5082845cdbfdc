package read

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// node is an end of a statement: a variable, a blank node, an IRI or a literal.
type node = sparql11.Term

func isVar(n node) bool { return n.Kind == sparql11.Var || n.Kind == sparql11.Blank }

func variable(name string) node { return node{Kind: sparql11.Var, Value: name} }

// A formula says when a query has a solution. Its variables have values; those that occur in one
// part only are bound there ("there is a value such that …"), also below a negation.
type formula interface{ at() sparql11.Pos }

// conj is true if all parts are; without parts it is true.
type conj []formula

// disj is true if some part is; without parts it is false.
type disj []formula

// negation is ¬f.
type negation struct{ f formula }

// edge is a statement, or a path of steps with one property.
type edge struct {
	pos      sparql11.Pos
	from, to node
	property string
	closure  sparql11.PathOp // Plus, Star or 0
}

// pair says that two terms are the same or differ.
type pair struct {
	pos   sparql11.Pos
	a, b  node
	same  bool
	value bool // = or !=, which compare values; otherwise terms are compared
}

// less says that the value a is less than the value b.
type less struct {
	pos  sparql11.Pos
	a, b node
}

// condition is a condition on one term.
type condition struct {
	pos sparql11.Pos
	on  node
	test
}

// test is the kind of a condition, with what belongs to it.
type test struct {
	kind  testKind
	terms []node // of oneOf, noneOf
	op    compareOp
	value dl.Value // of compare
	year  bool     // compare the year
	// differs says that < or > is a half of !=, which is an error for literals of some other types.
	differs bool
	text    string // of language and texts
	textOp
}

type testKind uint8

const (
	oneOf     testKind = iota // the term is one of the terms
	noneOf                    // it is none of them, which are IRIs
	thing                     // it is an IRI or a blank node
	isLiteral                 // it is a literal
	isBlank                   // it is a blank node
	compare                   // its value is so
	onText                    // its text is so
)

// compareOp is =, <, <=, > or >=; or != for texts and truth values.
type compareOp string

// textOp is a function of texts: STRSTARTS, STRENDS, REGEX (a word), LANGMATCHES or LANG (equal).
type textOp string

// count says how many values of a variable there are such that f.
type count struct {
	pos      sparql11.Pos
	of       node // the variable counted; not free
	keys     []node
	distinct bool
	least    int
	f        formula
}

func (f conj) at() sparql11.Pos {
	if len(f) > 0 {
		return f[0].at()
	}
	return 0
}

func (f disj) at() sparql11.Pos      { return conj(f).at() }
func (f negation) at() sparql11.Pos  { return f.f.at() }
func (f edge) at() sparql11.Pos      { return f.pos }
func (f pair) at() sparql11.Pos      { return f.pos }
func (f less) at() sparql11.Pos      { return f.pos }
func (f condition) at() sparql11.Pos { return f.pos }
func (f count) at() sparql11.Pos     { return f.pos }

// and joins formulas into a flat conjunction. A part that is false makes it false.
func and(fs ...formula) formula {
	var out conj
	for _, f := range fs {
		switch f := f.(type) {
		case conj:
			out = append(out, f...)
		case disj:
			if len(f) == 0 {
				return f
			}
			out = append(out, f)
		default:
			out = append(out, f)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// or joins formulas into a flat disjunction.
func or(fs ...formula) formula {
	var out disj
	for _, f := range fs {
		if isTrue(f) {
			return f
		}
		if d, ok := f.(disj); ok {
			out = append(out, d...)
		} else {
			out = append(out, f)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

func not(f formula) formula {
	switch {
	case isTrue(f):
		return disj{}
	case isFalse(f):
		return conj{}
	}
	if n, ok := f.(negation); ok {
		return n.f
	}
	return negation{f}
}

func isTrue(f formula) bool {
	c, ok := f.(conj)
	return ok && len(c) == 0
}

func isFalse(f formula) bool {
	d, ok := f.(disj)
	return ok && len(d) == 0
}

func conjuncts(f formula) []formula {
	if c, ok := f.(conj); ok {
		return c
	}
	return []formula{f}
}

// alternativesOf returns the sides of a disjunction.
func alternativesOf(f formula) disj {
	d, _ := f.(disj)
	return d
}

// nodes calls fn for the nodes of a formula, but the terms of conditions.
func nodes(f formula, fn func(node)) {
	switch f := f.(type) {
	case conj:
		for _, g := range f {
			nodes(g, fn)
		}
	case disj:
		nodes(conj(f), fn)
	case negation:
		nodes(f.f, fn)
	case edge:
		fn(f.from)
		fn(f.to)
	case pair:
		fn(f.a)
		fn(f.b)
	case less:
		fn(f.a)
		fn(f.b)
	case condition:
		fn(f.on)
	case count:
		for _, k := range f.keys {
			fn(k)
		}
	}
}

// mentions reports whether a node occurs.
func mentions(f formula, n node) (found bool) {
	nodes(f, func(m node) { found = found || m == n })
	return found
}

// variables returns the variables of a formula in the order of their occurrence.
func variables(f formula) (out []node) {
	seen := map[node]bool{}
	nodes(f, func(n node) {
		if isVar(n) && !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	})
	return out
}

// replace returns the formula with other nodes.
func replace(f formula, by func(node) node) formula {
	parts := func(fs []formula) (out []formula) {
		for _, g := range fs {
			out = append(out, replace(g, by))
		}
		return out
	}
	switch f := f.(type) {
	case conj:
		return conj(parts(f))
	case disj:
		return disj(parts(f))
	case negation:
		return negation{replace(f.f, by)}
	case edge:
		f.from, f.to = by(f.from), by(f.to)
		return f
	case pair:
		f.a, f.b = by(f.a), by(f.b)
		return f
	case less:
		f.a, f.b = by(f.a), by(f.b)
		return f
	case condition:
		f.on = by(f.on)
		return f
	case count:
		f.keys = slices.Clone(f.keys)
		for i, k := range f.keys {
			f.keys[i] = by(k)
		}
		f.of = by(f.of)
		f.f = replace(f.f, by)
		return f
	}
	return f
}

// given returns what is left of a formula if a node is a literal, or is none.
func given(f formula, n node, literal bool) formula {
	switch f := f.(type) {
	case conj:
		out := make([]formula, len(f))
		for i, g := range f {
			out[i] = given(g, n, literal)
		}
		return and(out...)
	case disj:
		out := make([]formula, len(f))
		for i, g := range f {
			out[i] = given(g, n, literal)
		}
		return or(out...)
	case negation:
		return not(given(f.f, n, literal))
	case edge:
		return f.given(n, literal)
	case pair:
		return f.given(n, literal)
	case less:
		if !literal && (f.a == n || f.b == n) {
			return truth(false) // only literals have an order
		}
		return f
	case count:
		if !slices.Contains(f.keys, n) {
			return f
		}
		if f.f = given(f.f, n, literal); isFalse(f.f) {
			return f.f
		}
		return f
	case condition:
		return f.given(n, literal)
	}
	return f
}

func truth(b bool) formula {
	if b {
		return conj{}
	}
	return disj{}
}

func (f edge) given(n node, literal bool) formula {
	switch {
	case !literal || f.from != n:
		return f
	case f.closure == sparql11.Star: // a path of no step
		return pair{pos: f.pos, a: f.from, b: f.to, same: true}.given(n, true)
	}
	return truth(false)
}

func (f pair) given(n node, literal bool) formula {
	other := f.a
	if other == n {
		other = f.b
	}
	if literal && other.Kind == sparql11.IRI && (f.a == n || f.b == n) {
		return truth(!f.same)
	}
	return f
}

func (f condition) given(n node, literal bool) formula {
	if f.on != n {
		return f
	}
	switch f.kind {
	case thing, isLiteral:
		return truth(literal == (f.kind == isLiteral))
	case isBlank, compare, onText:
		if literal == (f.kind == isBlank) {
			return truth(false)
		}
	case oneOf, noneOf:
		own := slices.DeleteFunc(slices.Clone(f.terms), func(t node) bool { return literal != (t.Kind == sparql11.Literal) })
		if len(own) == 0 {
			return truth(f.kind == noneOf)
		}
		f.terms = own
	}
	return f
}
