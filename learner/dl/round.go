package dl

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Bound says which values of a kind satisfy a comparison.
type Bound uint8

// The bounds.
const (
	NoValue    Bound = iota // none
	EveryValue              // all
	AtValue                 // those that satisfy it with the rounded value
)

// Round translates a comparison to another kind. It returns a value r of kind k such
// that (w op v) and (w op r) hold for the same values w of kind k: for ≥ the least
// value that is not below v, for ≤ the greatest that is not above v, for = the equal
// one.
//
// If zoned is set, r has a time zone, and w ranges over the values with a time zone;
// otherwise over those without. For kinds without time zones, zoned must not be set.
// The bound is NoValue for kinds of another family, NaN, and an unknown operator.
//
// Round agrees with Cmp, for numbers and for instants: the xsd:double 0.1 is the decimal
// 0.1. OWL and SHACL need it, because they compare values of one datatype only.
func Round(v Value, op Op, k Kind, zoned bool) (r Value, b Bound) {
	if v.IsNaN() || op > Equal || v.kind == 0 || v.kind.Family() != k.Family() || zoned && !k.isTemporal() {
		return Value{}, NoValue
	}
	if v.kind == k && (!k.isTemporal() || v.HasZone() == zoned) {
		return v, AtValue
	}
	switch o := v.order(); {
	case k.isTemporal():
		r, b = roundTemporal(o.rat(), op, k, zoned)
	case o.inf != 0:
		r, b = roundInfinity(int(o.inf), op, k)
	default:
		r, b = roundNumber(o.rat(), op, k)
	}
	if c, _ := r.Cmp(v); b == AtValue && op == Equal && c != 0 {
		return Value{}, NoValue
	}
	return r, b
}

func (k Kind) isTemporal() bool { return k >= DateTime && k <= GMonthDay }

// HasZone reports whether the value is a date or a time with a time zone.
func (v Value) HasZone() bool {
	if !v.kind.isTemporal() {
		return false
	}
	n := len(v.lex)
	return strings.HasSuffix(v.lex, "Z") || n > 6 && v.lex[n-3] == ':' && (v.lex[n-6] == '+' || v.lex[n-6] == '-')
}

func roundInfinity(sign int, op Op, k Kind) (Value, Bound) {
	if k == Float || k == Double {
		return floatValue(math.Inf(sign), k), AtValue
	}
	if op == GreaterEq && sign < 0 || op == LessEq && sign > 0 {
		return Value{}, EveryValue
	}
	return Value{}, NoValue
}

// roundNumber rounds a rational number: up for ≥, down for ≤.
func roundNumber(x *big.Rat, op Op, k Kind) (Value, Bound) {
	switch k {
	case Integer:
		n := new(big.Int).Div(x.Num(), x.Denom()) // the floor, as the denominator is positive
		if op == GreaterEq && !x.IsInt() {
			n.Add(n, big.NewInt(1))
		}
		return Value{k, n.String()}, AtValue
	case Decimal:
		digits, _ := x.FloatPrec() // exact: the number is a decimal or a binary fraction
		lex, _ := canonicalDecimal(x.FloatString(digits))
		return Value{k, lex}, AtValue
	case Float:
		f, _ := x.Float32()
		r := floatValue(float64(f), k)
		switch side := compareFloat(r, x); {
		case op == GreaterEq && side < 0:
			r = floatValue(float64(math.Nextafter32(f, float32(math.Inf(1)))), k)
		case op == LessEq && side > 0:
			r = floatValue(float64(math.Nextafter32(f, float32(math.Inf(-1)))), k)
		}
		return r, AtValue
	case Double:
		f, _ := x.Float64()
		r := floatValue(f, k)
		switch side := compareFloat(r, x); {
		case op == GreaterEq && side < 0:
			r = floatValue(math.Nextafter(f, math.Inf(1)), k)
		case op == LessEq && side > 0:
			r = floatValue(math.Nextafter(f, math.Inf(-1)), k)
		}
		return r, AtValue
	}
	return Value{}, NoValue
}

// compareFloat compares by the positions of values, see order. The result "exact" of
// Rat.Float64 is about another number.
func compareFloat(f Value, x *big.Rat) int {
	return f.order().cmp(order{family: f.kind.Family(), r: x})
}

func floatValue(x float64, k Kind) Value {
	lex := "INF"
	switch {
	case math.IsInf(x, -1):
		lex = "-INF"
	case !math.IsInf(x, 1):
		lex, _ = canonicalFloat(strconv.FormatFloat(x, 'E', -1, floatBits(k)), k)
	}
	return Value{k, lex}
}
