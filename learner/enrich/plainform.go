package enrich

import "github.com/genus-kg/genus/learner/dl"

// plainForm returns an equivalent of c, or of ¬c if negated, that reads better: ¬ stands
// only before names, values, comparisons and ∃, and ¬∃r.C replaces ≤0 r.C and ∀r.¬C. It
// may be larger than c.
func plainForm(c dl.Concept, negated bool) dl.Concept {
	switch c := c.(type) {
	case dl.Top, dl.Bottom:
		if (c == dl.Top{}) == negated {
			return dl.Bottom{}
		}
		return dl.Top{}
	case dl.Not:
		return plainForm(c.C, !negated)
	case dl.And:
		return combine(plainForm(c.L, negated), plainForm(c.R, negated), !negated)
	case dl.Or:
		return combine(plainForm(c.L, negated), plainForm(c.R, negated), negated)
	case dl.Exists:
		return atLeast(1, c.Role, c.C, negated)
	case dl.AtLeast:
		return atLeast(c.N, c.Role, c.C, negated)
	case dl.AtMost:
		return atLeast(c.N+1, c.Role, c.C, !negated)
	case dl.ForAll:
		all, other := plainForm(c.C, false), plainForm(c.C, true)
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

// combine returns the conjunction or the disjunction, nested to the right.
func combine(c, d dl.Concept, and bool) dl.Concept {
	if and {
		return dl.Conj(append(dl.Conjuncts(c), d)...)
	}
	return dl.Disj(append(dl.Disjuncts(c), d)...)
}

func atLeast(n int, r dl.Role, c dl.Concept, negated bool) dl.Concept {
	if n == 0 {
		return plainForm(dl.Top{}, negated)
	}
	c = plainForm(c, false)
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
