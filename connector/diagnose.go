package connector

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/internal/say"
)

const excerptRunes = 300

func excerpt(body []byte) string {
	if msg := jsonMessage(body); msg != "" {
		return say.Cut(say.OneLine(msg), excerptRunes)
	}
	// Blazegraph repeats the whole query before it says what is wrong.
	if i := bytes.Index(body, []byte("\njava.")); i >= 0 && saysFailure(body) {
		body = body[i+1:]
	}
	if _, message, ok := bytes.Cut(body, []byte(qleverTail)); ok {
		_, said, long := bytes.Cut(message, []byte("The error message was:"))
		if body = message; long {
			body = said
		}
	}
	return say.Cut(say.OneLine(string(body)), excerptRunes)
}

// qleverTail begins what QLever writes into an answer that it cannot finish, at any byte.
const qleverTail = "!!!!>># "

// jsonMessage returns the message of an error document: "exception" of QLever,
// "detailedMessage" of Neptune, "message" or "error" of others.
func jsonMessage(body []byte) string {
	var doc map[string]any
	if json.Unmarshal(body, &doc) != nil {
		return ""
	}
	for _, key := range []string{"exception", "detailedMessage", "message", "error"} {
		if s, ok := doc[key].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// timeoutText matches the messages of engines for a query that exceeds their time
// limit. Fuseki: "The query timed out (restricted to 30000 ms)" with 503; Blazegraph:
// QueryTimeoutException and java.util.concurrent.TimeoutException with 500; Virtuoso:
// "S1T00 Error", "Transaction timed out", and "The estimated execution time 12 (sec)
// exceeds the limit of 10 (sec)" before it begins; Neptune: the code
// TimeLimitExceededException with 500; RDF4J and GraphDB: "Query evaluation took too long"
// with 503; QLever: see saysTimeout.
var timeoutText = regexp.MustCompile(`(?i)TimeoutException|TimeLimitExceeded|QueryTimeout|S1T00|` +
	`(query|evaluation|execution)[^.\n]{0,60}took too long|` +
	`(query|operation|transaction|execution)[^.\n]{0,60}(timed out|time-?out([^=\w]|$))|` +
	`estimated execution time[^.\n]{0,60}exceeds the limit`)

var qleverTimeout = regexp.MustCompile(`(?i)time-?out|timed out|cancelled`)

// saysTimeout reports whether an error answer means that the query took too long. With
// status 400 it accepts only Virtuoso's cost estimate: other engines repeat the query in
// the body, and a query may contain any word.
func saysTimeout(status int, body []byte) bool {
	switch {
	case status == http.StatusTooManyRequests:
		// QLever (ad-freiburg/qlever#2957) also sends the status of rate limiting for
		// a query that it cancelled. Only its JSON tells the two apart.
		return qleverTimeout.MatchString(jsonMessage(body))
	case status >= 500:
		return timeoutText.Match(body)
	case status == http.StatusBadRequest:
		return bytes.Contains(body, []byte("estimated execution time"))
	}
	return false
}

// saysOutOfMemory reports whether an error answer means that the query needs too much memory. Only the message of a
// JSON document counts, and the beginning of what Virtuoso says: elsewhere engines repeat the query.
func saysOutOfMemory(body []byte) bool {
	return memoryText.MatchString(jsonMessage(body)) || virtuosoMemory.Match(body)
}

// virtuosoMemory matches what Virtuoso says while it plans a query, often one about many concepts:
// "Virtuoso 42000 Error SQ200: The memory pool size 401805426 reached the limit 400000000 bytes, ...".
var virtuosoMemory = regexp.MustCompile(`^Virtuoso \S+ Error \S+ The memory pool size`)

// memoryText matches the messages of QLever: "Tried to allocate 6.6 GB, but only 3.3 GB were available".
var memoryText = regexp.MustCompile(`(?i)tried to allocate [^\n]{0,60}were available|memory limit|out of memory`)

const outOfMemoryHint = "the query needs more memory than the endpoint gives it: ask for less"

// undeclaredPrefix matches what QLever says about a prefix.
var undeclaredPrefix = regexp.MustCompile(`Prefix (\S*?):? was not registered using a PREFIX declaration`)

// saysFailure reports whether the text of an answer, at the place where its JSON is
// broken, is the message of an engine that has failed: Blazegraph writes "SPARQL-QUERY:",
// the query and a stack trace wherever its buffer was cut; QLever writes qleverTail.
func saysFailure(text []byte) bool {
	return bytes.Contains(text, []byte("SPARQL-QUERY:")) || bytes.Contains(text, []byte(qleverTail)) ||
		stackTrace.Match(text)
}

var stackTrace = regexp.MustCompile(`\n\s+at [\w.$/<>]+\(|\bjava\.[\w.]+(Exception|Error)\b`)

// saysTooLarge reports whether the endpoint refused a query for its length: by the
// status, or in the words of Virtuoso ("generated SQL text has exceeded 10000 lines") and
// QLever ("body limit exceeded"), or, for a query in the URL, of Oxigraph ("The headers size
// must fit in 8kb").
func saysTooLarge(status int, body []byte) bool {
	return saysTooLong(status, body) || bytes.Contains(bytes.ToLower(body), []byte("sql text has exceeded"))
}

// saysTooLong reports whether the bytes of the request were the reason.
func saysTooLong(status int, body []byte) bool {
	switch status {
	case http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong, http.StatusRequestHeaderFieldsTooLarge:
		return true
	}
	return tooLongText.Match(body)
}

// tooLongText matches what servers say about a long URL with another status: Oxigraph, Tomcat and
// Jetty ("Request header is too large"), IIS.
var tooLongText = regexp.MustCompile(`(?i)body limit exceeded|headers size must fit|` +
	`\b(URI|URL|header|headers|request line|query string)( is| are)? too (long|large)`)

// longURL is the length of the shortest URL that a server may find too long, in bytes.
const longURL = 2000

// hidesLength reports whether the answer to a long URL may be for its length: an endpoint that has
// answered shorter ones says that there is nothing at this address (IIS), or cuts the query, which
// then is no query (Virtuoso).
func (c *Client) hidesLength(resp *http.Response) bool {
	r, s := resp.Request, resp.StatusCode
	return (s == http.StatusNotFound || s == http.StatusBadRequest) && r.Method == http.MethodGet &&
		lengthOf(r) > longURL && c.answered.Load()
}

var saysBanned = regexp.MustCompile(`(?i)\b(banned|blocked|blacklisted|denylisted|throttled)\b|too many requests`)

// hint returns what a user can do about the status of an answer, or "".
func (c *Client) hint(resp *http.Response, body []byte) string {
	if saysOutOfMemory(body) {
		return outOfMemoryHint
	}
	switch resp.StatusCode {
	case http.StatusBadRequest:
		if m := undeclaredPrefix.FindStringSubmatch(jsonMessage(body)); m != nil {
			return "the query uses the prefix " + m[1] + ": and does not declare it"
		}
		return "the endpoint does not accept the query"
	case http.StatusUnauthorized:
		return c.credentialsHint(resp.Header)
	case http.StatusForbidden:
		return c.accessHint(body)
	case http.StatusNotFound, http.StatusGone:
		return "there is no endpoint at this address: check the URL (is a path such as /sparql missing?)"
	case http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType, http.StatusNotImplemented:
		if c.o.Remote || c.o.Method == "" { // then genus has tried all
			return "it does not take queries sent this way: check the URL"
		}
		return "it does not take queries sent this way: a preset with another method says how (post, get or post-direct)"
	case http.StatusNotAcceptable:
		return "it can answer neither in JSON nor in XML (application/sparql-results+json, +xml)"
	case http.StatusTooManyRequests:
		if c.o.Remote {
			return "it wants fewer requests: try again later"
		}
		return "it wants fewer requests: wait, send fewer at a time, and set a contact"
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return "it is overloaded or down: try again later"
	}
	switch {
	case saysTooLarge(resp.StatusCode, nil):
		return "the query is too long for it: send it in smaller parts"
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		return "it has moved: use its new URL"
	case resp.StatusCode >= 500:
		return "the endpoint failed"
	}
	return ""
}

func (c *Client) credentialsHint(h http.Header) string {
	switch {
	case c.kind == "none" && (c.o.Remote || c.o.Anonymous):
		return "it wants credentials, and genus sends it none"
	case c.o.Anonymous && wantsDigest(h) && !strings.HasPrefix(c.kind, "digest"):
		return "it wants digest authentication"
	case c.o.Anonymous:
		return "it refuses these credentials"
	case c.o.Remote:
		return "it refuses the credentials of genus"
	case c.kind == "none":
		return "it wants credentials: set " + EnvUser + " and " + EnvPassword + ", or " + EnvToken
	case wantsDigest(h) && !strings.HasPrefix(c.kind, "digest"):
		return "it wants digest authentication: set " + EnvAuth + "=digest"
	}
	return "it refuses these credentials: check " + EnvUser + ", " + EnvPassword + " and " + EnvToken
}

func (c *Client) accessHint(body []byte) string {
	switch {
	case saysBanned.Match(body):
		return "it has banned genus for a while: wait before you ask again"
	case c.o.Remote:
		return "access refused"
	case c.o.UserAgentContact == "":
		return "access refused: set a contact (mail address or web page), which public endpoints require of clients"
	case c.kind == "none":
		return "access refused: check the endpoint's rules for clients"
	}
	return "access refused: check the credentials and the endpoint's rules for clients"
}

func wantsDigest(h http.Header) bool {
	for _, v := range h.Values("Www-Authenticate") {
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(v)), "digest") {
			return true
		}
	}
	return false
}

var bannedUntil = regexp.MustCompile(`banned until (\d{4}-\d\d-\d\dT[\d:.]+Z)`)

// retryAfter returns the wait that the Retry-After header asks for, in either form (RFC
// 9110, section 10.2.3), rounded up to the second; zero if there is none. It also reads
// the HTML of the Wikidata service: "Please retry in 9 seconds", and "You have been banned
// until 2026-11-23T15:04:05Z".
func retryAfter(h http.Header, body []byte, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.Atoi(value); err == nil {
		return seconds(n)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now)+time.Second-1).Truncate(time.Second)
	}
	if _, rest, ok := strings.Cut(string(body), "Please retry in "); ok && value == "" {
		number, _, _ := strings.Cut(rest, " ")
		if n, err := strconv.Atoi(number); err == nil {
			return seconds(n)
		}
	}
	if m := bannedUntil.FindSubmatch(body); m != nil && value == "" {
		if at, err := time.Parse(time.RFC3339, string(m[1])); err == nil {
			return max(0, at.Sub(now)+time.Second-1).Truncate(time.Second)
		}
	}
	return 0
}

// seconds returns n seconds, at most a year, so that no sum overflows.
func seconds(n int) time.Duration {
	return time.Duration(min(max(n, 0), 365*24*3600)) * time.Second
}
