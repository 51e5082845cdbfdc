package sat

import (
	"math"
	"math/bits"
)

// EncodeLessThan requires that the true inputs weigh less than bound. It is the global
// polynomial watchdog of Bailleux, Boufkhad and Roussel (SAT 2009), whose size
// grows with the number of bits of the weights and not with the weights: bits of
// one place are counted by a totalizer together with the carries of the place
// below, which are every second of its outputs. With 2ᵖ the top bit and a tare
// of m·2ᵖ - bound added to the inputs,
//
//	Σ weight < bound  ⟺  Σ weight + tare < m·2ᵖ  ⟺  fewer than m at place p
//
// What all weights are multiples of is divided out before.
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
	carry := &node{}
	for place := 0; place <= top; place++ {
		var ones []Weighted
		for _, x := range light {
			if x.Weight>>place&1 == 1 {
				ones = append(ones, Weighted{x.Lit, 1})
			}
		}
		if tare>>place&1 == 1 {
			ones = append(ones, Weighted{always, 1})
		}
		cut := m << (top - place) // more than that makes m at the top
		unlimited := math.MaxInt
		sum := joinNodes(newTree(ones, cut, &unlimited), carry, cut)
		out := sum.encode(c, cut)
		if place == top {
			if int64(len(out)) >= m {
				c.Add(out[m-1].Not())
			}
			return
		}
		carry = &node{}
		for i := 1; i < len(out); i += 2 { // the values are 1, 2, …
			carry.values = append(carry.values, int64(i/2+1))
			carry.given = append(carry.given, out[i])
		}
	}
}

func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

// ceilDiv returns x/y rounded up; y is positive.
func ceilDiv(x, y int64) int64 {
	q := x / y
	if x > q*y {
		q++
	}
	return q
}
