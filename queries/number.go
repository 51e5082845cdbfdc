package queries

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// SPARQL compares integers and decimals exactly, but rounds them to floating
// point if the other side is floating point (SPARQL 1.1, section 17.3). In genus
// every comparison is exact (package dl): 0.1 as a decimal is below 0.1 as a double.
// So a query compares a value with a threshold of the value's type: the tightest bound
// of that type, such as the largest float that is ≤ v. Most thresholds are the same
// number in all types of the feature, and need one comparison.
//
// If the kinds of a feature are not known, the query compares as SPARQL does.

// numberGroup is a group of types that SPARQL compares with each other exactly.
type numberGroup uint8

const (
	exactNumbers numberGroup = iota // integers and decimals
	floatNumbers
	doubleNumbers
)

func groupOf(k dl.Kind) numberGroup {
	switch k {
	case dl.Float:
		return floatNumbers
	case dl.Double:
		return doubleNumbers
	}
	return exactNumbers
}

// number is a finite threshold.
type number struct {
	dl.Compare
	r *big.Rat
}

func numberOf(c dl.Compare) number {
	exact, _ := dl.Round(c.Value, dl.Equal, dl.Decimal, false)
	r, _ := new(big.Rat).SetString(exact.Lexical())
	return number{c, r}
}

// The numbers of fraction digits of a decimal that all engines keep, and all but Virtuoso.
// Oxigraph does not read a decimal with more, and then the comparison is an error.
const (
	fractionDigits     = 15
	mostFractionDigits = 18
)

// longest is the first integer that some engines do not read.
var longest = new(big.Int).Lsh(big.NewInt(1), 63)

// isLong reports whether the number is at least as far from 0 as longest.
func (x number) isLong() bool {
	return x.r.Num().CmpAbs(new(big.Int).Mul(longest, x.r.Denom())) >= 0
}

// decimalBound returns the tightest bound among the decimals with that many fraction
// digits. ok is false if the operator is = and no such decimal is equal.
func (x number) decimalBound(digits int) (text string, ok bool) {
	if n, exact := x.r.FloatPrec(); exact && n <= digits {
		return x.r.FloatString(n), true
	}
	if x.Op == dl.Equal {
		return "", false
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	scaled := new(big.Rat).Mul(x.r, new(big.Rat).SetInt(scale))
	quotient := new(big.Int).Div(scaled.Num(), scaled.Denom()) // rounds down
	if x.Op == dl.GreaterEq {
		quotient.Add(quotient, big.NewInt(1))
	}
	r := new(big.Rat).SetFrac(quotient, scale)
	n, _ := r.FloatPrec()
	return r.FloatString(n), true
}

// exactLiterals returns the literals with which to compare integers and decimals: a value
// satisfies x if one of the comparisons holds and the others do not or are errors. That is
// the number itself and, if it has more digits than some engines read, the tightest bound
// that they read: it is the same for all values that they can compare.
func (t writer) exactLiterals(x number) []string {
	digits, _ := x.r.FloatPrec()
	loose := t.o.Dialect.Has(LooseOrder) // it would round a longer decimal
	switch own := x.r.FloatString(digits); {
	case x.isLong() && loose:
		v, _ := dl.NewValue(dl.Double, own)
		return []string{t.literal(v)}
	case x.isLong():
		if digits == 0 {
			own += ".0" // more engines read it as a decimal than as an integer
		}
		if bound, ok := x.doubleBeyond(); ok {
			return []string{own, t.literal(bound)}
		}
		return []string{own}
	case digits <= fractionDigits:
		return []string{own}
	case loose:
		if text, ok := x.decimalBound(fractionDigits); ok {
			return []string{text}
		}
		return nil
	case digits <= mostFractionDigits || x.Op == dl.Equal:
		return []string{own}
	default:
		bound, _ := x.decimalBound(mostFractionDigits)
		return []string{own, bound}
	}
}

// doubleBeyond returns a double that no number rounds to unless it satisfies x: it is the
// next one after the tightest bound. ok is false for = and if there is none.
func (x number) doubleBeyond() (v dl.Value, ok bool) {
	bound, at := dl.Round(x.Value, x.Op, dl.Double, false)
	if x.Op == dl.Equal || at != dl.AtValue {
		return v, false
	}
	toward := math.Inf(1)
	if x.Op == dl.LessEq {
		toward = math.Inf(-1)
	}
	f := math.Nextafter(bound.Float(), toward)
	if math.IsInf(f, 0) {
		return v, false
	}
	v, err := dl.NewValue(dl.Double, strconv.FormatFloat(f, 'E', -1, 64))
	return v, err == nil
}

// boundLiterals returns the literals with which to compare values of the group: the
// tightest bound among them, for exact numbers as exactLiterals does. There is none if no
// value of the group satisfies x.
func (t writer) boundLiterals(x number, g numberGroup) []string {
	kind := dl.Double
	switch g {
	case exactNumbers:
		return t.exactLiterals(x)
	case floatNumbers:
		kind = dl.Float
	}
	v, at := dl.Round(x.Value, x.Op, kind, false)
	if at == dl.NoValue {
		return nil
	}
	if v.Float() == 0 && x.Op == dl.GreaterEq && t.o.Dialect&(JavaOrder|LooseOrder) == JavaOrder {
		v, _ = dl.NewValue(kind, "-0.0E0") // -0 counts as 0
	}
	return []string{t.literal(v)}
}

// numberFilter returns the condition of a comparison with a number.
func (t writer) numberFilter(c dl.Compare, w string) string {
	var groups []numberGroup
	known, boolean := false, false
	for _, k := range t.o.Kinds[c.Feature] {
		boolean = boolean || k == dl.Boolean
		if k.Numeric() {
			known = true
			if g := groupOf(k); !slices.Contains(groups, g) {
				groups = append(groups, g)
			}
		}
	}
	boolean = boolean || !known
	floating := !known || slices.Contains(groups, floatNumbers) || slices.Contains(groups, doubleNumbers)
	if strings.HasSuffix(c.Value.Lexical(), "INF") {
		return t.infiniteFilter(c, w, boolean)
	}
	slices.Sort(groups)
	if t.o.Dialect.Has(DoubleNumbers) {
		groups = nil // the engine does not keep the datatype
	}
	test := t.finiteTest(numberOf(c), w, groups)
	and := t.numberGuard(w, boolean)
	if t.o.Dialect&(JavaOrder|LooseOrder) == JavaOrder && c.Op == dl.GreaterEq && floating {
		and = append(and, fmt.Sprintf(`STR(%s) != "NaN"`, w))
	}
	if len(and) > 0 && strings.Contains(test, " || ") {
		test = "(" + test + ")"
	}
	test = conjunction(append(and, test))
	if !t.o.Dialect.Has(TextInfinity) || !floating || c.Op == dl.Equal {
		return test
	}
	return fmt.Sprintf("(%s) || (%s)", test, t.infinity(w, c.Op == dl.GreaterEq, c.Op == dl.LessEq))
}

// numberGuard returns conditions that exclude what is not a number, if the engine's
// comparison does not.
func (t writer) numberGuard(w string, boolean bool) []string {
	if !t.o.Dialect.Has(LooseOrder) {
		return nil
	}
	guard := []string{fmt.Sprintf("isNumeric(%s)", w)}
	if boolean {
		guard = append(guard, fmt.Sprintf("DATATYPE(%s) != %s", w, t.xsd(dl.Boolean)))
	}
	return guard
}

// finiteTest returns the comparison with a finite number: one if the same literal serves
// all groups, otherwise one for each group.
func (t writer) finiteTest(x number, w string, groups []numberGroup) string {
	compare := func(literal string) string {
		if x.Op == dl.Equal && t.o.Dialect.Has(LooseOrder) {
			// An = would put the literal in the variable's place, and true is 1.
			return fmt.Sprintf("%s >= %s && %[1]s <= %[2]s", w, literal)
		}
		return fmt.Sprintf("%s %s %s", w, comparator(x.Op), literal)
	}
	if x.r.Sign() == 0 && t.o.Dialect&(JavaOrder|LooseOrder) == JavaOrder && !slices.Equal(groups, []numberGroup{exactNumbers}) {
		switch x.Op { // -0 counts as 0
		case dl.GreaterEq:
			return compare("-0.0E0")
		case dl.Equal:
			return fmt.Sprintf("%s >= -0.0E0 && %[1]s <= 0", w)
		}
	}
	if digits, _ := x.r.FloatPrec(); digits <= fractionDigits {
		_, same := x.r.Float32() // it is the same number in every type
		if text := x.r.FloatString(digits); same && len(text) <= fractionDigits {
			return compare(text)
		}
	}
	if len(groups) == 0 { // not known
		groups = []numberGroup{groupOf(x.Value.Kind())}
	}
	return t.datatypeTests(x, w, groups, compare)
}

// datatypeTests returns the condition that compares the values of each group with the
// literal of the group.
func (t writer) datatypeTests(x number, w string, groups []numberGroup, compare func(literal string) string) string {
	var parts []string
	for _, g := range groups {
		literals := t.boundLiterals(x, g)
		test := joinTexts(literals, " || ", compare)
		switch {
		case len(literals) == 0:
			continue
		case len(groups) == 1:
			return test
		case len(literals) > 1:
			test = "(" + test + ")"
		}
		is := fmt.Sprintf("DATATYPE(%s) != %s && DATATYPE(%[1]s) != %[3]s", w, t.xsd(dl.Float), t.xsd(dl.Double))
		switch g {
		case floatNumbers:
			is = fmt.Sprintf("DATATYPE(%s) = %s", w, t.xsd(dl.Float))
		case doubleNumbers:
			is = fmt.Sprintf("DATATYPE(%s) = %s", w, t.xsd(dl.Double))
		}
		parts = append(parts, fmt.Sprintf("(%s && %s)", is, test))
	}
	switch len(parts) {
	case 0:
		// No value is equal. For a contradiction that Virtuoso detects, it returns a row
		// without values.
		return fmt.Sprintf(`isNumeric(%s) && STR(%[1]s) = ""`, w)
	case 1:
		return parts[0]
	}
	return strings.Join(parts, " || ")
}

// infiniteFilter returns the condition of a comparison with INF or -INF. Every number
// except NaN is ≥ -INF and ≤ INF.
func (t writer) infiniteFilter(c dl.Compare, w string, boolean bool) string {
	below := strings.HasPrefix(c.Value.Lexical(), "-")
	all := c.Op == dl.GreaterEq && below || c.Op == dl.LessEq && !below
	if !t.o.Dialect.Has(TextInfinity) {
		test := fmt.Sprintf("%s %s %s", w, comparator(c.Op), t.literal(c.Value))
		if t.o.Dialect.Has(JavaOrder) && c.Op == dl.GreaterEq {
			test = fmt.Sprintf(`STR(%s) != "NaN" && %s`, w, test)
		}
		return test
	}
	infinity := t.infinity(w, all || !below, all || below)
	if !all {
		return infinity
	}
	finite := conjunction(append(t.numberGuard(w, boolean), fmt.Sprintf(`STR(%s) != "NaN"`, w), fmt.Sprintf("(%s <= 0 || %[1]s >= 0)", w)))
	return fmt.Sprintf("(%s) || (%s)", finite, infinity)
}

// infinity returns the condition that w is an infinity, by its spelling: the original
// one, or what engines write for 1e400.
func (t writer) infinity(w string, above, below bool) string {
	var spellings []string
	if above {
		spellings = append(spellings, `"INF"`, `"+INF"`, `"inf"`, `"Infinity"`)
	}
	if below {
		spellings = append(spellings, `"-INF"`, `"-inf"`, `"-Infinity"`)
	}
	return fmt.Sprintf("%s && STR(%s) IN (%s)", t.datatypeIs(w, []dl.Kind{dl.Float, dl.Double}), w, strings.Join(spellings, ", "))
}

func conjunction(tests []string) string { return strings.Join(tests, " && ") }
