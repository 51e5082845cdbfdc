package graph

import (
	"sync"
	"time"
)

// slowAnswer is how long an answer may take before the next requests are made smaller.
const slowAnswer = 10 * time.Second

// firstBatch is the number of IRIs in the first requests.
const firstBatch = 10

// adaptiveSize is the size of the next request. It starts small and doubles while
// requests succeed. When one fails it becomes half of the size that failed, and from
// then on it grows slowly. This is slow start and congestion avoidance, as in TCP
// (RFC 5681, section 3.1).
type adaptiveSize struct {
	mu        sync.Mutex
	most      int // the limit of the user
	now       int
	threshold int // below this the size doubles
}

func newAdaptiveSize(first, most int) *adaptiveSize {
	return &adaptiveSize{most: most, now: min(first, most), threshold: most}
}

func (s *adaptiveSize) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// grow increases the size after a request of size n succeeded.
func (s *adaptiveSize) grow(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case n < s.now: // a smaller request proves nothing about larger ones
	case s.now < s.threshold:
		s.now = min(2*s.now, s.threshold)
	default:
		s.now = min(s.now+max(1, s.now/8), s.most)
	}
}

// shrink halves the size after a request of size n failed. A failure at size 1 changes
// nothing: it is about that one term.
func (s *adaptiveSize) shrink(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if half := n / 2; half > 0 && half < s.now {
		s.now, s.threshold = half, half
	}
}
