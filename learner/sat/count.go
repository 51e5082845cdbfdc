package sat

import "math/bits"

// EncodeCount encodes the number of true inputs, up to m. The result out has
// min(m, len(inputs)) literals; out[i] is equivalent to "at least i+1 inputs are
// true". A literal that occurs twice counts twice.
func EncodeCount(c Clauses, inputs []Lit, m int) []Lit { return encodeCount(c, inputs, m, true) }

// encodeCount encodes the totalizer of Bailleux and Boufkhad (CP 2003), cut off at m: a
// balanced tree of the inputs whose nodes count the inputs below them. If exact is false,
// the inputs imply out[i] but out[i] does not imply the count, which is enough to forbid
// out[i].
func encodeCount(c Clauses, inputs []Lit, m int, exact bool) []Lit {
	if len(inputs) < 2 {
		return inputs[:min(m, len(inputs))]
	}
	half := len(inputs) / 2
	return addCounts(c, encodeCount(c, inputs[:half], m, exact), encodeCount(c, inputs[half:], m, exact), m, exact)
}

// addCounts encodes the sum of two counts, up to m. Neither count exceeds m.
func addCounts(c Clauses, left, right []Lit, m int, exact bool) []Lit {
	switch {
	case len(left) == 0:
		return right
	case len(right) == 0:
		return left
	}
	out := make([]Lit, min(len(left)+len(right), m))
	for i := range out {
		if out[i] = c.NewVar(); i > 0 {
			c.Add(out[i].Not(), out[i-1])
		}
	}
	for i := range len(left) + 1 {
		for j := 0; j <= len(right) && i+j <= len(out); j++ {
			// At least i on the left and j on the right imply at least i+j; less than
			// i+1 and less than j+1 imply less than i+j+1.
			var least, most []Lit
			if i > 0 {
				least = append(least, left[i-1].Not())
			}
			if j > 0 {
				least = append(least, right[j-1].Not())
			}
			if i+j > 0 {
				c.Add(append(least, out[i+j-1])...)
			}
			if !exact || i+j == len(out) {
				continue
			}
			if i < len(left) {
				most = append(most, left[i])
			}
			if j < len(right) {
				most = append(most, right[j])
			}
			c.Add(append(most, out[i+j].Not())...)
		}
	}
	return out
}

// Weighted is a literal with the weight that it has when it is true.
type Weighted struct {
	Lit    Lit
	Weight int64 // positive
}

// EncodeLessThan requires that the weight of the true inputs is less than bound. It
// encodes the global polynomial watchdog of Bailleux, Boufkhad and Roussel (SAT 2009).
// Its size grows with the number of bits of the weights and not with the weights: each
// place counts the bits of that place together with the carries of the place below,
// which are every second output there. With 2ᵖ the top bit and a tare of m·2ᵖ - bound
// added to the inputs,
//
//	Σ weight < bound  ⟺  Σ weight + tare < m·2ᵖ  ⟺  fewer than m at place p
//
// First it divides the weights by their greatest common divisor. So equal weights give a
// plain count of the inputs.
func EncodeLessThan(c Clauses, inputs []Weighted, bound int64) {
	divisor := int64(0)
	for _, x := range inputs {
		divisor = gcd(divisor, x.Weight)
	}
	bound = ceilDiv(bound, max(divisor, 1))
	if bound <= 0 {
		c.Add()
		return
	}
	var light []Weighted
	total, heaviest := int64(0), int64(0)
	for _, x := range inputs {
		if x.Weight /= divisor; x.Weight >= bound {
			c.Add(x.Lit.Not())
			continue
		}
		light = append(light, x)
		total, heaviest = total+x.Weight, max(heaviest, x.Weight)
	}
	if total < bound {
		return
	}
	top := bits.Len64(uint64(heaviest)) - 1
	m := ceilDiv(bound, 1<<top)
	tare := m<<top - bound
	var always Lit
	if tare > 0 {
		always = c.NewVar()
		c.Add(always)
	}
	var carry []Lit
	for place := 0; ; place++ {
		var ones []Lit
		for _, x := range light {
			if x.Weight>>place&1 == 1 {
				ones = append(ones, x.Lit)
			}
		}
		if tare>>place&1 == 1 {
			ones = append(ones, always)
		}
		// cut is the least count here that implies m at the top, or all there are.
		cut := int(min(m<<(top-place), int64(len(ones)+len(carry))))
		out := addCounts(c, encodeCount(c, ones, cut, false), carry[:min(cut, len(carry))], cut, false)
		if place == top {
			if int64(len(out)) >= m {
				c.Add(out[m-1].Not())
			}
			return
		}
		carry = nil
		for i := 1; i < len(out); i += 2 {
			carry = append(carry, out[i])
		}
	}
}

func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

func ceilDiv(x, y int64) int64 {
	q := x / y
	if x > q*y {
		q++
	}
	return q
}
