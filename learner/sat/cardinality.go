package sat

// EncodeCount encodes how many of the inputs are true, up to m: the result has
// min(m, len(inputs)) literals, and out[i] is equivalent to "at least i+1
// inputs are true". A literal that occurs twice counts twice. It is the
// sequential counter (Sinz, CP 2005; the paper, Section 5.1), in both directions,
// with O(n·m) variables and clauses.
func EncodeCount(c Clauses, inputs []Lit, m int) []Lit {
	var out []Lit // out[i]: at least i+1 of the inputs seen so far
	for _, x := range inputs {
		width := min(len(out)+1, m)
		next := make([]Lit, width)
		for i := range next {
			switch {
			case i == 0 && len(out) == 0:
				next[i] = x
				continue
			case i == 0:
				next[i] = orGate(c, out[0], x)
				continue
			}
			// next[i] ⟺ out[i] ∨ (out[i-1] ∧ x), out[i] being false if it
			// does not exist yet.
			y := c.NewVar()
			if i < len(out) {
				c.Add(out[i].Not(), y)
				c.Add(y.Not(), out[i], x)
			} else {
				c.Add(y.Not(), x)
			}
			c.Add(out[i-1].Not(), x.Not(), y)
			c.Add(y.Not(), out[i-1])
			next[i] = y
		}
		out = next
	}
	return out
}

// orGate returns a literal equivalent to x ∨ y.
func orGate(c Clauses, x, y Lit) Lit {
	if x == y {
		return x
	}
	z := c.NewVar()
	c.Add(x.Not(), z)
	c.Add(y.Not(), z)
	c.Add(z.Not(), x, y)
	return z
}
