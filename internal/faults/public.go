package faults

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A Behaviour is how a public endpoint treats its clients all the time, whereas a Fault
// happens to single requests.
type Behaviour struct {
	Name    string
	Slots   int           // requests at a time; others are refused with 429; 0: no limit
	Latency time.Duration // of every answer
	Every   int           // every so many requests have the fault, except large counts; 0: none has
	Fault   Fault
	Rows    int  // a result has at most so many rows; 0: no limit
	Says    bool // the header X-SPARQL-MaxRows says when rows are missing
	GetOnly bool // POST is refused
	Contact bool // clients that do not name a contact are refused
	Banned  int  // so many requests are answered, and all others refused; 0: no limit
	// Slow reports whether a query always has the fault.
	Slow func(query string) bool
	// Answers: enough requests are answered to find what was meant.
	Answers bool
}

// trace is the stack trace that Blazegraph writes where its buffer was cut.
const trace = "SPARQL-QUERY: queryStr=SELECT ?s\nWHERE { }\njava.util.concurrent.TimeoutException\n\tat " +
	"java.util.concurrent.FutureTask.get(FutureTask.java:205)\n"

// traceAt ends an answer with a stack trace where cut returns, as an offset in the body.
func traceAt(cut func(body []byte) int) Fault { return textAt(trace, cut) }

func textAt(text string, cut func(body []byte) int) Fault {
	return Fault{Name: "trace", serve: changeBody(func(body []byte) []byte {
		return append(bytes.Clone(body[:cut(body)]), text...)
	})}
}

// after returns the offset behind the first occurrence of the text; that of the end if
// there is none.
func after(text string) func([]byte) int {
	return func(body []byte) int {
		if i := bytes.Index(body, []byte(text)); i >= 0 {
			return i + len(text)
		}
		return len(body)
	}
}

func timedOut(status int, media, text string) Fault {
	return Fault{Name: "time-out", serve: respond(status, media, text)}
}

const memory = "Tried to allocate 6.6 GB, but only 3.3 GB were available."

// isLargeCount reports whether a query counts without naming the individuals that it is
// about.
func isLargeCount(query string) bool {
	return strings.Contains(query, "COUNT(") && !strings.Contains(query, "VALUES ?s") &&
		(strings.Contains(query, "DISTINCT") || !strings.Contains(query, "LIMIT"))
}

func isOrdered(query string) bool { return strings.Contains(query, "ORDER BY") }

// Behaviours returns what public endpoints do.
func Behaviours() []Behaviour {
	busy := Fault{Name: "429", serve: respond(429, "text/plain", "slow down", "Retry-After", "1")}
	return []Behaviour{
		{Name: "well", Answers: true},
		{Name: "latency of 150 ms", Latency: 150 * time.Millisecond, Answers: true},
		{Name: "five at a time", Slots: 5, Latency: 5 * time.Millisecond, Answers: true},
		{Name: "one at a time", Slots: 1, Latency: 5 * time.Millisecond, Answers: true},
		{Name: "429 now and then", Every: 25, Fault: busy, Answers: true},
		{Name: "trace after the document", Every: 10, Fault: traceAt(func(b []byte) int { return len(b) }), Answers: true},
		{Name: "trace after a row", Every: 10, Fault: traceAt(after("}}")), Answers: true},
		{Name: "trace in place of a row", Every: 10, Fault: traceAt(after("[")), Answers: true},
		{Name: "trace inside a string", Every: 10, Fault: traceAt(after(`"value":"h`)), Answers: true},
		{Name: "closed in the middle", Every: 10, Fault: Fault{Name: "closed", serve: sendHalf(hangUp)}, Answers: true},
		{
			Name:  "anytime results",
			Every: 10,
			Fault: Fault{
				Name:  "S1TAT",
				serve: changeRows(func(r []any) []any { return r[:len(r)/2] }, "X-SQL-State", "S1TAT"),
			},
			Answers: true,
		},
		{
			Name:    "QLever's time-outs",
			Every:   10,
			Fault:   timedOut(429, "application/json", `{"exception":"Operation timed out"}`),
			Answers: true,
		},
		{
			Name:    "QLever's memory limit",
			Every:   10,
			Fault:   Fault{Name: "memory", serve: respond(500, "application/json", `{"exception":"`+memory+`"}`)},
			Answers: true,
		},
		{
			Name:  "QLever's partial results",
			Every: 10,
			Fault: textAt("\n !!!!>># An error has occurred while exporting the query result. The error message was:\n"+memory,
				after("}}")),
			Answers: true,
		},
		{
			Name:    "RDF4J's time-outs",
			Every:   10,
			Fault:   timedOut(503, "text/plain", "Query evaluation took too long"),
			Answers: true,
		},
		{
			Name:  "Neptune's time-outs",
			Every: 10,
			Fault: timedOut(500, "application/json",
				`{"code":"TimeLimitExceededException","detailedMessage":"Operation terminated"}`),
			Answers: true,
		},
		{Name: "silent row cap", Rows: 101, Answers: true},
		{Name: "announced row cap", Rows: 101, Says: true, Answers: true},
		{Name: "slow counts", Slow: isLargeCount, Fault: timedOut(500, "text/plain", trace)},
		{Name: "slow order", Slow: isOrdered, Fault: timedOut(500, "text/plain", trace), Answers: true},
		{Name: "GET only", GetOnly: true, Answers: true},
		{Name: "contact wanted", Contact: true, Answers: true},
		{Name: "ban", Banned: 12},
	}
}

// StartPublic starts a proxy that treats its clients so. It ends with the test.
func StartPublic(t testing.TB, endpoint string, b Behaviour) *Proxy {
	t.Helper()
	var running atomic.Int64
	return start(t, endpoint, func(n int, x *exchange) {
		defer running.Add(-1)
		switch now := running.Add(1); {
		case b.Banned > 0 && n >= b.Banned:
			respond(403, "text/plain",
				"You have been banned until 2100-01-01T00:00:00Z, please respect throttling and retry-after headers.")(
				x,
			)
			return
		case b.Contact && !strings.Contains(x.r.UserAgent(), "@"):
			respond(403, "text/plain", "Please set a user-agent and respect our robot policy")(x)
			return
		case b.GetOnly && x.r.Method != http.MethodGet:
			respond(405, "text/plain", "GET only")(x)
			return
		case b.Slots > 0 && now > int64(b.Slots):
			respond(429, "text/plain", "too many requests at a time")(x)
			return
		}
		time.Sleep(b.Latency)
		query, _ := url.QueryUnescape(string(x.query) + x.r.URL.RawQuery)
		switch {
		case b.Slow != nil && b.Slow(query), b.Every > 0 && n%b.Every == b.Every-1 && !isLargeCount(query):
			b.Fault.serve(x)
		case b.Rows > 0:
			var headers []string
			cut := func(rows []any) []any { return rows[:min(len(rows), b.Rows)] }
			if a := x.ask(); b.Says && bytes.Count(a.body, []byte("}}")) > b.Rows {
				headers = []string{"X-SPARQL-MaxRows", "101"}
			}
			changeRows(cut, headers...)(x)
		default:
			x.send(x.ask())
		}
	})
}
