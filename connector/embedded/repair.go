package embedded

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// goRDFlib v0.1.5 compares any two terms by some order: "abc" <= 3, an IRI <= 3 and an
// unbound variable < 3 hold. NaN compares by its spelling. The types derived from
// xsd:integer, such as xsd:short, are not numbers. A != with an error on one side holds.
// In SPARQL 1.1 (section 17.3) these are errors, and FILTER drops the solution. So
// comparisons are rewritten before a query is evaluated:
//
//	a < b   becomes   IF(numeric(a) && numeric(b),
//	                     IF(D(a) = D(a) && D(b) = D(b), D(a) < D(b), false),
//	                     IF(DATATYPE(a) = DATATYPE(b) and not numeric, a < b, error))
//	a = b   becomes   IF(SAMETERM(a, a) && SAMETERM(b, b), a = b, error)
//
// If a or b is a number in the query, = is an error if the other one is a literal but not
// a number. D casts to xsd:double, as the engine does in its own comparisons of numbers.
// Before, D rounds floats to xsd:float, and turns 1e400, at which the cast would fail,
// into INF. HAVING is not rewritten, because the engine does not find an aggregate in IF.

var numericTypes = []string{
	"integer", "decimal", "double", "float", "int", "long", "short", "byte",
	"nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger",
	"unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte",
}

// repair returns an expression for the comparison as SPARQL defines it.
func repair(b *sparql.BinaryExpr) sparql.Expr {
	if holdsExists(b.Left) || holdsExists(b.Right) {
		return b // the engine does not find EXISTS within IF
	}
	failed := call("ERROR") // an unknown function, whose value is an error
	switch b.Op {
	case "=", "!=":
		bound := call("IF", and(call("SAMETERM", b.Left, b.Left), call("SAMETERM", b.Right, b.Right)), b, failed)
		if !isNumber(b.Left) && !isNumber(b.Right) {
			return bound
		}
		// The engine ignores the datatype: to it "1"^^my:unit is 1.
		both, literals := and(numeric(b.Left), numeric(b.Right)), and(call("ISLITERAL", b.Left), call("ISLITERAL", b.Right))
		numbers := &sparql.BinaryExpr{Op: b.Op, Left: double(b.Left), Right: double(b.Right)}
		return call("IF", both, numbers, call("IF", literals, failed, bound))
	case "<", "<=", ">", ">=":
		// Two unbound values have no datatype, and equal(nil, nil) is false.
		others := call("IF", equal(call("DATATYPE", b.Left), call("DATATYPE", b.Right)), withLongYears(b), failed)
		if isOther(b.Left) || isOther(b.Right) {
			return others
		}
		left, right := double(b.Left), double(b.Right)
		numbers := call("IF", and(equal(left, left), equal(right, right)),
			&sparql.BinaryExpr{Op: b.Op, Left: left, Right: right}, truth(false))
		return call("IF", and(numeric(b.Left), numeric(b.Right)), numbers,
			call("IF", &sparql.BinaryExpr{Op: "||", Left: numeric(b.Left), Right: numeric(b.Right)}, failed, others))
	}
	return b
}

// double returns D(e), see above.
func double(e sparql.Expr) sparql.Expr {
	if isNumber(e) {
		return call("XSD:DOUBLE", e)
	}
	infinite := func(sign, pattern string, otherwise sparql.Expr) sparql.Expr {
		inf := term.NewLiteral(sign+"INF", term.WithDatatype(term.NewURIRefUnsafe(term.XSDNamespace+"double")))
		return call("IF", matches(call("STR", e), "^"+pattern+`[0-9.]+[eE]\+?[0-9]+$`), &sparql.LiteralExpr{Value: inf},
			otherwise)
	}
	rounded := call("IF", equal(call("DATATYPE", e), &sparql.LiteralExpr{Value: term.XSDFloat}), call("XSD:FLOAT", e), e)
	return call("COALESCE", call("XSD:DOUBLE", rounded), infinite("-", "-", infinite("", `\+?`, call("ERROR"))))
}

func isNumber(e sparql.Expr) bool {
	c, ok := e.(*sparql.LiteralExpr)
	if !ok {
		return false
	}
	l, ok := c.Value.(term.Literal)
	return ok && slices.ContainsFunc(numericTypes, func(name string) bool {
		return l.Datatype().Value() == term.XSDNamespace+name
	})
}

func numeric(e sparql.Expr) sparql.Expr {
	if _, constant := e.(*sparql.LiteralExpr); constant {
		return truth(isNumber(e))
	}
	return matches(call("STR", call("DATATYPE", e)), "^"+term.XSDNamespace+"("+strings.Join(numericTypes, "|")+")$")
}

// isOther reports whether e is a literal in the query that is no number.
func isOther(e sparql.Expr) bool {
	_, constant := e.(*sparql.LiteralExpr)
	return constant && !isNumber(e)
}

// withLongYears corrects a comparison with a date of the query, whose year has four digits. The engine
// compares years with more digits as text.
func withLongYears(b *sparql.BinaryExpr) sparql.Expr {
	date, order := b.Left, -1
	other := b.Right
	if isOther(b.Right) {
		date, other, order = b.Right, b.Left, 1
	}
	l, ok := date.(*sparql.LiteralExpr)
	if !ok {
		return b
	}
	switch of, _ := l.Value.(term.Literal); {
	case !fourDigits.MatchString(of.Lexical()):
	case of.Datatype() == term.XSDDateTime, of.Datatype() == term.XSDDate:
		return call("IF", matches(call("STR", other), "^[0-9]{5}"), truth(holds(b.Op, order)), b)
	}
	return b
}

var fourDigits = regexp.MustCompile("^[0-9]{4}-")

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

func matches(text sparql.Expr, pattern string) sparql.Expr {
	return call("REGEX", text, &sparql.LiteralExpr{Value: term.NewLiteral(pattern)})
}

func and(a, b sparql.Expr) sparql.Expr   { return &sparql.BinaryExpr{Op: "&&", Left: a, Right: b} }
func equal(a, b sparql.Expr) sparql.Expr { return &sparql.BinaryExpr{Op: "=", Left: a, Right: b} }
func truth(b bool) sparql.Expr           { return &sparql.LiteralExpr{Value: term.NewLiteral(b)} }
