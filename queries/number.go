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
// 0.1 is the same number in all types (package dl), and numbers with more digits than a
// floating point number keeps are not rounded. So a query compares a value with a threshold of
// the value's type: the tightest bound of that type, such as the largest float that is ≤ v.
// Thresholds that are the same number in binary need one comparison.
//
// If the kinds of a feature are not known, the query compares as SPARQL does.

// groupOf returns Decimal for integers, because SPARQL compares the two exactly, and the kind
// itself for Float and Double.
func groupOf(k dl.Kind) dl.Kind { return max(k, dl.Decimal) }

// number is a threshold.
type number struct {
	dl.Compare
	r *big.Rat // nil: infinite
}

func numberOf(c dl.Compare) number {
	if strings.HasSuffix(c.Value.Lexical(), "INF") {
		return number{Compare: c}
	}
	exact, _ := dl.Round(c.Value, dl.Equal, dl.Decimal, false)
	r, _ := new(big.Rat).SetString(exact.Lexical())
	return number{c, r}
}

func (x number) infinite() bool { return x.r == nil }

// The numbers of fraction digits of a decimal that all engines keep, and all but Virtuoso.
// Oxigraph does not read a decimal with more, and then the comparison is an error.
const (
	fractionDigits     = 15
	mostFractionDigits = 18
)

// longest is the first integer that some engines do not read.
var longest = new(big.Int).Lsh(big.NewInt(1), 63)

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

// numberTest is a comparison of the variable w with a number.
type numberTest struct {
	number
	w        string
	groups   []dl.Kind // of the feature's values, sorted; empty: not known
	boolean  bool      // values may be truth values
	floating bool      // values may be floating point numbers
}

func (t *translator) numberFilter(c dl.Compare, w string) string {
	n := numberTest{number: numberOf(c), w: w}
	for _, k := range t.o.Kinds[c.Feature] {
		n.boolean = n.boolean || k == dl.Boolean
		if g := groupOf(k); k.Numeric() && !slices.Contains(n.groups, g) {
			n.groups = append(n.groups, g)
			n.floating = n.floating || g != dl.Decimal
		}
	}
	if len(n.groups) == 0 {
		n.boolean = true
	}
	n.floating = n.floating || n.infinite() || len(n.groups) == 0
	slices.Sort(n.groups)
	return t.engine.number(t, n)
}

// finite returns one comparison if the same literal serves all groups, otherwise one for
// each group.
func (standard) finite(t *translator, n numberTest) string {
	if digits, _ := n.r.FloatPrec(); digits <= fractionDigits {
		_, same := n.r.Float32() // it is the same number in every type
		if text := n.r.FloatString(digits); same && len(text) <= fractionDigits {
			return t.engine.compare(n.Op, n.w, text)
		}
	}
	if len(n.groups) == 0 { // not known
		n.groups = []dl.Kind{groupOf(n.Value.Kind())}
	}
	var tests []string
	for _, g := range n.groups {
		literals := t.boundLiterals(n.number, g)
		test := joinTexts(literals, " || ", func(literal string) string { return t.engine.compare(n.Op, n.w, literal) })
		switch {
		case len(literals) == 0:
			continue
		case len(n.groups) == 1:
			return test
		case len(literals) > 1:
			test = "(" + test + ")"
		}
		is := t.datatypeIs(n.w, []dl.Kind{g})
		if g == dl.Decimal { // or xsd:integer, or a type derived from it
			is = fmt.Sprintf("DATATYPE(%s) != %s && DATATYPE(%[1]s) != %[3]s", n.w, t.xsd(dl.Float), t.xsd(dl.Double))
		}
		tests = append(tests, fmt.Sprintf("(%s && %s)", is, test))
	}
	if len(tests) == 0 {
		// No value is equal. For a contradiction that Virtuoso detects, it returns a row
		// without values.
		return fmt.Sprintf(`isNumeric(%s) && STR(%[1]s) = ""`, n.w)
	}
	return strings.Join(tests, " || ")
}

// boundLiterals returns the literals with which to compare values of the group: a value
// satisfies x if one of the comparisons holds and the others do not or are errors. There
// is none if no value of the group satisfies x.
func (t *translator) boundLiterals(x number, group dl.Kind) []string {
	if group == dl.Decimal {
		return t.engine.exact(t, x)
	}
	v, ok := t.engine.bound(x.Compare, group)
	if !ok {
		return nil
	}
	return []string{t.literal(v)}
}

func notNaN(w string) string { return fmt.Sprintf(`STR(%s) != "NaN"`, w) }
