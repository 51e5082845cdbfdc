package interp

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Limits bounds the nominals and strings that [Candidates] returns.
type Limits struct {
	Support int // least number of examples that must reach a candidate; 0 counts as 1
	Values  int // largest number of nominals, and of strings
	// Shared, if positive, is the largest number of nominals. Then only individuals that
	// examples reach by value roles (valueRoles) become nominals.
	Shared int
}

// Candidates returns the nominals {o} and equalities of strings (f = s) that the
// language may use for the problem. An example reaches the individual o if a path
// leads from it to o by roles that are in the language and not removed, no longer than
// the problem's role depth. It reaches (f = s) if it reaches an individual with the
// string s as a value of f, or is one, and f is not removed. Candidates are those that
// at least Support examples reach. Examples and blank nodes are not candidates: the
// disjunction of the nominals of all positives would always fit and say nothing.
//
// If there are more than Values candidates, the nearest ones remain: those that the
// most examples reach in no step, then in one step, then in two. Ties are broken by
// IRI, feature and string. The number of examples alone would not do, because a
// high-degree node makes everything around it reachable for all examples. A Removal
// says how many are left out. Candidates are sorted as atoms are. The error is that of the
// context.
func Candidates(ctx context.Context, p *Problem, l dl.Language, o Limits) ([]dl.Concept, []Removal, error) {
	if !l.Any(dl.Values) {
		return nil, nil, nil
	}
	s, sig := p.Structure, p.Structure.Signature()
	isExample := s.NewSet()
	for _, a := range slices.Concat(p.Pos, p.Neg) {
		isExample.Set(uint(a))
	}
	roles := NewSpace(p, l).Roles
	var individuals []support
	var texts [][]support
	var err error
	if o.Shared == 0 || l.Has(dl.WithStrings) {
		if individuals, texts, err = countSupport(ctx, p, l, roles); err != nil {
			return nil, nil, err
		}
	}
	if o.Shared > 0 {
		individuals = nil
		values, err := valueRoles(ctx, s, roles, isExample)
		if err == nil && len(values) > 0 {
			individuals, _, err = countSupport(ctx, p, l&^dl.WithStrings, values)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	var nominals, equalities []candidate
	if l.Has(dl.WithNominals) {
		for a, n := range individuals {
			if !isExample.Test(uint(a)) && p.IsNamed(s.iris[a]) && !s.IsClass(Individual(a)) {
				nominals = append(nominals, candidate{dl.Nominal{IRI: s.iris[a]}, n})
			}
		}
	}
	for f, counts := range texts {
		for rank, n := range counts {
			equalities = append(equalities, candidate{dl.Compare{Feature: sig.features[f], Op: dl.Equal,
				Value: s.strings[f].values[rank]}, n})
		}
	}
	var out []dl.Concept
	var removed []Removal
	for _, kind := range []struct {
		constructor dl.Language
		name        string
		candidates  []candidate
		most        int
	}{{dl.WithNominals, "nominals", nominals, cmp.Or(max(o.Shared, 0), o.Values)}, {dl.WithStrings, "strings", equalities,
		o.Values}} {
		cs := slices.DeleteFunc(kind.candidates, func(c candidate) bool { return c.examples < max(o.Support, 1) })
		slices.SortFunc(cs, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(y.near, x.near), compareAtoms(x.c, y.c))
		})
		if len(cs) > kind.most {
			removed = append(removed, Removal{Values: kind.constructor, Reason: fmt.Sprintf(
				"%d of %d %s are left out: at most %d are allowed, those nearest to most examples", len(cs)-kind.most, len(cs),
				kind.name, kind.most)})
			cs = cs[:kind.most]
		}
		for _, c := range cs {
			out = append(out, c.c)
		}
	}
	slices.SortFunc(out, compareAtoms)
	return out, removed, ctx.Err()
}

// IsNamed reports whether somebody may mean the individual by name, or that a value is unknown.
func (p *Problem) IsNamed(iri string) bool {
	return !strings.HasPrefix(iri, "_:") && !p.Statements.IsNode(iri) || dl.IsUnknownValue(iri)
}

type candidate struct {
	c dl.Concept
	support
}

// support is the number of examples that reach a candidate, and its nearness: the sum
// of distanceDecay^d over the distances d of these examples. With fewer than 2²⁰
// examples, nearness compares the numbers of examples at distance 0, then 1, then 2.
type support struct {
	examples int
	near     float64
}

const distanceDecay = 1.0 / (1 << 20)

func (s *support) add(by uint64, weight float64) {
	n := bits.OnesCount64(by)
	s.examples += n
	s.near += float64(n) * weight
}

// countSupport counts the examples that reach each individual and, if the language
// has strings, each string of a feature, by its rank.
func countSupport(ctx context.Context, p *Problem, l dl.Language,
	roles []RoleID) (individuals []support, texts [][]support, err error) {
	s := p.Structure
	individuals = make([]support, s.Len())
	texts = make([][]support, len(s.strings))
	by := make([][]uint64, len(s.strings)) // the examples of the current group that reach a string
	if l.Has(dl.WithStrings) {
		for f := range s.strings {
			texts[f], by[f] = make([]support, len(s.strings[f].values)), make([]uint64, len(s.strings[f].values))
		}
		for _, r := range p.Removed {
			if f, ok := s.sig.FeatureID(r.Feature); ok {
				texts[f] = nil
			}
		}
	}
	next := func() {
		for f := range by {
			clear(by[f])
		}
	}
	err = visitReached(ctx, p, roles, next, func(a Individual, examples uint64, weight float64) {
		individuals[a].add(examples, weight)
		for f := range texts {
			if len(texts[f]) == 0 {
				continue
			}
			for _, rank := range s.StringRanks(FeatureID(f), a) {
				texts[f][rank].add(examples&^by[f][rank], weight)
				by[f][rank] |= examples
			}
		}
	})
	return individuals, texts, err
}

// visitReached walks from the examples in groups of 64 and calls next before each group.
// For every number of steps, the smallest first, it calls visit for each individual that
// examples of the group reach in that number of steps and not in fewer. The bits of
// examples are these examples, and weight is distanceDecay to the power of the steps. The
// error is that of the context.
func visitReached(ctx context.Context, p *Problem, roles []RoleID, next func(),
	visit func(a Individual, examples uint64, weight float64)) error {
	s := p.Structure
	steps := -1
	if p.MaxDepth > 0 {
		steps = p.MaxDepth
	}
	// fresh has the bits of the last step, coming those of this step.
	seen := make([]uint64, s.Len())
	fresh := make([]uint64, s.Len())
	coming := make([]uint64, s.Len())
	used, inner := s.roleSets(p, roles)
	var touched []Individual
	for examples := range slices.Chunk(slices.Concat(p.Pos, p.Neg), 64) {
		next()
		for _, a := range touched { // far fewer than all individuals
			seen[a], fresh[a] = 0, 0
		}
		touched = append(touched[:0], examples...)
		for i, a := range examples {
			fresh[a] = 1 << i
		}
		frontier, weight := examples, 1.0
		for step := 0; len(frontier) > 0; step++ {
			if inner != nil {
				before := len(frontier)
				frontier = s.followInner(frontier, inner, seen, fresh)
				touched = append(touched, frontier[before:]...)
			}
			for _, a := range frontier {
				seen[a] |= fresh[a]
				visit(a, fresh[a], weight)
			}
			if step == steps {
				break
			}
			var reached []Individual
			for i, a := range frontier {
				if i%1024 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				for _, r := range s.RolesOf(a) {
					if !used[r] {
						continue
					}
					for _, b := range s.Successors(r, a) {
						if by := fresh[a] &^ seen[b]; by != 0 {
							if coming[b] == 0 {
								reached = append(reached, b)
							}
							coming[b] |= by
						}
					}
				}
			}
			for _, a := range frontier {
				fresh[a] = 0
			}
			touched = append(touched, reached...)
			fresh, coming = coming, fresh
			frontier, weight = reached, weight*distanceDecay
		}
	}
	return nil
}

// followInner adds to the frontier the individuals that inner roles reach from it without a step,
// and to fresh the bits of the examples that reach them and are not in seen.
func (s *Structure) followInner(frontier []Individual, inner []bool, seen, fresh []uint64) []Individual {
	queue := slices.Clone(frontier)
	for i := 0; i < len(queue); i++ { // queue grows
		a := queue[i]
		for _, r := range s.RolesOf(a) {
			if !inner[r] {
				continue
			}
			for _, b := range s.Successors(r, a) {
				by := fresh[a] &^ seen[b] &^ fresh[b]
				if by == 0 {
					continue
				}
				if fresh[b] == 0 {
					frontier = append(frontier, b)
				}
				fresh[b] |= by
				queue = append(queue, b)
			}
		}
	}
	return slices.Clip(frontier)
}

// chainShare: a role with more than one chain in chainShare edges is not a value role.
const chainShare = 20

// valueRoles returns those of the roles that lead from things to their values, such as a
// colour or a country. A value role is not inverse, and hardly any of its edges leads to
// an example or to an individual that has the role itself (a chain). A role such as
// parent leads to things of the same kind, whose names say nothing about other examples.
// The error is that of the context.
func valueRoles(ctx context.Context, s *Structure, roles []RoleID, isExample Set) ([]RoleID, error) {
	var out []RoleID
	for _, r := range roles {
		if s.sig.Role(r).Inverse {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		edges, chains := 0, 0
		s.EachSource(r, func(_ Individual, successors []Individual) {
			for _, b := range successors {
				edges++
				next := s.Successors(r, b)
				if len(next) > 1 || len(next) == 1 && next[0] != b || isExample.Test(uint(b)) {
					chains++
				}
			}
		})
		if edges > 0 && chains*chainShare <= edges {
			out = append(out, r)
		}
	}
	return out, nil
}
