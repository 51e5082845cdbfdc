package embedded

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// materializer rewrites a parsed query so that no pattern is evaluated twice.
//
// For every solution on the left of a join, an OPTIONAL or an EXISTS, goRDFlib
// evaluates the right side anew: by index look-ups if it is a plain set of triple
// patterns, otherwise from scratch and without the left solution's bindings, to
// throw away afterwards what does not agree. A nested query costs the product of
// all its levels. As such a right side does not depend on the left, it is evaluated
// once, innermost first, and put in its place as VALUES; the answer is the same.
type materializer struct {
	ctx   context.Context
	graph *graph.Graph
	query *sparql.ParsedQuery // whose prefixes hold here
	err   error               // the first: then nothing more is evaluated
}

func (m *materializer) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

var errNamedGraph = errors.New("GRAPH: the embedded endpoint has a default graph only")

// rewrite returns the query to evaluate; parsed is left as it was.
func rewrite(ctx context.Context, g *graph.Graph, parsed *sparql.ParsedQuery) (*sparql.ParsedQuery, error) {
	q := *parsed
	m := &materializer{ctx: ctx, graph: g, query: parsed}
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
		return m.renameRepeated(v)
	case *sparql.JoinPattern:
		return &sparql.JoinPattern{Left: m.pattern(v.Left), Right: m.evaluateApart(v.Right)}
	case *sparql.OptionalPattern:
		return &sparql.OptionalPattern{Main: m.pattern(v.Main), Optional: m.evaluateApart(v.Optional)}
	case *sparql.UnionPattern:
		return &sparql.UnionPattern{Left: m.pattern(v.Left), Right: m.pattern(v.Right)}
	case *sparql.MinusPattern:
		return &sparql.MinusPattern{Left: m.pattern(v.Left), Right: m.pattern(v.Right)}
	case *sparql.FilterPattern:
		return &sparql.FilterPattern{Pattern: m.pattern(v.Pattern), Expr: m.expr(v.Expr)}
	case *sparql.BindPattern:
		return &sparql.BindPattern{Pattern: m.pattern(v.Pattern), Expr: m.expr(v.Expr), Var: v.Var}
	case *sparql.SubqueryPattern:
		q, err := rewrite(m.ctx, m.graph, v.Query)
		if err != nil {
			m.fail(err)
		}
		return &sparql.SubqueryPattern{Query: q}
	case *sparql.GraphPattern:
		m.fail(errNamedGraph)
	}
	return p
}

// expr returns e with its comparisons repaired and the patterns of its EXISTS
// materialized. The tree of the parser is not changed.
func (m *materializer) expr(e sparql.Expr) sparql.Expr {
	switch v := e.(type) {
	case *sparql.BinaryExpr:
		return repair(&sparql.BinaryExpr{Op: v.Op, Left: m.expr(v.Left), Right: m.expr(v.Right)})
	case *sparql.UnaryExpr:
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
			return numeric(w.Args[0]) // the engine's own knows no derived types
		}
		return &w
	case *sparql.ExistsExpr:
		return &sparql.ExistsExpr{Pattern: m.evaluateApart(v.Pattern), Not: v.Not}
	}
	return e
}

// evaluateApart prepares the right side of a join. Plain triple patterns stay: the
// engine looks them up with the bindings of the left. All else becomes VALUES.
func (m *materializer) evaluateApart(p sparql.Pattern) sparql.Pattern {
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

// renameRepeated rewrites ?x p ?x as ?x p ?y with ?y the same term: the engine binds the
// variable by the subject and then never looks at the object. Strings that the
// engine would misread are compared likewise (text.go).
func (m *materializer) renameRepeated(b *sparql.BGP) sparql.Pattern {
	triples := slices.Clone(b.Triples)
	var tests []sparql.Expr
	for i, t := range triples {
		if l, ok := escapedText(t.Object, m.query.Prefixes); ok {
			other := fmt.Sprintf("_text%d_", i)
			triples[i].Object = "?" + other
			tests = append(tests, call("SAMETERM", &sparql.VarExpr{Name: other}, &sparql.LiteralExpr{Value: l}))
		}
		if t.Subject == t.Object && strings.HasPrefix(t.Subject, "?") {
			// The engine keeps variables with an underscore out of its answers.
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

// checkPrefixes refuses a prefix that is not declared: the engine would read the term as
// a variable, and match everything.
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

// prefixOf gives the prefix of a term that the parser left as "prefix:local".
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
