package connector

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/icholy/digest"
)

const (
	dialTimeout  = 15 * time.Second
	maxRedirects = 5
	// readBuffer is the largest number of bytes in one read. With the 4 KiB of net/http
	// a large answer would need many more system calls.
	readBuffer = 64 << 10
)

// newTransport returns a new transport, so that changes of http.DefaultTransport do not
// affect the client.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           dialer.DialContext,
		DialTLSContext:        dialTLS(dialer),
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          16,
		MaxIdleConnsPerHost:   16,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   dialTimeout,
		ExpectContinueTimeout: time.Second,
		ReadBufferSize:        readBuffer,
	}
}

// newHTTPClient returns an HTTP client that sends the credentials and follows redirects
// by checkRedirect.
func newHTTPClient(o Options, endpoint *url.URL) *http.Client {
	var base http.RoundTripper
	if o.HTTPClient != nil && o.HTTPClient.Transport != nil {
		base = o.HTTPClient.Transport
	} else {
		base = newTransport()
	}
	return &http.Client{
		Transport:     withCredentials(base, endpoint, o.Credentials),
		CheckRedirect: o.checkRedirect,
		Timeout:       o.Timeout,
	}
}

// checkRedirect allows a redirect that repeats the request. After 301 and 302 net/http makes a
// GET of a POST, which would lose the query: checkRedirect makes it the same POST again, as after
// 307 and 308. After 303 the answer is at the other URL, and a GET fetches it (RFC 9110, section 15.4.4).
func (o Options) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return errRedirects
	}
	if o.MayRedirect != nil {
		if err := o.MayRedirect(req.URL); err != nil {
			return &redirectError{err}
		}
	}
	last := via[len(via)-1]
	switch {
	case req.Method == last.Method:
	case req.Response.StatusCode == http.StatusSeeOther:
		req.Header.Del("Content-Type")
	default:
		body, err := last.GetBody()
		if err != nil {
			return err
		}
		req.Method, req.Body, req.GetBody, req.ContentLength = last.Method, body, last.GetBody, last.ContentLength
		req.Header.Set("Content-Type", last.Header.Get("Content-Type"))
	}
	// net/http sets the Referer to the previous URL, which may have a key in its query.
	req.Header.Del("Referer")
	return nil
}

// movedTo returns the URL that a form was redirected to for good, which takes the next ones at
// once; nil if there is none.
func movedTo(answered *http.Request) *url.URL {
	if answered.Method != http.MethodPost || answered.Response == nil || answered.Header.Get("Content-Type") != formType {
		return nil
	}
	for r := answered.Response; r != nil; r = r.Request.Response {
		if r.StatusCode != http.StatusMovedPermanently && r.StatusCode != http.StatusPermanentRedirect {
			return nil
		}
	}
	return answered.URL
}

var errRedirects = errors.New("too many redirects")

type redirectError struct{ err error }

func (e *redirectError) Error() string { return e.err.Error() }
func (e *redirectError) Unwrap() error { return e.err }

// authorizing is a transport that adds credentials to requests to the endpoint's own
// origin, and to no others. net/http follows redirects above the transport, so it cannot
// send the header to another host.
type authorizing struct {
	plain, authorized http.RoundTripper
	scheme, host      string
	header            string // Authorization; "" if the digest transport sets it
}

func withCredentials(base http.RoundTripper, endpoint *url.URL, cred Credentials) http.RoundTripper {
	if cred.IsZero() {
		return base
	}
	a := &authorizing{plain: base, authorized: base, scheme: endpoint.Scheme, host: endpoint.Host}
	switch {
	case cred.Token != "":
		a.header = "Bearer " + cred.Token
	case cred.Digest:
		a.authorized = &digest.Transport{Username: cred.User, Password: cred.Password, Transport: base}
	default:
		r := &http.Request{Header: http.Header{}}
		r.SetBasicAuth(cred.User, cred.Password)
		a.header = r.Header.Get("Authorization")
	}
	return a
}

func (a *authorizing) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme != a.scheme || req.URL.Host != a.host {
		return a.plain.RoundTrip(req)
	}
	if a.header != "" {
		// A RoundTripper must not change the request.
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", a.header)
	}
	return a.authorized.RoundTrip(req)
}

// CloseIdleConnections is called by http.Client.
func (a *authorizing) CloseIdleConnections() {
	if c, ok := a.plain.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
