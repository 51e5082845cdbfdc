package graph

import (
	"sync"
	"sync/atomic"
	"time"
)

// Limits is what the answers of an endpoint have shown about how much it can answer at
// once. Its zero value knows nothing yet. It is safe for concurrent use.
type Limits struct {
	once      sync.Once
	batch     *adaptiveSize // of IRIs
	rows      *adaptiveSize
	again     secondTries
	complete  atomic.Int64 // rows of the largest result known to be complete
	perTerm   atomic.Int64 // rows that are expected of an individual
	about     atomic.Int64 // IRIs of the largest request that had a quick answer
	noPaths   failing      // a query with a path took too long
	noAround  failing      // a Question with Around failed
	noList    failing      // a query with the list of excluded properties is too long for it
	noCounted failing      // what countRead reads was too much
	concepts  atomic.Int64 // in the first request for numbers; 0: firstConcepts
	isLarge   atomic.Bool  // a value has more than largeConcept members
	isSmall   atomic.Bool  // values were looked up, and none has; unless isLarge
	answered  atomic.Bool  // a request had an answer
	reifiers  reifiers     // of statements
	silent    atomic.Int64 // requests that took too long before the first answer
}

// failing says that queries of some form fail. The cause may pass, so after a while one is sent again: after askAgain,
// and after every further failure twice as long. Its zero value says that none has failed.
type failing struct {
	mu    sync.Mutex
	until time.Time
	wait  time.Duration
}

// is reports whether such a query is better not sent now.
func (f *failing) is() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return time.Now().Before(f.until)
}

// failed records that such a query failed. It reports whether that was known.
func (f *failing) failed() (known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	if now.Before(f.until) {
		return true
	}
	f.wait = max(askAgain, 2*f.wait)
	f.until = now.Add(f.wait)
	return false
}

// slowAnswer is how long an answer may take before the next requests are made smaller.
const slowAnswer = 10 * time.Second

// firstBatch is the number of IRIs in the first requests.
const firstBatch = 10

// adaptiveSize is the size of the next request. It starts small and doubles while
// requests succeed. When one fails it becomes half of the size that failed. Afterwards it
// doubles up to half of the size of the first failure in a row, and then grows slowly.
// This is slow start and congestion avoidance, as in TCP (RFC 5681, section 3.1). After
// every failure slow growth takes twice as many successes, so that an endpoint with a
// fixed limit is not asked for more than that again and again.
type adaptiveSize struct {
	mu        sync.Mutex
	most      int // the limit of the user
	now       int
	threshold int  // below this the size doubles
	patience  int  // number of successes needed to grow beyond the threshold
	successes int  // since the last slow growth
	failing   bool // the last request failed
}

const mostPatience = 8

func newAdaptiveSize(first, most int) *adaptiveSize {
	return &adaptiveSize{most: most, now: min(first, most), threshold: most, patience: 1}
}

// begin raises the first size to one that is known to do.
func (s *adaptiveSize) begin(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = max(s.now, min(n, s.threshold))
}

func (s *adaptiveSize) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// grow increases the size after a request of size n succeeded. Requests rarely have the
// full size, because the next term did not fit.
func (s *adaptiveSize) grow(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = false
	switch {
	case 2*n <= s.now: // a small request proves nothing about large ones
	case s.now < s.threshold:
		s.now = min(2*s.now, s.threshold)
	default:
		if s.successes++; s.successes >= s.patience {
			s.now, s.successes = min(s.now+max(1, s.now/8), s.most), 0
		}
	}
}

// shrink halves the size after a request of size n failed. A failure at size 1 changes
// nothing: it is about that one term.
func (s *adaptiveSize) shrink(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if half := n / 2; half > 0 && half < s.now {
		s.now = half
		if !s.failing {
			s.threshold, s.patience = half, min(2*s.patience, mostPatience)
		}
		s.failing, s.successes = true, 0
	}
}
