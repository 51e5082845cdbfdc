package connector

import (
	"net/http"
	"sync"
)

// A length bounds the requests of a client to what the endpoint takes: if it has refused a
// request for its length, no request that is as long is sent again. So the callers who split
// a request until it is short enough send few that fail.
type length struct {
	mu      sync.Mutex
	refused map[Method]int // bytes of the shortest request that was refused; see lengthOf
}

// lengthOf returns the bytes of a request that endpoints limit: those of the URL and of the
// body.
func lengthOf(r *http.Request) int { return len(r.URL.RequestURI()) + int(r.ContentLength) }

// tooLong returns the length from which on the endpoint refuses requests, if n is as long.
func (l *length) tooLong(m Method, n int) (refused int, tooLong bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	refused = l.refused[m]
	return refused, refused > 0 && n >= refused
}

func (l *length) refuse(m Method, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.refused[m]; known == 0 || n < known {
		if l.refused == nil {
			l.refused = map[Method]int{}
		}
		l.refused[m] = n
	}
}
