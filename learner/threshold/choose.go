package threshold

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Method is a way to choose a fixed number of thresholds.
type Method uint8

// The methods.
const (
	Quantile Method = iota // equal numbers of distinct values between thresholds
	Width                  // equal distances between thresholds
)

var methodNames = []string{"quantile", "width"}

// MethodNames are the names that [ParseMethod] knows.
func MethodNames() []string { return slices.Clone(methodNames) }

// String is the name of the method.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return "unknown"
}

// ParseMethod is the method of that name.
func ParseMethod(name string) (Method, error) {
	if i := slices.Index(methodNames, strings.ToLower(name)); i >= 0 {
		return Method(i), nil
	}
	return 0, fmt.Errorf("unknown threshold method %q: choose one of %s", name, strings.Join(methodNames, ", "))
}

// Growth is the number of thresholds per feature that [Refined] allows in
// stage k: 4k, so that the leaves of the concepts grow no faster than their
// number.
func Growth(k int) int { return 4 * k }

// Refined are the thresholds of stage k, at most Growth(k) of the values,
// which are sorted and distinct: the medians of halves of halves. Each stage
// has all thresholds of the stage before, and a stage k ≥ m/4 has all values.
func Refined(values []dl.Value, k int) []dl.Value {
	n := min(Growth(k), len(values))
	chosen := make([]bool, len(values))
	left := n
	for parts := 2; left > 0; parts *= 2 {
		for i := 1; i < parts && left > 0; i += 2 {
			at := int(int64(i) * int64(len(values)) / int64(parts))
			if parts > 2*len(values) { // only the first value is never a midpoint
				at = slices.Index(chosen, false)
			}
			if !chosen[at] {
				chosen[at] = true
				left--
			}
		}
	}
	return pick(values, chosen)
}

func pick(values []dl.Value, chosen []bool) []dl.Value {
	var out []dl.Value
	for i, c := range chosen {
		if c {
			out = append(out, values[i])
		}
	}
	return out
}

// Fixed are n thresholds out of the values, which are sorted and distinct: all
// of them if they are no more than n; by Quantile otherwise
// values[⌊i·m/(n+1)⌋], i = 1…n; by Width the smallest values at or above the n
// points that cut their range into n+1 equal parts.
func Fixed(values []dl.Value, n int, method Method) []dl.Value {
	m := len(values)
	if m <= n {
		return values
	}
	chosen := make([]bool, m)
	switch method {
	case Width:
		for _, family := range families(values) {
			lo, hi := family[0], family[1]
			first, last := values[lo].Float(), values[hi-1].Float()
			if math.IsInf(first, 0) || math.IsInf(last, 0) {
				continue // no equal parts of an infinite range
			}
			for i := 1; i <= n; i++ {
				cut := first + (last-first)*float64(i)/float64(n+1)
				at, _ := slices.BinarySearchFunc(values[lo:hi], cut, func(v dl.Value, x float64) int {
					if v.Float() < x {
						return -1
					}
					return 1
				})
				if lo+at < hi {
					chosen[lo+at] = true
				}
			}
		}
	default:
		for i := 1; i <= n; i++ {
			chosen[i*m/(n+1)] = true
		}
	}
	return pick(values, chosen)
}

// families are the half-open index ranges of values that can be compared with
// each other.
func families(values []dl.Value) [][2]int {
	var out [][2]int
	for lo := 0; lo < len(values); {
		hi := lo + 1
		for hi < len(values) && values[hi].Kind().Family() == values[lo].Kind().Family() {
			hi++
		}
		out = append(out, [2]int{lo, hi})
		lo = hi
	}
	return out
}
