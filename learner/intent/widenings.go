package intent

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// A value that all positives share implies all that is known of the value: who was born in Paris
// was born in a city of France. The concepts of the second kind are longer and have more
// members, so they are not generated. But without a negative nobody has said that Paris was
// meant. They become candidates before the first question, which then is about a near miss
// that most of them hold for.

// mostWidenings is how many concepts addWidenings counts for one value.
const mostWidenings = 40

// addWidenings adds candidates in which something that is known of a value of the first
// candidate takes the place of the value.
func (s *Session) addWidenings(ctx context.Context) error {
	parts := dl.Conjuncts(s.ranked[0].c)
	var values []string
	for _, part := range parts {
		if _, o, ok := valueOf(part); ok {
			values = append(values, o)
		}
	}
	if len(values) == 0 {
		return nil
	}
	structure, err := s.k.g.Look(ctx, nil, values)
	if err != nil {
		return err
	}
	t := s.atomsOf(structure)
	var cs []dl.Concept
	for i, part := range parts {
		role, o, ok := valueOf(part)
		if !ok {
			continue
		}
		rest := slices.Delete(slices.Clone(parts), i, i+1)
		for _, c := range t.knownOf(role, o) {
			cs = append(cs, conjunction(c, dl.Conj(append(slices.Clone(rest), c)...)))
		}
	}
	listed := map[dl.Concept]bool{}
	for _, x := range s.ranked {
		listed[x.c] = true
	}
	cs = slices.DeleteFunc(cs, func(c dl.Concept) bool { return listed[c] })
	s.ranked = s.rank(ctx, append(s.ranked, s.score(ctx, cs)...))
	return nil
}

func valueOf(c dl.Concept) (r dl.Role, o string, ok bool) {
	e, ok := c.(dl.Exists)
	if !ok {
		return r, "", false
	}
	value, ok := e.C.(dl.Nominal)
	return e.Role, value.IRI, ok
}

// knownOf returns ∃r.A and ∃r.∃s.{p} for the classes A and the values p of o.
func (t *atoms) knownOf(r dl.Role, o string) []dl.Concept {
	b, ok := t.s.Lookup(o)
	if !ok {
		return nil
	}
	var cs []dl.Concept
	add := func(c dl.Concept) {
		if t.o.allows(c) {
			cs = append(cs, c)
		}
	}
	for _, c := range t.classes[b] {
		add(dl.Exists{Role: r, C: c})
	}
	t.eachChain(r, b, func(c dl.Concept) {
		if _, _, filler, ok := chainOf(c); ok {
			if _, value := filler.(dl.Nominal); value {
				add(c)
			}
		}
	})
	cs = unique(cs)
	slices.SortFunc(cs, compareConcepts)
	return cs[:min(len(cs), mostWidenings)]
}

// wider returns the differences between best and the likeliest candidates that have more
// members and all positives. Their members are near misses of best.
func (s *Session) wider(best dl.Concept) []dl.Concept {
	var out []dl.Concept
	for _, x := range s.ranked {
		if len(out) < rivals && len(x.missed) == 0 && x.bounds.Lower > s.ranked[0].bounds.Upper {
			out = append(out, dl.And{L: x.c, R: dl.Not{C: best}})
		}
	}
	if role, ok := dl.RoleOf(best); ok {
		out = append(out, dl.And{L: dl.Exists{Role: role, C: dl.Top{}}, R: dl.Not{C: best}})
	}
	return out
}
