// Package connector is the SPARQL 1.1 protocol client of genus: it sends a
// query text to an endpoint over HTTP and returns typed RDF terms, or an error in
// one line.
//
// [New] returns a [Client]; its Select and Ask send queries. A client behaves as
// public endpoints require: it waits when the server says so, sends no more requests
// than [Options] allow, and names its operator.
//
// Source: SPARQL 1.1 Protocol (https://www.w3.org/TR/sparql11-protocol/),
// section 2.1 (query by GET, by URL-encoded POST, by POST directly), SPARQL
// 1.1 Query Results JSON Format (https://www.w3.org/TR/sparql11-results-json/), and SPARQL
// Query Results XML Format (https://www.w3.org/TR/rdf-sparql-XMLres/).
//
// Invariants:
//
//   - Status 200 is not success. Engines append stack traces to a finished
//     document, cut results at a row cap, stop in the middle of a body, or answer
//     with a web page. An answer is either complete and well formed, or an error;
//     there is no partial Table.
//   - An answer is decoded while it arrives. Its whole text is never in memory.
//   - No term disappears: a term that is not valid RDF is nil in its row, is counted in
//     Table.Malformed, and the first ones are described in Table.Examples.
//   - A lexical form is never changed: "01", "1.50", "INF" and "1e400" stay as they
//     are. Only numbers that QLever writes with a wrong datatype are mended.
//   - A client owns its *http.Client. It neither uses nor changes the default client of
//     the process.
//   - Credentials go only to the scheme, host and port of Options.URL, also after
//     a redirect. They never appear in an error, a log record or a String method.
//   - Every error is one line: which endpoint, what happened, what to do.
//
// A client repeats a request if the server was too busy (429, 502, 503, 504) or the
// connection was lost. It waits before, longer each time, or as long as Retry-After says.
// Its other requests wait, too, because servers ban clients that do not wait. It does
// not repeat a query that took too long, which would take too long again: that is
// ErrTimeout, and the caller asks for less. After a web page, a document broken in the
// middle or status 500, it makes two more attempts if the endpoint has answered before.
//
// Files: options.go and credentials.go hold the settings, and context.go those of a single
// request; request.go makes requests;
// transport.go sends them and adds the credentials; limiter.go bounds their number
// and is the circuit breaker; pace.go bounds their rate and the server's time that they
// take; retry.go repeats them; decode.go reads the answer,
// with body.go for the JSON, results.go for its members and rows, xml.go for XML, and term.go
// for the terms; method.go chooses GET or POST; errors.go, receive.go and diagnose.go make the errors.
//
// Letters: b body, c client, l limiter, o options, q query text, t table.
//
// Package connector/embedded is the endpoint of the demo and the tests.
package connector
