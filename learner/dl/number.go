package dl

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// The lexical spaces of XML Schema 1.1 Part 2, sections 3.3.3 (decimal),
// 3.3.4, 3.3.5 (float, double) and 3.4.13 (integer).
var (
	decimalForm = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
	floatForm   = regexp.MustCompile(`^([+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?INF|NaN)$`)
)

func canonicalInteger(s string) (string, bool) {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return "", false
	}
	return n.String(), true
}

// canonicalDecimal returns the canonical spelling of a decimal. It always has a point,
// which tells a decimal from an integer.
func canonicalDecimal(s string) (string, bool) {
	if !decimalForm.MatchString(s) {
		return "", false
	}
	whole, frac, _ := strings.Cut(s, ".")
	neg := strings.HasPrefix(whole, "-")
	whole = strings.TrimLeft(strings.TrimLeft(whole, "+-"), "0")
	frac = strings.TrimRight(frac, "0")
	if whole == "" && frac == "" {
		return "0.0", true
	}
	if whole == "" {
		whole = "0"
	}
	if frac == "" {
		frac = "0"
	}
	if neg {
		whole = "-" + whole
	}
	return whole + "." + frac, true
}

// canonicalFloat returns the canonical spelling of a double or float. It always has an
// exponent (3.0E3), which tells it from a decimal. Numbers beyond the range become
// infinite, and -0 becomes 0, which is equal to it in XML Schema.
func canonicalFloat(s string, k Kind) (string, bool) {
	if !floatForm.MatchString(s) {
		return "", false
	}
	x := parseFloat(s, k)
	switch {
	case math.IsNaN(x):
		return "NaN", true
	case math.IsInf(x, 1):
		return "INF", true
	case math.IsInf(x, -1):
		return "-INF", true
	case x == 0:
		return "0.0E0", true
	}
	mant, exp, _ := strings.Cut(strconv.FormatFloat(x, 'E', -1, floatBits(k)), "E")
	if !strings.Contains(mant, ".") {
		mant += ".0"
	}
	n, _ := strconv.Atoi(exp)
	return mant + "E" + strconv.Itoa(n), true
}

func floatBits(k Kind) int {
	if k == Float {
		return 32
	}
	return 64
}

// parseFloat returns the number of a valid lexical form. A number beyond the range is
// infinite.
func parseFloat(s string, k Kind) float64 {
	switch s {
	case "INF", "+INF":
		return math.Inf(1)
	case "-INF":
		return math.Inf(-1)
	}
	x, _ := strconv.ParseFloat(s, floatBits(k)) // a range error comes with ±Inf, which is the value
	return x
}
