package queries

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// SPARQL compares integers and decimals exactly, but rounds them to floating
// point where the other side is floating point (SPARQL 1.1, section 17.3); in
// genus every comparison is exact (package dl), so that 0.1 as a decimal is
// below 0.1 as a double. To get the one from the other, a value is compared with
// a threshold of its own type: the tightest bound of that type, such as the
// largest float that is ≤ v. Most thresholds are the same number in all types
// that the feature has, and need one comparison.
//
// Where a feature's kinds are not known, SPARQL's own comparison is written.

// numberGroup are types that compare with each other exactly.
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

// fractionDigits are what engines keep of a decimal (Virtuoso 15, Oxigraph 18).
const fractionDigits = 15

// decimal is the tightest bound among the decimals of fractionDigits, or the
// number itself if own says that it was written as a decimal. ok is false if an equal
// one is asked for and there is none.
func (x number) decimal(own bool) (text string, ok bool) {
	n, exact := x.r.FloatPrec()
	switch {
	case exact && n == 0:
		return x.r.FloatString(0), true
	case exact && (own || n <= fractionDigits):
		return x.r.FloatString(n), true
	case x.Op == dl.Equal:
		return "", false
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(fractionDigits), nil)
	scaled := new(big.Rat).Mul(x.r, new(big.Rat).SetInt(scale))
	quotient := new(big.Int).Div(scaled.Num(), scaled.Denom()) // rounds down
	if x.Op == dl.GreaterEq {
		quotient.Add(quotient, big.NewInt(1))
	}
	r := new(big.Rat).SetFrac(quotient, scale)
	n, _ = r.FloatPrec()
	return r.FloatString(n), true
}

// bound is the literal to compare values of the group with: the tightest bound among
// them. ok is false if none of them can be equal.
func (t writer) bound(x number, g numberGroup) (text string, ok bool) {
	kind := dl.Double
	switch {
	case g == floatNumbers:
		kind = dl.Float
	case g == exactNumbers && x.r.Num().CmpAbs(new(big.Int).Mul(longest, x.r.Denom())) >= 0:
		digits, _ := x.r.FloatPrec()
		v, _ := dl.NewValue(dl.Double, x.r.FloatString(digits))
		return t.literal(v), true
	case g == exactNumbers:
		return x.decimal(x.Value.Kind() == dl.Decimal)
	}
	v, at := dl.Round(x.Value, x.Op, kind, false)
	if at == dl.NoValue {
		return "", false
	}
	return t.literal(v), true
}

// longest is beyond the integers that every engine reads; what is longer is
// written as a double, and integers so long are compared as doubles.
var longest = new(big.Int).Lsh(big.NewInt(1), 63)

// numberFilter compares by value.
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
		groups = nil // the datatype does not tell
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

// numberGuard keeps what is not a number out, where the engine's comparison
// does not.
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

// finiteTest compares with a finite number: once if one literal serves all
// groups, else by datatype.
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
	if _, exact := x.r.Float32(); exact { // the same number in every type
		if text, ok := x.decimal(false); ok && len(text) <= fractionDigits {
			return compare(text)
		}
	}
	if len(groups) == 0 { // not known
		if groupOf(x.Value.Kind()) == exactNumbers {
			text, _ := t.bound(x, exactNumbers)
			return compare(text)
		}
		return compare(t.literal(x.Value))
	}
	return t.byDatatype(x, w, groups, compare)
}

// byDatatype compares the values of each group with a literal of its own.
func (t writer) byDatatype(x number, w string, groups []numberGroup, compare func(literal string) string) string {
	var parts []string
	for _, g := range groups {
		text, ok := t.bound(x, g)
		switch {
		case !ok:
			continue
		case len(groups) == 1:
			return compare(text)
		}
		is := fmt.Sprintf("DATATYPE(%s) != %s && DATATYPE(%[1]s) != %[3]s", w, t.xsd(dl.Float), t.xsd(dl.Double))
		switch g {
		case floatNumbers:
			is = fmt.Sprintf("DATATYPE(%s) = %s", w, t.xsd(dl.Float))
		case doubleNumbers:
			is = fmt.Sprintf("DATATYPE(%s) = %s", w, t.xsd(dl.Double))
		}
		parts = append(parts, fmt.Sprintf("(%s && %s)", is, compare(text)))
	}
	switch len(parts) {
	case 0:
		// None is equal. A contradiction that Virtuoso sees gives a row without values.
		return fmt.Sprintf(`isNumeric(%s) && STR(%[1]s) = ""`, w)
	case 1:
		return parts[0]
	}
	return strings.Join(parts, " || ")
}

// infiniteFilter: every number is ≥ -INF and ≤ INF, and NaN is not.
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

// infinity recognizes infinities by their spelling: as it came, or as engines
// write what was spelled 1e400.
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
