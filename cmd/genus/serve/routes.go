package serve

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// route is an operation; openapi.yaml has one for each.
type route struct {
	method, path string // path as http.ServeMux has it
	handle       func(*Server, http.ResponseWriter, *http.Request) error
	body         int64 // largest, in bytes; 0: maxBody
	long         bool  // may take longer than requestTime
}

func (s *Server) routes() []route {
	return []route{
		{method: "GET", path: "/api/info", handle: (*Server).info},
		{method: "GET", path: "/api/openapi.json", handle: (*Server).openAPI},
		{method: "POST", path: "/api/sources", handle: (*Server).postSource, long: true},
		{method: "POST", path: "/api/sources/upload", handle: (*Server).upload, body: int64(s.o.Config.MaxUpload) << 20, long: true},
		{method: "GET", path: "/api/sources/{id}", handle: (*Server).getSource},
		{method: "GET", path: "/api/sources/{id}/search", handle: (*Server).search},
		{method: "GET", path: "/api/sources/{id}/classes", handle: (*Server).classes},
		{method: "POST", path: "/api/sources/{id}/facts", handle: (*Server).facts},
		{method: "POST", path: "/api/sources/{id}/try", handle: (*Server).try},
		{method: "GET", path: "/api/sources/{id}/neighbourhood", handle: (*Server).neighbourhood},
		{method: "POST", path: "/api/sources/{id}/labels", handle: (*Server).labels},
		{method: "POST", path: "/api/problems", handle: (*Server).postProblem},
		{method: "GET", path: "/api/problems/{id}", handle: (*Server).getProblem},
		{method: "DELETE", path: "/api/problems/{id}", handle: (*Server).deleteProblem},
		{method: "POST", path: "/api/jobs", handle: (*Server).postJob},
		{method: "GET", path: "/api/jobs/{id}", handle: (*Server).getJob},
		{method: "GET", path: "/api/jobs/{id}/events", handle: (*Server).events, long: true},
		{method: "DELETE", path: "/api/jobs/{id}", handle: (*Server).deleteJob},
		{method: "POST", path: "/api/translate", handle: (*Server).translate},
		{method: "POST", path: "/api/evaluate", handle: (*Server).evaluate},
		{method: "POST", path: "/api/verify", handle: (*Server).verify},
		{method: "POST", path: "/api/matches", handle: (*Server).matches},
		{method: "GET", path: "/api/workspaces", handle: (*Server).listWorkspaces},
		{method: "GET", path: "/api/workspaces/{name}", handle: (*Server).getWorkspace},
		{method: "PUT", path: "/api/workspaces/{name}", handle: (*Server).putWorkspace, body: maxWorkspace},
		{method: "DELETE", path: "/api/workspaces/{name}", handle: (*Server).deleteWorkspace},
	}
}

// requestTime bounds requests that are no jobs.
const requestTime = time.Minute

// Handler serves the API and the page behind the guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		limit := rt.body
		if limit == 0 {
			limit = maxBody
		}
		mux.HandleFunc(rt.method+" "+rt.path, func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, limit)
			if !rt.long {
				ctx, cancel := context.WithTimeout(r.Context(), requestTime)
				defer cancel()
				r = r.WithContext(ctx)
			}
			if err := rt.handle(s, w, r); err != nil {
				s.fail(w, r, err)
			}
		})
	}
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /static/", s.page)
	return s.guarded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		s.fail(w, r, routeFault(mux, r, w.Header()))
	}))
}

// routeFault is the fault for a request without a route.
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
	return faultf(http.StatusMethodNotAllowed, "method", "%s does not go with %s: use %s", r.Method, r.URL.Path, strings.Join(allowed, " or "))
}
