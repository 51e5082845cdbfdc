package connector

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/genus-kg/genus/internal/say"
)

// Kinds of failures that callers handle differently. Match them with errors.Is; the
// types StatusError, ResultError, TimeoutError, ConnectError, BrokenError and WaitError have
// the details.
var (
	// ErrTimeout: the query took too long, here or on the server. Ask for less.
	ErrTimeout = errors.New("timed out")
	// ErrOutOfMemory: the query needs more memory than the endpoint gives it. Ask for less.
	ErrOutOfMemory = errors.New("out of memory")
	// ErrTruncated: the answer is incomplete. Ask for less.
	ErrTruncated = errors.New("incomplete result")
	// ErrQueryTooLarge: the query text is too long for the endpoint. Split it.
	ErrQueryTooLarge = errors.New("query too large")
	// ErrTooLarge: the answer exceeds Options.MaxBody. Ask for less.
	ErrTooLarge = errors.New("answer too large")
	// ErrNotSPARQL: the answer is not from a SPARQL endpoint, or not JSON.
	ErrNotSPARQL = errors.New("not SPARQL results")
	// ErrMalformed: the answer claims to be SPARQL results and is not well formed.
	ErrMalformed = errors.New("malformed result")
	// ErrRateLimited: the endpoint wants fewer requests.
	ErrRateLimited = errors.New("too many requests")
	// ErrUnreachable: there was no HTTP answer.
	ErrUnreachable = errors.New("unreachable")
)

// Passes reports whether the error may pass: the same query may be answered later. That is so for what was
// cancelled or timed out, for a busy, failing or unreachable endpoint, and for an answer that was broken off.
func Passes(err error) bool {
	if status, ok := errors.AsType[*StatusError](err); ok {
		switch status.Status {
		case http.StatusRequestTimeout, http.StatusTooManyRequests:
			return true
		}
		return status.Status >= 500 && status.Status != http.StatusNotImplemented && !status.queryTooLarge
	}
	for _, kind := range []error{context.Canceled, context.DeadlineExceeded, ErrTimeout, ErrTruncated, ErrNotSPARQL,
		ErrMalformed, ErrRateLimited, ErrUnreachable} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// A StatusError reports an HTTP status other than 200.
type StatusError struct {
	URL    string // the endpoint, without credentials
	Status int
	// Excerpt is the error message in the body, or the beginning of the body, on one line.
	Excerpt string
	// RetryAfter is the wait that the server asked for, or zero.
	RetryAfter time.Duration

	hint          string
	queryTooLarge bool
	outOfMemory   bool
	byLength      bool // for the bytes of the request: as long a one would be refused again
}

func (e *StatusError) Error() string {
	return sentence(e.URL, fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status)), e.hint, e.Excerpt)
}

// Is matches ErrRateLimited, ErrTimeout, ErrOutOfMemory and ErrQueryTooLarge.
func (e *StatusError) Is(target error) bool {
	switch target {
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrTimeout:
		return e.Status == http.StatusGatewayTimeout || e.Status == http.StatusRequestTimeout
	case ErrOutOfMemory:
		return e.outOfMemory
	case ErrQueryTooLarge:
		return e.queryTooLarge
	}
	return false
}

// A ResultError reports an answer with a successful status that is not a complete,
// well-formed result. Kind is one of ErrTruncated, ErrTooLarge, ErrNotSPARQL and
// ErrMalformed.
type ResultError struct {
	URL     string
	Status  int
	Kind    error
	Reason  string // the fault in detail
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

// A TimeoutError reports a query that took too long. The client stopped it after Limit
// or, if Server is set, the endpoint did. It matches ErrTimeout.
type TimeoutError struct {
	URL     string
	Limit   time.Duration // zero if Server is set
	Server  bool
	Status  int // zero if there was no answer
	Excerpt string
}

func (e *TimeoutError) Error() string {
	if e.Server {
		hint := "ask for less"
		if e.Status == http.StatusInternalServerError { // it may be a failure in other words
			hint = "try again when the endpoint is less busy, or with fewer examples"
		}
		return sentence(e.URL, fmt.Sprintf("the query ran out of the endpoint's time (status %d)", e.Status), hint, e.Excerpt)
	}
	return sentence(e.URL, "no complete answer within "+e.Limit.String(), "raise the request timeout or ask for less",
		e.Excerpt)
}

// Is matches ErrTimeout.
func (e *TimeoutError) Is(target error) bool { return target == ErrTimeout }

// Timeout returns true, as in net.Error.
func (e *TimeoutError) Timeout() bool { return true }

// A ConnectError reports a request without an HTTP answer: no such host, connection
// refused or lost, a bad certificate. It matches ErrUnreachable.
type ConnectError struct {
	URL    string
	Reason string
	Err    error // the error of the network; its text may have addresses, but no secrets

	hint      string
	transient bool // the connection was made and then lost
}

func (e *ConnectError) Error() string { return sentence(e.URL, e.Reason, e.hint, "") }

// Is matches ErrUnreachable.
func (e *ConnectError) Is(target error) bool { return target == ErrUnreachable }

func (e *ConnectError) Unwrap() error { return e.Err }

// sentence returns the text of an error on one line: the endpoint, the fault, what to do
// about it, and the words of the endpoint. hint and excerpt may be empty.
func sentence(url, what, hint, excerpt string) string {
	var b strings.Builder
	b.WriteString("endpoint " + url + ": " + what)
	if hint != "" {
		b.WriteString(": " + hint)
	}
	if excerpt != "" {
		b.WriteString("; it says: " + excerpt)
	}
	return say.OneLine(b.String())
}

// A BrokenError reports a request that was not sent, because many before it failed in a
// row. It matches ErrUnreachable.
type BrokenError struct {
	URL      string
	Failures int       // number of failures in a row
	Until    time.Time // no request is sent before
	Last     error     // the last failure; not unwrapped, because it was of another request
}

func (e *BrokenError) Error() string {
	return sentence(e.URL, fmt.Sprintf("%d requests in a row failed, so genus does not ask it before %s",
		e.Failures, e.Until.Format(time.TimeOnly)),
		"try again later", "") + "; the last: " + e.Last.Error()
}

// Is matches ErrUnreachable.
func (e *BrokenError) Is(target error) bool { return target == ErrUnreachable }

// A WaitError reports a request that was not sent, because its turn would have come after
// the deadline. It matches ErrRateLimited.
type WaitError struct {
	URL     string
	Wait    time.Duration // until its turn
	Because string        // what it would have waited for
}

func (e *WaitError) Error() string {
	return sentence(e.URL, fmt.Sprintf("the next request would have to wait for another %s, because %s",
		e.Wait.Round(time.Second/10), e.Because), "try again later", "")
}

// Is matches ErrRateLimited.
func (e *WaitError) Is(target error) bool { return target == ErrRateLimited }
