package enrich

import "github.com/genus-kg/genus/learner/dl"

// plain returns an equivalent of c, or of ¬c if negated, that reads better: ¬ stands
// before names, values, comparisons and ∃ only, and ¬∃r.C stands for ≤0 r.C and for
// ∀r.¬C. It may be larger than c.
func plain(c dl.Concept, negated bool) dl.Concept {
	switch c := c.(type) {
	case dl.Top, dl.Bottom:
		if (c == dl.Top{}) == negated {
			return dl.Bottom{}
		}
		return dl.Top{}
	case dl.Not:
		return plain(c.C, !negated)
	case dl.And:
		return both(plain(c.L, negated), plain(c.R, negated), !negated)
	case dl.Or:
		return both(plain(c.L, negated), plain(c.R, negated), negated)
	case dl.Exists:
		return atLeast(1, c.Role, c.C, negated)
	case dl.AtLeast:
		return atLeast(c.N, c.Role, c.C, negated)
	case dl.AtMost:
		return atLeast(c.N+1, c.Role, c.C, !negated)
	case dl.ForAll:
		all, other := plain(c.C, false), plain(c.C, true)
		if !negated && dl.Size(all) < dl.Size(other) {
			return dl.ForAll{Role: c.Role, C: all}
		}
		return atLeast(1, c.Role, other, !negated)
	}
	if negated {
		return dl.Not{C: c}
	}
	return c
}

// both returns the conjunction, or the disjunction, nested to the right.
func both(c, d dl.Concept, and bool) dl.Concept {
	if and {
		return dl.Conj(append(dl.Conjuncts(c), d)...)
	}
	return dl.Disj(append(dl.Disjuncts(c), d)...)
}

// atLeast returns ≥n r.c in its plain form, or the negation of it.
func atLeast(n int, r dl.Role, c dl.Concept, negated bool) dl.Concept {
	if n == 0 {
		return plain(dl.Top{}, negated)
	}
	c = plain(c, false)
	switch {
	case n == 1 && negated:
		return dl.Not{C: dl.Exists{Role: r, C: c}}
	case n == 1:
		return dl.Exists{Role: r, C: c}
	case negated:
		return dl.AtMost{N: n - 1, Role: r, C: c}
	}
	return dl.AtLeast{N: n, Role: r, C: c}
}
