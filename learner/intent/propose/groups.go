package propose

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// mostShared is how many atoms of all groups are counted, and a tenth of it how many of one.
const mostShared = 300

// DescribeGroups splits positives that share no atom into groups that do, and returns the
// union of the groups' concepts; none if the options do not allow it. The largest group comes first, and
// each further one is the largest of the rest. Positives without an atom form the last group.
func (s *Proposer) DescribeGroups(ctx context.Context) []dl.Concept {
	near, err := s.Prior.Graph.Look(ctx, s.Pos, s.Neg)
	if err != nil {
		s.Prior.Fail(err)
		return nil
	}
	walked, err := s.atomsOf(near).walkFrom(ctx, s.Pos, len(s.Pos), 1)
	if err != nil {
		s.Prior.Fail(err)
		return nil
	}
	maps.DeleteFunc(walked.at, func(k target, _ *held) bool { return walked.isRationed(k) })
	var rest held
	for i := range s.Pos {
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
			s.Groups = append(s.Groups, ask.Group{Individuals: s.in(rest)})
			break
		}
		slices.SortFunc(keys, target.compare)
		first := walked.at[keys[0]].and(rest)
		var cs []dl.Concept
		for _, k := range keys {
			if c := walked.concept(k); walked.at[k].and(rest) == first && s.Options.allows(c) {
				cs = append(cs, c)
			}
		}
		if slices.ContainsFunc(cs, normal.IsClass) {
			cs = slices.DeleteFunc(cs, func(c dl.Concept) bool { return !normal.IsClass(c) })
		}
		slices.SortFunc(cs, normal.Compare)
		shared, s.Groups = append(shared, cs[:min(len(cs), mostShared/10)]),
			append(s.Groups, ask.Group{Individuals: s.in(first)})
		for i := range rest {
			rest[i] &^= first[i]
		}
	}
	return s.describe(ctx, shared)
}

// in returns the positives of a set.
func (e *Proposer) in(h held) (out []string) {
	for i, iri := range e.Pos {
		if h[i/64%4]>>(i%64)&1 == 1 {
			out = append(out, iri)
		}
	}
	return out
}

// describe chooses the concept of each group by the score that it has if the group is meant alone. It returns
// their union.
func (s *Proposer) describe(ctx context.Context, shared [][]dl.Concept) []dl.Concept {
	for i, cs := range shared {
		shared[i] = cs[:min(len(cs), max(1, mostShared/len(shared)))]
	}
	all := slices.Concat(shared...)
	s.Prior.Count(ctx, append(s.Prior.Needs(all), all...))
	s.Prior.Learn(ctx, all, s.Pos)
	var cs []dl.Concept
	covered := []int{0} // positives in the first groups
	for i := range shared {
		d, least := &s.Groups[i], math.Inf(1)
		alone := price.Evidence{Prior: s.Prior, Pos: d.Individuals, Asked: s.Asked, Required: s.Required}
		for _, c := range shared[i] {
			if score := alone.Candidate(c).Score; score < least {
				d.Concept, least = c, score
			}
		}
		if d.Concept != nil {
			cs, covered = append(cs, d.Concept), append(covered, covered[len(covered)-1]+len(d.Individuals))
		}
	}
	return s.Options.largestUnion(cs, covered, len(s.Pos))
}
