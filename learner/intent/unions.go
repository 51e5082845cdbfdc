package intent

import (
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// unions returns ∃r.({o} ⊔ {p}), and A ⊔ B of classes, that at most missing of the
// individuals lack. Each operand holds at some of the individuals, but not at all.
func (t *atoms) unions(individuals []string, missing int) []dl.Concept {
	if !t.o.Language.Has(dl.WithOr) || len(individuals) < 2 {
		return nil
	}
	at := map[dl.Role]map[dl.Concept][]int{} // by role (none for classes) and concept: indices of individuals
	known := 0
	for i, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		known++
		t.eachAtom(a, 1, func(c dl.Concept) {
			role, ok := unionRole(c)
			if !ok || !t.o.allows(c) {
				return
			}
			if at[role] == nil {
				at[role] = map[dl.Concept][]int{}
			}
			if l := at[role][c]; len(l) == 0 || l[len(l)-1] != i {
				at[role][c] = append(l, i)
			}
		})
	}
	var out []dl.Concept
	for _, values := range at {
		out = append(out, unionsOf(values, known-missing, known)...)
	}
	slices.SortFunc(out, compareConcepts)
	return out
}

// unionRole returns the role of ∃r.{o}, and no role for a class or a boolean. It returns
// false for any other concept. The operands of a union have the same role.
func unionRole(c dl.Concept) (r dl.Role, ok bool) {
	switch c := c.(type) {
	case dl.Name:
		return r, true
	case dl.Compare:
		return r, c.Value.Kind() == dl.Boolean
	case dl.Exists:
		_, value := c.C.(dl.Nominal)
		return c.Role, value
	}
	return r, false
}

// unionsOf returns the unions of two of the values that hold at enough of all individuals,
// and at more of them than either value does.
func unionsOf(values map[dl.Concept][]int, enough, all int) []dl.Concept {
	var cs []dl.Concept
	for c, l := range values {
		if len(l) < all {
			cs = append(cs, c)
		}
	}
	sort.Slice(cs, func(i, j int) bool {
		if n, m := len(values[cs[i]]), len(values[cs[j]]); n != m {
			return n > m
		}
		return compareConcepts(cs[i], cs[j]) < 0
	})
	cs = cs[:min(len(cs), mostSuccessors)]
	var out []dl.Concept
	for i, c := range cs {
		for _, d := range cs[i+1:] {
			if len(values[c])+len(values[d]) < enough {
				break
			}
			both := slices.Concat(values[c], values[d])
			slices.Sort(both)
			if n := len(slices.Compact(both)); n >= enough && n > max(len(values[c]), len(values[d])) {
				out = append(out, union(c, d))
			}
		}
	}
	return out
}

// likeliestUnions returns the unions with the least possible scores: a union has at least
// as many members as its larger operand.
func (e *evidence) likeliestUnions(unions []dl.Concept) []dl.Concept {
	score := make(map[dl.Concept]float64, len(unions))
	for _, c := range unions {
		least := 0.0
		for _, d := range operands(c) {
			least = max(least, e.k.log(e.k.bounds(d)))
		}
		score[c] = e.k.bits(c) + float64(len(e.pos))*least
	}
	unions = slices.Clone(unions)
	sort.SliceStable(unions, func(i, j int) bool { return score[unions[i]] < score[unions[j]] })
	of := map[string]int{} // unions of a role
	unions = slices.DeleteFunc(unions, func(c dl.Concept) bool {
		of[symbols(c)]++
		return of[symbols(c)] > mostOfRole
	})
	return unions[:min(len(unions), mostUnions)]
}
