package intent

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Group is a set of positives, and what they share.
type Group struct {
	Concept     dl.Concept // nil if nothing is known about these positives
	Individuals []string
}

// mostShared is how many atoms of all groups are counted, and a tenth of it how many of one.
const mostShared = 300

// describeGroups splits positives that share no atom into groups that do, and returns the
// union of the groups' concepts; none if the options do not allow it. The largest group comes first, and
// each further one is the largest of the rest. Positives without an atom form the last group.
func (s *Session) describeGroups(ctx context.Context) []dl.Concept {
	near, err := s.k.g.Look(ctx, s.pos, s.neg)
	if err != nil {
		s.k.fail(err)
		return nil
	}
	walked, err := s.atomsOf(near).walkFrom(ctx, s.pos, len(s.pos), 1)
	if err != nil {
		s.k.fail(err)
		return nil
	}
	maps.DeleteFunc(walked.at, func(k target, _ *held) bool { return walked.isRationed(k) })
	var rest held
	for i := range s.pos {
		rest.add(i)
	}
	var shared [][]dl.Concept // the atoms that all of a group have
	for size(rest[:]) > 0 {
		var group held
		var keys []target
		for k, h := range walked.at {
			here := h.and(rest)
			if n, most := size(here[:]), size(group[:]); n > most {
				group, keys = here, []target{k}
			} else if n > 0 && n == most {
				keys = append(keys, k)
			}
		}
		if group == (held{}) {
			s.groups = append(s.groups, Group{Individuals: s.in(rest)})
			break
		}
		slices.SortFunc(keys, target.compare)
		first := walked.at[keys[0]].and(rest)
		var cs []dl.Concept
		for _, k := range keys {
			if c := walked.concept(k); walked.at[k].and(rest) == first && s.o.allows(c) {
				cs = append(cs, c)
			}
		}
		if slices.ContainsFunc(cs, isClass) {
			cs = slices.DeleteFunc(cs, func(c dl.Concept) bool { return !isClass(c) })
		}
		slices.SortFunc(cs, compareConcepts)
		shared, s.groups = append(shared, cs[:min(len(cs), mostShared/10)]), append(s.groups, Group{Individuals: s.in(first)})
		for i := range rest {
			rest[i] &^= first[i]
		}
	}
	return s.describe(ctx, shared)
}

// in returns the positives of a set.
func (e *evidence) in(h held) (out []string) {
	for i, iri := range e.pos {
		if h[i/64%4]>>(i%64)&1 == 1 {
			out = append(out, iri)
		}
	}
	return out
}

// describe chooses the concept of each group by the score that it has if the group is meant alone. It returns
// their union.
func (s *Session) describe(ctx context.Context, shared [][]dl.Concept) []dl.Concept {
	for i, cs := range shared {
		shared[i] = cs[:min(len(cs), max(1, mostShared/len(shared)))]
	}
	all := slices.Concat(shared...)
	s.k.count(ctx, append(s.k.needs(all), all...))
	s.k.learn(ctx, all, s.pos)
	var cs []dl.Concept
	covered := []int{0} // positives in the first groups
	for i := range shared {
		d, least := &s.groups[i], math.Inf(1)
		alone := evidence{k: s.k, pos: d.Individuals, asked: s.asked, required: s.required}
		for _, c := range shared[i] {
			if score := alone.candidate(c).score; score < least {
				d.Concept, least = c, score
			}
		}
		if d.Concept != nil {
			cs, covered = append(cs, d.Concept), append(covered, covered[len(covered)-1]+len(d.Individuals))
		}
	}
	return s.o.largestUnion(cs, covered, len(s.pos))
}

// largestUnion returns the union of as many of the first concepts as the options allow, if
// it has more than half of n positives. covered has the numbers of positives in the first
// 0, 1, 2, ... concepts.
func (o Options) largestUnion(cs []dl.Concept, covered []int, n int) []dl.Concept {
	for k := len(cs); k > 0 && 2*covered[k] > n; k-- {
		c := disjoin(cs[:k])
		if o.Language.Has(dl.LanguageOf(c)) && (o.MaxSize == 0 || dl.Size(c) <= o.MaxSize) {
			return []dl.Concept{c}
		}
	}
	return nil
}

// disjoin returns the union of the concepts, those of one role below one ∃.
func disjoin(cs []dl.Concept) dl.Concept {
	cs = unique(cs)
	slices.SortFunc(cs, compareConcepts)
	var parts []dl.Concept
	for _, c := range cs {
		e, isExists := c.(dl.Exists)
		i := slices.IndexFunc(parts, func(d dl.Concept) bool {
			f, ok := d.(dl.Exists)
			return ok && isExists && e.Role == f.Role
		})
		if i < 0 {
			parts = append(parts, c)
		} else {
			f := parts[i].(dl.Exists)
			parts[i] = dl.Exists{Role: f.Role, C: disjoin([]dl.Concept{f.C, e.C})}
		}
	}
	return dl.Disj(parts...)
}

func isClass(c dl.Concept) bool {
	_, is := c.(dl.Name)
	return is
}

// mostDoubt limits how much likelier it can be that the positives were drawn from
// everything, in bits. It keeps all probabilities above 0.
const mostDoubt = 40

// describedProbability returns the probability that one of the candidates was meant rather
// than no concept at all. It is 1 if the positives share something. Otherwise unions compete
// with ⊤: the positives may have been drawn from everything.
func (e *evidence) describedProbability(ranked []candidate) float64 {
	if !sharesNothing(ranked, allowedMisses(len(e.pos))) {
		return 1
	}
	bits := (ranked[0].score - e.candidate(dl.Top{}).score) / heat
	return 1 / (1 + math.Exp2(min(bits, mostDoubt)))
}
