package dl

// NNF is the negation normal form of c: an equivalent concept with ¬ only in
// front of names and comparisons. ¬≥n becomes ≤n-1 and ¬≤n becomes ≥n+1;
// ¬(f ≥ v) stays, because a missing or a second value makes it different from
// (f < v).
func NNF(c Concept) Concept { return nnf(c, false) }

func nnf(c Concept, neg bool) Concept {
	switch c := c.(type) {
	case Top:
		if neg {
			return Bottom{}
		}
	case Bottom:
		if neg {
			return Top{}
		}
	case Not:
		return nnf(c.C, !neg)
	case And:
		if neg {
			return Or{nnf(c.L, true), nnf(c.R, true)}
		}
		return And{nnf(c.L, false), nnf(c.R, false)}
	case Or:
		if neg {
			return And{nnf(c.L, true), nnf(c.R, true)}
		}
		return Or{nnf(c.L, false), nnf(c.R, false)}
	case Exists:
		if neg {
			return ForAll{c.Role, nnf(c.C, true)}
		}
		return Exists{c.Role, nnf(c.C, false)}
	case ForAll:
		if neg {
			return Exists{c.Role, nnf(c.C, true)}
		}
		return ForAll{c.Role, nnf(c.C, false)}
	case AtLeast:
		switch {
		case neg && c.N == 0:
			return Bottom{}
		case neg:
			return AtMost{c.N - 1, c.Role, nnf(c.C, false)}
		}
		return AtLeast{c.N, c.Role, nnf(c.C, false)}
	case AtMost:
		if neg {
			return AtLeast{c.N + 1, c.Role, nnf(c.C, false)}
		}
		return AtMost{c.N, c.Role, nnf(c.C, false)}
	}
	if neg {
		return Not{c}
	}
	return c
}
