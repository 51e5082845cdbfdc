package read

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	rdflib "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/paths"
	"github.com/tggo/goRDFlib/sparql"

	"github.com/genus-kg/genus/learner/dl"
)

// reader reads one query. It keeps the first error.
type reader struct {
	prefixes         map[string]string
	typing, subclass string // IRIs
	err              error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrNoConcept, fmt.Sprintf(format, args...))
	}
}

func isVariable(term string) bool { return strings.HasPrefix(term, "?") }

func (r *reader) compare(feature dl.Role, op dl.Op, l *sparql.LiteralExpr) dl.Concept {
	literal, ok := l.Value.(rdflib.Literal)
	if !ok || feature.Inverse || literal.Language() != "" {
		r.fail("%s cannot be compared", l.Value)
		return nil
	}
	v, err := dl.ParseLiteral(literal.Lexical(), literal.Datatype().Value())
	ordered := err == nil && v.Kind() != dl.String && v.Kind() != dl.Boolean
	if err != nil || ordered == (op == dl.Equal) {
		r.fail("%s: a concept compares numbers and times by >= and <=, strings and booleans by =", l.Value)
		return nil
	}
	return dl.Compare{Feature: feature.IRI, Op: op, Value: v}
}

func isProperty(p paths.Path, iri string) bool {
	u, ok := p.(paths.URIRefPath)
	return ok && u.URI.Value() == iri
}

func isVar(e sparql.Expr, v string) bool {
	x, ok := e.(*sparql.VarExpr)
	return ok && "?"+x.Name == v
}

func isCheck(e sparql.Expr, name string) bool {
	f, ok := e.(*sparql.FuncExpr)
	return ok && f.Name == name
}

// isTypeCheck reports whether a FILTER says that a term is an individual, which every member is.
func isTypeCheck(e sparql.Expr) bool {
	if u, ok := e.(*sparql.UnaryExpr); ok && u.Op == "!" {
		return isCheck(u.Arg, "ISLITERAL")
	}
	return isCheck(e, "ISIRI") || isCheck(e, "ISURI")
}

func describe(e sparql.Expr) string {
	switch e := e.(type) {
	case *sparql.BinaryExpr:
		return describe(e.Left) + " " + e.Op + " " + describe(e.Right)
	case *sparql.UnaryExpr:
		return e.Op + describe(e.Arg)
	case *sparql.FuncExpr:
		return e.Name + "(…)"
	case *sparql.VarExpr:
		return "?" + e.Name
	case *sparql.LiteralExpr:
		return e.Value.String()
	case *sparql.IRIExpr:
		return e.Value
	}
	return "EXISTS {…}"
}

// term returns the meaning of a term as the parser resolves it in a FILTER.
func (r *reader) term(text string) sparql.Expr {
	q, err := sparql.Parse(r.declarations() + "SELECT ?x WHERE { ?x ?p ?o FILTER(?x = " + text + ") }")
	if err != nil {
		r.fail("%s: %v", text, err)
		return nil
	}
	e := q.Where.(*sparql.FilterPattern).Expr.(*sparql.BinaryExpr).Right
	if iri, ok := e.(*sparql.IRIExpr); ok {
		return &sparql.IRIExpr{Value: r.resolved(iri)}
	}
	return e
}

func (r *reader) declarations() string {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(r.prefixes)) {
		if !strings.HasPrefix(p, "__") {
			fmt.Fprintf(&b, "PREFIX %s: <%s>\n", p, r.prefixes[p])
		}
	}
	return b.String()
}

// resolved returns the IRI without a prefix.
func (r *reader) resolved(e *sparql.IRIExpr) string {
	prefix, local, ok := strings.Cut(e.Value, ":")
	if ns, known := r.prefixes[prefix]; ok && known && !strings.HasPrefix(local, "//") {
		return ns + local
	}
	return e.Value
}

func (r *reader) iri(text string) string {
	if e, ok := r.term(text).(*sparql.IRIExpr); ok && strings.Contains(e.Value, ":") {
		return e.Value
	}
	r.fail("%s is no IRI, or its prefix is not declared", text)
	return ""
}
