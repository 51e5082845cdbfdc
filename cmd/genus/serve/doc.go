// Package serve is genus over HTTP: the API and the page.
//
// # Contract
//
// routes.go binds the routes to the operations of package api. huma checks requests by their
// types, and generates the OpenAPI document from them (document.go); tests compare it with
// the answers. Answers are JSON, errors follow RFC 9457. Learning is a job. A
// client creates it and follows its server-sent events; if the client cancels it, the best
// concept so far is its result.
//
// # State
//
// A source is opened once and serves all jobs with its data, its search index, the
// structure of the last examples and the endpoint inside the process. So learning
// again after a correction costs only the search. The server drops sources and jobs
// that nobody uses for a while. Workspaces are in a SQLite file (workspaces.go).
//
// # Safety
//
// guard.go checks every request: the Host header against DNS rebinding, the Origin and
// a header of its own against requests forged by other pages, and the token if other
// machines can reach the server. The size of bodies is limited. source.Access says which
// endpoints may be queried and which files opened. Credentials of the environment go
// only to the endpoint that the server was started with, and logs and files hold no
// secrets.
//
// # Types
//
// A Server has a guard, the open sources, the jobs and the workspaces; each is a type
// that answers the requests about it. Requests about an open source are methods of
// source.
//
// Short names: s is the server or one of these parts; w and r are the answer and the
// request; j is a job; k is the workspaces.
package serve
