package connector

import (
	"errors"
	"net/http"
	"slices"
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
	if !errors.As(err, &status) || !refusesMethod(status.Status) {
		return used, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
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

// refusesMethod reports whether the status means that the endpoint does not take queries
// that are sent in this way.
func refusesMethod(status int) bool {
	switch status {
	case http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType, http.StatusNotImplemented:
		return true
	}
	return false
}

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
