package connector

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// methods chooses how a client sends its queries. If the options name no method, it begins
// with PostForm, and takes another one if the endpoint refuses that before it has answered:
// some endpoints take only queries in the URL, some only the query as the body.
type methods struct {
	mu    sync.Mutex
	now   Method
	left  []Method // those that may be tried next, in this order; nil if the user chose one
	known bool     // the endpoint has answered a query that was sent by the current method
}

func newMethods(chosen Method) *methods {
	if chosen != "" {
		return &methods{now: chosen}
	}
	return &methods{now: PostForm, left: []Method{Get, PostDirect}}
}

func (m *methods) current() Method {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *methods) worked(used Method) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known = m.known || m.now == used
}

// after returns the method for the next attempt, after err was the answer to a request with
// the method used. It returns false if no other method may help.
func (m *methods) after(used Method, err error) (Method, bool) {
	var status *StatusError
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case !errors.As(err, &status):
		return used, false
	case !status.refusesMethod(used):
		if used == m.now && m.left != nil && !m.known &&
			(status.Status == http.StatusForbidden || status.Status == http.StatusBadRequest) {
			m.now, m.left = PostForm, nil // it refuses the client or the query, and not the method
		}
		return used, false
	case m.now != used: // another request has changed it
		return m.now, true
	case m.known || len(m.left) == 0:
		return used, false
	}
	next := m.left[0]
	if status.Status == http.StatusUnsupportedMediaType && slices.Contains(m.left, PostDirect) {
		next = PostDirect // it takes a POST, but of another type
	}
	m.left = slices.DeleteFunc(m.left, func(o Method) bool { return o == next })
	m.now = next
	return next, true
}

// refusesMethod reports whether the answer may mean that the endpoint does not take queries
// that are sent in this way. Some forbid every POST (403), unless they have banned the client,
// and some do not read its body and miss the query (400).
func (e *StatusError) refusesMethod(used Method) bool {
	switch e.Status {
	case http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType, http.StatusNotImplemented:
		return true
	case http.StatusForbidden:
		return used == PostForm && !refusesClient.MatchString(e.Excerpt) && !saysBanned.MatchString(e.Excerpt)
	case http.StatusBadRequest:
		return used != Get && !strings.Contains(e.Excerpt, "{") && missesQuery.MatchString(e.Excerpt)
	}
	return false
}

var refusesClient = regexp.MustCompile(`(?i)user-?agent|robot policy`)

var missesQuery = regexp.MustCompile(`(?i)\b(no|missing|empty|without( an?)?|required)\b.{0,25}\bquery\b|` +
	`\bquery\b.{0,25}\b(missing|required|not (given|provided|specified|found))\b`)

// describe says how a query is sent, for messages.
func (m Method) describe() string {
	switch m {
	case Get:
		return "in the URL (get)"
	case PostDirect:
		return "as the body of a POST (post-direct)"
	}
	return "as a form (post)"
}
