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

// number is the value of a numeric literal; infinite is -1 or 1 beyond all.
type number struct {
	r        *big.Rat
	infinite int
}

func numberOf(v dl.Value) (number, error) {
	bits := 64
	switch lex := v.Lexical(); v.Kind() {
	case dl.Float:
		bits = 32
		fallthrough
	case dl.Double:
		switch lex {
		case "INF":
			return number{infinite: 1}, nil
		case "-INF":
			return number{infinite: -1}, nil
		}
		x, err := strconv.ParseFloat(lex, bits)
		if err == nil {
			return number{r: new(big.Rat).SetFloat64(x)}, nil
		}
	default:
		if r, ok := new(big.Rat).SetString(lex); ok {
			return number{r: r}, nil
		}
	}
	return number{}, fmt.Errorf("%w: %q is no xsd:%s", ErrBadLiteral, v.Lexical(), v.Kind())
}

// float is the tightest bound among the floating point numbers of that size.
// ok is false if an equal one is asked for and there is none.
func (x number) float(op dl.Op, bits int) (f float64, ok bool) {
	if x.infinite != 0 {
		return math.Inf(x.infinite), true
	}
	exact := false
	if bits == 32 {
		var g float32
		g, exact = x.r.Float32()
		f = float64(g)
	} else {
		f, exact = x.r.Float64()
	}
	if exact || op == dl.Equal {
		return f, exact
	}
	below := math.IsInf(f, -1) || !math.IsInf(f, 1) && new(big.Rat).SetFloat64(f).Cmp(x.r) < 0
	to := 0
	if op == dl.GreaterEq && below {
		to = 1
	} else if op == dl.LessEq && !below {
		to = -1
	}
	switch {
	case to == 0:
		return f, true
	case bits == 32:
		return float64(math.Nextafter32(float32(f), float32(math.Inf(to)))), true
	}
	return math.Nextafter(f, math.Inf(to)), true
}

// fractionDigits are what engines keep of a decimal (Virtuoso 15, Oxigraph 18).
const fractionDigits = 15

// decimal is the tightest bound among the decimals of fractionDigits, or the
// number itself if it was written as a decimal.
func (x number) decimal(op dl.Op, own bool) (text string, ok bool) {
	n, exact := x.r.FloatPrec()
	switch {
	case exact && n == 0:
		return x.r.FloatString(0), true
	case exact && (own || n <= fractionDigits):
		return x.r.FloatString(n), true
	case op == dl.Equal:
		return "", false
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(fractionDigits), nil)
	scaled := new(big.Rat).Mul(x.r, new(big.Rat).SetInt(scale))
	quotient := new(big.Int).Div(scaled.Num(), scaled.Denom()) // rounds down
	if op == dl.GreaterEq {
		quotient.Add(quotient, big.NewInt(1))
	}
	r := new(big.Rat).SetFrac(quotient, scale)
	n, _ = r.FloatPrec()
	return r.FloatString(n), true
}

// bound is the literal to compare values of the group with; ok is false if
// none of them can be equal.
func (t writer) bound(x number, c dl.Compare, g numberGroup) (text string, ok bool, err error) {
	kind, bits := dl.Double, 64
	switch g {
	case exactNumbers:
		if x.r.Num().CmpAbs(new(big.Int).Mul(longest, x.r.Denom())) >= 0 {
			f, _ := x.r.Float64()
			text, err = t.float(f, dl.Double, 64)
			return text, true, err
		}
		text, ok = x.decimal(c.Op, c.Value.Kind() == dl.Decimal)
		return text, ok, nil
	case floatNumbers:
		kind, bits = dl.Float, 32
	}
	f, ok := x.float(c.Op, bits)
	if !ok {
		return "", false, nil
	}
	text, err = t.float(f, kind, bits)
	return text, true, err
}

// longest is beyond the integers that every engine reads; what is longer is
// written as a double, and integers so long are compared as doubles.
var longest = new(big.Int).Lsh(big.NewInt(1), 63)

func (t writer) float(f float64, kind dl.Kind, bits int) (string, error) {
	spelling := strconv.FormatFloat(f, 'E', -1, bits)
	if math.IsInf(f, 0) {
		spelling = strings.ToUpper(strings.TrimPrefix(spelling, "+"))
	}
	v, err := dl.NewValue(kind, spelling)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrBadLiteral, err)
	}
	return t.literal(v)
}

// numberFilter compares by value.
func (t writer) numberFilter(c dl.Compare, w string) (string, error) {
	x, err := numberOf(c.Value)
	if err != nil {
		return "", err
	}
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
	if x.infinite != 0 {
		return t.infiniteFilter(c, w, x.infinite, boolean)
	}
	slices.Sort(groups)
	if t.o.Dialect.Has(DoubleNumbers) {
		groups = nil // the datatype does not tell
	}
	test, err := t.finiteTest(c, w, x, groups)
	if err != nil {
		return "", err
	}
	and := t.numberGuard(w, boolean)
	if t.o.Dialect&(JavaOrder|LooseOrder) == JavaOrder && c.Op == dl.GreaterEq && floating {
		and = append(and, fmt.Sprintf(`STR(%s) != "NaN"`, w))
	}
	if len(and) > 0 && strings.Contains(test, " || ") {
		test = "(" + test + ")"
	}
	test = conjunction(append(and, test))
	if !t.o.Dialect.Has(TextInfinity) || !floating || c.Op == dl.Equal {
		return test, nil
	}
	return fmt.Sprintf("(%s) || (%s)", test, t.infinity(w, c.Op == dl.GreaterEq, c.Op == dl.LessEq)), nil
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
func (t writer) finiteTest(c dl.Compare, w string, x number, groups []numberGroup) (string, error) {
	compare := func(literal string) string {
		if c.Op == dl.Equal && t.o.Dialect.Has(LooseOrder) {
			// An = would put the literal in the variable's place, and true is 1.
			return fmt.Sprintf("%s >= %s && %[1]s <= %[2]s", w, literal)
		}
		return fmt.Sprintf("%s %s %s", w, comparator(c.Op), literal)
	}
	if x.r.Sign() == 0 && t.o.Dialect&(JavaOrder|LooseOrder) == JavaOrder && !slices.Equal(groups, []numberGroup{exactNumbers}) {
		switch c.Op { // -0 counts as 0
		case dl.GreaterEq:
			return compare("-0.0E0"), nil
		case dl.Equal:
			return fmt.Sprintf("%s >= -0.0E0 && %[1]s <= 0", w), nil
		}
	}
	if _, exact := x.r.Float32(); exact { // the same number in every type
		if text, ok := x.decimal(c.Op, false); ok && len(text) <= fractionDigits {
			return compare(text), nil
		}
	}
	if len(groups) == 0 { // not known
		if groupOf(c.Value.Kind()) == exactNumbers {
			text, _, err := t.bound(x, c, exactNumbers)
			return compare(text), err
		}
		text, err := t.literal(c.Value)
		return compare(text), err
	}
	return t.byDatatype(c, w, x, groups, compare)
}

// byDatatype compares the values of each group with a literal of its own.
func (t writer) byDatatype(c dl.Compare, w string, x number, groups []numberGroup, compare func(literal string) string) (string, error) {
	var parts []string
	for _, g := range groups {
		text, ok, err := t.bound(x, c, g)
		if err != nil {
			return "", err
		}
		switch {
		case !ok:
			continue
		case len(groups) == 1:
			return compare(text), nil
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
		return fmt.Sprintf(`isNumeric(%s) && STR(%[1]s) = ""`, w), nil
	case 1:
		return parts[0], nil
	}
	return strings.Join(parts, " || "), nil
}

// infiniteFilter: every number is ≥ -INF and ≤ INF, and NaN is not.
func (t writer) infiniteFilter(c dl.Compare, w string, sign int, boolean bool) (string, error) {
	all := c.Op == dl.GreaterEq && sign < 0 || c.Op == dl.LessEq && sign > 0
	if !t.o.Dialect.Has(TextInfinity) {
		text, err := t.literal(c.Value)
		test := fmt.Sprintf("%s %s %s", w, comparator(c.Op), text)
		if t.o.Dialect.Has(JavaOrder) && c.Op == dl.GreaterEq {
			test = fmt.Sprintf(`STR(%s) != "NaN" && %s`, w, test)
		}
		return test, err
	}
	infinity := t.infinity(w, all || sign > 0, all || sign < 0)
	if !all {
		return infinity, nil
	}
	finite := conjunction(append(t.numberGuard(w, boolean), fmt.Sprintf(`STR(%s) != "NaN"`, w), fmt.Sprintf("(%s <= 0 || %[1]s >= 0)", w)))
	return fmt.Sprintf("(%s) || (%s)", finite, infinity), nil
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
