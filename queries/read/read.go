package read

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	rdflib "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/paths"
	"github.com/tggo/goRDFlib/sparql"

	"github.com/genus-kg/genus/learner/dl"
)

// Options say how the graph of a query states class membership; empty means as RDF does.
type Options struct {
	Prefixes         map[string]string // declared before the query, which may declare others
	Type, SubClassOf string            // IRIs of properties
}

const (
	rdfType        = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	bottomProperty = "http://www.w3.org/2002/07/owl#bottomObjectProperty"
	rdfsSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
)

// ErrNoConcept is the error of Concept for a query that is not SPARQL, or no concept. The message
// says which part is not.
var ErrNoConcept = errors.New("no concept")

// variable matches a variable of SPARQL, which no concept has.
var variable = regexp.MustCompile(`(^|[\s({.;,/])[?$][A-Za-z_]`)

// IsQuery reports whether the text is a SPARQL query or graph pattern rather than a concept.
func IsQuery(text string) bool { return variable.MatchString(text) }

// Concept returns the concept whose members a SPARQL query selects: that of its first variable. It
// reads what queries.Select writes, but comparisons with kinds and time zones, and graph patterns that have
// the shape of a concept: triples, also with paths p/q and ^p, that form a tree; FILTER with a value
// or [NOT] EXISTS; MINUS, UNION and VALUES; GROUP BY with HAVING (COUNT(DISTINCT ?y) >= n). A
// graph pattern alone is about ?x. OPTIONAL, ORDER BY, LIMIT and OFFSET do not matter. The
// prefixes of the options are declared. Other queries are ErrNoConcept.
func Concept(text string, o Options) (dl.Concept, error) {
	if !regexp.MustCompile(`(?i)\bSELECT\b`).MatchString(text) || strings.HasPrefix(strings.TrimSpace(text), "{") {
		text = "SELECT ?x WHERE {\n" + text + "\n}"
	}
	var prologue strings.Builder
	for _, p := range slices.Sorted(maps.Keys(o.Prefixes)) {
		fmt.Fprintf(&prologue, "PREFIX %s: <%s>\n", p, o.Prefixes[p])
	}
	q, err := sparql.Parse(prologue.String() + text)
	if err != nil {
		return nil, fmt.Errorf("%w: the query is not SPARQL that genus reads: %w", ErrNoConcept, err)
	}
	r := &reader{prefixes: q.Prefixes, typing: cmp.Or(o.Type, rdfType),
		subclass: cmp.Or(o.SubClassOf, rdfsSubClassOf)}
	if q.Type != "SELECT" || len(q.Variables) == 0 {
		r.fail("SELECT with one variable is needed, as in SELECT ?x")
		return nil, r.err
	}
	c := r.query(q, q.Variables[0])
	return c, r.err
}

// query returns the concept of the variable in a query or subselect.
func (r *reader) query(q *sparql.ParsedQuery, v string) dl.Concept {
	g := r.group(q.Where)
	if g.isDomain("?" + v) {
		return dl.Top{}
	}
	if q.Having == nil {
		return r.whole(g, "?"+v)
	}
	if len(q.GroupBy) != 1 || !isVar(q.GroupBy[0], "?"+v) {
		r.fail("HAVING without GROUP BY ?%s", v)
	}
	n, counted, atMost := r.having(q.Having)
	if atMost {
		r.fail("HAVING with at most %d: those without any are not in the groups; write FILTER NOT EXISTS or MINUS", n)
	}
	many := r.many(g, n, "?"+v, "?"+counted)
	if rest := r.whole(g, "?"+v); rest != (dl.Top{}) {
		return dl.And{L: many, R: rest}
	}
	return many
}

// having reads COUNT(DISTINCT ?y) >= n.
func (r *reader) having(e sparql.Expr) (n int, counted string, atMost bool) {
	b, ok := e.(*sparql.BinaryExpr)
	if !ok {
		r.fail("HAVING without a comparison: want HAVING (COUNT(DISTINCT ?y) >= 2)")
		return 0, "", false
	}
	f, isCount := b.Left.(*sparql.FuncExpr)
	l, isNumber := b.Right.(*sparql.LiteralExpr)
	if !isCount || !isNumber || f.Name != "COUNT" || !f.Distinct || len(f.Args) != 1 {
		r.fail("HAVING: want COUNT(DISTINCT ?y) and a number, as in HAVING (COUNT(DISTINCT ?y) >= 2)")
		return 0, "", false
	}
	v, isVar := f.Args[0].(*sparql.VarExpr)
	n, err := strconv.Atoi(l.Value.String())
	if !isVar || err != nil {
		r.fail("HAVING: want the COUNT of a variable and a whole number")
		return 0, "", false
	}
	switch b.Op {
	case ">=":
	case ">":
		n++
	default:
		atMost = true
	}
	return n, v.Name, atMost
}

// many returns ≥n r.C for the statements from v to the counted variable.
func (r *reader) many(g *graphPattern, n int, v, counted string) dl.Concept {
	for _, t := range g.triples {
		inverse := t.object == v && t.subject == counted
		if t.path != nil || isVariable(t.predicate) || !inverse && (t.subject != v || t.object != counted) {
			continue
		}
		t.read, g.reached[v] = true, true
		c := r.at(g, counted)
		g.reached[v] = false
		return dl.AtLeast{N: n, Role: dl.Role{IRI: r.iri(t.predicate), Inverse: inverse}, C: c}
	}
	r.fail("what is counted must be a property from %s to %s", v, counted)
	return nil
}

// graphPattern is a group of a query.
type graphPattern struct {
	triples []*edge
	filters []sparql.Expr
	blocks  []*block
	uses    map[string]int  // of terms in triples
	reached map[string]bool // variables
}

// edge is a triple, which is read once.
type edge struct {
	subject, object string
	path            paths.Path
	predicate       string
	read            bool
}

// block is a part of a group that has one variable in common with the rest.
type block struct {
	negated bool
	binds   bool                // its variables are those of the group; not so in FILTER and MINUS
	either  []*graphPattern     // the sides of a UNION, or one group
	query   *sparql.ParsedQuery // a subselect
	values  []dl.Concept        // of VALUES
	about   []string            // the variables inside
	read    bool
}

// group returns the parts of a pattern.
func (r *reader) group(p sparql.Pattern) *graphPattern {
	g := &graphPattern{uses: map[string]int{}, reached: map[string]bool{}}
	r.collect(g, p)
	return g
}

func (r *reader) collect(g *graphPattern, p sparql.Pattern) {
	switch p := p.(type) {
	case nil:
	case *sparql.BGP:
		for _, t := range p.Triples {
			g.triples = append(g.triples, &edge{subject: t.Subject, object: t.Object, path: t.PredicatePath,
				predicate: t.Predicate})
			g.uses[t.Subject]++
			g.uses[t.Object]++
		}
	case *sparql.JoinPattern:
		r.collect(g, p.Left)
		r.collect(g, p.Right)
	case *sparql.FilterPattern:
		r.collect(g, p.Pattern)
		if e, ok := p.Expr.(*sparql.ExistsExpr); ok {
			r.addBlock(g, &block{negated: e.Not}, e.Pattern)
			return
		}
		g.filters = append(g.filters, p.Expr)
	case *sparql.OptionalPattern:
		r.collect(g, p.Main)
	case *sparql.MinusPattern:
		r.collect(g, p.Left)
		r.addBlock(g, &block{negated: true}, p.Right)
	case *sparql.UnionPattern:
		r.addBlock(g, &block{binds: true}, p)
	case *sparql.SubqueryPattern:
		g.blocks = append(g.blocks, &block{binds: true, query: p.Query, about: marked(p.Query.Variables)})
	case *sparql.ValuesPattern:
		r.addValues(g, p)
	default:
		kind := strings.TrimPrefix(fmt.Sprintf("%T", p), "*sparql.")
		r.fail("%s is no part of a concept", strings.TrimSuffix(kind, "Pattern"))
	}
}

func marked(names []string) (out []string) {
	for _, name := range names {
		out = append(out, "?"+name)
	}
	return out
}

func (r *reader) addBlock(g *graphPattern, b *block, p sparql.Pattern) {
	for u, ok := p.(*sparql.UnionPattern); ok; u, ok = p.(*sparql.UnionPattern) {
		b.either = append(b.either, r.group(u.Right))
		p = u.Left
	}
	b.either = append(b.either, r.group(p))
	slices.Reverse(b.either)
	for _, side := range b.either {
		b.about = append(b.about, side.variables()...)
	}
	g.blocks = append(g.blocks, b)
}

func (r *reader) addValues(g *graphPattern, p *sparql.ValuesPattern) {
	b := &block{binds: true, about: marked(p.Vars)}
	for _, row := range p.Values {
		iri, ok := row[0].(rdflib.URIRef)
		if len(row) > 1 || !ok {
			r.fail("VALUES: want one variable and IRIs")
			return
		}
		b.values = append(b.values, dl.Nominal{IRI: iri.Value()})
	}
	g.blocks = append(g.blocks, b)
}

// variables returns the variables of the group and its blocks.
func (g *graphPattern) variables() []string {
	out := slices.DeleteFunc(slices.Collect(maps.Keys(g.uses)), func(v string) bool { return !isVariable(v) })
	for _, b := range g.blocks {
		out = append(out, b.about...)
	}
	return out
}

// isDomain reports whether the group only says that v is an individual, as Select writes it where a
// concept only excludes: v occurs in any statement.
func (g *graphPattern) isDomain(v string) bool {
	if len(g.blocks) != 1 || len(g.triples) > 0 {
		return false
	}
	for _, side := range g.blocks[0].either {
		if len(side.triples) == 1 && side.triples[0].subject == v && isVariable(side.triples[0].predicate) {
			return true
		}
	}
	return false
}

// whole returns the concept of the variable in a group, all parts of which must be about it.
func (r *reader) whole(g *graphPattern, v string) dl.Concept {
	c := r.at(g, v)
	for _, t := range g.triples {
		if !t.read {
			r.fail("the statement %s %s %s does not hang together with %s, or makes a circle", t.subject, t.predicate,
				t.object, v)
		}
	}
	for _, b := range g.blocks {
		if !b.read {
			r.fail("a part about %s has no variable in common with %s", strings.Join(b.about, ", "), v)
		}
	}
	for _, f := range g.filters {
		if f != nil && !isTypeCheck(f) {
			r.fail("a FILTER is no comparison of one variable with a value: %s", describe(f))
		}
	}
	return c
}

// at returns what the group says about the variable, or about an IRI as a subject.
func (r *reader) at(g *graphPattern, v string) dl.Concept {
	if isVariable(v) && g.reached[v] {
		r.fail("there are two ways to %s, but a concept is a tree", v)
		return nil
	}
	g.reached[v] = true
	parts := r.pairs(g, v)
	for _, t := range g.triples {
		switch {
		case t.read || r.err != nil:
		case t.subject == v && (isVariable(v) || !g.reached[t.object]):
			t.read = true
			parts = append(parts, r.step(g, t, t.object, false))
		case t.object == v && isVariable(v):
			t.read = true
			parts = append(parts, r.step(g, t, t.subject, true))
		}
	}
	for _, b := range g.blocks {
		if !b.read && r.err == nil && slices.Contains(b.about, v) {
			b.read = true
			parts = append(parts, r.block(g, b, v))
		}
	}
	for i, f := range g.filters {
		if c := r.filter(f, v); c != nil {
			parts, g.filters[i] = append(parts, c), nil
		}
	}
	return dl.Conj(parts...)
}

func (r *reader) block(g *graphPattern, b *block, v string) dl.Concept {
	for _, w := range b.about {
		bound := g.uses[w] > 0
		for _, o := range g.blocks {
			bound = bound || o != b && o.binds && slices.Contains(o.about, w)
		}
		if bound && w != v {
			r.fail("a part is about %s and %s, but a concept is a tree", v, w)
			return nil
		}
	}
	var sides []dl.Concept
	for _, side := range b.either {
		sides = append(sides, r.whole(side, v))
	}
	c := dl.Disj(append(sides, b.values...)...)
	if b.query != nil {
		c = r.query(b.query, v[1:])
	}
	if b.negated {
		return dl.Not{C: c}
	}
	return c
}

// step returns the concept of a statement from one variable to the term to, or the reverse.
func (r *reader) step(g *graphPattern, t *edge, to string, inverse bool) dl.Concept {
	path := t.path
	if path == nil {
		if isVariable(t.predicate) {
			r.fail("the property %s is a variable", t.predicate)
			return nil
		}
		path = paths.AsPath(rdflib.NewURIRefUnsafe(r.iri(t.predicate)))
	}
	steps, closed := r.steps(path, inverse)
	if r.err != nil {
		return nil
	}
	first := steps[0]
	if first == (dl.Role{IRI: r.typing}) && len(steps) == 1 {
		if class, ok := r.class(g, t, to); ok {
			return class
		}
	}
	if first.IRI == bottomProperty { // queries.Select writes ⊥ so
		g.filters = slices.DeleteFunc(g.filters,
			func(e sparql.Expr) bool { return describe(e) == "ISIRI(…) && STR(…) = " })
		return dl.Bottom{}
	}
	if closed {
		r.fail("the path %s*: only that of subclasses, after %s, is part of a concept", r.subclass, r.typing)
		return nil
	}
	c := r.filler(g, steps[len(steps)-1], to)
	for i := len(steps) - 1; i >= 0; i-- {
		if f, ok := c.(dl.Compare); ok && i == len(steps)-1 && f.Feature == steps[i].IRI {
			continue // the last step is the feature
		}
		c = dl.Exists{Role: steps[i], C: c}
	}
	return c
}

// filler returns the concept of the end of a path: a nominal, a value, or what the group says.
func (r *reader) filler(g *graphPattern, last dl.Role, to string) dl.Concept {
	if !isVariable(to) {
		switch term := r.term(to).(type) {
		case *sparql.IRIExpr:
			if c := r.at(g, to); c != (dl.Top{}) {
				return dl.And{L: dl.Nominal{IRI: term.Value}, R: c}
			}
			return dl.Nominal{IRI: term.Value}
		case *sparql.LiteralExpr:
			return r.compare(last, dl.Equal, term)
		}
		r.fail("%s is neither an IRI nor a value", to)
		return nil
	}
	var bounds []dl.Concept
	for i, f := range g.filters {
		if b, ok := f.(*sparql.BinaryExpr); ok && isVar(b.Left, to) {
			op, known := map[string]dl.Op{">=": dl.GreaterEq, "<=": dl.LessEq, "=": dl.Equal}[b.Op]
			if l, ok := b.Right.(*sparql.LiteralExpr); ok && known {
				bounds, g.filters[i] = append(bounds, r.compare(last, op, l)), nil
			}
		}
	}
	switch {
	case len(bounds) == 1 && g.uses[to] == 1:
		return bounds[0]
	case len(bounds) > 0:
		r.fail("several conditions of the value %s: a concept compares each value by itself", to)
	}
	return r.at(g, to)
}

// class returns the class that a statement of membership names, directly or by a variable whose
// superclass is named.
func (r *reader) class(g *graphPattern, t *edge, to string) (dl.Concept, bool) {
	if !isVariable(to) {
		return dl.Name{IRI: r.iri(to)}, true
	}
	for _, up := range g.triples {
		if up == t || up.read || up.subject != to || up.path == nil || g.uses[to] != 2 || isVariable(up.object) {
			continue
		}
		if m, ok := up.path.(*paths.MulPath); ok && m.Zero && m.More && isProperty(m.Path, r.subclass) {
			up.read = true
			return dl.Name{IRI: r.iri(up.object)}, true
		}
	}
	return nil, false
}

// pairs returns ≥2 r.⊤ for two variables of one property that a FILTER keeps apart.
func (r *reader) pairs(g *graphPattern, v string) (out []dl.Concept) {
	for i, f := range g.filters {
		b, ok := f.(*sparql.BinaryExpr)
		if !ok || b.Op != "!=" {
			continue
		}
		var ends []*edge
		for _, t := range g.triples {
			kept := isVar(b.Left, t.object) || isVar(b.Right, t.object)
			if kept && !t.read && t.path == nil && t.subject == v && g.uses[t.object] == 1 {
				ends = append(ends, t)
			}
		}
		if len(ends) == 2 && ends[0].predicate == ends[1].predicate && ends[0].object != ends[1].object {
			ends[0].read, ends[1].read, g.filters[i] = true, true, nil
			out = append(out, dl.AtLeast{N: 2, Role: dl.Role{IRI: r.iri(ends[0].predicate)}, C: dl.Top{}})
		}
	}
	return out
}

// filter returns what a FILTER with one term says about the variable, nil if it says nothing.
func (r *reader) filter(e sparql.Expr, v string) dl.Concept {
	b, ok := e.(*sparql.BinaryExpr)
	if !ok {
		return nil
	}
	iri, isIRI := b.Right.(*sparql.IRIExpr)
	switch {
	case b.Op == "||" && isCheck(b.Left, "ISBLANK"):
		return r.filter(b.Right, v)
	case b.Op == "||", b.Op == "&&":
		x, y := r.filter(b.Left, v), r.filter(b.Right, v)
		switch {
		case x == nil || y == nil:
			return nil
		case b.Op == "||":
			return dl.Disj(x, y)
		}
		return dl.Conj(x, y)
	case !isIRI || !isVar(b.Left, v):
		return nil
	case b.Op == "=":
		return dl.Nominal{IRI: r.resolved(iri)}
	case b.Op == "!=":
		return dl.Not{C: dl.Nominal{IRI: r.resolved(iri)}}
	}
	return nil
}
