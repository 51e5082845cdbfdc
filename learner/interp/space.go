package interp

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Space is the set of concepts that one stage of bounded fitting searches, apart from
// the bound on their size: the language and the symbols, numbers, thresholds and role
// depth allowed (the paper, Section 4, Algorithms 1 and 2).
type Space struct {
	Language   dl.Language
	Atoms      []ConceptID
	Roles      []RoleID     // role names and inverses, as the language has them
	Inner      int          // the first Inner roles do not count for the role depth
	Thresholds [][]dl.Value // by FeatureID, sorted; nil for features not used
	MaxNumber  int          // the largest number in ≥n and ≤n
	MaxDepth   int          // the largest role depth; 0 means any
	statements dl.Statements
}

// NewSpace returns the space of all symbols of the problem that the language can
// use. It leaves out hidden names, removed roles and features, and (f = false), which
// adds little to (f = true). The role depth is that of the problem. The caller sets the
// thresholds and the largest number.
func NewSpace(p *Problem, l dl.Language) Space {
	sig := p.Structure.Signature()
	sp := Space{
		Language: l, MaxDepth: p.MaxDepth, Thresholds: make([][]dl.Value, len(sig.Features())), statements: p.Statements,
	}
	removedRole, removedFeature := map[dl.Role]bool{}, map[string]bool{}
	for _, r := range p.Removed {
		if r.Feature != "" {
			removedFeature[r.Feature] = true
		} else {
			removedRole[r.Role] = true
		}
	}
	hidden := make(map[dl.Concept]bool, len(p.Hidden))
	for _, name := range p.Hidden {
		hidden[dl.Name{IRI: name}] = true
	}
	isGone := func(r dl.Role) bool { return removedRole[r] || removedRole[r.Step()] || p.Hides(r) }
	isLeftOut := func(atom dl.Concept) bool {
		c, _ := atom.(dl.Compare)
		return c.Value == dl.Bool(false) || slices.ContainsFunc(dl.Roles(atom), isGone) || hidden[atom] ||
			slices.ContainsFunc(dl.Features(atom), func(f string) bool { return removedFeature[f] })
	}
	for i, c := range sig.Atoms() {
		if !isLeftOut(c) && l.Has(dl.LanguageOf(c)) {
			sp.Atoms = append(sp.Atoms, ConceptID(i))
		}
	}
	if l.Any(dl.WithRoles) {
		for r := RoleID(0); int(r) < sig.NumRoles(); r++ {
			role := sig.Role(r)
			switch inner := p.Statements.IsInner(role.IRI); {
			case isGone(role), !l.Has(dl.LanguageOf(dl.Exists{Role: role}) &^ dl.WithExists):
			case inner && p.MaxDepth > 0:
				sp.Roles = slices.Insert(sp.Roles, sp.Inner, r)
				sp.Inner++
			default:
				sp.Roles = append(sp.Roles, r)
			}
		}
	}
	return sp
}

// Hides reports whether learners must not use the role: it is hidden, or it leads from a statement
// to what has it, or from a part of a statement to that. The latter would lead to the statements of
// others.
func (p *Problem) Hides(r dl.Role) bool {
	backward := r.Inverse && (p.Statements.Is(r.IRI, dl.Claim) || p.Statements.IsInner(r.IRI))
	return backward || slices.Contains(p.Hidden, r.IRI)
}

// Equal reports whether two spaces have the same concepts. Different largest numbers do
// not count if all individuals of the structure have fewer successors than both.
func (sp *Space) Equal(other Space, s *Structure) bool {
	if sp.MaxNumber != other.MaxNumber && sp.Language.Any(dl.WithAtLeast|dl.WithAtMost) {
		for _, r := range sp.Roles {
			if s.MaxSuccessors(r) >= min(sp.MaxNumber, other.MaxNumber) {
				return false
			}
		}
	}
	return sp.Language == other.Language && sp.MaxDepth == other.MaxDepth && slices.Equal(sp.Atoms, other.Atoms) &&
		slices.Equal(sp.Roles, other.Roles) && slices.EqualFunc(sp.Thresholds, other.Thresholds, slices.Equal)
}

// IsDeep reports whether a leaf counts for the role depth: an agreement (r ≐ s) has depth 1, so it
// cannot stand below as many restrictions as other leaves.
func (sp *Space) IsDeep(leaf dl.Concept) bool {
	_, agrees := leaf.(dl.Agree)
	return agrees && sp.MaxDepth > 0 && len(sp.Roles) > 0 && sp.statements.Depth(leaf) > 0
}

// HasDeep reports whether some leaf counts for the role depth.
func (sp *Space) HasDeep(s *Structure) bool {
	return slices.ContainsFunc(sp.Atoms, func(id ConceptID) bool { return sp.IsDeep(s.sig.atoms[id]) })
}

// Deepest returns the largest role depth of the concepts of the space of up to that size.
func (sp *Space) Deepest(s *Structure, size int) int {
	if len(sp.Roles) == 0 {
		return 0
	}
	deepest := size - 1
	if sp.HasDeep(s) {
		deepest = size
	}
	if sp.MaxDepth > 0 {
		deepest = min(deepest, sp.MaxDepth)
	}
	return deepest
}

// Leaves returns the concepts of size 1 of the space over the structure: ⊤, ⊥, the atoms, the
// comparisons; last those that count for the role depth. Of equivalent leaves the first is preferred.
func (sp *Space) Leaves(s *Structure) []dl.Concept {
	var out, deep []dl.Concept
	if sp.Language.Has(dl.WithTop) {
		out = append(out, dl.Top{})
	}
	if sp.Language.Has(dl.WithBottom) {
		out = append(out, dl.Bottom{})
	}
	for _, id := range sp.Atoms {
		if atom := s.sig.atoms[id]; sp.IsDeep(atom) {
			deep = append(deep, atom)
		} else {
			out = append(out, atom)
		}
	}
	for f, values := range sp.Thresholds {
		feature := s.sig.features[f]
		for _, v := range values {
			if sp.Language.Has(dl.WithDataAtLeast) {
				out = append(out, dl.Compare{Feature: feature, Op: dl.GreaterEq, Value: v})
			}
			if sp.Language.Has(dl.WithDataAtMost) {
				out = append(out, dl.Compare{Feature: feature, Op: dl.LessEq, Value: v})
			}
		}
	}
	return append(out, deep...)
}

// Features returns the features that are neither removed from the problem nor hidden, or nil if
// the language has no comparisons.
func Features(p *Problem, l dl.Language) []FeatureID {
	if !l.Any(dl.WithDataAtLeast | dl.WithDataAtMost) {
		return nil
	}
	removed := map[string]bool{}
	for _, r := range p.Removed {
		removed[r.Feature] = true
	}
	var out []FeatureID
	for i, f := range p.Structure.Signature().Features() {
		if !removed[f] && !slices.Contains(p.Hidden, f) {
			out = append(out, FeatureID(i))
		}
	}
	return out
}

// roleSet returns for each role whether it is one of those.
func (s *Structure) roleSet(roles []RoleID) []bool {
	used := make([]bool, len(s.roles))
	for _, r := range roles {
		used[r] = true
	}
	return used
}

// roleSets returns for each role whether it is one of those and counts for the role depth, and
// whether it is one of those and does not; inner is nil if all of them count.
func (s *Structure) roleSets(p *Problem, roles []RoleID) (used, inner []bool) {
	used = s.roleSet(roles)
	if p.Statements == "" || p.MaxDepth == 0 {
		return used, nil
	}
	inner = make([]bool, len(used))
	for _, r := range roles {
		inner[r] = p.Statements.IsInner(s.sig.Role(r).IRI)
		used[r] = !inner[r]
	}
	return used, inner
}

// Distances returns for each individual its distance from the nearest example, in steps
// by the given roles that count for the role depth, or -1 if no path leads to it. No path is
// longer than steps, unless steps is negative. The error is that of the context.
func Distances(ctx context.Context, p *Problem, roles []RoleID, steps int) ([]int32, error) {
	s := p.Structure
	distance := make([]int32, s.Len())
	for a := range distance {
		distance[a] = -1
	}
	used, inner := s.roleSets(p, roles)
	var order []Individual // nearest first
	for _, list := range [][]Individual{p.Pos, p.Neg} {
		for _, a := range list {
			if distance[a] < 0 {
				distance[a] = 0
				order = append(order, a)
			}
		}
	}
	follow := func(a Individual, by []bool, d int32) {
		for _, r := range s.RolesOf(a) {
			if !by[r] {
				continue
			}
			for _, b := range s.Successors(r, a) {
				if distance[b] < 0 {
					distance[b] = d
					order = append(order, b)
				}
			}
		}
	}
	for d, first := int32(0), 0; first < len(order); d++ {
		for i := first; inner != nil && i < len(order); i++ { // order grows
			follow(order[i], inner, d)
		}
		if int(d) == steps {
			break
		}
		last := len(order)
		for i, a := range order[first:last] {
			if i%1024 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			follow(a, used, d+1)
		}
		first = last
	}
	return distance, nil
}

// Reach returns a list of sets. Set i has the individuals at a distance of at most i
// from the examples, see [Distances]. The list ends with set number steps, or before if
// later sets would be equal. The result needs memory for a set per step; if steps is
// negative, Distances needs less. The error is that of the context.
func Reach(ctx context.Context, p *Problem, roles []RoleID, steps int) ([]Set, error) {
	distance, err := Distances(ctx, p, roles, steps)
	if err != nil {
		return nil, err
	}
	farthest := int32(0)
	for _, d := range distance {
		farthest = max(farthest, d)
	}
	reach := make([]Set, farthest+1)
	for i := range reach {
		reach[i] = p.Structure.NewSet()
	}
	for a, d := range distance {
		if d >= 0 {
			reach[d].Set(uint(a))
		}
	}
	for i := 1; i < len(reach); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		reach[i].InPlaceUnion(reach[i-1])
	}
	return reach, nil
}

// Members returns the individuals of a set, in order.
func Members(x Set) []Individual {
	out := make([]Individual, 0, x.Count())
	for a := range x.EachSet() {
		out = append(out, Individual(a))
	}
	return out
}
