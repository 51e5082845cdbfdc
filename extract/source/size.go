package source

import (
	"sync"
	"time"
)

// slowAnswer is how long an answer may take before less is asked for.
const slowAnswer = 10 * time.Second

// firstBatch is the number of IRIs that the first requests ask about.
const firstBatch = 10

// adaptiveSize learns how much may be asked for at once: it begins small, doubles
// while all goes well, halves when it was too much, and from then on grows slowly
// above half of what failed. This is slow start and congestion avoidance, as in
// TCP (RFC 5681, section 3.1).
type adaptiveSize struct {
	mu        sync.Mutex
	most      int // what the user allows
	now       int
	threshold int // up to this it doubles
}

func newAdaptiveSize(first, most int) *adaptiveSize {
	return &adaptiveSize{most: most, now: min(first, most), threshold: most}
}

func (s *adaptiveSize) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// fits says that n at once went well.
func (s *adaptiveSize) fits(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case n < s.now: // says nothing about more
	case s.now < s.threshold:
		s.now = min(2*s.now, s.threshold)
	default:
		s.now = min(s.now+max(1, s.now/8), s.most)
	}
}

// tooMuch says that n at once were too many. One says nothing about others.
func (s *adaptiveSize) tooMuch(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if half := n / 2; half > 0 && half < s.now {
		s.now, s.threshold = half, half
	}
}
