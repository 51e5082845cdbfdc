package connector_test

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

const (
	query     = "SELECT ?x { ?x a <urn:Elephant> }"
	goodHead  = `{"head":{"vars":["x"]},"results":{"bindings":[`
	goodRow   = `{"x":{"type":"uri","value":"urn:e1"}}`
	goodTail  = `]}}`
	good      = goodHead + goodRow + goodTail
	mediaType = "application/sparql-results+json"

	mediaTypeXML = "application/sparql-results+xml"
	headXML      = `<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="x"/></head><results>`
	rowXML       = `<result><binding name="x"><uri>urn:e1</uri></binding></result>`
	goodXML      = headXML + rowXML + `</results></sparql>`
)

func reply(status int, media, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if media != "" {
			w.Header().Set("Content-Type", media)
		} else {
			w.Header()["Content-Type"] = nil // no sniffing
		}
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// switchProtocols changes the protocol and then sends nothing.
func switchProtocols(w http.ResponseWriter, r *http.Request) {
	conn, buf, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	fmt.Fprint(buf, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
	_ = buf.Flush()
	_, _ = conn.Read(make([]byte, 1)) // until the client closes it
}

// broken sends part of a body and drops the connection.
func broken(declared int, body string) http.HandlerFunc { return brokenAs(mediaType, declared, body) }

func brokenAs(mediaType string, declared int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, buf, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		length := "Transfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n", len(body), body)
		if declared > 0 {
			length = fmt.Sprintf("Content-Length: %d\r\n\r\n%s", declared, body)
		}
		fmt.Fprintf(buf, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\n%s", mediaType, length)
		_ = buf.Flush()
	}
}

func gzipped(body string, cut int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			http.Error(w, "the request does not accept gzip", http.StatusNotAcceptable)
			return
		}
		var b strings.Builder
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(body))
		_ = z.Close()
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write([]byte(b.String()[:b.Len()-cut]))
	}
}

// trickle sends a valid beginning and then blanks without end.
func trickle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", mediaType)
	out := http.NewResponseController(w)
	_, _ = w.Write([]byte(goodHead))
	for r.Context().Err() == nil {
		_, _ = w.Write([]byte(" "))
		_ = out.Flush()
		time.Sleep(5 * time.Millisecond)
	}
}

func silent(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func status(n int) func(error) bool {
	return func(err error) bool {
		var e *connector.StatusError
		return errors.As(err, &e) && e.Status == n
	}
}

func result(kind error) func(error) bool {
	return func(err error) bool {
		var e *connector.ResultError
		return errors.As(err, &e) && errors.Is(e.Kind, kind) && errors.Is(err, kind) && e.Status >= 200
	}
}

func serverTimeout(err error) bool {
	var e *connector.TimeoutError
	return errors.As(err, &e) && e.Server && errors.Is(err, connector.ErrTimeout)
}

func clientTimeout(err error) bool {
	var e *connector.TimeoutError
	return errors.As(err, &e) && !e.Server && errors.Is(err, connector.ErrTimeout)
}

func unreachable(err error) bool {
	var e *connector.ConnectError
	return errors.As(err, &e) && errors.Is(err, connector.ErrUnreachable)
}

var rows10 = goodHead + strings.TrimSuffix(strings.Repeat(goodRow+",", 10), ",") + goodTail

const html = "<!DOCTYPE html>\n<html><head><title>Welcome to nginx!</title></head></html>\n"

// blazegraphTrace is what Blazegraph writes where its buffer was cut.
const blazegraphTrace = "SPARQL-QUERY: queryStr=SELECT ?x\nWHERE { ?x ?p \"a\"@en " +
	"}\njava.util.concurrent.TimeoutException\n\tat java.util.concurrent.FutureTask.get(FutureTask.java:205)\n"

// qleverTail is what QLever appends to an answer before it says what went wrong.
const qleverTail = "\n !!!!>># An error has occurred while exporting the query result. Unfortunately due to limitations in the " +
	"HTTP 1.1 protocol, there is no better way to report this than to append it to the incomplete result. " +
	"The error message was:\n"

// faults has one row per fault. Each error has a type, is one line, names the endpoint,
// and says what to do or quotes the answer.
var faults = []struct {
	name   string
	serve  http.HandlerFunc
	is     func(error) bool
	says   string
	counts int // number of requests that the server must see; 0 means 1
}{
	{name: "400", serve: reply(400, "text/plain",
		"Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error\n\nSPARQL query:\nSELECT timeout"),
		is: status(400), says: "SP030"},
	{name: "401", serve: reply(401, "text/plain", "who are you?"), is: status(401), says: "GENUS_ENDPOINT_USER"},
	{name: "401 digest", serve: reply(401, "text/plain", "", "WWW-Authenticate", `Digest realm="SPARQL", nonce="x"`),
		is: status(401), says: "set GENUS_ENDPOINT_USER"},
	{name: "403", serve: reply(403, "text/plain",
		"Please set a user-agent and respect our robot policy https://w.wiki/4wJS"), is: status(403), says: "contact"},
	{name: "404", serve: reply(404, "text/html", html), is: status(404), says: "check the URL"},
	{name: "405", serve: reply(405, "text/plain", ""), is: status(405), says: "sent this way", counts: 3},
	{name: "101", serve: switchProtocols, is: status(101), says: "does not answer in HTTP"},
	{name: "406", serve: reply(406, "text/plain", ""), is: status(406), says: "JSON"},
	{name: "413", serve: reply(413, "text/plain", ""),
		is:   func(err error) bool { return status(413)(err) && errors.Is(err, connector.ErrQueryTooLarge) },
		says: "smaller parts"},
	{name: "query too long for Virtuoso", serve: reply(500, "text/plain",
		"Virtuoso 37000 Error SP031: The generated SQL text has exceeded 10000 lines of code"),
		is: func(err error) bool { return errors.Is(err, connector.ErrQueryTooLarge) }, says: "10000 lines"},
	{name: "URL too long for Oxigraph", serve: reply(400, "text/plain", "The headers size must fit in 8kb"),
		is: func(err error) bool { return errors.Is(err, connector.ErrQueryTooLarge) }, says: "8kb"},
	{name: "429", serve: reply(429, "text/html", "<h1>Too Many Requests</h1>"),
		is:   func(err error) bool { return status(429)(err) && errors.Is(err, connector.ErrRateLimited) },
		says: "fewer requests", counts: 3},
	{name: "429 with a wait beyond the limit", serve: reply(429, "text/plain", "You have been banned until tomorrow",
		"Retry-After", "86400"), is: status(429), says: "banned"},
	{name: "429 of QLever is a timeout", serve: reply(429, "application/json",
		`{"exception":"Operation timed out. Stopped at: Join","query":"SELECT"}`), is: serverTimeout,
		says: "Operation timed out"},
	{name: "500 of QLever for memory", serve: reply(500, "application/json",
		`{"exception":"Tried to allocate 6.6 GB, but only 3.3 GB were available. Clear the cache or allow more memory",`+
			`"query":"SELECT ?x","status":"ERROR"}`),
		is:   func(err error) bool { return status(500)(err) && errors.Is(err, connector.ErrOutOfMemory) },
		says: "the query needs more memory than the endpoint gives it: ask for less; it says: Tried to allocate 6.6 GB"},
	{name: "500 of Virtuoso for memory", serve: reply(500, "text/plain",
		"Virtuoso 42000 Error SQ200: The memory pool size 401805426 reached the limit 400000000 bytes, "+
			"try to increase the MaxMemPoolSize ini setting."),
		is:   func(err error) bool { return status(500)(err) && errors.Is(err, connector.ErrOutOfMemory) },
		says: "ask for less; it says: Virtuoso 42000 Error SQ200"},
	{name: "500 of another engine whose query has these words", serve: reply(500, "text/plain",
		`in SELECT ?x { ?x rdfs:label "memory limit" }`), is: func(err error) bool { return status(500)(err) && !errors.Is(err, connector.ErrOutOfMemory) },
		says: "the endpoint failed"},
	{name: "400 of QLever for a prefix", serve: reply(400, "application/json",
		`{"exception":"Invalid SPARQL query: Prefix gl was not registered using a PREFIX declaration","metadata":{"line":10}}`),
		is: status(400), says: "the query uses the prefix gl: and does not declare it; it says: Invalid SPARQL query"},
	{name: "QLever runs out of time while it answers", serve: reply(200, mediaType, goodHead+goodRow[:30]+qleverTail+"Operation timed out."),
		is: serverTimeout, says: "it says: Operation timed out."},
	{name: "QLever runs out of time while it answers in XML", serve: reply(200, mediaTypeXML, headXML+rowXML+qleverTail+"Operation timed out."),
		is: serverTimeout, says: "it says: Operation timed out."},
	{name: "QLever runs out of memory while it answers", serve: reply(200, mediaType,
		goodHead+goodRow+qleverTail+"Tried to allocate 6.6 GB, but only 3.3 GB were available."),
		is: func(err error) bool {
			return result(connector.ErrTruncated)(err) && errors.Is(err, connector.ErrOutOfMemory)
		},
		says: "the query needs more memory than the endpoint gives it: ask for less; it says: Tried to allocate 6.6 GB"},
	{name: "QLever fails while it answers", serve: reply(200, mediaType, goodHead+goodRow+qleverTail+"Assertion failed"),
		is: result(connector.ErrTruncated), says: "the endpoint failed while it was answering: ask for less; it says: Assertion failed"},
	{name: "403 of a ban", serve: reply(403, "text/plain",
		"You have been banned until 2100-01-01T00:00:00Z, please respect throttling and retry-after headers."),
		is: status(403), says: "wait before you ask again; it says: You have been banned until 2100"},
	{name: "500 of Neptune is a timeout", serve: reply(500, "application/json",
		`{"requestId":"1","code":"TimeLimitExceededException","detailedMessage":"Operation terminated (deadline exceeded)"}`),
		is: serverTimeout, says: "it says: Operation terminated (deadline exceeded)"},
	{name: "503 of RDF4J is a timeout", serve: reply(503, "text/plain", "Query evaluation took too long"),
		is: serverTimeout, says: "took too long"},
	{name: "500", serve: reply(500, "text/plain", "NullPointerException\n\tat org.example.Main"), is: status(500),
		says: "NullPointerException at org.example"},
	{name: "500 of Blazegraph is a timeout", serve: reply(500, "text/plain",
		"SPARQL-QUERY: queryStr=SELECT ?x\njava.util.concurrent.TimeoutException\n\tat java.base"), is: serverTimeout,
		says: "says: java.util.concurrent.TimeoutException"},
	{name: "500 of Virtuoso: cost estimate", serve: reply(500, "text/plain",
		"Virtuoso 42000 Error The estimated execution time 0 (sec) exceeds the limit of 400 (sec)."), is: serverTimeout,
		says: "estimated"},
	{name: "500 with a setting named timeout", serve: reply(500, "text/plain",
		"NullPointerException in Query(timeout=60000)"), is: status(500), says: "the endpoint failed"},
	{name: "502", serve: reply(502, "text/html", html), is: status(502), says: "try again later", counts: 3},
	{name: "503", serve: reply(503, "text/plain", "busy"), is: status(503), says: "busy", counts: 3},
	{name: "503 of Fuseki is a timeout", serve: reply(503, "text/plain", "The query timed out (restricted to 30000 ms)"),
		is: serverTimeout, says: "restricted to 30000 ms"},
	{name: "504", serve: reply(504, "text/plain", ""),
		is: func(err error) bool { return status(504)(err) && errors.Is(err, connector.ErrTimeout) }, says: "Gateway Timeout",
		counts: 3},
	{name: "answer elsewhere, without an address", serve: reply(303, "", ""), is: status(303), says: "303"},
	{name: "moved to another scheme", serve: reply(308, "", "", "Location", "ftp://user:pw@new.example/sparql"), is: unreachable,
		says: "ftp"},
	{name: "204", serve: reply(204, "", ""), is: result(connector.ErrMalformed), says: "204"},
	{name: "206", serve: reply(206, mediaType, good), is: result(connector.ErrTruncated), says: "206"},

	{name: "web page", serve: reply(200, "text/html; charset=utf-8", html), is: result(connector.ErrNotSPARQL),
		says: "web page"},
	{name: "web page that claims to be JSON", serve: reply(200, mediaType, html), is: result(connector.ErrNotSPARQL),
		says: "/sparql missing"},
	{name: "plain text", serve: reply(200, "text/plain", "hello"), is: result(connector.ErrNotSPARQL), says: "text/plain"},
	{name: "XML without results", serve: reply(200, mediaTypeXML, "<sparql/>"), is: result(connector.ErrMalformed), says: "head"},
	{name: "XML, another document", serve: reply(200, "text/xml", "<rdf:RDF/>"), is: result(connector.ErrMalformed), says: "<RDF>"},
	{name: "XML in another encoding", serve: reply(200, mediaTypeXML, strings.Replace(headXML, "?>", " encoding=\"ISO-8859-1\"?>", 1)),
		is: result(connector.ErrMalformed), says: "ISO-8859-1"},
	{name: "XML that ends early", serve: reply(200, mediaTypeXML, headXML+rowXML), is: result(connector.ErrTruncated), says: "ends early"},
	{name: "XML, broken", serve: reply(200, mediaTypeXML, headXML+"<result></results>"), is: result(connector.ErrMalformed), says: "line 1"},
	{name: "XML, connection lost", serve: brokenAs(mediaTypeXML, 1000, headXML+rowXML), is: result(connector.ErrTruncated), says: "ends early"},
	{name: "trace of Blazegraph after a row of XML", serve: reply(200, mediaTypeXML, headXML+rowXML+blazegraphTrace), is: serverTimeout,
		says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph after XML", serve: reply(200, mediaTypeXML, goodXML+blazegraphTrace), is: serverTimeout,
		says: "it says: java.util.concurrent.TimeoutException"},
	{name: "no content type, no JSON", serve: reply(200, "", "hello"), is: result(connector.ErrNotSPARQL),
		says: "content type"},
	{name: "empty body", serve: reply(200, mediaType, ""), is: result(connector.ErrMalformed), says: "empty"},
	{name: "blank body", serve: reply(200, mediaType, " \n"+strings.Repeat(" ", 1000)), is: result(connector.ErrMalformed),
		says: "empty"},

	{name: "ends early, chunked", serve: broken(0, goodHead), is: result(connector.ErrTruncated), says: "ends early"},
	{name: "ends early, length given", serve: broken(1000, goodHead), is: result(connector.ErrTruncated),
		says: "ends early"},
	{name: "ends early, politely", serve: reply(200, mediaType, goodHead+goodRow), is: result(connector.ErrTruncated),
		says: "ends early"},
	{name: "ends early, gzip", serve: gzipped(rows10, 12), is: result(connector.ErrTruncated), says: "ends early"},
	{name: "stack trace after the document", serve: reply(200, mediaType,
		good+"\nSPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.ExecutionException"), is: result(connector.ErrTruncated),
		says: "says: java.util.concurrent.ExecutionException"},
	{name: "trace of Blazegraph after the document", serve: reply(200, mediaType, good+blazegraphTrace), is: serverTimeout,
		says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph after a row", serve: reply(200, mediaType, goodHead+goodRow+blazegraphTrace),
		is: serverTimeout, says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph in place of a row", serve: reply(200, mediaType, goodHead+goodRow+", "+blazegraphTrace),
		is: serverTimeout, says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph in place of the first row", serve: reply(200, mediaType, goodHead+blazegraphTrace),
		is: serverTimeout, says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph inside a string", serve: reply(200, mediaType, goodHead+goodRow[:30]+blazegraphTrace),
		is: serverTimeout, says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph inside a name", serve: reply(200, mediaType, goodHead+goodRow[:3]+blazegraphTrace),
		is: serverTimeout, says: "it says: java.util.concurrent.TimeoutException"},
	{name: "trace of Blazegraph, another fault",
		serve: reply(200, mediaType, goodHead+goodRow+strings.ReplaceAll(blazegraphTrace, "Timeout", "Execution")),
		is:    result(connector.ErrTruncated), says: "the endpoint failed while it was answering"},
	{name: "second document", serve: reply(200, mediaType, good+good), is: result(connector.ErrTruncated),
		says: "after the end"},
	{name: "error inside the document", serve: reply(200, mediaType, goodHead+goodRow+",\nERROR: out of memory"),
		is: result(connector.ErrMalformed), says: "out of memory"},
	{name: "not UTF-8", serve: reply(200, mediaType, strings.Replace(good, "e1", "\xe9", 1)),
		is: result(connector.ErrMalformed), says: "UTF-8"},
	{name: "row cap", serve: reply(200, mediaType, rows10), is: result(connector.ErrTruncated), says: "10 rows"},
	{name: "X-SPARQL-MaxRows", serve: reply(200, mediaType, good, "X-SPARQL-MaxRows", "10000"),
		is: result(connector.ErrTruncated), says: "MaxRows: 10000"},
	{name: "X-SQL-State", serve: reply(200, mediaType, good, "X-SQL-State", "S1TAT", "X-SQL-Message",
		"RC...: Returning incomplete results"), is: result(connector.ErrTruncated), says: "S1TAT"},
	{name: "no head", serve: reply(200, mediaType, `{"results":{"bindings":[]}}`), is: result(connector.ErrMalformed),
		says: "head"},
	{name: "no vars", serve: reply(200, mediaType, `{"head":{},"results":{"bindings":[]}}`),
		is: result(connector.ErrMalformed), says: "vars"},
	{name: "no results", serve: reply(200, mediaType, `{"head":{"vars":["x"]}}`), is: result(connector.ErrMalformed),
		says: "results"},
	{name: "no bindings", serve: reply(200, mediaType, `{"head":{"vars":["x"]},"results":{}}`),
		is: result(connector.ErrMalformed), says: "bindings"},
	{name: "answer to ASK", serve: reply(200, mediaType, `{"head":{},"boolean":true}`), is: result(connector.ErrMalformed),
		says: "ASK"},
	{name: "another JSON", serve: reply(200, "application/json", `{"error":"no such repository"}`),
		is: result(connector.ErrMalformed), says: "no such repository"},
	{name: "JSON, but an array", serve: reply(200, mediaType, `[]`), is: result(connector.ErrMalformed), says: "array"},
	{name: "a triple as a term", serve: reply(200, mediaType,
		goodHead+`{"x":{"type":"triple","value":{"subject":{}}}}`+goodTail), is: result(connector.ErrMalformed), says: "row"},
	{name: "too large", serve: reply(200, mediaType, goodHead+strings.Repeat(" ", 5000)+goodTail),
		is: result(connector.ErrTooLarge), says: "4096 bytes"},

	{name: "silent", serve: silent, is: clientTimeout, says: "request timeout"},
	{name: "trickles for ever", serve: trickle, is: clientTimeout, says: "request timeout"},
	{name: "hangs up", serve: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, is: unreachable,
		says: "connection was lost", counts: 3},
}

func TestFaults(t *testing.T) {
	for _, test := range faults {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv, seen := counting(t, test.serve)
			o := connector.Options{URL: srv.URL + "/sparql", Retries: 2, Timeout: time.Minute, MaxBody: 4096, RowCaps: []int{10},
				HTTPClient: withoutKeepAlive(t), FirstWait: time.Millisecond}
			if test.says == "request timeout" { // a busy machine may be late for any other answer
				o.Timeout = 400 * time.Millisecond
			}
			c := client(t, o)
			table, err := c.Select(t.Context(), query)
			check.That(t, table == nil, "a table came with the error")
			require.That(t, test.is(err), "wrong kind of error: %T %v", err, err)
			checkLine(t, err, c.URL(), test.says)
			check.Equal(t, seen(), max(test.counts, 1))
		})
	}
}

func TestAskFaults(t *testing.T) {
	for _, test := range []struct{ name, body, says string }{
		{"a SELECT's result", good, "boolean"},
		{"boolean missing", `{"head":{}}`, "boolean"},
		{"boolean null", `{"head":{},"boolean":null}`, "boolean"},
		{"boolean a string", `{"head":{},"boolean":"true"}`, "boolean"},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv, _ := counting(t, reply(200, mediaType, test.body))
			c := client(t, connector.Options{URL: srv.URL})
			_, err := c.Ask(t.Context(), "ASK {}")
			require.That(t, result(connector.ErrMalformed)(err), "got %v", err)
			checkLine(t, err, c.URL(), test.says)
		})
	}
}

func TestAsk(t *testing.T) {
	for body, want := range map[string]bool{
		`{"head":{},"boolean":true}`:                            true,
		"\xef\xbb\xbf" + `{"head":{"link":[]},"boolean":false}`: false,
		`{"boolean":true}` + "\n":                               true,
	} {
		srv, _ := counting(t, reply(200, mediaType+";charset=utf-8", body))
		got, err := client(t, connector.Options{URL: srv.URL}).Ask(t.Context(), "ASK {}")
		check.That(t, err == nil && got == want, "%s: got %v, %v", body, got, err)
	}
}

func TestEndpointDown(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	srv.Close()
	for url, says := range map[string]string{
		srv.URL + "/sparql":             "connection refused",
		"http://no-such-host.invalid/s": "no such host",
		strings.Replace(secure(t), "127.0.0.1", "localhost", 1) + "/s": "certificate",
	} {
		// If the client repeated the request, the test would not end.
		c := client(t, connector.Options{URL: url, Timeout: time.Minute, FirstWait: time.Hour})
		_, err := c.Select(t.Context(), query)
		require.That(t, unreachable(err), "%s: got %v", url, err)
		checkLine(t, err, c.URL(), says)
	}
}

// TestNoTLS: https:// to a server that speaks http. Some servers answer the first message
// of TLS at once, others wait for the end of a request.
func TestNoTLS(t *testing.T) {
	waiting := require.Value(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { waiting.Close() })
	var accepted atomic.Int32
	go func() {
		for {
			conn, err := waiting.Accept()
			if err != nil {
				return
			}
			accepted.Add(1)
			go func() {
				defer conn.Close()
				lines := bufio.NewReader(conn)
				for {
					line, err := lines.ReadString('\n')
					if err != nil {
						return
					}
					if line == "\r\n" {
						_, _ = io.WriteString(conn, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
						return
					}
				}
			}()
		}
	}()
	answers, _ := counting(t, http.NotFound)
	for name, host := range map[string]string{"waits": waiting.Addr().String(),
		"answers": answers.Listener.Addr().String()} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			c := client(t, connector.Options{URL: "https://" + host + "/query"})
			_, err := c.Select(t.Context(), query)
			require.That(t, unreachable(err), "got %v", err)
			checkLine(t, err, c.URL(), "it does not speak TLS: did you mean http://"+host+"/query?")
			testsize.Prompt(t, time.Since(began), 3*time.Second)
			before := accepted.Load()
			_, err = c.Select(t.Context(), query)
			checkLine(t, err, c.URL(), "it does not speak TLS: did you mean http://"+host+"/query?")
			now := accepted.Load()
			check.That(t, now == before, "a second request tries TLS again: %d connections more", now-before)
		})
	}
}

// TestWithScheme: an address without a scheme is completed as browsers do it.
func TestWithScheme(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:7878/query":   "http://127.0.0.1:7878/query",
		"localhost:3030/ds":      "http://localhost:3030/ds",
		"localhost/sparql":       "http://localhost/sparql",
		"[::1]:3030/ds":          "http://[::1]:3030/ds",
		"example.org/sparql":     "https://example.org/sparql",
		"example.org:8890/s?a=b": "https://example.org:8890/s?a=b",
		"endpoint:8890/sparql":   "https://endpoint:8890/sparql",
	} {
		check.Equal(t, connector.WithScheme(address), want, "%s", address)
		c, err := connector.New(connector.Options{URL: address})
		check.That(t, err == nil && c.URL() == want, "%s: %v, %v", address, c, err)
	}
	for _, text := range []string{"", "graph.ttl", "data/graph.ttl", "../graph.ttl", "ftp://example.org/x",
		"mailto:me@example.org", "http://example.org/s", "what?"} {
		check.Equal(t, connector.WithScheme(text), text, "%q became", text)
	}
}

func secure(t *testing.T) string {
	srv := httptest.NewTLSServer(http.NotFoundHandler())
	srv.Config.ErrorLog = quiet
	t.Cleanup(srv.Close)
	return srv.URL
}
