package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Fault is something that an endpoint, or a machine on the way to it, does to an
// answer.
type Fault struct {
	Name string
	// Harmless: the answer says the same, and the crawl must be complete.
	Harmless bool
	serve    func(*exchange) // answers in its way
}

// All are the faults, except another source of data (Proxy.Redirect).
func All() []Fault {
	return []Fault{
		{"delay until the client leaves", false, func(x *exchange) {
			<-x.r.Context().Done()
		}},
		{"late, 50 ms", true, func(x *exchange) {
			a := x.ask()
			time.Sleep(50 * time.Millisecond)
			x.send(a)
		}},
		{"connection closed, no answer", false, func(x *exchange) { x.raw(nil, hangUp) }},
		{"connection reset, no answer", false, func(x *exchange) { x.raw(nil, reset) }},
		{"reset in the middle", false, half(reset)},
		{"closed in the middle", false, half(hangUp)},
		{"half a document, politely", false, func(x *exchange) {
			a := x.ask()
			a.body = a.body[:len(a.body)/2]
			x.send(a)
		}},
		{"error text in the middle", false, body(func(b []byte) []byte {
			return append(bytes.Clone(b[:len(b)/2]), "\nVirtuoso S1T00 Error SR171: Transaction timed out"...)
		})},
		{"stack trace at the end", false, body(func(b []byte) []byte {
			return append(bytes.Clone(b), "\nSPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.TimeoutException\n\tat java.base"...)
		})},
		{"error as JSON, status 200", false, says(200, "application/json", `{"exception":"Operation timed out"}`)},
		{"empty body", false, says(200, "application/sparql-results+json", "")},
		{"web page, status 200", false, says(200, "text/html", "<!DOCTYPE html><html><body>We will be back soon</body></html>")},
		{"429, Retry-After: 1", false, says(429, "text/html", "Too many requests", "Retry-After", "1")},
		{"503, Retry-After: 1", false, says(503, "text/plain", "busy", "Retry-After", "1")},
		{"500", false, says(500, "text/plain", "java.lang.NullPointerException")},
		{"502", false, says(502, "text/html", "<html>bad gateway</html>")},
		{"504", false, says(504, "text/html", "<html>gateway timeout</html>")},
		{"503, the query timed out", false, says(503, "text/plain", "The query timed out (restricted to 30000 ms)")},
		{"413", false, says(413, "text/plain", "payload too large")},
		{"414", false, says(414, "text/plain", "URI too long")},
		{"estimated execution time", false, says(500, "text/plain", "Virtuoso 42000 Error The estimated execution time 12 (sec) exceeds the limit of 10 (sec).")},
		{"rows cut, X-SPARQL-MaxRows", false, rows(func(r []any) []any { return r[:len(r)/2] }, "X-SPARQL-MaxRows", "2")},
		{"rows cut, X-SQL-State: S1TAT", false, rows(func(r []any) []any { return r[:len(r)/2] }, "X-SQL-State", "S1TAT", "X-SQL-Message", "RC...: Returning incomplete results")},
		{"a row missing, no word", false, pulled(func(r []any) []any { return r[:len(r)-1] })},
		{"a row twice, no word", false, pulled(func(r []any) []any { return append(slices.Clone(r), r[0]) })},
		{"rows in another order", true, rows(func(r []any) []any {
			r = slices.Clone(r)
			slices.Reverse(r)
			return r
		})},
	}
}

// half sends half of what was promised.
func half(how func(net.Conn)) func(*exchange) {
	return func(x *exchange) {
		a := x.ask()
		x.raw(append(promise(a, len(a.body)), a.body[:len(a.body)/2]...), how)
	}
}

// body changes the text of an answer.
func body(change func([]byte) []byte) func(*exchange) {
	return func(x *exchange) {
		a := x.ask()
		a.body = change(a.body)
		x.send(a)
	}
}

// says answers without asking.
func says(status int, media, text string, headers ...string) func(*exchange) {
	return func(x *exchange) {
		a := answer{status, http.Header{"Content-Type": {media}}, []byte(text)}
		a.set(headers)
		x.send(a)
	}
}

// rows changes the rows of a result, if it has any.
func rows(change func([]any) []any, headers ...string) func(*exchange) {
	return func(x *exchange) {
		a := x.ask()
		var doc map[string]any
		if json.Unmarshal(a.body, &doc) == nil {
			results, _ := doc["results"].(map[string]any)
			if list, _ := results["bindings"].([]any); len(list) > 0 {
				results["bindings"] = change(list)
				var err error
				if a.body, err = json.Marshal(doc); err != nil {
					panic(fmt.Sprint("faults: ", err))
				}
				a.set(headers)
			}
		}
		x.send(a)
	}
}

// pulled is rows for the statements themselves, not for their numbers: these are
// all that such answers can be checked against.
func pulled(change func([]any) []any) func(*exchange) {
	spoil := rows(change)
	return func(x *exchange) {
		if !strings.Contains(string(x.query), "SELECT+%3Fs+%3Fp+%3Fo") {
			x.send(x.ask())
			return
		}
		spoil(x)
	}
}
