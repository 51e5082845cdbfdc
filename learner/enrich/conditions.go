package enrich

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// mostChance bounds the probability that a condition about some of the members holds by
// chance. It is divided by the number of conditions that are tried (Bonferroni).
const mostChance = 0.01

// A condition is a concept that may hold for the members. Only individuals in scope
// count; nil means all.
type condition struct {
	c     dl.Concept
	scope interp.Set
}

// conditions proposes the conditions that hold for nearly all members and not for most
// others, strongest first. It leaves out a condition that follows from a stronger or a
// stated one, or has the same extension as another.
func (c *subject) conditions(ctx context.Context) ([]Candidate, error) {
	possible, err := c.possibleConditions(ctx)
	if err != nil {
		return nil, err
	}
	type judged struct {
		Candidate
		x interp.Set
	}
	var good []judged
	for _, d := range possible {
		x, err := c.extension(d.c)
		if err != nil {
			return nil, err
		}
		about, others := c.members, c.others
		if d.scope != nil {
			about, others = about.Intersection(d.scope), others.Intersection(d.scope)
			if others.None() {
				continue // nothing to compare with
			}
		}
		one := judged{c.newCandidate(dl.Axiom{Kind: dl.SubClassOf, Subject: c.class, Concept: d.c}, about, x), x}
		met, of := int(others.IntersectionCardinality(x)), int(others.Count())
		one.Met, one.Others, one.Elsewhere = met, of, share(met, of)
		if d.scope != nil &&
			chanceBound(one.Candidate, float64(met+1)/float64(of+2)) > math.Log2(mostChance/float64(len(possible))) {
			continue
		}
		if one.Of >= c.o.MinMembers && one.Confidence >= c.o.Confidence && one.Elsewhere <= mostElsewhere &&
			!c.states(one.Axiom) {
			good = append(good, one)
		}
	}
	slices.SortStableFunc(good, func(a, b judged) int {
		return cmp.Or(cmp.Compare(a.Elsewhere, b.Elsewhere), cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(a.Size, b.Size))
	})
	stated, err := c.statedExtensions()
	if err != nil {
		return nil, err
	}
	var taken []judged
	var out []Candidate
	for _, one := range good {
		if slices.ContainsFunc(stated, func(x interp.Set) bool { return one.x.IsSuperSet(x) }) ||
			slices.ContainsFunc(taken, func(t judged) bool { return t.x.Equal(one.x) || c.implies(t.Concept, one.Concept) }) {
			continue
		}
		taken = append(taken, one)
		if out = append(out, one.Candidate); len(out) == mostConditions {
			break
		}
	}
	return out, nil
}

// chanceBound bounds the probability that so many of the members meet the condition if
// each does with probability p (Chernoff). It returns the logarithm to base 2.
func chanceBound(d Candidate, p float64) float64 {
	c := d.Confidence
	if c <= p {
		return 0
	}
	bits := c * math.Log2(c/p)
	if c < 1 {
		bits += (1 - c) * math.Log2((1-c)/(1-p))
	}
	return -bits * float64(d.Of)
}

// implies reports whether c ⊑ d follows from their form and from the inclusions between
// classes in the data.
func (e *Ontology) implies(c, d dl.Concept) bool {
	switch d := d.(type) {
	case dl.Top:
		return true
	case dl.Name:
		name, ok := c.(dl.Name)
		return ok && (name == d || e.members(d.IRI).IsSuperSet(e.members(name.IRI)))
	case dl.Exists:
		switch c := c.(type) {
		case dl.Exists:
			return c.Role == d.Role && e.implies(c.C, d.C)
		case dl.AtLeast:
			return c.N > 0 && c.Role == d.Role && e.implies(c.C, d.C)
		}
	case dl.ForAll:
		all, ok := c.(dl.ForAll)
		return ok && all.Role == d.Role && e.implies(all.C, d.C)
	}
	return c == d
}

// statedExtensions returns the extensions of the stated conditions of the class and its
// superclasses.
func (c *subject) statedExtensions() (out []interp.Set, err error) {
	for _, class := range c.h.withSuperclasses(c.class) {
		for _, x := range c.stated[class] {
			if x.Kind == dl.SubClassOf || x.Kind == dl.EquivalentClasses {
				e, err := c.withEntailed(x.Concept)
				if err != nil {
					return nil, err
				}
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// possibleConditions returns the conditions that hold for enough members: atoms; ∃r.⊤,
// ∃r.A, ∃r.(∃f), ∃r.∃s.⊤ and ≥n r.⊤; ∀r.A and ≤n r.⊤; comparisons.
func (c *subject) possibleConditions(ctx context.Context) ([]condition, error) {
	s := c.Problem.Structure
	p := c.Problem
	p.Hidden = slices.Concat(p.Hidden, c.hidden)
	space := interp.NewSpace(&p, cmp.Or(c.o.Learner.Language, dl.ALCQIF))
	if c.o.Learner.MaxDepth > 0 && (space.MaxDepth == 0 || c.o.Learner.MaxDepth < space.MaxDepth) {
		space.MaxDepth = c.o.Learner.MaxDepth
	}
	enough := uint(math.Ceil(c.o.Confidence * float64(c.members.Count())))
	var out []condition
	for _, id := range space.Atoms {
		if s.Atom(id).IntersectionCardinality(c.members) >= enough {
			out = append(out, condition{c: s.Signature().Atoms()[id]})
		}
	}
	members := interp.Members(c.members)
	for _, r := range space.Roles {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, c.restrictions(r, space, members, enough)...)
	}
	if space.Language.Any(dl.WithDataAtLeast | dl.WithDataAtMost) {
		for _, f := range interp.Features(&p, space.Language) {
			out = append(out, c.comparisons(f, members, enough)...)
		}
	}
	return out, nil
}

// successors returns three things: the sorted numbers of successors of the members that
// have any; by class, how many members have a successor in it; by class, how many have
// all of their successors in it.
func (c *subject) successors(r interp.RoleID,
	members []interp.Individual) (degrees []int, some, every map[interp.ConceptID]uint) {
	some, every = map[interp.ConceptID]uint{}, map[interp.ConceptID]uint{}
	for _, a := range members {
		successors := c.Problem.Structure.Successors(r, a)
		if len(successors) == 0 {
			continue
		}
		degrees = append(degrees, len(successors))
		in := map[interp.ConceptID]int{}
		for _, b := range successors {
			for _, id := range c.classesOf[b] {
				in[id]++
			}
		}
		for id, n := range in {
			some[id]++
			if n == len(successors) {
				every[id]++
			}
		}
	}
	slices.Sort(degrees)
	return degrees, some, every
}

func (c *subject) restrictions(r interp.RoleID, space interp.Space, members []interp.Individual,
	enough uint) (out []condition) {
	s, l := c.Problem.Structure, space.Language
	role := s.Signature().Role(r)
	scope := s.NewSet()
	for _, a := range s.Sources(r) {
		scope.Set(uint(a))
	}
	degrees, some, every := c.successors(r, members)
	if len(degrees) == 0 {
		return nil
	}
	with := uint(len(degrees))
	add := func(d dl.Concept, scope interp.Set) {
		if l.Has(dl.LanguageOf(d) &^ (dl.WithTop | dl.WithInverse)) {
			out = append(out, condition{d, scope})
		}
	}
	if with >= enough {
		add(dl.Exists{Role: role, C: dl.Top{}}, nil)
		missing := len(members) - len(degrees)
		if n := degrees[max(len(members)-int(enough)-missing, 0)]; n > 1 {
			add(dl.AtLeast{N: n, Role: role, C: dl.Top{}}, nil)
		}
		for _, id := range space.Atoms {
			if atom := s.Signature().Atoms()[id]; dl.LanguageOf(atom).Any(dl.WithPresence) {
				add(dl.Exists{Role: role, C: atom}, nil)
			}
		}
		if space.MaxDepth == 0 || space.MaxDepth > 1 {
			for _, t := range space.Roles {
				if t != r.Inv() && len(s.Sources(t)) > 0 {
					add(dl.Exists{Role: role, C: dl.Exists{Role: s.Signature().Role(t), C: dl.Top{}}}, nil)
				}
			}
		}
	}
	scoped := uint(math.Ceil(c.o.Confidence * float64(with)))
	for _, id := range slices.Sorted(maps.Keys(some)) {
		atom := s.Signature().Atoms()[id]
		if some[id] >= enough {
			add(dl.Exists{Role: role, C: atom}, nil)
		}
		// With one successor ∃r.A says more than ∀r.A.
		if every[id] >= scoped && with >= uint(c.o.MinMembers) && (degrees[len(degrees)-1] > 1 || some[id] < enough) {
			add(dl.ForAll{Role: role, C: atom}, scope)
		}
	}
	if with >= uint(c.o.MinMembers) {
		add(dl.AtMost{N: degrees[len(degrees)-1], Role: role, C: dl.Top{}}, scope)
	}
	return out
}

// comparisons returns the bounds that all members with a value of the feature meet, if
// these are enough. Only individuals with a value count: others meet no bound.
func (c *subject) comparisons(f interp.FeatureID, members []interp.Individual, enough uint) []condition {
	s := c.Problem.Structure
	values := s.Values(f)
	low := uint32(math.MaxUint32)
	high := uint32(0)
	n := uint(0)
	scope := s.NewSet()
	s.EachValued(f, func(a interp.Individual, _ []uint32) { scope.Set(uint(a)) })
	for _, a := range members {
		ranks := s.Ranks(f, a)
		if len(ranks) == 0 {
			continue
		}
		n++
		low, high = min(low, ranks[len(ranks)-1]), max(high, ranks[0])
	}
	if n < enough || n == 0 {
		return nil
	}
	feature := s.Signature().Features()[f]
	return []condition{
		{dl.Compare{Feature: feature, Op: dl.GreaterEq, Value: values[low]}, scope},
		{dl.Compare{Feature: feature, Op: dl.LessEq, Value: values[high]}, scope},
	}
}
