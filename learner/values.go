package learner

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
)

// collectValues collects the values of features within reach of the examples. For
// each value it counts the individuals that have it and are near a positive, or
// near a negative: at most as far away as the nearest individual that has the
// feature. Examples count by their weights, other individuals once.
func (l *run) collectValues(ctx context.Context, roles []interp.RoleID) error {
	s := l.p.Structure
	steps := -1
	if l.p.MaxDepth > 0 {
		steps = l.p.MaxDepth
	}
	reach, err := interp.Distances(ctx, l.p, roles, steps)
	if err != nil {
		return err
	}
	features := interp.Features(l.p, l.o.Language)
	nearest := make([]int32, len(s.Signature().Features())) // individual with a value; -1: none
	farthest := int32(0)
	for _, f := range features {
		nearest[f] = nearestValue(s, f, reach)
		farthest = max(farthest, nearest[f])
	}
	distances := [3][]int32{reach} // from all examples, the positives, the negatives
	for i, side := range [][]interp.Individual{l.p.Pos, l.p.Neg} {
		if distances[i+1], err = interp.Distances(ctx, &interp.Problem{Structure: s, Pos: side}, roles, int(farthest)); err != nil {
			return err
		}
	}
	weights := map[interp.Individual]int{}
	for i, a := range l.p.Pos {
		weights[a] = l.p.PosWeight(i)
	}
	for i, a := range l.p.Neg {
		weights[a] = l.p.NegWeight(i)
	}
	l.values = make([]threshold.Feature, len(s.Signature().Features()))
	for _, f := range features {
		if nearest[f] >= 0 {
			l.values[f] = seenValues(s, f, nearest[f], distances, weights)
		}
	}
	return nil
}

// nearestValue returns the distance of the nearest individual that has the feature, -1
// if there is none.
func nearestValue(s *interp.Structure, f interp.FeatureID, reach []int32) int32 {
	nearest := int32(-1)
	s.EachValued(f, func(a interp.Individual, _ []uint32) {
		if d := reach[a]; d >= 0 && (nearest < 0 || d < nearest) {
			nearest = d
		}
	})
	return nearest
}

// seenValues collects the values of a feature, of which the nearest are that far away.
func seenValues(s *interp.Structure, f interp.FeatureID, nearest int32, distances [3][]int32, weights map[interp.Individual]int) threshold.Feature {
	all := s.Values(f)
	used := make([]bool, len(all))
	countPos, countNeg := make([]int, len(all)), make([]int, len(all))
	reach, pos, neg := distances[0], distances[1], distances[2]
	near := func(d int32) bool { return d >= 0 && d <= nearest }
	s.EachValued(f, func(a interp.Individual, ranks []uint32) {
		if reach[a] < 0 {
			return
		}
		weight := max(weights[a], 1) // 0: no example
		for _, r := range ranks {
			used[r] = true
			if near(pos[a]) {
				countPos[r] += weight
			}
			if near(neg[a]) {
				countNeg[r] += weight
			}
		}
	})
	var out threshold.Feature
	for r, u := range used {
		if u {
			out.Values = append(out.Values, all[r])
			out.Pos, out.Neg = append(out.Pos, countPos[r]), append(out.Neg, countNeg[r])
		}
	}
	return out
}

// thresholds returns T(k).
func (l *run) thresholds(k int) [][]dl.Value {
	out := make([][]dl.Value, len(l.values))
	for f, feature := range l.values {
		if l.o.Thresholds > 0 {
			out[f] = feature.Choose(l.o.Thresholds, l.o.ThresholdMethod)
		} else {
			out[f] = feature.Refine(k)
		}
		if l.o.Midpoints {
			out[f] = feature.Midpoints(out[f])
		}
	}
	return out
}

// coarseThresholds returns the first n thresholds of each feature.
func (l *run) coarseThresholds(n int) [][]dl.Value {
	out := make([][]dl.Value, len(l.values))
	for f, feature := range l.values {
		if out[f] = feature.First(n); l.o.Midpoints {
			out[f] = feature.Midpoints(out[f])
		}
	}
	return out
}

// hasAllThresholds reports whether T(k) has a threshold for every value within
// reach of the examples.
func (l *run) hasAllThresholds(k int) bool {
	most := l.o.Thresholds
	if most == 0 {
		most = threshold.Growth(k)
	}
	return !slices.ContainsFunc(l.values, func(f threshold.Feature) bool { return len(f.Values) > most })
}
