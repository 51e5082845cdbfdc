package connector

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// A Method is a way to send a query (SPARQL 1.1 Protocol, section 2.1).
type Method string

const (
	// PostForm sends the query as application/x-www-form-urlencoded. It comes first:
	// nearly every engine accepts it, and it avoids limits on the length of a URL.
	PostForm Method = "post"
	// Get sends the query in the URL. A cache on the way may answer.
	Get Method = "get"
	// PostDirect sends the query text as application/sparql-query.
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

// Options configure a client. Every field but URL may be zero.
type Options struct {
	// URL of the query endpoint, http or https, without user or password in it. Without a
	// scheme it is completed by [WithScheme].
	URL string
	// DefaultGraph lists the graphs of every query (absolute IRIs). If it is empty,
	// the endpoint chooses.
	DefaultGraph []string
	// Method is the way to send queries; empty means PostForm, and another one if the
	// endpoint does not take that.
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
	// Retries is how often a failed request is repeated. Zero means DefaultRetries;
	// a negative number means never.
	Retries int
	// FirstWait is the wait before the first repeat if the server names none.
	// Each further wait is twice as long, up to 30 s. Zero means DefaultFirstWait.
	FirstWait time.Duration
	// Rate is the largest number of requests per second to this host, repeats
	// included, of all clients of the process together, on average: after a rest those of
	// five seconds may come at once. Zero means no limit.
	Rate float64
	// Load is the largest share of the wall time that the endpoint may spend on requests of
	// this process, such as 0.5, on average; after a rest it is more for some seconds. Zero
	// means no limit.
	Load float64
	// Requests is the largest number of requests at a time, besides one that is
	// [Interactive]. The client begins with
	// one, sends more while answers come, and fewer when the endpoint is busy. Zero
	// means no limit.
	Requests int
	// Errors is the largest number of failed requests per minute, after which the
	// client waits. (Wikidata's service allows 30.) Zero means no limit.
	Errors int
	// MaxBody is the largest answer, in bytes after decompression. Zero means
	// DefaultMaxBody.
	MaxBody int64
	// RowCaps lists the numbers of rows at which this endpoint cuts results without
	// saying so (DBpedia: 10000). A result with exactly so many rows is ErrTruncated:
	// do not use one of these numbers as a LIMIT.
	RowCaps []int
	// MayRedirect is called before a redirect is followed. Its error ends the request.
	// Nil allows every redirect.
	MayRedirect func(to *url.URL) error
	// Anonymous: credentials of the environment and of files are not sent, so that hints do
	// not name them.
	Anonymous bool
	// Remote: whoever reads the errors cannot change the settings of this process. Their
	// hints then name none.
	Remote bool
	// Logger receives a record of each request and each repeat; nil discards them.
	Logger *slog.Logger
	// HTTPClient has the Transport of requests; nil, or one without a Transport, means that
	// of genus. Its other fields do not matter.
	HTTPClient *http.Client
}

// Validate returns an error for the first option that cannot be used. The error never
// has a secret in it.
func (o Options) Validate() error {
	u, err := parseEndpoint(o.URL)
	if err != nil {
		return err
	}
	switch o.Method {
	case "", PostForm, Get, PostDirect:
	default:
		return fmt.Errorf("endpoint %s: unknown method %q: use %q, %q or %q",
			displayURL(u), string(o.Method), PostForm, Get, PostDirect)
	}
	for _, g := range o.DefaultGraph {
		if _, err := newIRI(g); err != nil {
			return fmt.Errorf("endpoint %s: graph %q: %w", displayURL(u), g, err)
		}
	}
	for _, s := range []struct{ name, text string }{{"contact", o.UserAgentContact}, {"version", o.Version}} {
		if i := strings.IndexFunc(s.text, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }); i >= 0 {
			return fmt.Errorf("endpoint %s: %s %q: only printable ASCII can go into the User-Agent header",
				displayURL(u), s.name, s.text)
		}
	}
	switch {
	case o.Timeout < 0:
		return fmt.Errorf("endpoint %s: timeout %s is negative", displayURL(u), o.Timeout)
	case !(o.Rate >= 0): // NaN too
		return fmt.Errorf("endpoint %s: %g requests per second", displayURL(u), o.Rate)
	case !(o.Load >= 0):
		return fmt.Errorf("endpoint %s: a load of %g", displayURL(u), o.Load)
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

func (o Options) withDefaults() Options {
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

// bareAddress matches an address without a scheme: a host with a port, a loopback host, or
// a host with a dot and a path.
var bareAddress = regexp.MustCompile(`^((\[[0-9a-fA-F:]+\]|localhost|127(\.\d+){3})(:\d+)?([/?]|$)|` +
	`[\w-]+(\.[\w-]+)*:\d+([/?]|$)|[\w-]+(\.[\w-]+)+/)`)

// WithScheme returns the address of an endpoint with a scheme. As browsers do, it puts
// http:// before a loopback address and https:// before any other. It returns a text that
// is no address as it is.
func WithScheme(address string) string {
	trimmed := strings.TrimSpace(address)
	if !bareAddress.MatchString(trimmed) {
		return address
	}
	u, err := url.Parse("https://" + trimmed)
	if err != nil {
		return address
	}
	if isLoopback(u.Hostname()) {
		u.Scheme = "http"
	}
	return u.String()
}

// parseEndpoint returns the URL without its fragment.
func parseEndpoint(s string) (*url.URL, error) {
	if strings.TrimSpace(s) == "" {
		return nil, errors.New("no endpoint URL given: name one, such as https://example.org/sparql")
	}
	u, err := url.Parse(WithScheme(s))
	if err != nil {
		// The parser's message repeats the URL, which may have a password in it.
		return nil, errors.New("the endpoint URL is malformed: it must look like https://example.org/sparql")
	}
	if u.User != nil {
		return nil, fmt.Errorf("endpoint %s: take user and password out of the URL and set %s and %s instead",
			displayURL(u), EnvUser, EnvPassword)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("endpoint %s: not an http or https URL: it must look like https://example.org/sparql",
			displayURL(u))
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// displayURL returns the URL without user and password. It hides the values of
// parameters whose names suggest a secret.
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
