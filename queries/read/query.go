package read

import (
	"maps"
	"slices"
	"strconv"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// allRows is a LIMIT that cuts nothing off, which Virtuoso needs in subqueries.
const allRows = 1_000_000_000

// subquery reads a subquery. It shows the variables of its SELECT only.
func (r *reader) subquery(q *sparql11.Query) *scope {
	if l := q.Limit; l != nil {
		if n, err := strconv.Atoi(l.N); err == nil && n < allRows && !r.pages[q] {
			r.fail(l.Pos, "LIMIT in a subquery takes some of its solutions; concepts say what all members have")
		}
	}
	if q.Offset != nil && !r.pages[q] {
		r.fail(q.Offset.Pos, "OFFSET in a subquery takes some of its solutions; concepts say what all members have")
	}
	return r.selected(q)
}

// selected returns the scope that a query shows.
func (r *reader) selected(q *sparql11.Query) *scope {
	in := r.group(q.Where, nil)
	if q.Values != nil {
		r.values(in, q.Values)
	}
	if r.err != nil {
		return in
	}
	if q.Star {
		return in
	}
	in = r.grouped(q, in)
	out := newScope()
	out.f = in.f
	for _, c := range q.Select {
		switch {
		case c.Expr == nil:
			show(out, in, c.Var, c.Var)
		case r.renamed(in, c.Expr) != "":
			out.certain[c.Var] = true
			out.f = append(slices.Clone(out.f),
				pair{pos: c.Pos, a: variable(c.Var), b: variable(r.renamed(in, c.Expr)), same: true})
		case c.Expr.Op == "COUNT" && in.groups != nil:
			out.alias[c.Var] = alias{count: r.template(in.groups, c.Expr)}
		default:
			out.alias[c.Var] = alias{expr: c.Expr, in: in}
		}
	}
	names := map[node]node{}
	for _, v := range slices.Sorted(maps.Keys(out.alias)) {
		out.alias[v] = r.outside(out.alias[v], in, out, names)
	}
	for _, n := range variables(out.formula()) {
		if _, renamed := names[n]; !renamed && n.Kind == sparql11.Var && !out.has(n.Value) {
			names[n] = r.fresh(n)
		}
	}
	out.f = []formula{rename(out.formula(), names)}
	for v, a := range out.alias {
		if a.count != nil {
			c := rename(*a.count, names).(count)
			out.alias[v] = alias{count: &c}
		}
	}
	return out
}

// outside returns the alias with new names for the variables that the query does not show. They keep their
// values, so that conditions on the alias are about them. An alias of a variable that may have no value has no name.
func (r *reader) outside(a alias, in, out *scope, names map[node]node) alias {
	if a.expr == nil {
		return a
	}
	a.expr = r.resolved(in, a.expr)
	if !a.expr.Within(func(v string) bool { return in.certain[v] }) {
		return alias{}
	}
	a.expr = a.expr.Renamed(func(v string) string {
		if out.certain[v] {
			return v
		}
		n, renamed := names[variable(v)]
		if !renamed {
			n = variable(r.fresh(variable(v)).Value)
			names[variable(v)] = n
			out.certain[n.Value] = true
		}
		return n.Value
	})
	return a
}

// show makes a variable of a query visible outside.
func show(out, in *scope, v, as string) {
	l, maybe := in.maybe[v]
	a, stands := in.alias[v]
	switch {
	case in.certain[v]:
		out.certain[as] = true
	case stands:
		out.alias[as] = a
	case maybe && l == unionBound:
		out.maybe[as] = l
	default: // the variables of its OPTIONAL may not be visible
		out.maybe[as] = nil
	}
}

// groups are the groups of a query.
type groups struct {
	keys     []node
	in       *scope
	optional bool // an OPTIONAL may repeat solutions
}

// grouped returns the scope after GROUP BY and HAVING.
func (r *reader) grouped(q *sparql11.Query, in *scope) *scope {
	aggregate := len(q.GroupBy)+len(q.Having) > 0
	for _, c := range q.Select {
		aggregate = aggregate || c.Expr != nil && c.Expr.HasAggregate()
	}
	if !aggregate {
		return in
	}
	if len(q.GroupBy) == 0 {
		r.fail(q.Pos, "aggregates without GROUP BY are about all solutions together; a concept is about each member")
		return in
	}
	out := newScope()
	g := &groups{in: in, optional: slices.ContainsFunc(q.Where.Elements, func(e sparql11.Element) bool {
		_, is := e.(*sparql11.Optional)
		return is
	})}
	out.groups = g
	for _, c := range q.GroupBy {
		v := c.Var
		if c.Expr != nil {
			from := r.renamed(in, c.Expr)
			if from == "" {
				r.fail(c.Pos, "GROUP BY with an expression")
				return in
			}
			if v != "" {
				in.certain[v] = true
				in.f = append(in.f, pair{pos: c.Pos, a: variable(v), b: variable(from), same: true})
			} else {
				v = from
			}
		}
		if in.certain[v] {
			g.keys = append(g.keys, variable(v))
		}
		show(out, in, v, v)
	}
	for _, c := range q.Select {
		if c.Expr != nil && c.Expr.Op == "COUNT" {
			out.alias[c.Var] = alias{count: r.template(g, c.Expr)}
		}
	}
	counts := false
	for _, h := range q.Having {
		f := r.truth(out, h, true)
		counts = counts || slices.ContainsFunc(conjuncts(f), func(f formula) bool { _, is := f.(count); return is })
		out.f = append(out.f, f)
	}
	if !counts { // otherwise the count implies the rest
		out.f = append(slices.Clone(in.f), out.f...)
	}
	return out
}

// countOf returns the count that an expression is, and what is true where it has a value; nil if it
// is no count.
func (r *reader) countOf(s *scope, e *sparql11.Expr) (*count, formula) {
	if e.Op == "COUNT" && s.groups != nil {
		return r.template(s.groups, e), conj{}
	}
	if e.Op != "" || e.Term.Kind != sparql11.Var {
		return nil, conj{}
	}
	v := e.Term.Value
	l, maybe := s.maybe[v]
	if !maybe || l == nil || l == unionBound {
		return s.alias[v].count, conj{}
	}
	f := r.force(e.Pos, l, v)
	return l.found.alias[v].count, f
}

// template returns what COUNT counts, without a number.
func (r *reader) template(g *groups, e *sparql11.Expr) *count {
	c := &count{pos: e.Pos, keys: g.keys, distinct: e.Distinct, f: g.in.formula()}
	switch {
	case e.Star:
		for _, n := range variables(c.f) {
			if !slices.Contains(g.keys, n) {
				c.of = n
			}
		}
	case e.Args[0].Op == "" && e.Args[0].Term.Kind == sparql11.Var:
		var more formula
		c.of, more = r.on(g.in, e.Pos, e.Args[0].Term.Value)
		c.f = and(c.f, more)
	default:
		r.fail(e.Pos, "%s: concepts count the values of a variable", short(e.String()))
	}
	if !c.distinct && g.optional {
		c.of = node{}
	}
	return c
}

// counted reads a comparison of a count with a number.
func (r *reader) counted(s *scope, at sparql11.Pos, c *count, op string, right *sparql11.Expr) formula {
	value, err := dl.ParseLiteral(signed(right).Value, signed(right).Datatype)
	n, err2 := strconv.Atoi(value.Lexical())
	if !constant(right) || err != nil || err2 != nil || value.Kind() != dl.Integer {
		r.fail(at, "a count is compared with a whole number")
		return conj{}
	}
	if r.err != nil {
		return conj{}
	}
	least := func(n int) formula {
		switch always := s.groups != nil && s.groups.in.certain[c.of.Value]; {
		case n <= 0 || n == 1 && always:
			return conj{}
		case c.distinct && slices.Contains(c.keys, c.of): // one value in each group
			return truth(n == 1)
		}
		out := *c
		out.pos, out.least = at, n
		return out
	}
	switch op {
	case ">=":
		return least(n)
	case ">":
		return least(n + 1)
	case "<=":
		return not(least(n + 1))
	case "<":
		return not(least(n))
	}
	if op == "!=" {
		return or(not(least(n)), least(n+1))
	}
	return and(least(n), not(least(n+1)))
}

// domain returns the variable of the pattern that queries.Select writes for every individual of
// the graph: a union about any class, any property and any property backwards, with filters on
// these alone.
func (r *reader) domain(u *sparql11.Union) (string, bool) {
	if len(u.Branches) == 1 && u.Branches[0].Sub != nil {
		q := u.Branches[0].Sub
		if len(q.Where.Elements) == 1 && len(q.Select) == 1 && len(q.GroupBy)+len(q.Having) == 0 && q.Limit == nil {
			if inner, ok := q.Where.Elements[0].(*sparql11.Union); ok {
				v, ok := r.domain(inner)
				return v, ok && v == q.Select[0].Var
			}
		}
		return "", false
	}
	if len(u.Branches) < 3 {
		return "", false
	}
	if v, _ := r.domainSide(u.Branches[0], ""); r.o.Classes && isClassDomain(u.Branches, v) {
		return v, true
	}
	v, forms := "", map[string]bool{}
	for _, b := range u.Branches {
		about, form := r.domainSide(b, v)
		if v == "" {
			v = about
		}
		if about == "" || form != "evidence" && (about != v || forms[form]) {
			return "", false
		}
		forms[form] = true
	}
	return v, forms["class"] && forms["forward"] && forms["backward"]
}

// domainSide returns the variable and the form of a side of the domain, which is a statement with filters on
// its class or property; empty if it is none. v is the variable if it is known.
func (r *reader) domainSide(b *sparql11.Group, v string) (about, form string) {
	triple := r.sideTriple(b)
	if triple != nil && r.isRedirect(triple.Path) && triple.Object == variable(v) { // what a value redirects to
		return v, "evidence"
	}
	if triple == nil || triple.Path.Op != sparql11.Link || triple.Subject.Kind != sparql11.Var {
		return "", ""
	}
	about, property, form := triple.Subject.Value, triple.Path.Term, "forward"
	switch {
	case property.Value == r.typing && triple.Object.Kind == sparql11.Var:
		property, form = triple.Object, "class"
	case property.Kind == sparql11.Var && triple.Object == variable(v):
		about, form = v, "backward"
	case property.Kind == sparql11.IRI:
		form = "evidence"
	}
	inside := func(name string) bool { return name == property.Value || form == "backward" && name == v }
	for _, e := range b.Elements {
		if f, ok := e.(*sparql11.Filter); ok && !f.Expr.Within(inside) {
			return "", ""
		}
	}
	return about, form
}

// sideTriple returns the only triple of a group that has but filters, and MINUS for redirects, besides it; nil if
// it has others.
func (r *reader) sideTriple(b *sparql11.Group) (triple *sparql11.Triple) {
	for _, e := range b.Elements {
		switch e := e.(type) {
		case *sparql11.Triple:
			if triple != nil {
				return nil
			}
			triple = e
		case *sparql11.Minus:
			if !r.isOfRedirects(e.Group) {
				return nil
			}
		case *sparql11.Filter:
		default:
			return nil
		}
	}
	return triple
}

// mentioned returns the individuals of the pattern that queries.Select writes for nominals in a
// union on Virtuoso, in two sides: those of a list that are the subject or the object of any statement.
func mentioned(sides []*sparql11.Group) (v string, named []node, ok bool) {
	if len(sides) < 2 {
		return "", nil, false
	}
	var lists [2][]node
	for i, b := range sides[:2] {
		if len(b.Elements) != 2 {
			return "", nil, false
		}
		t, isTriple := b.Elements[0].(*sparql11.Triple)
		f, isFilter := b.Elements[1].(*sparql11.Filter)
		if !isTriple || !isFilter || t.Path.Term.Kind != sparql11.Var || f.Expr.Op != "IN" {
			return "", nil, false
		}
		ends := [2]node{t.Subject, t.Object}
		if v == "" {
			v = ends[i].Value
		}
		if ends[i] != variable(v) || f.Expr.Args[0].Term != variable(v) || ends[1-i].Kind != sparql11.Var ||
			ends[1-i].Value == v {
			return "", nil, false
		}
		for _, a := range f.Expr.Args[1:] {
			if a.Op != "" || a.Term.Kind != sparql11.IRI {
				return "", nil, false
			}
			lists[i] = append(lists[i], a.Term)
		}
	}
	return v, lists[0], slices.Equal(lists[0], lists[1])
}

// names returns the keys of a map, sorted.
func names[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
