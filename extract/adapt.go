package extract

import (
	"context"
	"sync"
	"time"

	"github.com/genus-kg/genus/connector"
)

// slow is how long an answer may take before less is asked for.
const slow = 10 * time.Second

// firstBatch is the number of IRIs that the first requests ask about.
const firstBatch = 10

// sizer learns how much may be asked for at once: it begins small, doubles
// while all goes well, halves when it was too much, and from then on grows slowly
// above half of what failed (the slow start and congestion avoidance of TCP).
type sizer struct {
	mu    sync.Mutex
	most  int // what the user allows
	now   int
	brisk int // up to this it doubles
}

func newSizer(first, most int) *sizer { return &sizer{most: most, now: min(first, most), brisk: most} }

func (s *sizer) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// fits: n at once went well.
func (s *sizer) fits(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case n < s.now: // says nothing about more
	case s.now < s.brisk:
		s.now = min(2*s.now, s.brisk)
	default:
		s.now = min(s.now+max(1, s.now/8), s.most)
	}
}

// tooMuch: n at once were too many. One says nothing about others.
func (s *sizer) tooMuch(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if half := n / 2; half > 0 && half < s.now {
		s.now, s.brisk = half, half
	}
}

// about sends a query about n IRIs, which it learns from, and says how long the
// answer took.
func (c *crawl) about(ctx context.Context, n int, q string) (*connector.Table, time.Duration, error) {
	began := time.Now()
	table, err := c.ask(ctx, q)
	took := time.Since(began)
	switch {
	case err != nil && canSplit(err), took > slow:
		c.batch.tooMuch(n)
	case err == nil:
		c.batch.fits(n)
	}
	return table, took, err
}
