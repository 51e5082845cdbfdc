package interp

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Lacking returns the paths of roles and features that lead from the individual to nothing, though members of the
// concept have values at their ends. only reports whether the individual is no member for this reason alone: nothing is
// known that contradicts c. A member lacks nothing. holds says who is a member of a part of c.
func (s *Structure) Lacking(
	holds func(dl.Concept, Individual) (bool, error), c dl.Concept, a Individual,
) (paths [][]dl.Role, only bool, err error) {
	is, err := holds(c, a)
	if err != nil || is {
		return nil, is, err
	}
	switch c := c.(type) {
	case dl.And:
		left, l, err := s.Lacking(holds, c.L, a)
		if err != nil {
			return nil, false, err
		}
		right, r, err := s.Lacking(holds, c.R, a)
		return append(left, right...), l && r, err
	case dl.Or:
		left, l, err := s.Lacking(holds, c.L, a)
		if err != nil {
			return nil, false, err
		}
		right, r, err := s.Lacking(holds, c.R, a)
		return append(left, right...), l || r, err
	case dl.Exists:
		return s.lackingBy(holds, c.Role, c.C, a)
	case dl.AtLeast:
		if c.N == 1 {
			return s.lackingBy(holds, c.Role, c.C, a)
		}
	case dl.Compare:
		role := dl.Role{IRI: c.Feature}
		if len(s.SuccessorsOf(role, a)) == 0 && s.NumValues(c.Feature, a) == 0 {
			return [][]dl.Role{{role}}, true, nil
		}
	}
	return nil, false, nil
}

// lackingBy is Lacking for ∃r.C.
func (s *Structure) lackingBy(
	holds func(dl.Concept, Individual) (bool, error), r dl.Role, c dl.Concept, a Individual,
) (paths [][]dl.Role, only bool, err error) {
	successors := s.SuccessorsOf(r, a)
	if len(successors) == 0 {
		if !r.Inverse && s.NumValues(r.IRI, a) > 0 { // literals
			return nil, false, nil
		}
		return [][]dl.Role{{r}}, true, nil
	}
	only = true
	for _, b := range successors {
		more, alone, err := s.Lacking(holds, c, b)
		if err != nil {
			return nil, false, err
		}
		only = only && alone
		for _, path := range more {
			path = append([]dl.Role{r}, path...)
			if !slices.ContainsFunc(paths, func(p []dl.Role) bool { return slices.Equal(p, path) }) {
				paths = append(paths, path)
			}
		}
	}
	return paths, only, nil
}
