package serve

import (
	"cmp"
	"context"
	_ "embed" // the document
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

// A route is an operation of openapi.yaml.
type route struct {
	method, path string // path as http.ServeMux has it
	handle       handler
	body         int64 // largest, in bytes; 0: maxBody
	long         bool  // may take longer than requestTime
}

func (s *Server) routes() []route {
	onSource, about := s.sources.withSource, concepts{s.sources}
	return []route{
		{method: "GET", path: "/api/info", handle: sendReply(s.info)},
		{method: "GET", path: "/api/openapi.json", handle: sendReply(openAPI)},
		{method: "POST", path: "/api/sources", handle: s.sources.post, long: true},
		{method: "POST", path: "/api/sources/upload", handle: s.sources.upload, body: s.o.maxUpload(), long: true},
		{method: "GET", path: "/api/sources/{id}", handle: onSource((*source).get)},
		{method: "GET", path: "/api/sources/{id}/search", handle: onSource((*source).search)},
		{method: "POST", path: "/api/sources/{id}/names", handle: onSource((*source).names)},
		{method: "GET", path: "/api/sources/{id}/classes", handle: onSource((*source).classes)},
		{method: "GET", path: "/api/sources/{id}/class", handle: onSource((*source).class)},
		{method: "POST", path: "/api/sources/{id}/facts", handle: onSource((*source).facts)},
		{method: "POST", path: "/api/sources/{id}/try", handle: onSource((*source).try)},
		{method: "GET", path: "/api/sources/{id}/neighbourhood", handle: onSource((*source).neighbourhood)},
		{method: "POST", path: "/api/sources/{id}/labels", handle: onSource((*source).labels)},
		{method: "POST", path: "/api/jobs", handle: s.jobs.post},
		{method: "GET", path: "/api/jobs/{id}", handle: sendReply(s.jobs.get)},
		{method: "GET", path: "/api/jobs/{id}/events", handle: s.jobs.events, long: true},
		{method: "DELETE", path: "/api/jobs/{id}", handle: s.jobs.delete},
		{method: "POST", path: "/api/translate", handle: sendReply(about.translate)},
		{method: "POST", path: "/api/evaluate", handle: sendReply(about.reply(evaluate))},
		{method: "POST", path: "/api/verify", handle: sendReply(about.reply(verify))},
		{method: "POST", path: "/api/matches", handle: sendReply(about.matches)},
		{method: "POST", path: "/api/parts", handle: sendReply(about.parts)},
		{method: "POST", path: "/api/repair", handle: sendReply(s.jobs.repair), long: true},
		{method: "POST", path: "/api/table", handle: about.table, long: true},
		{method: "GET", path: "/api/workspaces", handle: sendReply(s.workspaces.list)},
		{method: "GET", path: "/api/workspaces/{name}", handle: sendReply(s.workspaces.get)},
		{method: "PUT", path: "/api/workspaces/{name}", handle: sendReply(s.workspaces.put), body: maxWorkspace},
		{method: "DELETE", path: "/api/workspaces/{name}", handle: s.workspaces.delete},
	}
}

// requestTime limits the time of a request that is not marked long.
const requestTime = time.Minute

// Handler returns the handler of the API and the page, protected by the guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	routes := append(s.routes(), route{method: "GET", path: "/{$}", handle: sendPage},
		route{method: "GET", path: "/static/", handle: sendPage})
	for _, rt := range routes {
		mux.HandleFunc(rt.method+" "+rt.path, func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, cmp.Or(rt.body, maxBody))
			if !rt.long {
				ctx, cancel := context.WithTimeout(r.Context(), requestTime)
				defer cancel()
				r = r.WithContext(ctx)
			}
			if err := rt.handle(w, r); err != nil {
				fail(s.log, w, r, err)
			}
		})
	}
	return s.guard.protect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		fail(s.log, w, r, routeFault(mux, r, w.Header()))
	}))
}

func routeFault(mux *http.ServeMux, r *http.Request, h http.Header) *fault {
	var allowed []string
	for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return faultf(http.StatusNotFound, "not-found", "there is nothing at %s", r.URL.Path)
	}
	h.Set("Allow", strings.Join(allowed, ", "))
	return faultf(http.StatusMethodNotAllowed, "method", "%s does not go with %s: use %s", r.Method, r.URL.Path,
		strings.Join(allowed, " or "))
}

// The description of the API: openAPIText, then openAPIResult with the schemas of a result.
var (
	//go:embed openapi.yaml
	openAPIText []byte
	//go:embed openapi_result.yaml
	openAPIResult []byte
)

// openAPIDocument returns the description as JSON. An error is a defect of the file.
var openAPIDocument = sync.OnceValues(func() (json.RawMessage, error) {
	var v any
	if err := yaml.Unmarshal(slices.Concat(openAPIText, openAPIResult), &v); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return json.Marshal(v)
})

func openAPI(*http.Request) (any, error) { return openAPIDocument() }
