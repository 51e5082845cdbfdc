package dl

// NNF returns the negation normal form of c: an equivalent concept with ¬ only in
// front of names, nominals and comparisons. ¬≥n becomes ≤n-1 and ¬≤n becomes ≥n+1.
// ¬(f ≥ v) stays: it is not (f < v) where an individual has no value or several.
// Subconcepts that share memory in c share it in the result.
func NNF(c Concept) Concept {
	n := normalizer{}
	return n.nnf(c, false)
}

// normalizer holds the results so far, by the identity of a concept and its polarity.
type normalizer map[polarKey]Concept

type polarKey struct {
	id  identity
	neg bool
}

// nnf returns the normal form of c or, if neg, of ¬c.
func (n normalizer) nnf(c Concept, neg bool) Concept {
	key := polarKey{identityOf(c), neg}
	if d, ok := n[key]; ok {
		return d
	}
	d := n.rewrite(c, neg)
	n[key] = d
	return d
}

func (n normalizer) rewrite(c Concept, neg bool) Concept {
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
		return n.nnf(c.C, !neg)
	case And:
		return join(!neg, n.nnf(c.L, neg), n.nnf(c.R, neg))
	case Or:
		return join(neg, n.nnf(c.L, neg), n.nnf(c.R, neg))
	case Exists:
		return quantify(!neg, c.Role, n.nnf(c.C, neg))
	case ForAll:
		return quantify(neg, c.Role, n.nnf(c.C, neg))
	case AtLeast:
		switch {
		case neg && c.N == 0:
			return Bottom{}
		case neg:
			return AtMost{c.N - 1, c.Role, n.nnf(c.C, false)}
		}
		return AtLeast{c.N, c.Role, n.nnf(c.C, false)}
	case AtMost:
		if neg {
			return AtLeast{c.N + 1, c.Role, n.nnf(c.C, false)}
		}
		return AtMost{c.N, c.Role, n.nnf(c.C, false)}
	}
	if neg {
		return Not{c}
	}
	return c
}

func quantify(exists bool, r Role, c Concept) Concept {
	if exists {
		return Exists{r, c}
	}
	return ForAll{r, c}
}
