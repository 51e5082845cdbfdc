package sat

// Cardinality encodings. Inputs may repeat: a literal that occurs twice counts
// twice, which is how weights enter.

// Counter encodes how many of the inputs are true, up to m: the result has
// min(m, len(inputs)) literals, and out[i] is equivalent to "at least i+1
// inputs are true". It is the sequential counter (Sinz, CP 2005; the paper,
// Section 5.1), in both directions, with O(n·m) variables and clauses.
func Counter(c Clauses, inputs []Lit, m int) []Lit {
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

// orGate is a literal equivalent to x ∨ y.
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

// Totalizer encodes a lower bound on how many of the inputs are true, up to m:
// if at least i+1 inputs are true, then so is out[i]; the result has min(m,
// len(inputs)) literals. Forbidding out[i] therefore allows at most i true
// inputs. It is the totalizer of Bailleux and Boufkhad (CP 2003) in one
// direction, cut off at m.
func Totalizer(c Clauses, inputs []Lit, m int) []Lit {
	if len(inputs) <= 1 || m == 0 {
		return append([]Lit(nil), inputs[:min(m, len(inputs))]...)
	}
	half := len(inputs) / 2
	left, right := Totalizer(c, inputs[:half], m), Totalizer(c, inputs[half:], m)
	out := make([]Lit, min(m, len(inputs)))
	for i := range out {
		out[i] = c.NewVar()
	}
	for i := 0; i <= len(left); i++ {
		for j := 0; j <= len(right); j++ {
			if i+j == 0 {
				continue
			}
			sum := out[min(i+j, len(out))-1]
			switch {
			case i == 0:
				c.Add(right[j-1].Not(), sum)
			case j == 0:
				c.Add(left[i-1].Not(), sum)
			case i+j <= len(out):
				c.Add(left[i-1].Not(), right[j-1].Not(), sum)
				// Pairs beyond the cut-off need no clause: outputs imply the
				// smaller ones, so some pair that just reaches it is true too.
			}
		}
	}
	for i := 1; i < len(out); i++ {
		c.Add(out[i].Not(), out[i-1])
	}
	return out
}
