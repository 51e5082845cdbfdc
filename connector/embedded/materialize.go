package embedded

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/paths"
	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// A materializer rewrites a parsed query so that no pattern is evaluated twice.
//
// For every solution on the left of a join, an OPTIONAL or an EXISTS, goRDFlib evaluates
// the right side again. It uses index look-ups if the right side is a set of triple
// patterns. Otherwise it ignores the bindings of the left solution, evaluates the whole
// right side, and drops the solutions that do not agree. So a nested query costs the
// product of its levels. Such a right side does not depend on the left one: the
// materializer evaluates it once, innermost first, and replaces it by VALUES. The answer
// is the same.
type materializer struct {
	ctx   context.Context
	index *index
	graph *graph.Graph
	query *sparql.ParsedQuery // for its prefixes and base
	paths int                 // that were written in steps, for the names of variables
	err   error               // the first error, after which nothing more is evaluated
}

func (m *materializer) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

var errNamedGraph = errors.New("GRAPH: the embedded endpoint has a default graph only")

// rewrite returns the query to evaluate. It does not change parsed.
func rewrite(ctx context.Context, x *index, g *graph.Graph, parsed *sparql.ParsedQuery) (*sparql.ParsedQuery, error) {
	q := *parsed
	m := &materializer{ctx: ctx, index: x, graph: g, query: parsed}
	q.Where = m.pattern(parsed.Where)
	if holdsExists(q.Having) {
		m.fail(errors.New("EXISTS in HAVING: the embedded engine cannot evaluate it"))
	}
	q.ProjectExprs = slices.Clone(parsed.ProjectExprs)
	for i, p := range q.ProjectExprs {
		if holdsExists(p.Expr) {
			m.fail(errors.New("EXISTS in the projection: the embedded engine cannot evaluate it"))
		}
		if !aggregates(p.Expr) {
			q.ProjectExprs[i].Expr = m.expr(p.Expr)
		}
	}
	return &q, m.err
}

func (m *materializer) pattern(p sparql.Pattern) sparql.Pattern {
	switch v := p.(type) {
	case *sparql.BGP:
		m.checkPrefixes(v)
		return m.triplePatterns(v)
	case *sparql.JoinPattern:
		return &sparql.JoinPattern{Left: m.pattern(v.Left), Right: m.materialize(v.Right)}
	case *sparql.OptionalPattern:
		return &sparql.OptionalPattern{Main: m.pattern(v.Main), Optional: m.materialize(v.Optional)}
	case *sparql.UnionPattern:
		return &sparql.UnionPattern{Left: m.pattern(v.Left), Right: m.pattern(v.Right)}
	case *sparql.MinusPattern:
		return &sparql.MinusPattern{Left: m.pattern(v.Left), Right: m.pattern(v.Right)}
	case *sparql.FilterPattern:
		return &sparql.FilterPattern{Pattern: m.pattern(v.Pattern), Expr: m.expr(v.Expr)}
	case *sparql.BindPattern:
		return &sparql.BindPattern{Pattern: m.pattern(v.Pattern), Expr: m.expr(v.Expr), Var: v.Var}
	case *sparql.SubqueryPattern:
		q, err := rewrite(m.ctx, m.index, m.graph, v.Query)
		if err != nil {
			m.fail(err)
		}
		return &sparql.SubqueryPattern{Query: q}
	case *sparql.GraphPattern:
		m.fail(errNamedGraph)
	}
	return p
}

// expr returns a copy of e with repaired comparisons and with the patterns of EXISTS
// materialized.
func (m *materializer) expr(e sparql.Expr) sparql.Expr {
	switch v := e.(type) {
	case *sparql.BinaryExpr:
		b := &sparql.BinaryExpr{Op: v.Op, Left: m.expr(v.Left), Right: m.expr(v.Right)}
		return m.exactly(b, repair(b))
	case *sparql.UnaryExpr:
		if l, ok := negative(v); ok {
			return l
		}
		return &sparql.UnaryExpr{Op: v.Op, Arg: m.expr(v.Arg)}
	case *sparql.FuncExpr:
		w := *v
		w.Args = make([]sparql.Expr, len(v.Args))
		for i, arg := range v.Args {
			if holdsExists(arg) {
				m.fail(errors.New("EXISTS inside a function call: the embedded engine cannot evaluate it"))
			}
			w.Args[i] = m.expr(arg)
		}
		if strings.EqualFold(v.Name, "ISNUMERIC") && len(w.Args) == 1 {
			return numeric(w.Args[0]) // the engine's function ignores derived types
		}
		return &w
	case *sparql.ExistsExpr:
		return &sparql.ExistsExpr{Pattern: m.materialize(v.Pattern), Not: v.Not}
	}
	return e
}

// materialize rewrites the right side of a join. It keeps triple patterns, which the
// engine looks up with the bindings of the left side, and turns all else into VALUES.
func (m *materializer) materialize(p sparql.Pattern) sparql.Pattern {
	p = m.pattern(p)
	switch p.(type) {
	case *sparql.BGP, *sparql.ValuesPattern:
		return p
	}
	if err := m.ctx.Err(); err != nil {
		m.fail(err)
	}
	if m.err != nil {
		return p
	}
	result, err := sparql.EvalQuery(m.graph, &sparql.ParsedQuery{
		Type: "SELECT", Where: p, Limit: -1, Prefixes: m.query.Prefixes, BaseURI: m.query.BaseURI,
	}, nil)
	if err != nil {
		m.fail(err)
		return p
	}
	rows := make([][]term.Term, len(result.Bindings))
	for i, b := range result.Bindings {
		row := make([]term.Term, len(result.Vars))
		for j, name := range result.Vars {
			if t, ok := b[name]; ok {
				row[j] = t
			}
		}
		rows[i] = row
	}
	return &sparql.ValuesPattern{Vars: result.Vars, Values: rows}
}

// triplePatterns rewrites ?x p ?x as ?x p ?y with a filter that ?y is the same term,
// because the engine binds the variable to the subject and ignores the object. It does
// the same with a string that the engine would misread (text.go). Blank nodes become
// variables, because the engine takes two of the same label for two. A subject that may
// be a literal, for which the engine would take any other, is guarded (store.go).
func (m *materializer) triplePatterns(b *sparql.BGP) sparql.Pattern {
	var triples []sparql.Triple
	for _, t := range b.Triples {
		m.paths++
		triples = append(triples, steps(t, fmt.Sprintf("?_step%d_", m.paths))...)
	}
	for i := range triples {
		for _, end := range []*string{&triples[i].Subject, &triples[i].Object} {
			if label, ok := strings.CutPrefix(*end, "_:"); ok {
				*end = "?_blank_" + label
			}
		}
	}
	triples = guarded(triples)
	var tests []sparql.Expr
	for i, t := range triples {
		if l, ok := escapedText(t.Object, m.query.Prefixes); ok {
			other := fmt.Sprintf("_text%d_", i)
			triples[i].Object = "?" + other
			tests = append(tests, call("SAMETERM", &sparql.VarExpr{Name: other}, &sparql.LiteralExpr{Value: l}))
		}
		if t.Subject == t.Object && strings.HasPrefix(t.Subject, "?") {
			// The engine leaves variables that begin with an underscore out of its answers.
			other := fmt.Sprintf("_same%d_%s", i, t.Subject[1:])
			triples[i].Object = "?" + other
			tests = append(tests, call("SAMETERM", &sparql.VarExpr{Name: t.Subject[1:]}, &sparql.VarExpr{Name: other}))
		}
	}
	var p sparql.Pattern = &sparql.BGP{Triples: triples}
	for _, e := range tests {
		p = &sparql.FilterPattern{Pattern: p, Expr: e}
	}
	return p
}

// guarded adds a guard for each variable that is a subject: before the pattern, if an
// earlier one has given it a value, and otherwise after it.
func guarded(triples []sparql.Triple) (out []sparql.Triple) {
	isObject, checked := map[string]bool{}, map[string]bool{}
	for _, t := range triples {
		v := t.Subject
		guard := sparql.Triple{Subject: "<" + nonLiteral + ">", Predicate: "<" + nonLiteral + ">", Object: v}
		needed := strings.ContainsAny(v[:1], `?"'+-0123456789`) && !checked[v] && stepsFromSubject(t.PredicatePath)
		checked[v] = checked[v] || needed
		if needed && (isObject[v] || v[0] != '?') {
			out = append(out, guard, t)
		} else if out = append(out, t); needed {
			out = append(out, guard)
		}
		isObject[t.Object] = true
	}
	return out
}

// steps writes p/q as two patterns with a variable between them, and ^p backwards, because
// the engine drops or ignores literals there.
func steps(t sparql.Triple, fresh string) []sparql.Triple {
	switch p := t.PredicatePath.(type) {
	case *paths.InvPath:
		return steps(sparql.Triple{Subject: t.Object, Object: t.Subject, PredicatePath: p.Arg}, fresh)
	case *paths.SequencePath:
		var out []sparql.Triple
		for i, step := range p.Args {
			next := t.Object
			if i < len(p.Args)-1 {
				next = fmt.Sprintf("%s%d_", fresh, i)
			}
			out = append(out, steps(sparql.Triple{Subject: t.Subject, Object: next, PredicatePath: step}, next)...)
			t.Subject = next
		}
		return out
	}
	return []sparql.Triple{t}
}

// stepsFromSubject reports whether a path begins with a statement about its subject.
func stepsFromSubject(p paths.Path) bool {
	switch p := p.(type) {
	case nil, paths.URIRefPath, *paths.URIRefPath:
		return true
	case *paths.MulPath:
		return !p.Zero && stepsFromSubject(p.Path)
	}
	return false
}

// checkPrefixes refuses undeclared prefixes: the engine would take such a term for a
// variable, which matches everything.
func (m *materializer) checkPrefixes(b *sparql.BGP) {
	for _, t := range b.Triples {
		terms := []string{t.Subject, t.Object}
		if t.PredicatePath == nil {
			terms = append(terms, t.Predicate)
		}
		for _, s := range terms {
			prefix, ok := prefixOf(s)
			if _, declared := m.query.Prefixes[prefix]; ok && !declared {
				m.fail(fmt.Errorf("prefix %q is not declared (declared: %v)", prefix, slices.Sorted(maps.Keys(m.query.Prefixes))))
			}
		}
	}
}

// prefixOf returns the prefix of a term that the parser has left as "prefix:local".
func prefixOf(s string) (string, bool) {
	if s == "" {
		return "", false
	}
	switch c := s[0]; {
	case c == '?', c == '$', c == '<', c == '"', c == '\'', c == '+', c == '-', c == '_', '0' <= c && c <= '9':
		return "", false
	}
	prefix, _, ok := strings.Cut(s, ":")
	return prefix, ok
}

func aggregates(e sparql.Expr) bool {
	switch v := e.(type) {
	case *sparql.FuncExpr:
		switch v.Name {
		case "COUNT", "SUM", "AVG", "MIN", "MAX", "GROUP_CONCAT", "SAMPLE":
			return true
		}
		return slices.ContainsFunc(v.Args, aggregates)
	case *sparql.BinaryExpr:
		return aggregates(v.Left) || aggregates(v.Right)
	case *sparql.UnaryExpr:
		return aggregates(v.Arg)
	}
	return false
}
