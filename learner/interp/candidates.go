package interp

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Limits say which nominals and strings are candidates.
type Limits struct {
	Support int // at least as many examples must see it; at least 1
	Values  int // at most that many nominals, and that many strings
}

// Candidates are the nominals {o} and equalities of strings (f = s) that a
// language with them may use for the problem. An example sees o if o is within
// the problem's role depth of it by roles of the language that are not removed,
// and (f = s) if it sees, itself included, an individual with that value of a
// feature that is not removed. Candidates are what at least as many examples
// see as the support says, but for examples and blank nodes: with a nominal for
// every positive, or for what it alone is linked to, their disjunction would fit
// and say nothing.
//
// If there are more than the limit, those that most examples see are taken, of
// equals the first by IRI, feature and string, and a removal says how many were
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
	individuals, texts := countSights(p, l)
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
	}{{dl.WithNominals, "nominals", nominals}, {dl.WithStrings, "strings", equalities}} {
		cs := slices.DeleteFunc(kind.candidates, func(c candidate) bool { return c.seen < max(o.Support, 1) })
		slices.SortFunc(cs, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(y.seen, x.seen), compareAtoms(x.c, y.c))
		})
		if len(cs) > o.Values {
			removed = append(removed, Removal{Values: kind.constructor, Reason: fmt.Sprintf(
				"%d of %d %s are left out: at most %d are allowed, and %d examples or fewer see these",
				len(cs)-o.Values, len(cs), kind.name, o.Values, cs[o.Values].seen)})
			cs = cs[:o.Values]
		}
		for _, c := range cs {
			out = append(out, c.c)
		}
	}
	slices.SortFunc(out, compareAtoms)
	return out, removed
}

// candidate is a concept with the number of examples that see it.
type candidate struct {
	c    dl.Concept
	seen int
}

// countSights counts the examples that see each individual and, if the language
// has strings, each string of a feature, by its rank.
func countSights(p *Problem, l dl.Language) (individuals []int, texts [][]int) {
	s := p.Structure
	individuals = make([]int, s.Len())
	texts = make([][]int, len(s.strings))
	if l.Has(dl.WithStrings) {
		for f := range s.strings {
			texts[f] = make([]int, len(s.strings[f].values))
		}
		for _, r := range p.Removed {
			if f, ok := s.sig.FeatureID(r.Feature); ok {
				texts[f] = nil
			}
		}
	}
	eachSight(p, NewSpace(p, l).Roles, func(seen []uint64) {
		for a, by := range seen {
			individuals[a] += bits.OnesCount64(by)
		}
		for f, counts := range texts {
			if len(counts) == 0 {
				continue
			}
			by := make([]uint64, len(counts))
			s.EachString(FeatureID(f), func(a Individual, ranks []uint32) {
				for _, rank := range ranks {
					by[rank] |= seen[a]
				}
			})
			for rank := range by {
				counts[rank] += bits.OnesCount64(by[rank])
			}
		}
	})
	return individuals, texts
}

// eachSight calls visit for every 64 examples, with a bit for each of them at
// the individuals within the problem's role depth of it by the roles.
func eachSight(p *Problem, roles []RoleID, visit func(seen []uint64)) {
	s := p.Structure
	steps := -1
	if p.MaxDepth > 0 {
		steps = p.MaxDepth
	}
	// fresh are the bits that came in the last step, coming those of this one.
	seen, fresh, coming := make([]uint64, s.Len()), make([]uint64, s.Len()), make([]uint64, s.Len())
	for examples := range slices.Chunk(slices.Concat(p.Pos, p.Neg), 64) {
		clear(seen)
		clear(fresh)
		for i, a := range examples {
			seen[a], fresh[a] = 1<<i, 1<<i
		}
		frontier := examples
		for step := 0; step != steps && len(frontier) > 0; step++ {
			var next []Individual
			for _, a := range frontier {
				for _, r := range roles {
					for _, b := range s.Successors(r, a) {
						if by := fresh[a] &^ seen[b]; by != 0 {
							if coming[b] == 0 {
								next = append(next, b)
							}
							coming[b] |= by
						}
					}
				}
			}
			for _, a := range frontier {
				fresh[a] = 0
			}
			for _, b := range next {
				seen[b] |= coming[b]
			}
			fresh, coming = coming, fresh
			frontier = next
		}
		visit(seen)
	}
}
