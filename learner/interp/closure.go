package interp

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// SuccessorsOf returns the distinct successors of a by any role, sorted. A closure needs no
// identifier: it is followed from a. The caller must not change the slice.
func (s *Structure) SuccessorsOf(role dl.Role, a Individual) []Individual {
	return s.SuccessorsUpTo(role, a, s.Len())
}

// SuccessorsUpTo is SuccessorsOf, but of a closure that leads to more than most individuals it returns
// only some more than that.
func (s *Structure) SuccessorsUpTo(role dl.Role, a Individual, most int) []Individual {
	if r, ok := s.sig.RoleID(role); ok {
		return s.Successors(r, a)
	}
	if role.Closure == dl.NoClosure {
		return nil
	}
	met := map[Individual]bool{}
	var out []Individual
	meet := func(b Individual) {
		if !met[b] {
			met[b] = true
			out = append(out, b)
		}
	}
	step, ok := s.sig.RoleID(role.Step())
	if role.Closure == dl.Star {
		meet(a)
	} else if ok {
		for _, b := range s.Successors(step, a) {
			meet(b)
		}
	}
	for i := 0; ok && i < len(out) && len(out) <= most; i++ { // out grows
		for _, b := range s.Successors(step, out[i]) {
			meet(b)
		}
	}
	slices.Sort(out)
	return out
}

// eachSourceOf calls visit for every individual with a successor by the role, in order.
func (s *Structure) eachSourceOf(role dl.Role, visit func(a Individual, successors []Individual)) {
	if r, ok := s.sig.RoleID(role); ok {
		s.EachSource(r, visit)
		return
	}
	if role.Closure == dl.Star {
		for a := range s.Len() {
			visit(Individual(a), s.SuccessorsOf(role, Individual(a)))
		}
		return
	}
	if step, ok := s.sig.RoleID(role.Step()); ok && role.Closure == dl.Plus {
		for _, a := range s.Sources(step) {
			visit(a, s.SuccessorsOf(role, a))
		}
	}
}

// leadingTo returns the extension of ∃role.X for a closure: it goes from X backwards, so
// that it takes time linear in the edges.
func (s *Structure) leadingTo(role dl.Role, x Set) Set {
	out := s.NewSet()
	if role.Closure == dl.Star {
		out = x.Clone()
	}
	back, ok := s.sig.RoleID(role.Step().Inv())
	if !ok {
		return out
	}
	for queue := Members(x); len(queue) > 0; {
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, a := range s.Successors(back, b) {
			if !out.Test(uint(a)) {
				out.Set(uint(a))
				queue = append(queue, a)
			}
		}
	}
	return out
}

// eachAgreement calls visit for the individuals at which r and s have a common successor.
func (s *Structure) eachAgreement(c dl.Agree, visit func(Individual)) {
	s.eachSourceOf(c.R, func(a Individual, by []Individual) {
		other := s.SuccessorsOf(c.S, a)
		if slices.ContainsFunc(by, func(b Individual) bool { _, ok := slices.BinarySearch(other, b); return ok }) {
			visit(a)
		}
	})
}

// Chains counts the edges of a role and those whose inverse is an edge, too; and its values, and those
// that have a further value.
func (s *Structure) Chains(r RoleID) (edges, symmetric, values, further int) {
	s.EachSource(r.Inv(), func(b Individual, from []Individual) {
		next := s.Successors(r, b)
		values++
		if len(next) > 1 || len(next) == 1 && next[0] != b {
			further++
		}
		for _, a := range from {
			edges++
			if _, back := slices.BinarySearch(next, a); back {
				symmetric++
			}
		}
	})
	return edges, symmetric, values, further
}

// WithClosures returns the structure with further roles, those closures that have at most
// maxPairs pairs each, so that engines can use them like other roles; and those that have
// more. They replace closures that it has. Individuals, role names, atoms and features keep
// their identifiers. The error is that of the context.
func (s *Structure) WithClosures(ctx context.Context, closures []dl.Role, maxPairs int) (*Structure, []dl.Role, error) {
	more, sig := *s, *s.sig
	more.sig, more.roles = &sig, slices.Clone(s.roles[:2*len(s.sig.roles)])
	sig.closures = nil
	closures = slices.Clone(closures)
	for i := range closures {
		closures[i].Inverse = false
	}
	slices.SortFunc(closures, dl.Role.Compare)
	var left []dl.Role
	for _, role := range slices.Compact(closures) {
		var pairs []pair
		tooMany := false
		for a := range s.Len() {
			if a%1024 == 0 && ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			for _, b := range s.SuccessorsOf(role, Individual(a)) {
				pairs = append(pairs, pair{uint32(a), uint32(b)})
			}
			if tooMany = len(pairs) > maxPairs; tooMany {
				left = append(left, role)
				break
			}
		}
		if tooMany {
			continue
		}
		forward := newRows[Individual](pairs)
		for i, e := range pairs {
			pairs[i] = pair{e.a, e.x}
		}
		sig.closures = append(sig.closures, role)
		more.roles = append(more.roles, forward, newRows[Individual](sortAndCompact(pairs)))
	}
	more.listRoles()
	return &more, left, nil
}
