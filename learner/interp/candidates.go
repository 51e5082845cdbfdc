package interp

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Limits bound the nominals and strings that are candidates.
type Limits struct {
	Support int // number of examples that must reach one; at least 1
	Values  int // largest number of nominals, and of strings
	// Shared, if positive, is the largest number of nominals, and these are of shared
	// values only: what value roles alone lead to (valueRoles).
	Shared int
}

// Candidates returns the nominals {o} and equalities of strings (f = s) that the
// language may use for the problem. An example reaches o if o is within the
// problem's role depth by roles of the language that are not removed. It reaches
// (f = s) if it reaches an individual, or is one, that has the string s as a value
// of f, and f is not removed. Candidates are those that at least Support examples
// reach, except for examples and blank nodes: the disjunction of the nominals of
// all positives, or of what each positive alone is linked to, would fit and say
// nothing.
//
// If there are more than Values, the nearest are taken: those that more examples
// reach in no step, then in one step, then in two; ties are broken by IRI, feature
// and string. Numbers of examples alone would not do, because a hub makes
// everything around it reachable for all examples. A Removal says how many were
// left out. Candidates are sorted as atoms are.
func Candidates(p *Problem, l dl.Language, o Limits) ([]dl.Concept, []Removal) {
	if !l.Any(dl.Values) {
		return nil, nil
	}
	s, sig := p.Structure, p.Structure.Signature()
	isExample := s.NewSet()
	for _, a := range slices.Concat(p.Pos, p.Neg) {
		isExample.Set(uint(a))
	}
	roles := NewSpace(p, l).Roles
	var individuals []support
	var texts [][]support
	if o.Shared == 0 || l.Has(dl.WithStrings) {
		individuals, texts = countSupport(p, l, roles)
	}
	if o.Shared > 0 {
		individuals = nil
		if values := valueRoles(s, roles, isExample); len(values) > 0 {
			individuals, _ = countSupport(p, l&^dl.WithStrings, values)
		}
	}
	var nominals, equalities []candidate
	if l.Has(dl.WithNominals) {
		for a, n := range individuals {
			if !isExample.Test(uint(a)) && !strings.HasPrefix(s.iris[a], "_:") {
				nominals = append(nominals, candidate{dl.Nominal{IRI: s.iris[a]}, n})
			}
		}
	}
	for f, counts := range texts {
		for rank, n := range counts {
			equalities = append(equalities, candidate{dl.Compare{Feature: sig.features[f], Op: dl.Equal, Value: s.strings[f].values[rank]}, n})
		}
	}
	var out []dl.Concept
	var removed []Removal
	for _, kind := range []struct {
		constructor dl.Language
		name        string
		candidates  []candidate
		most        int
	}{{dl.WithNominals, "nominals", nominals, cmp.Or(max(o.Shared, 0), o.Values)}, {dl.WithStrings, "strings", equalities, o.Values}} {
		cs := slices.DeleteFunc(kind.candidates, func(c candidate) bool { return c.examples < max(o.Support, 1) })
		slices.SortFunc(cs, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(y.near, x.near), compareAtoms(x.c, y.c))
		})
		if len(cs) > kind.most {
			removed = append(removed, Removal{Values: kind.constructor, Reason: fmt.Sprintf(
				"%d of %d %s are left out: at most %d are allowed, those nearest to most examples", len(cs)-kind.most, len(cs), kind.name, kind.most)})
			cs = cs[:kind.most]
		}
		for _, c := range cs {
			out = append(out, c.c)
		}
	}
	slices.SortFunc(out, compareAtoms)
	return out, removed
}

// candidate is a concept with its support.
type candidate struct {
	c dl.Concept
	support
}

// support is the number of examples that reach something and its nearness to them:
// the sum of distanceDecay^d over their distances d. With fewer than 2²⁰ examples,
// nearness compares the numbers of examples at distance 0, then 1, then 2.
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
func countSupport(p *Problem, l dl.Language, roles []RoleID) (individuals []support, texts [][]support) {
	s := p.Structure
	individuals = make([]support, s.Len())
	texts = make([][]support, len(s.strings))
	by := make([][]uint64, len(s.strings)) // the examples that see a string, of those at hand
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
	visitReached(p, roles, next, func(a Individual, examples uint64, weight float64) {
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
	return individuals, texts
}

// visitReached takes the examples 64 at a time and calls next before each group.
// It then calls visit for every individual that examples of the group reach,
// nearer individuals first. The bits are the examples that reach it first in that
// number of steps.
func visitReached(p *Problem, roles []RoleID, next func(), visit func(a Individual, examples uint64, weight float64)) {
	s := p.Structure
	steps := -1
	if p.MaxDepth > 0 {
		steps = p.MaxDepth
	}
	// fresh has the bits added in the last step, coming those added in this one.
	seen, fresh, coming := make([]uint64, s.Len()), make([]uint64, s.Len()), make([]uint64, s.Len())
	var touched []Individual
	for examples := range slices.Chunk(slices.Concat(p.Pos, p.Neg), 64) {
		next()
		for _, a := range touched { // few of very many
			seen[a], fresh[a] = 0, 0
		}
		touched = append(touched[:0], examples...)
		for i, a := range examples {
			fresh[a] = 1 << i
		}
		frontier, weight := examples, 1.0
		for step := 0; len(frontier) > 0; step++ {
			for _, a := range frontier {
				seen[a] |= fresh[a]
				visit(a, fresh[a], weight)
			}
			if step == steps {
				break
			}
			var reached []Individual
			for _, a := range frontier {
				for _, r := range roles {
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
}

// chainShare is the least share of chains, one in so many edges, that tells that a role
// is no value role.
const chainShare = 20

// valueRoles returns the roles, of those given, that lead from things to their values,
// such as a colour or a country: no inverses, and hardly an edge of theirs leads to an
// example or to something that has another such edge. A role such as parent leads to
// things of the same kind, whose names say nothing of other examples.
func valueRoles(s *Structure, roles []RoleID, isExample Set) []RoleID {
	var out []RoleID
	for _, r := range roles {
		if s.sig.Role(r).Inverse {
			continue
		}
		edges, chains := 0, 0
		for a := range Individual(s.Len()) {
			for _, b := range s.Successors(r, a) {
				edges++
				next := s.Successors(r, b)
				if len(next) > 1 || len(next) == 1 && next[0] != b || isExample.Test(uint(b)) {
					chains++
				}
			}
		}
		if edges > 0 && chains*chainShare <= edges {
			out = append(out, r)
		}
	}
	return out
}
