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

// A Fault is something that an endpoint, or a machine on the way to it, does to an
// answer.
type Fault struct {
	Name string
	// Harmless: the answer says the same, and the crawl must be complete.
	Harmless bool
	serve    func(*exchange) // sends the faulty answer
}

// All returns the faults, except another source of data (see Proxy.Redirect).
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
		{"reset in the middle", false, sendHalf(reset)},
		{"closed in the middle", false, sendHalf(hangUp)},
		{"half a document, politely", false, func(x *exchange) {
			a := x.ask()
			a.body = a.body[:len(a.body)/2]
			x.send(a)
		}},
		{"error text in the middle", false, changeBody(func(b []byte) []byte {
			return append(bytes.Clone(b[:len(b)/2]), "\nVirtuoso S1T00 Error SR171: Transaction timed out"...)
		})},
		{"stack trace at the end", false, changeBody(func(b []byte) []byte {
			return append(
				bytes.Clone(b),
				"\nSPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.TimeoutException\n\tat java.base"...)
		})},
		{"error as JSON, status 200", false, respond(200, "application/json", `{"exception":"Operation timed out"}`)},
		{"empty body", false, respond(200, "application/sparql-results+json", "")},
		{
			"web page, status 200",
			false,
			respond(200, "text/html", "<!DOCTYPE html><html><body>We will be back soon</body></html>"),
		},
		{"429, Retry-After: 1", false, respond(429, "text/html", "Too many requests", "Retry-After", "1")},
		{"503, Retry-After: 1", false, respond(503, "text/plain", "busy", "Retry-After", "1")},
		{"500", false, respond(500, "text/plain", "java.lang.NullPointerException")},
		{"502", false, respond(502, "text/html", "<html>bad gateway</html>")},
		{"504", false, respond(504, "text/html", "<html>gateway timeout</html>")},
		{"503, the query timed out", false, respond(503, "text/plain", "The query timed out (restricted to 30000 ms)")},
		{"413", false, respond(413, "text/plain", "payload too large")},
		{"414", false, respond(414, "text/plain", "URI too long")},
		{
			"estimated execution time",
			false,
			respond(500, "text/plain",
				"Virtuoso 42000 Error The estimated execution time 12 (sec) exceeds the limit of 10 (sec)."),
		},
		{
			"rows cut, X-SPARQL-MaxRows",
			false,
			changeRows(func(r []any) []any { return r[:len(r)/2] }, "X-SPARQL-MaxRows", "2"),
		},
		{
			"rows cut, X-SQL-State: S1TAT",
			false,
			changeRows(func(r []any) []any { return r[:len(r)/2] }, "X-SQL-State", "S1TAT", "X-SQL-Message",
				"RC...: Returning incomplete results"),
		},
		{"a row missing, no word", false, changeStatements(func(r []any) []any { return r[:len(r)-1] })},
		{"a row twice, no word", false, changeStatements(func(r []any) []any { return append(slices.Clone(r), r[0]) })},
		{"rows in another order", true, changeRows(func(r []any) []any {
			r = slices.Clone(r)
			slices.Reverse(r)
			return r
		})},
	}
}

func sendHalf(end func(net.Conn)) func(*exchange) {
	return func(x *exchange) {
		a := x.ask()
		x.raw(append(responseHead(a, len(a.body)), a.body[:len(a.body)/2]...), end)
	}
}

// changeBody changes the text of an answer.
func changeBody(change func([]byte) []byte) func(*exchange) {
	return func(x *exchange) {
		a := x.ask()
		a.body = change(a.body)
		x.send(a)
	}
}

// respond answers without the endpoint.
func respond(status int, media, text string, headers ...string) func(*exchange) {
	return func(x *exchange) {
		a := answer{status, http.Header{"Content-Type": {media}}, []byte(text)}
		a.set(headers)
		x.send(a)
	}
}

func changeRows(change func([]any) []any, headers ...string) func(*exchange) {
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

// changeStatements is changeRows for answers with statements, but not for counts: without the counts such
// an answer could not be checked.
func changeStatements(change func([]any) []any) func(*exchange) {
	spoil := changeRows(change)
	return func(x *exchange) {
		if !strings.Contains(string(x.query), "SELECT+%3Fs+%3Fp+%3Fo") {
			x.send(x.ask())
			return
		}
		spoil(x)
	}
}
