package memory

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// aggregate returns the only value of a column that has the values, or none.
func aggregate(by queries.Aggregate, values []ask.TableValue) []ask.TableValue {
	switch by {
	case queries.Counted:
		return []ask.TableValue{{Value: strconv.Itoa(len(ask.SortValues(values))), Datatype: dl.XSD + "integer"}}
	case queries.Summed, queries.Averaged:
		return add(values, by == queries.Averaged)
	}
	var first []ask.TableValue
	for _, v := range values {
		if first == nil {
			first = []ask.TableValue{v}
			continue
		}
		c := ask.KeyOf(v).Compare(ask.KeyOf(first[0]))
		if by == queries.Least && c < 0 || by == queries.Greatest && c > 0 {
			first[0] = v
		}
	}
	return first
}

// add returns the sum or the mean of the values that are numbers: exactly, unless one is a float or a double.
func add(values []ask.TableValue, mean bool) []ask.TableValue {
	n, isWhole, isExact := 0, true, true
	exact, sum := new(big.Rat), 0.
	for _, v := range values {
		text, kind, is := number(v)
		if !is {
			continue
		}
		n++
		f, _ := strconv.ParseFloat(strings.Replace(text, "INF", "Inf", 1), 64)
		sum += f
		isWhole = isWhole && kind == dl.Integer
		if r, ok := new(big.Rat).SetString(text); ok && (kind == dl.Integer || kind == dl.Decimal) {
			exact.Add(exact, r)
		} else {
			isExact = false
		}
	}
	switch {
	case n == 0:
		return nil
	case !isExact:
		if mean {
			sum /= float64(n)
		}
		return []ask.TableValue{{Value: double(sum), Datatype: dl.XSD + "double"}}
	case isWhole && !mean:
		return []ask.TableValue{{Value: exact.Num().String(), Datatype: dl.XSD + "integer"}}
	case mean:
		exact.Quo(exact, big.NewRat(int64(n), 1))
	}
	return []ask.TableValue{{Value: decimal(exact), Datatype: dl.XSD + "decimal"}}
}

// mostDigits are those after the point of a decimal; XML Schema asks for 18 in all at least.
const mostDigits = 18

func decimal(r *big.Rat) string {
	text := r.FloatString(mostDigits)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

func double(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "INF"
	case math.IsInf(f, -1):
		return "-INF"
	case math.IsNaN(f):
		return "NaN"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

var decimalNumber = regexp.MustCompile(queries.DecimalNumber)

// number returns the number that a value is: that of a numeric datatype, or of a text that is a decimal number.
func number(v ask.TableValue) (text string, kind dl.Kind, is bool) {
	if v.Datatype == "" {
		return "", 0, false
	}
	value, err := dl.ParseLiteral(v.Value, v.Datatype)
	if err == nil && value.IsNumber() && value.Unit() == "" {
		return value.Lexical(), value.Kind(), true
	}
	return v.Value, dl.Decimal, decimalNumber.MatchString(v.Value)
}
