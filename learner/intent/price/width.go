package price

import (
	"fmt"
	"math/big"

	"github.com/genus-kg/genus/learner/dl"
)

// otherBound returns the comparison among the parts that makes an interval with the other comparison.
func otherBound(parts []dl.Concept, v dl.Compare) (other dl.Compare, ok bool) {
	if !v.Op.IsOrder() {
		return other, false
	}
	for _, part := range parts {
		w, is := part.(dl.Compare)
		if is && w.Feature == v.Feature && w.Op.IsOrder() && w.Op != v.Op {
			return w, true
		}
	}
	return other, false
}

// secondBound returns the length of a part of a conjunction if one of those before has the other bound of an interval;
// false if none has.
func secondBound(before []dl.Concept, part dl.Concept) (bits float64, ok bool) {
	v, _ := part.(dl.Compare)
	first, ok := otherBound(before, v)
	if !ok {
		return 0, false
	}
	lower, upper := first.Value, v.Value
	if v.Op == dl.GreaterEq {
		lower, upper = upper, lower
	}
	return bound(lower, dl.GreaterEq) + widthBits(lower, upper) - bound(first.Value, first.Op), true
}

// widthBits returns the length of the width of an interval.
func widthBits(lower, upper dl.Value) float64 {
	bits := bound(upper, dl.LessEq)
	if width, ok := width(lower, upper); ok {
		bits = min(bits, priceDigit*digits(width, dl.Equal))
		if isPowerOfTen(width) {
			bits = priceWidth
		}
	}
	return bits
}

// width returns the width of an interval of numbers, or of one from the beginning of a year to the end of one in
// years.
func width(lower, upper dl.Value) (dl.Value, bool) {
	if lower.IsNumber() {
		x, ok := new(big.Rat).SetString(lower.Number())
		y, ok2 := new(big.Rat).SetString(upper.Number())
		if !ok || !ok2 {
			return dl.Value{}, false
		}
		v, err := dl.NewValue(dl.Decimal, y.Sub(y, x).FloatString(6))
		return v, err == nil
	}
	var from, to int
	_, err := fmt.Sscanf(lower.Lexical(), "%d", &from)
	_, err2 := fmt.Sscanf(upper.Lexical(), "%d", &to)
	if err != nil || err2 != nil {
		return dl.Value{}, false
	}
	first, err := dl.InYear(lower, from, false)
	last, err2 := dl.InYear(upper, to, true)
	return dl.Int(int64(to - from + 1)), err == nil && err2 == nil && first == lower && last == upper
}

// isPowerOfTen reports whether the number is a power of ten.
func isPowerOfTen(v dl.Value) bool {
	x, ok := new(big.Rat).SetString(v.Lexical())
	ten := big.NewRat(10, 1)
	for ok && x.Sign() > 0 && x.Cmp(big.NewRat(1, 1)) < 0 {
		x.Mul(x, ten)
	}
	for ok && x.Cmp(ten) >= 0 {
		x.Quo(x, ten)
	}
	return ok && x.Cmp(big.NewRat(1, 1)) == 0
}
