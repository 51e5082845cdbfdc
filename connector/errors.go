package connector

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Kinds of failures that a caller treats differently. Match them with errors.Is; the
// details are in StatusError, ResultError, TimeoutError and ConnectError (errors.As).
var (
	// ErrTimeout: the query took too long, here or on the server. Ask for less.
	ErrTimeout = errors.New("timed out")
	// ErrTruncated: the answer is not the whole answer. Ask for less.
	ErrTruncated = errors.New("incomplete result")
	// ErrQueryTooLarge: the query text is too long for the endpoint. Split it.
	ErrQueryTooLarge = errors.New("query too large")
	// ErrTooLarge: the answer exceeds Options.MaxBody. Ask for less.
	ErrTooLarge = errors.New("answer too large")
	// ErrNotSPARQL: what answered is not a SPARQL endpoint, or not in JSON.
	ErrNotSPARQL = errors.New("not SPARQL results")
	// ErrMalformed: the answer claims to be SPARQL results and is not well formed.
	ErrMalformed = errors.New("malformed result")
	// ErrRateLimited: the endpoint wants fewer requests.
	ErrRateLimited = errors.New("too many requests")
	// ErrUnreachable: no HTTP answer came at all.
	ErrUnreachable = errors.New("unreachable")
)

// StatusError is an HTTP status other than 200.
type StatusError struct {
	URL    string // endpoint, without credentials
	Status int
	// Excerpt is the beginning of the body, or its message, on one line.
	Excerpt string
	// RetryAfter is how long the server asked to wait; zero if it did not say.
	RetryAfter time.Duration
	// Location is where a redirect that was not followed points to.
	Location string

	hint          string
	queryTooLarge bool
}

func (e *StatusError) Error() string {
	return sentence(e.URL, fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status)), e.hint, e.Excerpt)
}

// Is matches the kinds that the status alone determines.
func (e *StatusError) Is(target error) bool {
	switch target {
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrTimeout:
		return e.Status == http.StatusGatewayTimeout || e.Status == http.StatusRequestTimeout
	case ErrQueryTooLarge:
		return e.queryTooLarge
	}
	return false
}

// ResultError is an answer with a successful status that is not a complete,
// well-formed result. Kind is one of ErrTruncated, ErrTooLarge, ErrNotSPARQL and
// ErrMalformed.
type ResultError struct {
	URL     string
	Status  int
	Kind    error
	Reason  string // what exactly is wrong
	Excerpt string

	hint  string
	cause error
}

func (e *ResultError) Error() string {
	return sentence(e.URL, e.Kind.Error()+": "+e.Reason, e.hint, e.Excerpt)
}

// Unwrap returns the kind and, if there is one, the cause.
func (e *ResultError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.cause}
}

// TimeoutError is a query that took too long. The client stopped it after Limit or,
// if Server is set, the endpoint did. It matches ErrTimeout.
type TimeoutError struct {
	URL     string
	Limit   time.Duration // zero when Server
	Server  bool
	Status  int // zero when no answer came
	Excerpt string
}

func (e *TimeoutError) Error() string {
	if e.Server {
		return sentence(e.URL, fmt.Sprintf("the query ran out of the endpoint's time (status %d)", e.Status), "ask for less", e.Excerpt)
	}
	return sentence(e.URL, "no complete answer within "+e.Limit.String(), "raise the request timeout or ask for less", e.Excerpt)
}

// Is matches ErrTimeout.
func (e *TimeoutError) Is(target error) bool { return target == ErrTimeout }

// Timeout is true, as in net.Error.
func (e *TimeoutError) Timeout() bool { return true }

// ConnectError is a request that got no HTTP answer: no such host, connection
// refused or lost, a bad certificate. It matches ErrUnreachable.
type ConnectError struct {
	URL    string
	Reason string
	Err    error // what the network said; its text may name addresses, not secrets

	hint      string
	transient bool // the connection broke, as opposed to: was never made
}

func (e *ConnectError) Error() string { return sentence(e.URL, e.Reason, e.hint, "") }

// Is matches ErrUnreachable.
func (e *ConnectError) Is(target error) bool { return target == ErrUnreachable }

func (e *ConnectError) Unwrap() error { return e.Err }

// sentence returns an error on one line: where, what, what to do, what the endpoint said.
func sentence(url, what, hint, excerpt string) string {
	var b strings.Builder
	b.WriteString("endpoint " + url + ": " + what)
	if hint != "" {
		b.WriteString(": " + hint)
	}
	if excerpt != "" {
		b.WriteString("; it says: " + excerpt)
	}
	return oneLine(b.String(), 0)
}

// BrokenError says that a request was not sent, because many before it failed in a
// row. It matches ErrUnreachable.
type BrokenError struct {
	URL      string
	Failures int       // in a row
	Until    time.Time // not asked before
	Last     error     // how the last one failed; not unwrapped, for it was another request
}

func (e *BrokenError) Error() string {
	return sentence(e.URL, fmt.Sprintf("%d requests in a row failed, so it is not asked before %s", e.Failures, e.Until.Format(time.TimeOnly)),
		"try again later", "") + "; the last: " + e.Last.Error()
}

// Is matches ErrUnreachable.
func (e *BrokenError) Is(target error) bool { return target == ErrUnreachable }
