package embedded

import (
	"slices"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// goRDFlib v0.1.5 compares any two terms by some order, so that "abc" <= 3, an
// IRI <= 3 and an unbound variable < 3 hold, NaN compares by its spelling, and
// xsd:short and its like are no numbers; and a != with an error on one side holds.
// SPARQL 1.1 (section 17.3) calls these errors, which a FILTER drops. Comparisons
// are therefore rewritten before a query is evaluated:
//
//	a < b   becomes   IF(numeric(a) && numeric(b),
//	                     IF(D(a) = D(a) && D(b) = D(b), D(a) < D(b), false),
//	                     IF(DATATYPE(a) = DATATYPE(b) and not numeric, a < b, error))
//	a = b   becomes   IF(SAMETERM(a, a) && SAMETERM(b, b), a = b, error)
//
// and where a or b is a number in the text, an error if the other is a literal
// and no number;
//
// where D casts to xsd:double, which is how the engine compares numbers anyway,
// after rounding floats to xsd:float, and 1e400, at which its cast fails, to INF.
// HAVING is left alone: the engine sees aggregates only outside of IF.

var numericTypes = []string{
	"integer", "decimal", "double", "float", "int", "long", "short", "byte",
	"nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger",
	"unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte",
}

// repair returns a comparison as SPARQL defines it.
func repair(b *sparql.BinaryExpr) sparql.Expr {
	if holdsExists(b.Left) || holdsExists(b.Right) {
		return b // EXISTS is a boolean: only && and || make sense, and IF would hide it
	}
	failed := call("ERROR") // no such function: its value is an error
	switch b.Op {
	case "=", "!=":
		bound := call("IF", and(call("SAMETERM", b.Left, b.Left), call("SAMETERM", b.Right, b.Right)), b, failed)
		if !number(b.Left) && !number(b.Right) {
			return bound
		}
		// The engine ignores the datatype, and takes "1"^^my:unit for 1.
		both, literals := and(numeric(b.Left), numeric(b.Right)), and(call("ISLITERAL", b.Left), call("ISLITERAL", b.Right))
		numbers := &sparql.BinaryExpr{Op: b.Op, Left: double(b.Left), Right: double(b.Right)}
		return call("IF", both, numbers, call("IF", literals, failed, bound))
	case "<", "<=", ">", ">=":
		left, right := double(b.Left), double(b.Right)
		numbers := call("IF", and(equal(left, left), equal(right, right)),
			&sparql.BinaryExpr{Op: b.Op, Left: left, Right: right}, truth(false))
		// Two unbound values have no datatype, and equal(nil, nil) is false.
		others := call("IF", equal(call("DATATYPE", b.Left), call("DATATYPE", b.Right)), b, failed)
		return call("IF", and(numeric(b.Left), numeric(b.Right)), numbers,
			call("IF", &sparql.BinaryExpr{Op: "||", Left: numeric(b.Left), Right: numeric(b.Right)}, failed, others))
	}
	return b
}

// double is D.
func double(e sparql.Expr) sparql.Expr {
	if number(e) {
		return call("XSD:DOUBLE", e)
	}
	infinite := func(sign, pattern string, otherwise sparql.Expr) sparql.Expr {
		matches := call("REGEX", call("STR", e), &sparql.LiteralExpr{Value: term.NewLiteral("^" + pattern + `[0-9.]+[eE]\+?[0-9]+$`)})
		inf := term.NewLiteral(sign+"INF", term.WithDatatype(term.NewURIRefUnsafe(term.XSDNamespace+"double")))
		return call("IF", matches, &sparql.LiteralExpr{Value: inf}, otherwise)
	}
	rounded := call("IF", equal(call("DATATYPE", e), &sparql.LiteralExpr{Value: term.XSDFloat}), call("XSD:FLOAT", e), e)
	return call("COALESCE", call("XSD:DOUBLE", rounded), infinite("-", "-", infinite("", `\+?`, call("ERROR"))))
}

// number reports whether e is a number in the text of the query.
func number(e sparql.Expr) bool {
	c, ok := e.(*sparql.LiteralExpr)
	if !ok {
		return false
	}
	l, ok := c.Value.(term.Literal)
	return ok && slices.ContainsFunc(numericTypes, func(name string) bool { return l.Datatype().Value() == term.XSDNamespace+name })
}

// numeric tests the datatype; of a constant, right here.
func numeric(e sparql.Expr) sparql.Expr {
	if _, constant := e.(*sparql.LiteralExpr); constant {
		return truth(number(e))
	}
	datatype := call("DATATYPE", e)
	var any sparql.Expr = truth(false)
	for _, name := range numericTypes {
		any = &sparql.BinaryExpr{Op: "||", Left: any, Right: equal(datatype, &sparql.IRIExpr{Value: term.XSDNamespace + name})}
	}
	return any
}

func holdsExists(e sparql.Expr) bool {
	switch v := e.(type) {
	case *sparql.ExistsExpr:
		return true
	case *sparql.BinaryExpr:
		return holdsExists(v.Left) || holdsExists(v.Right)
	case *sparql.UnaryExpr:
		return holdsExists(v.Arg)
	case *sparql.FuncExpr:
		return slices.ContainsFunc(v.Args, holdsExists)
	}
	return false
}

func call(name string, args ...sparql.Expr) sparql.Expr {
	return &sparql.FuncExpr{Name: name, Args: args}
}

func and(a, b sparql.Expr) sparql.Expr   { return &sparql.BinaryExpr{Op: "&&", Left: a, Right: b} }
func equal(a, b sparql.Expr) sparql.Expr { return &sparql.BinaryExpr{Op: "=", Left: a, Right: b} }
func truth(b bool) sparql.Expr           { return &sparql.LiteralExpr{Value: term.NewLiteral(b)} }
