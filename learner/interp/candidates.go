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

// Candidates returns the nominals {o} and equalities of strings (f = s) that a
// language with them may use for the problem. An example sees o if o is within
// the problem's role depth of it by roles of the language that are not removed,
// and (f = s) if it sees, itself included, an individual with that value of a
// feature that is not removed. Candidates are what at least as many examples
// see as the support says, but for examples and blank nodes: with a nominal for
// every positive, or for what it alone is linked to, their disjunction would fit
// and say nothing.
//
// If there are more than the limit, the nearest are taken: those that more
// examples see without a step, in one step, in two, and so on; of equals the
// first by IRI, feature and string. A hub shows everything around it to
// everybody, which is why the number of examples alone would not do. A removal
// says how many were left out. Candidates are sorted as atoms are.
func Candidates(p *Problem, l dl.Language, o Limits) ([]dl.Concept, []Removal) {
	if !l.Any(dl.Values) {
		return nil, nil
	}
	s, sig := p.Structure, p.Structure.Signature()
	isExample := s.NewSet()
	for _, a := range slices.Concat(p.Pos, p.Neg) {
		isExample.Set(uint(a))
	}
	individuals, texts := countSupport(p, l)
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
		cs := slices.DeleteFunc(kind.candidates, func(c candidate) bool { return c.examples < max(o.Support, 1) })
		slices.SortFunc(cs, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(y.near, x.near), compareAtoms(x.c, y.c))
		})
		if len(cs) > o.Values {
			removed = append(removed, Removal{Values: kind.constructor, Reason: fmt.Sprintf(
				"%d of %d %s are left out: at most %d are allowed, those nearest to most examples", len(cs)-o.Values, len(cs), kind.name, o.Values)})
			cs = cs[:o.Values]
		}
		for _, c := range cs {
			out = append(out, c.c)
		}
	}
	slices.SortFunc(out, compareAtoms)
	return out, removed
}

// candidate is a concept with how it is seen.
type candidate struct {
	c dl.Concept
	support
}

// support are how many examples see something, and how near it is to them: the
// sum of farther^d over the examples, d being its distance. Below 2²⁰ examples
// this compares the numbers of examples at distance 0, then 1, then 2.
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

// countSupport counts the examples that see each individual and, if the language
// has strings, each string of a feature, by its rank.
func countSupport(p *Problem, l dl.Language) (individuals []support, texts [][]support) {
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
	visitReached(p, NewSpace(p, l).Roles, next, func(a Individual, examples uint64, weight float64) {
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

// visitReached takes the examples 64 at a time. For these, it calls visit for every
// individual within the problem's role depth of some of them by the roles, with
// a bit for each of those that first see it in so many steps, nearer ones before
// farther ones. It calls next before every 64.
func visitReached(p *Problem, roles []RoleID, next func(), visit func(a Individual, examples uint64, weight float64)) {
	s := p.Structure
	steps := -1
	if p.MaxDepth > 0 {
		steps = p.MaxDepth
	}
	// fresh are the bits that came in the last step, coming those of this one.
	seen, fresh, coming := make([]uint64, s.Len()), make([]uint64, s.Len()), make([]uint64, s.Len())
	for examples := range slices.Chunk(slices.Concat(p.Pos, p.Neg), 64) {
		next()
		clear(seen)
		clear(fresh)
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
			fresh, coming = coming, fresh
			frontier, weight = reached, weight*distanceDecay
		}
	}
}
