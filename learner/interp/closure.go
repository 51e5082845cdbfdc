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
	f := s.newFollower(role)
	_ = f.follow(context.Background(), a, func(Individual) bool { return len(f.out) <= most })
	slices.Sort(f.out)
	return f.out
}

// A follower finds the successors by a role, of one individual after the other. A closure needs
// no identifier.
type follower struct {
	s      *Structure
	role   dl.Role
	stored bool // id is the role, with all its pairs
	id     RoleID
	step   []RoleID // that the closure repeats; empty if it has no edges
	out    []Individual
	met    Set // those of out, of a closure
}

func (s *Structure) newFollower(role dl.Role) *follower {
	f := &follower{s: s, role: role}
	f.id, f.stored = s.sig.RoleID(role)
	if step, ok := s.sig.RoleID(role.Step()); ok && !f.stored {
		f.step = []RoleID{step}
	}
	if !f.stored {
		f.met = s.NewSet()
	}
	return f
}

// checkEvery is after how many individuals a long evaluation looks whether its context has ended.
const checkEvery = 1024

// follow sets out to the successors of a, and calls visit for each until that returns false. They are in
// the order in which they are found. The error is that of the context.
func (f *follower) follow(ctx context.Context, a Individual, visit func(Individual) bool) error {
	if f.stored {
		f.out = f.s.Successors(f.id, a)
		for _, b := range f.out {
			if !visit(b) {
				break
			}
		}
		return nil
	}
	for _, b := range f.out {
		f.met.Clear(uint(b))
	}
	f.out = f.out[:0]
	meet := func(b Individual) bool { // and whether to go on
		if f.met.Test(uint(b)) {
			return true
		}
		f.met.Set(uint(b))
		f.out = append(f.out, b)
		return visit(b)
	}
	expand := func(b Individual) bool {
		return len(f.step) == 0 ||
			!slices.ContainsFunc(f.s.Successors(f.step[0], b), func(c Individual) bool { return !meet(c) })
	}
	if f.role.Closure == dl.NoClosure || f.role.Closure == dl.Star && !meet(a) || f.role.Closure == dl.Plus && !expand(a) {
		return nil
	}
	for i := 0; i < len(f.out) && expand(f.out[i]); i++ { // out grows
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// contains reports whether b is among the successors that follow found.
func (f *follower) contains(b Individual) bool {
	if f.stored {
		_, ok := slices.BinarySearch(f.out, b)
		return ok
	}
	return f.met.Test(uint(b))
}

// sources returns the individuals that may have a successor by the role, in order.
func (f *follower) sources() []Individual {
	switch {
	case f.stored:
		return f.s.Sources(f.id)
	case f.role.Closure == dl.Star:
		all := make([]Individual, f.s.Len())
		for a := range all {
			all[a] = Individual(a)
		}
		return all
	case f.role.Closure == dl.Plus && len(f.step) > 0:
		return f.s.Sources(f.step[0])
	}
	return nil
}

// leadingTo returns the extension of ∃role.X for a closure: it goes from X backwards, so
// that it takes time linear in the edges. The error is that of the context.
func (s *Structure) leadingTo(ctx context.Context, role dl.Role, x Set) (Set, error) {
	out := s.NewSet()
	if role.Closure == dl.Star {
		out = x.Clone()
	}
	back, ok := s.sig.RoleID(role.Step().Inv())
	if !ok {
		return out, nil
	}
	queue := Members(x)
	for i := 0; len(queue) > 0; i++ {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, a := range s.Successors(back, b) {
			if !out.Test(uint(a)) {
				out.Set(uint(a))
				queue = append(queue, a)
			}
		}
	}
	return out, nil
}

// agreement returns the individuals at which the roles have a common successor.
func (s *Structure) agreement(ctx context.Context, c dl.Agree) (Set, error) {
	x := s.NewSet()
	first, second := s.newFollower(c.R), s.newFollower(c.S)
	for i, a := range first.sources() {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := first.follow(ctx, a, func(Individual) bool { return true }); err != nil {
			return nil, err
		}
		err := second.follow(ctx, a, func(b Individual) bool {
			x.SetTo(uint(a), first.contains(b))
			return !first.contains(b)
		})
		if err != nil {
			return nil, err
		}
	}
	return x, nil
}

// NeedsAllPairs reports whether the concept has a number over a closure or an agreement of one. Without
// a stored closure, these may take a time that is quadratic in the individuals.
func NeedsAllPairs(c dl.Concept) bool {
	needs := false
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.AtLeast:
			needs = needs || c.Role.Closure != dl.NoClosure
		case dl.AtMost:
			needs = needs || c.Role.Closure != dl.NoClosure
		case dl.Agree:
			needs = needs || c.R.Closure != dl.NoClosure || c.S.Closure != dl.NoClosure
		}
		return !needs
	})
	return needs
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
		f := s.newFollower(role)
		for a := range s.Len() {
			if a%checkEvery == 0 && ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			most := maxPairs - len(pairs)
			if err := f.follow(ctx, Individual(a), func(Individual) bool { return len(f.out) <= most }); err != nil {
				return nil, nil, err
			}
			if !f.stored {
				slices.Sort(f.out)
			}
			for _, b := range f.out {
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
