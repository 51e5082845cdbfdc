// Package serve is genus over HTTP: the API and the page.
//
// # Contract
//
// openapi.yaml describes every route; a test holds both together. Answers are
// JSON, errors RFC 9457. Learning is a job: created, followed by server-sent
// events, cancelled with the best concept so far as its result.
//
// # What is kept
//
// A source is opened once and serves all jobs: its data, its search index, the
// structure of the last examples, the endpoint inside the process. So a corrected
// example costs the search alone. Sources and jobs that nobody uses are
// dropped after a while; workspaces are in a SQLite file (workspaces.go).
//
// # Safety
//
// guard.go stands before every route: the Host header against DNS rebinding, the
// Origin and a header of its own against requests forged by other pages, the token
// where the server is reached from other machines, the size of bodies. app.Access
// says which endpoints may be asked and which files opened. Credentials of the
// environment go only to the endpoint that the server was started with, and
// nothing that is logged or stored holds a secret.
//
// # Rooms
//
// A Server has the guard, the open sources, the jobs and the
// workspaces; each is a type that answers the requests about it. Questions about an
// open source are methods of source, those about a concept of concepts.
//
// Letters: s the server or one of its rooms; w, r the answer and the request; j, o a
// job; k the workspaces.
package serve
