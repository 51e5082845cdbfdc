package graph

import (
	"errors"
	"io"
	"sync"
	"time"

	"github.com/genus-kg/genus/connector"
)

// secondTries decides whether a batch that failed is asked about again as it is. Public
// endpoints sometimes time out or lose a connection under the load of others; a smaller
// batch would not have prevented that. A batch is tried again if an answer of its size
// should be quick, by the time of the last answer. After a second try that failed, too,
// several answers have to come before the next one, each time twice as many.
type secondTries struct {
	mu      sync.Mutex
	each    time.Duration // of the last answer, for each term; zero before it
	waits   int           // answers until the next second try
	penalty int           // answers to wait for after the next second try that fails
}

// worth reports whether a batch of n terms that failed with err is worth a second try.
func (s *secondTries) worth(n int, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	passes := errors.Is(err, connector.ErrTimeout) || errors.Is(err, io.ErrUnexpectedEOF)
	return passes && n > 1 && s.each > 0 && s.waits == 0 && time.Duration(n)*s.each < slowAnswer/2
}

// tried records how a second try ended.
func (s *secondTries) tried(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.penalty = max(4, 2*s.penalty); err == nil {
		s.penalty = 0
	}
	s.waits = s.penalty
}

// answered records an answer about n terms.
func (s *secondTries) answered(n int, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.each, s.waits = max(1, took/time.Duration(n)), max(0, s.waits-1)
}
