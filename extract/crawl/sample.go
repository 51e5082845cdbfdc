package crawl

import (
	"math"

	"github.com/genus-kg/genus/extract/facts"
)

// level is what a search with a sample found at one distance.
type level struct {
	sampled     []string
	found, half int // numbers of individuals to which the sample, and half of it, leads
	size        int // of the half
}

func (s *search) newLevel(sampled []facts.ID) level {
	l := level{size: (len(sampled) + 1) / 2}
	for _, id := range sampled {
		l.sampled = append(l.sampled, s.Term(id))
	}
	return l
}

// countMet returns the number of individuals at the level to which steps from some
// individuals lead.
func (s *search) countMet(some []facts.ID, steps []step, level int) int {
	from, met := map[facts.ID]bool{}, map[facts.ID]bool{}
	for _, id := range some {
		from[id] = true
	}
	for _, st := range steps {
		if from[st.from] && s.distance[st.to] == level && s.isKept(st) {
			met[st.to] = true
		}
	}
	return len(met)
}

// extrapolate estimates the number of individuals one edge farther than the level, if it
// has scale times as many individuals as the sample.
func (l level) extrapolate(scale float64) float64 {
	n := float64(l.found)
	if scale > 1 && l.half > 0 {
		share := float64(len(l.sampled)) / float64(l.size) // 2, or a little less
		exponent := math.Log(n/float64(l.half)) / math.Log(share)
		n *= math.Pow(scale, min(max(exponent, 0), 1))
	}
	return n
}

// sample returns at most n items of the list, at equal distances.
func sample[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	out := make([]T, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}

func round(x float64) int { return int(math.Round(min(x, 1e15))) }
