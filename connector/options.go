package connector

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Method is how a query is sent (SPARQL 1.1 Protocol, section 2.1).
type Method string

const (
	// PostForm sends the query as application/x-www-form-urlencoded. The default:
	// every engine takes it and there is no limit on the length of a URL.
	PostForm Method = "post"
	// Get sends the query in the URL; caches along the way may answer.
	Get Method = "get"
	// PostDirect sends the bare query text as application/sparql-query.
	PostDirect Method = "post-direct"
)

// Defaults of Options.
const (
	DefaultTimeout = 60 * time.Second
	DefaultRetries = 4
	DefaultMaxBody = 64 << 20
	// DefaultFirstWait makes the waits 1, 2, 4, 8, … seconds.
	DefaultFirstWait = time.Second
)

// Options tell a client where and how to ask. The zero value of every field but
// URL is usable.
type Options struct {
	// URL of the query endpoint, http or https, without user or password in it.
	URL string
	// DefaultGraph is the dataset of every query (absolute IRIs); if empty, the
	// endpoint chooses.
	DefaultGraph []string
	// Method is how a query is sent; empty means PostForm.
	Method Method
	// Version of genus in the User-Agent; empty means "dev".
	Version string
	// UserAgentContact is the operator's mail address or web page. Public
	// endpoints (Wikidata first) slow down or refuse clients that name nobody.
	UserAgentContact string
	// Credentials for the endpoint; the zero value sends none.
	Credentials Credentials
	// Timeout bounds one request, from dialling to the last byte of the answer.
	// Zero means DefaultTimeout.
	Timeout time.Duration
	// Retries is how often a failed request is repeated; zero means
	// DefaultRetries, a negative number never.
	Retries int
	// FirstWait is the wait before the first repeat when the server names none;
	// each further wait is twice as long, up to 30 s. Zero means DefaultFirstWait.
	FirstWait time.Duration
	// Rate is the largest number of requests per second to this host, repeats
	// included, by all clients of the process together; zero means no limit.
	Rate float64
	// Requests is the largest number of requests at a time. It begins with one,
	// grows while answers come, and shrinks when the endpoint is busy. Zero means
	// no limit.
	Requests int
	// Errors is the largest number of failed requests a minute: after so many the
	// client waits. (Wikidata's service allows 30.) Zero means no limit.
	Errors int
	// MaxBody is the largest answer, in bytes after decompression. Zero means
	// DefaultMaxBody.
	MaxBody int64
	// RowCaps are the row counts at which this endpoint is known to cut a result
	// without saying so (DBpedia: 10000). A result of exactly so many rows is
	// ErrTruncated: do not use one of them as a LIMIT.
	RowCaps []int
	// MayRedirect is asked before a redirect to the URL is followed; its error ends
	// the request. Nil follows redirects anywhere.
	MayRedirect func(to *url.URL) error
	// Logger receives requests and retries; nil discards.
	Logger *slog.Logger
	// HTTPClient is for tests: its Transport replaces the network.
	HTTPClient *http.Client
}

// Validate reports the first option that cannot be used. The message never
// repeats a secret.
func (o Options) Validate() error {
	u, err := parseEndpoint(o.URL)
	if err != nil {
		return err
	}
	switch o.Method {
	case "", PostForm, Get, PostDirect:
	default:
		return fmt.Errorf("endpoint %s: unknown method %q: use %q, %q or %q", displayURL(u), string(o.Method), PostForm, Get, PostDirect)
	}
	for _, g := range o.DefaultGraph {
		if _, err := newIRI(g); err != nil {
			return fmt.Errorf("endpoint %s: graph %q: %w", displayURL(u), g, err)
		}
	}
	for _, s := range []struct{ name, text string }{{"contact", o.UserAgentContact}, {"version", o.Version}} {
		if i := strings.IndexFunc(s.text, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }); i >= 0 {
			return fmt.Errorf("endpoint %s: %s %q: only printable ASCII can go into the User-Agent header", displayURL(u), s.name, s.text)
		}
	}
	switch {
	case o.Timeout < 0:
		return fmt.Errorf("endpoint %s: timeout %s is negative", displayURL(u), o.Timeout)
	case !(o.Rate >= 0): // NaN too
		return fmt.Errorf("endpoint %s: %g requests per second", displayURL(u), o.Rate)
	case o.Requests < 0:
		return fmt.Errorf("endpoint %s: %d requests at a time", displayURL(u), o.Requests)
	case o.Errors < 0:
		return fmt.Errorf("endpoint %s: %d errors a minute", displayURL(u), o.Errors)
	case o.FirstWait < 0:
		return fmt.Errorf("endpoint %s: first wait %s is negative", displayURL(u), o.FirstWait)
	case o.MaxBody < 0:
		return fmt.Errorf("endpoint %s: largest answer %d is negative", displayURL(u), o.MaxBody)
	}
	for _, n := range o.RowCaps {
		if n <= 0 {
			return fmt.Errorf("endpoint %s: row cap %d is not positive", displayURL(u), n)
		}
	}
	if err := o.Credentials.Validate(); err != nil {
		return fmt.Errorf("endpoint %s: %w", displayURL(u), err)
	}
	return nil
}

// withDefaults returns the options with the defaults in place of zeros.
func (o Options) withDefaults() Options {
	o.Method = cmp.Or(o.Method, PostForm)
	o.Version = cmp.Or(o.Version, "dev")
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.Retries = max(cmp.Or(o.Retries, DefaultRetries), 0)
	o.FirstWait = cmp.Or(o.FirstWait, DefaultFirstWait)
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// userAgent returns "genus/<version> (<contact>)", the form that Wikimedia's User-Agent
// policy asks for.
func (o Options) userAgent() string {
	if o.UserAgentContact == "" {
		return "genus/" + o.Version
	}
	return "genus/" + o.Version + " (" + o.UserAgentContact + ")"
}

func parseEndpoint(s string) (*url.URL, error) {
	if strings.TrimSpace(s) == "" {
		return nil, errors.New("no endpoint URL given: name one, such as https://example.org/sparql")
	}
	u, err := url.Parse(s)
	if err != nil {
		// The parser's message repeats the URL, which may have a password in it.
		return nil, errors.New("the endpoint URL is malformed: it must look like https://example.org/sparql")
	}
	if u.User != nil {
		return nil, fmt.Errorf("endpoint %s: take user and password out of the URL and set %s and %s instead", displayURL(u), EnvUser, EnvPassword)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("endpoint %s: not an http or https URL: it must look like https://example.org/sparql", displayURL(u))
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// displayURL returns the URL without user, password and the values of parameters that
// sound like a key.
func displayURL(u *url.URL) string {
	v := *u
	v.User = nil
	if v.RawQuery != "" {
		q := v.Query()
		for name := range q {
			low := strings.ToLower(name)
			for _, word := range []string{"key", "token", "secret", "pass", "auth", "sig", "user"} {
				if strings.Contains(low, word) {
					q.Set(name, "hidden")
				}
			}
		}
		v.RawQuery = q.Encode()
	}
	return v.String()
}
