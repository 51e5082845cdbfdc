package connector

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/genus-kg/genus/internal/say"
)

// errorBody is the largest number of bytes that an error is made from.
const errorBody = 64 << 10

func (c *Client) statusError(resp *http.Response) error {
	status := resp.StatusCode
	if status < 200 { // after 101 the connection speaks another protocol, so there is no body to read
		return &StatusError{URL: c.shown, Status: status, hint: "it does not answer in HTTP: check the URL"}
	}
	// If the body cannot be read, the status still says what happened.
	body, _ := io.ReadAll(io.LimitReader(resp.Body, errorBody))
	said := c.hide(excerpt(body))
	if status == http.StatusPartialContent {
		return c.resultError(status, ErrTruncated, "status 206, partial content", "ask for less", body)
	}
	if status > 200 && status < 300 {
		return c.resultError(status, ErrMalformed, fmt.Sprintf("status %d does not carry a result", status), "check the URL",
			body)
	}
	if saysTimeout(status, body) {
		return &TimeoutError{URL: c.shown, Server: true, Status: status, Excerpt: said}
	}
	tooLong := saysTooLong(status, body) || c.hidesLength(resp)
	e := &StatusError{
		URL: c.shown, Status: status, Excerpt: said, hint: c.hint(resp, body),
		RetryAfter:    retryAfter(resp.Header, body, time.Now()),
		queryTooLarge: tooLong || saysTooLarge(status, body), byLength: tooLong, outOfMemory: saysOutOfMemory(body),
	}
	if r := resp.Request; tooLong && r.Method == http.MethodGet {
		e.hint = fmt.Sprintf("queries go to it in the URL, and one of %d bytes is too long for it: ask with fewer examples",
			lengthOf(r))
	}
	if to, err := resp.Location(); err == nil && status >= 300 && status < 400 {
		e.hint = "it has moved to " + displayURL(to) + ": use that URL"
	}
	return e
}

// lengthError returns the error for a request that is not sent, because the endpoint has
// refused one of so many bytes.
func (c *Client) lengthError(by Method, n, refused int) error {
	hint := fmt.Sprintf("a request of %d bytes is not sent, because it refused one of %d: send it in smaller parts", n,
		refused)
	if by == Get {
		hint = fmt.Sprintf("queries go to it in the URL, and one of %d bytes is not sent, because it refused one of %d: "+
			"ask with fewer examples", n, refused)
	}
	return &StatusError{
		URL: c.shown, Status: http.StatusRequestEntityTooLarge, queryTooLarge: true, byLength: true,
		hint: hint,
	}
}

// checkMedia returns an error if the content type or the beginning of the text shows that the
// body is neither JSON nor, as inXML says, XML. body is the beginning of the body for the message.
func (c *Client) checkMedia(header http.Header, status int, text, body []byte) (inXML bool, err error) {
	fail := func(kind error, reason, hint string) (bool, error) {
		return false, c.resultError(status, kind, reason, hint, body)
	}
	content := header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(content)
	if err != nil {
		media = strings.ToLower(strings.TrimSpace(strings.Split(content, ";")[0]))
	}
	start := bytes.ToLower(text)
	switch {
	case len(start) == 0:
		return fail(ErrMalformed, "an empty body", "try again; if that does not help, the endpoint is at fault")
	case media == "text/html" || media == "application/xhtml+xml" || bytes.HasPrefix(start, []byte("<!doctype html")) ||
		bytes.HasPrefix(start, []byte("<html")):
		return fail(ErrNotSPARQL, "this is a web page, not a SPARQL endpoint",
			"check the URL (is a path such as /sparql missing?)")
	case isXML(media, start):
		return true, nil
	case media == resultsJSON, media == "application/json", media == "" && start[0] == '{':
		return false, nil
	case media == "":
		return fail(ErrNotSPARQL, "an answer without a content type", "check the URL")
	}
	return fail(ErrNotSPARQL, fmt.Sprintf("content type %q instead of %s", content, resultsJSON), "check the URL")
}

// brokenError returns the error for an answer whose connection ended early.
func (c *Client) brokenError(status int, b *body, err error) error {
	if isTimeout(err) {
		return &TimeoutError{URL: c.shown, Limit: c.o.Timeout, Status: status, Excerpt: c.hide(excerpt(b.head))}
	}
	if errors.Is(err, errnoReset) {
		return &ConnectError{URL: c.shown, Reason: fmt.Sprintf("the connection was reset after %d bytes of the answer",
			b.size), Err: err,
			hint: "try again, or ask for less", transient: true}
	}
	e := c.resultError(status, ErrTruncated, fmt.Sprintf("the answer ends early, after %d bytes (%s)",
		b.size, rootText(err)),
		"the endpoint may have run out of time or memory: ask for less", b.head)
	e.cause = err
	return e
}

func (c *Client) resultError(status int, kind error, reason, hint string, body []byte) *ResultError {
	return &ResultError{URL: c.shown, Status: status, Kind: kind, Reason: reason, hint: hint,
		Excerpt: c.hide(excerpt(body))}
}

func (c *Client) connectError(err error) error {
	// url.Error repeats the request's URL, which for GET holds the whole query.
	cause := err
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		cause = wrapped.Err
	}
	var op *net.OpError
	dialling := errors.As(cause, &op) && op.Op == "dial"
	if isTimeout(err) && !dialling {
		return &TimeoutError{URL: c.shown, Limit: c.o.Timeout}
	}
	e := &ConnectError{URL: c.shown, Err: cause, Reason: rootText(cause)}
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var refused *redirectError
	switch {
	case errors.As(cause, &dns):
		e.Reason, e.hint = "no such host: "+dns.Name, "check the URL and the network"
	case errors.Is(cause, errnoRefused):
		e.Reason, e.hint = "connection refused", "is the endpoint running, and is the URL right?"
	case dialling && isTimeout(err):
		e.Reason, e.hint = "no connection within "+min(dialTimeout, c.o.Timeout).String(),
			"is the endpoint running, and is the URL right?"
	case errors.As(cause, &unknown), errors.As(cause, &host), errors.As(cause, &invalid):
		e.Reason, e.hint = "certificate not accepted: "+rootText(cause), "check the URL"
	case errors.Is(cause, errPlain), errors.As(cause, &record),
		strings.Contains(rootText(cause), "HTTP response to HTTPS client"):
		e.Reason, e.hint = "it does not speak TLS", "use http:// in the URL"
		if rest, ok := strings.CutPrefix(c.shown, "https:"); ok { // it may be a redirect
			e.hint = "did you mean http:" + rest + "?"
		}
	case errors.As(cause, &refused):
		e.Reason = "it redirects elsewhere: " + rootText(refused.err)
	case errors.Is(cause, errRedirects):
		e.Reason, e.hint = fmt.Sprintf("more than %d redirects", maxRedirects), "check the URL"
	case errors.Is(cause, errnoReset), errors.Is(cause, errnoClosed), errors.Is(cause, io.EOF),
		errors.Is(cause, io.ErrUnexpectedEOF),
		strings.Contains(rootText(cause), "server closed idle connection"):
		e.Reason = "the connection was lost before an answer came"
		e.hint = "try again later"
		e.transient = true
	}
	return e
}

// stopError returns err, or the cause of the context's end if the context has ended.
func (c *Client) stopError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("endpoint %s: stopped: %w", c.shown, context.Cause(ctx))
	}
	return err
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

func rootText(err error) string { return say.Cut(say.OneLine(err.Error()), excerptRunes) }
