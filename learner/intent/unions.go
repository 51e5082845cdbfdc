package intent

import (
	"slices"
	"sort"

	"github.com/genus-kg/genus/learner/dl"
)

// unions are ∃r.({o} ⊔ {p}), and A ⊔ B of classes, that hold at all but at most
// missing of the individuals, where each operand holds at some and not at all.
func (t *atoms) unions(individuals []string, missing int) []dl.Concept {
	if !t.o.Language.Has(dl.WithOr) || len(individuals) < 2 {
		return nil
	}
	at := map[dl.Role]map[dl.Concept][]int{} // by role, none for classes: the places of the individuals
	known := 0
	for i, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		known++
		t.at(a, 1, func(c dl.Concept) {
			role, ok := unionOf(c)
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
		out = append(out, covers(values, known-missing, known)...)
	}
	slices.SortFunc(out, compareConcepts)
	return out
}

// unionOf returns the role of ∃r.{o}, or none for a class: operands of one union have
// the same.
func unionOf(c dl.Concept) (r dl.Role, ok bool) {
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

// covers are the unions of two of the values that hold at enough of all, and at more
// than either value does.
func covers(values map[dl.Concept][]int, enough, all int) []dl.Concept {
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

// likeliestUnions are those whose score can be smallest: a union has at least as
// many members as its larger operand.
func (e *evidence) likeliestUnions(unions []dl.Concept) []dl.Concept {
	score := make(map[dl.Concept]float64, len(unions))
	for _, c := range unions {
		l, r := apart(c)
		least := max(e.k.log(e.k.bounds(l)), e.k.log(e.k.bounds(r)))
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
