package intent

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/intent/price"
)

// mostKept is how many candidates stay after an answer, even if they are not proposed
// again.
const mostKept = 40

// mostRanked is how many candidates share the posterior.
const mostRanked = 150

// bestOf sorts the candidates and returns the best mostRanked of at most MaxSize nodes.
func (s *Session) bestOf(xs []price.Candidate) []price.Candidate {
	price.SortCandidates(xs)
	listed := map[dl.Concept]bool{}
	var out []price.Candidate
	for _, x := range xs {
		if listed[x.Concept] || s.p.Options.MaxSize > 0 && dl.Size(x.Concept) > s.p.Options.MaxSize {
			continue
		}
		listed[x.Concept] = true
		if out = append(out, x); len(out) == mostRanked {
			break
		}
	}
	return out
}

// unionWithFirst returns the index of the likeliest candidate that has all positives and is a union of
// which the first candidate, which lacks some, is one side; -1 if there is none.
func unionWithFirst(xs []price.Candidate) int {
	if len(xs) == 0 || len(xs[0].Missed) == 0 {
		return -1
	}
	return slices.IndexFunc(xs, func(x price.Candidate) bool {
		sides := normal.Operands(x.Concept)
		return len(sides) > 1 && len(x.Missed) == 0 && slices.Contains(sides, xs[0].Concept)
	})
}

// mostCompared is how many of the first candidates are compared by their members.
const mostCompared = 12

// rank returns the best of the candidates in their families. Of the first of them, those with the
// same members as a better one leave their probability to it: |C| = |D| = |C ⊓ D|.
func (s *Session) rank(ctx context.Context, xs []price.Candidate) []price.Candidate {
	xs = s.bestOf(xs)
	first := xs[:min(len(xs), mostCompared)]
	mayEqual := func(x, y price.Candidate) bool { return x.Bounds.Exact() && x.Bounds == y.Bounds }
	var both []dl.Concept
	for i, x := range first {
		for _, y := range first[:i] {
			if mayEqual(x, y) {
				both = append(both, normal.Conjunction(x.Concept, y.Concept))
			}
		}
	}
	s.p.Prior.Count(ctx, both)
	var out []price.Candidate
	for _, x := range first {
		i := slices.IndexFunc(out, func(y price.Candidate) bool {
			return mayEqual(x, y) && s.p.Prior.Bounds(normal.Conjunction(x.Concept, y.Concept)) == x.Bounds
		})
		if i < 0 {
			out = append(out, x)
			continue
		}
		out[i].Twins += (1 + x.Twins) * math.Exp2((out[i].Score-x.Score)/price.Heat)
	}
	return inFamilies(append(out, xs[len(first):]...))
}

// inFamilies returns the candidates family by family.
func inFamilies(xs []price.Candidate) []price.Candidate {
	price.SortCandidates(xs)
	place := map[price.Shape]int{} // of the likeliest of each family
	for i := range xs {
		xs[i].Shape = price.ShapeOf(xs[i])
		if _, ok := place[xs[i].Shape]; !ok {
			place[xs[i].Shape] = i
		}
	}
	slices.SortStableFunc(xs, func(x, y price.Candidate) int { return cmp.Compare(place[x.Shape], place[y.Shape]) })
	return xs
}

// heads returns the likeliest candidates of the first families, at most this many.
func heads(ranked []price.Candidate, most int) (out []price.Candidate) {
	for i, x := range ranked {
		if len(out) < most && (i == 0 || x.Shape != ranked[i-1].Shape) {
			out = append(out, x)
		}
	}
	return out
}

// betweenThresholds returns the differences between the first candidate and the likeliest others of
// its family, at most this many: a question about one of their members bisects the threshold.
func betweenThresholds(ranked []price.Candidate, most int) (out []dl.Concept) {
	for _, x := range ranked[1:] {
		if x.Shape != ranked[0].Shape || len(out) >= 2*most {
			break
		}
		out = append(out, apart(ranked[0].Concept, x.Concept)...)
	}
	return out
}

// apart returns what one of the concepts has and the other has not.
func apart(c, d dl.Concept) (out []dl.Concept) {
	if only, ok := normal.Difference(c, d); ok {
		out = append(out, only)
	}
	if only, ok := normal.Difference(d, c); ok {
		out = append(out, only)
	}
	return out
}

// keepBest keeps the best candidates for the next ranking.
func (s *Session) keepBest() {
	best := slices.Clone(s.ranked)
	price.SortCandidates(best)
	s.kept = price.ConceptsOf(best[:min(len(best), mostKept)])
}

// generate makes and ranks the candidates: the conjunctions that the search finds, with negations,
// the concepts to keep and those that were added.
//
// It fails only if there is no candidate at all. If a later question to the graph fails, the
// candidates have bounds, and incomplete has the error. If the conditions cannot be found, the
// candidates of the ranking before are ranked again.
func (s *Session) generate(ctx context.Context) error {
	s.p.Prior.Failed = nil
	found, err := s.p.Find(ctx, slices.Concat(s.added, s.kept))
	if err != nil {
		if len(s.ranked) == 0 {
			return err
		}
		s.p.Prior.Fail(err)
		found = price.ConceptsOf(s.ranked)
	} else {
		s.notFound = slices.DeleteFunc(slices.Clone(s.added), func(c dl.Concept) bool { return slices.Contains(found, c) })
	}
	cs := slices.Concat(found, s.added, s.kept)
	xs := s.p.Score(ctx, normal.Unique(slices.Concat(cs, s.edited(cs))))
	s.p.Groups = nil
	if price.SharesNothing(xs, 0) {
		xs = append(xs, s.p.Score(ctx, s.p.DescribeGroups(ctx))...)
	}
	s.ranked = s.rank(ctx, xs)
	s.leftOut, s.leftOutOf, s.foreign = nil, nil, nil // until a question is looked for
	s.remember()
	s.stale, s.incomplete = false, s.p.Prior.Failed
	return nil
}
