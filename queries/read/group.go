package read

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/queries/sparql11"
)

// scope is what a group says, and which variables it gives values.
type scope struct {
	f       []formula
	certain map[string]bool  // variables that always have a value
	maybe   map[string]*lazy // those that may have none
	alias   map[string]alias // those that stand for an expression
	groups  *groups          // after GROUP BY
}

// lazy is the pattern of an OPTIONAL, read when a FILTER needs its variables. It is nil where it
// cannot be told what the value is.
type lazy struct {
	group *sparql11.Group
	left  *scope // what stands before
	found *scope
}

// alias is an expression with the scope of its variables, or a count.
type alias struct {
	expr  *sparql11.Expr
	in    *scope
	count *count
}

func newScope() *scope {
	return &scope{certain: map[string]bool{}, maybe: map[string]*lazy{}, alias: map[string]alias{}}
}

func (s *scope) has(v string) bool {
	_, maybe := s.maybe[v]
	_, alias := s.alias[v]
	return s.certain[v] || maybe || alias
}

func (s *scope) clone() *scope {
	return &scope{slices.Clone(s.f), maps.Clone(s.certain), maps.Clone(s.maybe), maps.Clone(s.alias), s.groups}
}

func (s *scope) formula() formula { return and(s.f...) }

// group reads a group. Its filters, those directly in it, also see the variables of outer, which is
// the group around an EXISTS or before an OPTIONAL; nil: there is none.
func (r *reader) group(g *sparql11.Group, outer *scope) *scope {
	if g.Sub != nil {
		return r.subquery(g.Sub)
	}
	s := newScope()
	var filters []*sparql11.Filter
	for _, e := range g.Elements {
		if r.err != nil {
			return s
		}
		switch e := e.(type) {
		case *sparql11.Triple:
			if !isHint(e) {
				r.triple(s, e)
			}
		case *sparql11.Filter:
			filters = append(filters, e)
		case *sparql11.Union:
			r.union(s, e)
		case *sparql11.Optional:
			r.optional(s, e)
		case *sparql11.Minus:
			r.minus(s, e, outer)
		case *sparql11.Bind:
			s.alias[e.Var] = alias{expr: e.Expr, in: s}
			if v := r.renamed(s, e.Expr); v != "" {
				delete(s.alias, e.Var)
				r.bind(s, e.Pos, e.Var)
				s.f = append(s.f, pair{pos: e.Pos, a: variable(e.Var), b: variable(v), same: true})
			} else if t := e.Expr.Term; e.Expr.Op == "" && t.Kind == sparql11.IRI {
				delete(s.alias, e.Var)
				r.bind(s, e.Pos, e.Var)
				s.f = append(s.f, condition{e.Pos, variable(e.Var), test{kind: oneOf, terms: []node{t}}})
			}
		case *sparql11.Values:
			r.values(s, e)
		case *sparql11.Service:
			r.service(s, e)
		case *sparql11.Graph:
			r.fail(e.Pos, "GRAPH: a concept is about one graph; choose it with --graph and leave out GRAPH")
		}
	}
	for _, f := range filters {
		in := s
		if outer != nil {
			in = s.within(outer)
		}
		s.f = append(s.f, r.filter(in, f))
	}
	return s
}

// within returns the scope with the variables of the group around it.
func (s *scope) within(outer *scope) *scope {
	out := s.clone()
	for v := range outer.certain {
		if !s.has(v) {
			out.certain[v] = true
		}
	}
	for v, a := range outer.alias {
		if !s.has(v) {
			out.alias[v] = a
		}
	}
	return out
}

// renamed returns the variable that an expression is; empty if it is something else or may have no
// value.
func (r *reader) renamed(s *scope, e *sparql11.Expr) string {
	if e.Op == "" && e.Term.Kind == sparql11.Var && s.certain[e.Term.Value] {
		return e.Term.Value
	}
	return ""
}

// bind notes that a part of the group gives the variable a value.
func (r *reader) bind(s *scope, at sparql11.Pos, v string) {
	if _, ok := s.alias[v]; ok {
		r.fail(at, "?%s stands for an expression, which concepts cannot compute", v)
	}
	if l, ok := s.maybe[v]; ok && l != unionBound {
		r.fail(at, "?%s may have no value here: it comes from OPTIONAL; put that statement without OPTIONAL", v)
	}
	delete(s.maybe, v)
	s.certain[v] = true
}

// unionBound marks variables that some sides of a UNION bind.
var unionBound = &lazy{}

func (r *reader) triple(s *scope, t *sparql11.Triple) {
	for _, n := range []node{t.Subject, t.Object} {
		if n.Kind == sparql11.Var {
			r.bind(s, t.Pos, n.Value)
		}
	}
	s.f = append(s.f, r.path(t.Path, t.Subject, t.Object))
}

// union reads a UNION or a nested group.
func (r *reader) union(s *scope, u *sparql11.Union) {
	if v, ok := r.domain(u); ok {
		r.bind(s, u.Pos, v)
		return
	}
	var sides []*scope
	for i := 0; i < len(u.Branches); i++ {
		var side *scope
		if v, named, ok := mentioned(u.Branches[i:]); ok {
			side = newScope()
			r.bind(side, u.Pos, v)
			side.f = []formula{condition{u.Pos, variable(v), test{kind: oneOf, terms: named}}}
			i++
		} else {
			side = r.group(u.Branches[i], nil)
		}
		if r.err != nil {
			return
		}
		sides = append(sides, side)
	}
	r.join(s, u.Pos, r.either(sides))
}

// either returns the union of scopes.
func (r *reader) either(sides []*scope) *scope {
	out := newScope()
	var f []formula
	count := map[string]int{}
	for _, side := range sides {
		f = append(f, side.formula())
		for v := range side.certain {
			count[v]++
		}
	}
	out.f = []formula{or(f...)}
	for v, n := range count {
		if n == len(sides) {
			out.certain[v] = true
		} else {
			out.maybe[v] = unionBound
		}
	}
	for _, side := range sides {
		for v, l := range side.maybe {
			if len(sides) > 1 && l != unionBound {
				l = nil
			}
			if out.certain[v] {
				delete(out.certain, v)
			}
			if before, ok := out.maybe[v]; ok && before != l {
				l = nil
			}
			out.maybe[v] = l
		}
		if len(sides) == 1 {
			out.alias = side.alias
			continue
		}
		for v := range side.alias {
			out.maybe[v] = nil
		}
	}
	return out
}

// join adds what a nested group says.
func (r *reader) join(s *scope, at sparql11.Pos, in *scope) {
	for v, a := range in.alias {
		if s.has(v) {
			r.fail(at, "?%s stands for an expression, which concepts cannot compute", v)
		}
		s.alias[v] = a
	}
	for v, l := range in.maybe {
		switch {
		case s.certain[v] && l == unionBound:
		case s.has(v):
			r.fail(at, "?%s may have no value in a group, and has one outside it", v)
		default:
			s.maybe[v] = l
		}
	}
	for v := range in.certain {
		r.bind(s, at, v)
	}
	s.f = append(s.f, in.f...)
}

// optional keeps an OPTIONAL for later: it takes nothing away, so that it matters only where its
// variables do.
func (r *reader) optional(s *scope, o *sparql11.Optional) {
	left := s.clone()
	l := &lazy{group: o.Group, left: left}
	inner := o.Group.Visible()
	for v := range inner {
		if s.has(v) && !s.certain[v] { // it may bind what an OPTIONAL before did not
			l = nil
		}
	}
	for v := range inner {
		if _, ok := s.alias[v]; !ok && !s.certain[v] {
			s.maybe[v] = l
		}
	}
}

// force returns the pattern of an OPTIONAL, in which v has a value.
func (r *reader) force(at sparql11.Pos, l *lazy, v string) formula {
	if l == nil || l == unionBound {
		r.fail(at, "it depends on the solution whether ?%s has a value; write the condition where ?%[1]s gets it", v)
		return conj{}
	}
	if l.found == nil {
		l.found = r.group(l.group, l.left)
		r.apart(l.found, l.left)
	}
	_, counted := l.found.alias[v]
	if r.err == nil && !l.found.certain[v] && !counted {
		r.fail(at, "?%s may have no value although its OPTIONAL has", v)
	}
	return l.found.formula()
}

// apart checks that a part of a query shares only variables with the group before it that always
// have a value.
func (r *reader) apart(in, left *scope) {
	for v, l := range in.maybe {
		if left.has(v) && !(l == unionBound && left.certain[v]) {
			r.fail(in.formula().at(), "?%s may have no value in a group, and has one outside it", v)
		}
	}
	for v := range in.certain {
		if _, ok := left.maybe[v]; ok {
			r.fail(in.formula().at(), "?%s may have no value outside a group that gives it one", v)
		}
	}
}

// minus reads MINUS. It takes nothing away if no variable is shared. Engines differ where only the group around EXISTS,
// outer, has a variable of it: to some it is shared.
func (r *reader) minus(s *scope, m *sparql11.Minus, outer *scope) {
	if r.isOfRedirects(m.Group) {
		return
	}
	in := r.group(m.Group, nil)
	if r.err != nil {
		return
	}
	shared := false
	for v := range in.certain {
		_, maybe := s.maybe[v]
		shared = shared || s.certain[v]
		if outer != nil && outer.has(v) && !s.has(v) {
			r.fail(m.Pos, "MINUS about ?%s, which only the group around has: engines differ; write what is said of ?%[1]s "+
				"before MINUS", v)
		}
		if maybe {
			r.fail(m.Pos, "MINUS about ?%s, which may have no value", v)
		}
	}
	for v := range in.maybe {
		if s.has(v) {
			r.fail(m.Pos, "?%s may have no value in MINUS, and has one outside it", v)
		}
	}
	for v := range in.alias {
		if s.has(v) {
			r.fail(m.Pos, "?%s stands for an expression, which concepts cannot compute", v)
		}
	}
	if !shared {
		r.note(m.Pos, "MINUS has no variable in common with what is before it, and takes nothing away")
		return
	}
	s.f = append(s.f, not(r.hidden(in.formula(), s)))
}

// hidden renames the variables that the group around does not have so far.
func (r *reader) hidden(f formula, s *scope) formula {
	names := map[node]node{}
	for _, n := range variables(f) {
		if n.Kind == sparql11.Var && !s.has(n.Value) {
			names[n] = r.fresh(n)
		}
	}
	return rename(f, names)
}

func rename(f formula, names map[node]node) formula {
	if len(names) == 0 {
		return f
	}
	return replace(f, func(n node) node {
		if to, ok := names[n]; ok {
			return to
		}
		return n
	})
}

// fresh returns a variable that the query does not have.
func (r *reader) fresh(n node) node {
	r.renames++
	name, _, _ := strings.Cut(n.Value, "#")
	return node{Kind: sparql11.Blank, Value: fmt.Sprintf("%s#%d", name, r.renames)}
}

// exists reads the group of EXISTS.
func (r *reader) exists(s *scope, g *sparql11.Group) formula {
	in := r.group(g, s)
	if r.err != nil {
		return conj{}
	}
	for v := range in.alias {
		if s.has(v) {
			r.fail(g.Pos, "?%s stands for an expression, which concepts cannot compute", v)
		}
	}
	r.apart(in, s)
	return r.hidden(in.formula(), s)
}

// values reads VALUES.
func (r *reader) values(s *scope, v *sparql11.Values) {
	for _, name := range v.Vars {
		r.bind(s, v.Pos, name)
	}
	if len(v.Vars) == 1 {
		var terms []node
		for _, row := range v.Rows {
			if row[0].Kind == sparql11.Undef {
				r.fail(v.Pos, "VALUES with UNDEF: leave it out")
				return
			}
			terms = append(terms, row[0])
			r.sameSpelling(v.Pos, "?"+v.Vars[0], row[0])
		}
		s.f = append(s.f, condition{v.Pos, variable(v.Vars[0]), test{kind: oneOf, terms: terms}})
		return
	}
	rows := disj{}
	for _, row := range v.Rows {
		var all conj
		for i, t := range row {
			if t.Kind == sparql11.Undef {
				r.fail(v.Pos, "VALUES with UNDEF: leave it out")
				return
			}
			r.sameSpelling(v.Pos, "?"+v.Vars[i], t)
			all = append(all, condition{v.Pos, variable(v.Vars[i]), test{kind: oneOf, terms: []node{t}}})
		}
		rows = append(rows, all)
	}
	s.f = append(s.f, rows)
}

// labelService is the service of Wikidata that binds ?xLabel to the label of ?x.
const labelService = wikibase + "label"

// instead says what can be written in place of other services of Wikidata and Blazegraph.
var instead = map[string]string{
	wikibase + "around": "a concept has no distances; leave it out, and say the place by a property, such as " +
		"wdt:P131",
	wikibase + "box": "a concept has no distances; leave it out, and say the place by a property, such as " +
		"wdt:P131",
	wikibase + "mwapi":          "a concept does not search texts; leave it out, and name what it finds in VALUES",
	bigdata + "rdf#slice":       "a concept is about all answers; write its triples without it, and use LIMIT",
	bigdata + "rdf#sample":      "a concept is about all answers; write its triples without it, and use LIMIT",
	bigdata + "rdf/gas#service": "write the steps as a path, such as wdt:P279*",
}

const (
	wikibase = "http://wikiba.se/ontology#"
	bigdata  = "http://www.bigdata.com/"
)

// isHint reports whether the triple tells Blazegraph how to evaluate the query, which changes no answer.
func isHint(t *sparql11.Triple) bool {
	return t.Subject.Kind == sparql11.IRI && strings.HasPrefix(t.Subject.Value, bigdata+"queryHints#")
}

// service reads a label service, which takes nothing away.
func (r *reader) service(s *scope, e *sparql11.Service) {
	if e.Name.Value != labelService {
		r.fail(e.Pos, "SERVICE: %s", cmp.Or(instead[e.Name.Value], "a concept is about one endpoint"))
		return
	}
	for v := range e.Group.Visible() {
		if !s.has(v) {
			s.maybe[v] = nil
		}
	}
}
