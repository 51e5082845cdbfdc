package embedded

import (
	"cmp"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// goRDFlib compares all numbers as doubles. To it decimals and integers are equal if they
// differ only after 15 digits or so. In SPARQL they are not. So a comparison with a number
// in the query treats the literals of the graph that are equal to it as doubles, but not
// exactly, one by one:
//
//	a < x   becomes   IF(SAMETERM(a, "0.30000000000000000001"), false, a < x)
//
// There are few such literals, most often none. A comparison of two variables still
// rounds.

// exactly corrects the repaired form of the comparison b.
func (m *materializer) exactly(b *sparql.BinaryExpr, repaired sparql.Expr) sparql.Expr {
	if !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, b.Op) || holdsExists(b.Left) || holdsExists(b.Right) {
		return repaired
	}
	a := b.Left
	constant := b.Right
	sign := 1
	if _, left := constantNumber(a); left {
		a, constant = constant, a
		sign = -1
	}
	l, ok := constantNumber(constant)
	if !ok {
		return repaired
	}
	for _, near := range m.index.equalAsDouble(l) {
		if order := sign * near.value().Cmp(l.value()); order != 0 {
			repaired = call("IF", call("SAMETERM", a, &sparql.LiteralExpr{Value: near.literal}), truth(holds(b.Op, order)),
				repaired)
		}
	}
	return repaired
}

// holds reports whether a op x holds if order, which is not 0, is the order of a and x.
func holds(op string, order int) bool {
	switch op[0] {
	case '=':
		return false
	case '!':
		return true
	case '<':
		return order < 0
	}
	return order > 0
}

type exactNumber struct {
	literal term.Literal
	double  float64 // the nearest one; infinite if the number is too large
}

// value returns the number itself. It takes long if there are very many digits, so it is
// computed for numbers that are compared only.
func (n exactNumber) value() *big.Rat {
	r, _ := new(big.Rat).SetString(n.literal.Lexical())
	return r
}

var decimalForm = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)$`)

func exactNumberOf(t term.Term) (n exactNumber, ok bool) {
	l, ok := t.(term.Literal)
	if !ok {
		return n, false
	}
	name, ok := strings.CutPrefix(l.Datatype().Value(), term.XSDNamespace)
	if !ok || name == "double" || name == "float" || !slices.Contains(numericTypes, name) ||
		!decimalForm.MatchString(l.Lexical()) {
		return n, false
	}
	n.literal = l
	n.double, _ = strconv.ParseFloat(l.Lexical(), 64)
	return n, true
}

func constantNumber(e sparql.Expr) (n exactNumber, ok bool) {
	l, ok := e.(*sparql.LiteralExpr)
	if !ok {
		return n, false
	}
	return exactNumberOf(l.Value)
}

// negative returns the literal for the minus and the number of a UnaryExpr, which is how
// the engine reads a negative number.
func negative(e *sparql.UnaryExpr) (l *sparql.LiteralExpr, ok bool) {
	arg, ok := e.Arg.(*sparql.LiteralExpr)
	if !ok || e.Op != "-" || !isNumber(arg) {
		return nil, false
	}
	of := arg.Value.(term.Literal)
	if strings.HasPrefix(of.Lexical(), "-") || strings.HasPrefix(of.Lexical(), "+") {
		return nil, false
	}
	return &sparql.LiteralExpr{Value: term.NewLiteral("-"+of.Lexical(), term.WithDatatype(of.Datatype()))}, true
}

// numbers are the integers and decimals of a graph by their doubles. They are found when a
// query first compares with one.
type numbers struct {
	once     sync.Once
	byDouble map[float64][]exactNumber
}

func (x *index) equalAsDouble(n exactNumber) []exactNumber {
	x.numbers.once.Do(func() {
		x.numbers.byDouble = map[float64][]exactNumber{}
		seen := map[string]bool{}
		for _, t := range x.all {
			if l, ok := exactNumberOf(t.Object); ok && !seen[l.literal.N3()] {
				seen[l.literal.N3()] = true
				x.numbers.byDouble[l.double] = append(x.numbers.byDouble[l.double], l)
			}
		}
		for _, list := range x.numbers.byDouble {
			slices.SortFunc(list, func(a, b exactNumber) int { return cmp.Compare(a.literal.N3(), b.literal.N3()) })
		}
	})
	return x.numbers.byDouble[n.double]
}
