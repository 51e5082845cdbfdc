package ask

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// In a large graph most concepts of a ranking need not be counted: a few thousand individuals show that they have too
// many members for what they say. The number of those that are members bounds the number of members in the graph, and
// only what is not decided by the bounds is counted.

// sampleSize is the number of individuals of a sample, without the examples.
const sampleSize = 4096

// A Sample is a domain of the examples and of some individuals of a structure that were drawn at random.
type Sample struct {
	m        *Memory
	at       []interp.Individual // sorted
	examples int
	bounds   func() []int64 // by the number of members among those that were drawn
}

// Sample returns some individuals with the examples; nil if all individuals take no longer.
func (m *Memory) Sample(examples []string) *Sample {
	if m.s.Len() < max(m.LeastSampled, 1) {
		return nil
	}
	s := &Sample{m: m}
	rng := rand.New(rand.NewPCG(1, uint64(m.s.Len())))
	drawn := map[interp.Individual]bool{}
	for len(drawn) < min(sampleSize, m.s.Len()/2) {
		drawn[interp.Individual(rng.IntN(m.s.Len()))] = true
	}
	n := len(drawn)
	for _, iri := range examples {
		if a, ok := m.s.Lookup(iri); ok {
			drawn[a] = true
			s.examples++
		}
	}
	for a := range drawn {
		s.at = append(s.at, a)
	}
	slices.Sort(s.at)
	s.bounds = sync.OnceValue(func() []int64 { return leastMembers(n, m.s.Len()) })
	return s
}

// surely is minus the natural logarithm of how likely it may be that a bound is wrong: one in a billion.
const surely = 20.7

// leastMembers returns for each number k up to n the least number of members among all individuals with which it is
// not nearly impossible that k or more of n that were drawn are members: by Hoeffding (1963), theorem 1 and section 6,
// that has a probability of at most exp(-n KL(k/n, p)) if they are a part p of all.
func leastMembers(n, all int) []int64 {
	least := make([]int64, n+1)
	for k := 1; k <= n; k++ {
		q := float64(k) / float64(n)
		low, high := 0.0, q
		for range 40 {
			p := (low + high) / 2
			divergence := q * math.Log(q/p)
			if q < 1 {
				divergence += (1 - q) * math.Log((1-q)/(1-p))
			}
			if float64(n)*divergence > surely {
				low = p
			} else {
				high = p
			}
		}
		least[k] = int64(low * float64(all))
	}
	return least
}

// Len returns the number of individuals.
func (s *Sample) Len() int { return len(s.at) }

// Place returns the place of an individual; false if it is not in the sample.
func (s *Sample) Place(iri string) (int, bool) {
	a, ok := s.m.s.Lookup(iri)
	if !ok {
		return 0, false
	}
	return slices.BinarySearch(s.at, a)
}

// Count bounds the number of members of a concept with n members in the sample.
func (s *Sample) Count(n int) Bounds {
	bounds := s.bounds()
	least := bounds[min(max(0, n-s.examples), len(bounds)-1)]
	return Bounds{max(int64(n), least), int64(s.m.s.Len())}
}

// Most returns the largest number of individuals of which n are in the sample.
func (s *Sample) Most(n int) int64 {
	bounds := s.bounds()
	others := len(bounds) - 1 - min(n, len(bounds)-1)
	return int64(s.m.s.Len()) - bounds[others]
}

// Members returns for every concept which individuals of the sample are members.
func (s *Sample) Members(ctx context.Context, cs []dl.Concept) ([][]uint64, error) {
	out, err := s.m.evaluator().HoldingAt(ctx, cs, s.at)
	if err != nil {
		return nil, err
	}
	for i, c := range cs {
		if s.m.s.HasAll(c) {
			continue
		}
		for j, a := range s.at {
			if !s.m.s.Domain().Test(uint(a)) {
				out[i][j/64] &^= 1 << (j % 64)
			}
		}
	}
	return out, nil
}
