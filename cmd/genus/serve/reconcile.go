package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
)

// The Reconciliation Service API 0.2 (W3C Entity Reconciliation Community Group), by which OpenRefine and others find
// the individuals that names mean. /reconcile is about the source of the server, /reconcile/ID about another.

const (
	reconcilePath  = "/reconcile"
	proposePath    = "/properties"
	mostReconciled = 4 << 20 // bytes of a request
)

// addReconciliation adds the routes.
func (s *Server) addReconciliation(mux *http.ServeMux) {
	for _, at := range []string{reconcilePath, reconcilePath + "/{source}"} {
		mux.HandleFunc("GET "+at, s.reconciles(reconcile))
		mux.HandleFunc("POST "+at, s.reconciles(reconcile))
		for _, what := range []string{api.SuggestEntity, api.SuggestType, api.SuggestProperty} {
			mux.HandleFunc("GET "+at+"/suggest/"+what,
				s.reconciles(func(ctx context.Context, on api.Session, r *http.Request) (any, error) {
					skip, err := numberOf(r, "cursor")
					if err != nil {
						return nil, err
					}
					list, err := api.Suggest(ctx, on, what, r.FormValue("prefix"), skip)
					return map[string]any{"result": list}, err
				}))
		}
		mux.HandleFunc("GET "+at+proposePath, s.reconciles(propose))
		mux.HandleFunc("GET "+at+"/preview", s.preview)
	}
}

// reconciles answers with JSON about the source in the path.
func (s *Server) reconciles(answer func(context.Context, api.Session, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, mostReconciled)
		out, err := s.reconciled(r, answer)
		callback := r.FormValue("callback")
		if err == nil && callback != "" && !isCallback(callback) {
			err = invalid("callback: %q is not the name of a function", callback)
		}
		if err != nil {
			fail(s.log, w, r, err)
			return
		}
		if callback == "" {
			w.Header().Set("Content-Type", "application/json")
			_ = encode(w, out) // an error means that the client is gone
			return
		}
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		text, err := json.Marshal(out)
		if err == nil {
			_, _ = fmt.Fprintf(w, "/**/%s(%s);", callback, text)
		}
	}
}

var isCallback = regexp.MustCompile(`^[A-Za-z_$][\w$.]{0,200}$`).MatchString

func (s *Server) reconciled(r *http.Request,
	answer func(context.Context, api.Session, *http.Request) (any, error)) (any, error) {
	id := r.PathValue("source")
	if id == "" {
		id = givenID
	}
	src, done, err := s.sources.find(r.Context(), id)
	if err != nil {
		return nil, err
	}
	defer done()
	out, err := answer(r.Context(), src.operation(r.Context()), r)
	if err != nil {
		return nil, src.nameSource(faultOf(err))
	}
	return out, nil
}

// reconcile answers queries or requests for values, or with the manifest if there are none.
func reconcile(ctx context.Context, on api.Session, r *http.Request) (any, error) {
	if err := r.ParseForm(); err != nil {
		return nil, invalid("the form: %v", err)
	}
	if text := r.Form.Get("extend"); text != "" {
		var query api.ExtendQuery
		if err := json.Unmarshal([]byte(text), &query); err != nil {
			return nil, invalid("extend: %v", err)
		}
		return api.Extend(ctx, on, query)
	}
	if text := r.Form.Get("queries"); text != "" {
		var queries map[string]api.ReconcileQuery
		if err := json.Unmarshal([]byte(text), &queries); err != nil {
			return nil, invalid("queries: %v", err)
		}
		return api.Reconcile(ctx, on, queries)
	}
	return manifest(r), nil
}

// propose answers with properties of members of a class.
func propose(ctx context.Context, on api.Session, r *http.Request) (any, error) {
	class := r.FormValue("type")
	limit, err := numberOf(r, "limit")
	if err != nil {
		return nil, err
	}
	list, err := api.ProposeProperties(ctx, on, class, limit)
	return map[string]any{"type": class, "properties": list}, err
}

// numberOf returns the whole number of a parameter that is not negative; 0 without one.
func numberOf(r *http.Request, name string) (int, error) {
	text := r.FormValue(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, invalid("%s: %q is not a number", name, text)
	}
	return n, nil
}

// originOf returns the origin under which the client knows the server, which may be behind a proxy with TLS.
func originOf(r *http.Request) string {
	if r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// manifest describes the service.
func manifest(r *http.Request) any {
	here := originOf(r) + r.URL.Path
	suggest := map[string]any{}
	for _, what := range []string{api.SuggestEntity, api.SuggestType, api.SuggestProperty} {
		suggest[what] = map[string]string{"service_url": here, "service_path": "/suggest/" + what}
	}
	return map[string]any{
		"versions": []string{"0.2"}, "name": "genus", "identifierSpace": "http://www.w3.org/2002/07/owl#Thing",
		"schemaSpace": "http://www.w3.org/2000/01/rdf-schema#Class", "defaultTypes": []any{}, "suggest": suggest,
		"extend": map[string]any{
			"propose_properties": map[string]string{"service_url": here, "service_path": proposePath},
			"property_settings":  api.ExtendSettings(),
		},
		"view":    map[string]string{"url": "{{id}}"},
		"preview": map[string]any{"url": here + "/preview?id={{id}}", "width": 400, "height": 200},
	}
}

var previewPage = template.Must(template.New("").Parse(`<!DOCTYPE html><meta charset="utf-8"><title>{{.Name}}</title>
<h1 style="font-size: 1rem">{{.Name}}</h1><ul>{{range .Lines}}<li>{{.}}</li>{{end}}</ul>`))

// preview shows an individual with some of its statements.
func (s *Server) preview(w http.ResponseWriter, r *http.Request) {
	const most = 8
	out, err := s.reconciled(r, func(ctx context.Context, on api.Session, r *http.Request) (any, error) {
		return api.Neighbourhood(ctx, on, api.NeighbourhoodInput{IRI: r.FormValue("id"), Limit: most})
	})
	if err != nil {
		fail(s.log, w, r, err)
		return
	}
	n := out.(genus.Neighbourhood)
	page := struct {
		Name  string
		Lines []string
	}{Name: api.EntityOf(n.Term).Name}
	for _, c := range n.Classes {
		page.Lines = append(page.Lines, api.EntityOf(c).Name)
	}
	for _, v := range n.Values {
		page.Lines = append(page.Lines, api.EntityOf(v.Feature).Name+": "+v.Value)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Del("X-Frame-Options") // the page of a client shows it in a frame
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors "+
			strings.Join(append([]string{"'self'"}, s.guard.origins...), " "))
	_ = previewPage.Execute(w, page) // an error means that the client is gone
}

// checkReconciliation returns a fault if a request of another page may not reconcile names, and lets those pages that
// may read the answer. OpenRefine itself sends no header of a browser.
func (s guard) checkReconciliation(r *http.Request, h http.Header) *fault {
	origin := r.Header.Get("Origin")
	if referer, err := url.Parse(r.Header.Get("Referer")); origin == "" && err == nil && referer.Host != "" {
		origin = referer.Scheme + "://" + referer.Host
	}
	site := r.Header.Get("Sec-Fetch-Site")
	switch _, known := s.userOf(r); {
	case !known && len(s.users) > 0:
		return faultf(http.StatusUnauthorized, "token",
			"send the token that genus serve printed: Authorization: Bearer TOKEN")
	case slices.Contains(s.origins, origin):
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Vary", "Origin")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		return nil
	case site != "" && site != "same-origin" && site != "none", origin != "" && origin != originOf(r):
		return faultf(http.StatusForbidden, "foreign",
			"requests of other pages are refused: start the server with --allow origin:%s to allow that", origin)
	}
	return nil
}
