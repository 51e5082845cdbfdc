package connector

import (
	"net/http"
	"sync"
	"time"
)

// A length bounds the requests of a client to what the endpoint takes: if it has refused a
// request for its length, no request that is as long is sent for a while. So the callers who split
// a request until it is short enough send few that fail. The refusal may have been wrong, or another
// server's: after the while, one such request is sent, and tells.
type length struct {
	mu      sync.Mutex
	refused map[Method]refusal
}

// A refusal of a request for its length.
type refusal struct {
	bytes int       // of the shortest request that was refused; see lengthOf
	next  time.Time // when a request as long is sent again
}

// lengthAgain is how long after a refusal a request as long is sent again.
const lengthAgain = time.Minute

// lengthOf returns the bytes of a request that endpoints limit: those of the URL and of the
// body.
func lengthOf(r *http.Request) int { return len(r.URL.RequestURI()) + int(r.ContentLength) }

// tooLong returns the length from which on the endpoint refuses requests, if n is as long.
func (l *length) tooLong(m Method, n int) (refused int, tooLong bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known, is := l.refused[m]
	if !is || n < known.bytes {
		return 0, false
	}
	if now := time.Now(); !now.Before(known.next) {
		l.refused[m] = refusal{known.bytes, now.Add(lengthAgain)}
		return 0, false
	}
	return known.bytes, true
}

// refuse records that the endpoint refused a request for its length.
func (l *length) refuse(m Method, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, is := l.refused[m]; is {
		n = min(n, known.bytes)
	}
	if l.refused == nil {
		l.refused = map[Method]refusal{}
	}
	l.refused[m] = refusal{n, time.Now().Add(lengthAgain)}
}

// take records that the endpoint took a request.
func (l *length) take(m Method, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, is := l.refused[m]; is && n >= known.bytes {
		delete(l.refused, m)
	}
}
