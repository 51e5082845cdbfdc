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
	at := map[string]map[dl.Concept][]int{} // by role: the places of the individuals with that value
	known := 0
	for i, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		known++
		put := func(role string, c dl.Concept) {
			if !t.o.allows(c) {
				return
			}
			if at[role] == nil {
				at[role] = map[dl.Concept][]int{}
			}
			if l := at[role][c]; len(l) == 0 || l[len(l)-1] != i {
				at[role][c] = append(l, i)
			}
		}
		for _, c := range t.namesAt(a) {
			put("", c)
		}
		for _, r := range t.rolesAt(a) {
			role, next := t.s.Signature().Role(r), t.s.Successors(r, a)
			if len(next) > mostSuccessors {
				continue
			}
			for _, b := range next {
				if iri := t.s.IRI(b); !t.skip[iri] && !isBlank(iri) {
					put(key(dl.Exists{Role: role, C: dl.Top{}}), dl.Exists{Role: role, C: dl.Nominal{IRI: iri}})
				}
			}
		}
	}
	var out []dl.Concept
	for _, values := range at {
		out = append(out, covers(values, known-missing, known)...)
	}
	sortConcepts(out)
	return out
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
