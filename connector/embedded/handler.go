package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

const (
	path        = "/sparql"
	maxQuery    = 16 << 20 // bytes in the body of a request
	resultsJSON = "application/sparql-results+json"
)

// A handler answers SELECT and ASK by the SPARQL 1.1 Protocol. It does not use the handler
// of goRDFlib (store/sparqlstore), which can neither stop a query nor safely run two at a
// time, and whose ASK document has no head.
type handler struct {
	x       *index
	timeout time.Duration
	slots   chan struct{}
	log     *slog.Logger
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, status, err := queryText(w, r)
	if err != nil {
		http.Error(w, err.Error(), status)
		return
	}
	if !acceptsJSON(r.Header.Get("Accept")) {
		http.Error(w, "this endpoint answers in "+resultsJSON+" only", http.StatusNotAcceptable)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), h.timeout)
	defer cancel()
	result, err := h.evaluate(ctx, text)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, fmt.Sprintf("the query timed out (restricted to %d ms)", h.timeout.Milliseconds()),
			http.StatusServiceUnavailable)
	case ctx.Err() != nil: // the client has disconnected, or the endpoint stops
		http.Error(w, "the endpoint is stopping", http.StatusServiceUnavailable)
	case errors.Is(err, errEngine):
		h.log.Error("embedded engine failed", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case err != nil:
		http.Error(w, "malformed query: "+err.Error(), http.StatusBadRequest)
	default:
		body, err := json.Marshal(document(result))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", resultsJSON)
		_, _ = w.Write(body) // no error can reach a client that has disconnected
	}
}

var errEngine = errors.New("the engine failed")

// evaluate runs a query until ctx ends. It returns at once then, but the evaluation goes
// on in its own goroutine, and keeps its slot, until the engine next reads a triple.
func (h *handler) evaluate(ctx context.Context, text string) (*sparql.Result, error) {
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type outcome struct {
		result *sparql.Result
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-h.slots }()
		defer func() {
			if p := recover(); p != nil {
				done <- outcome{err: fmt.Errorf("%w: %v", errEngine, p)}
			}
		}()
		result, err := run(ctx, h.x, text)
		done <- outcome{result, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case o := <-done:
		if ctx.Err() != nil { // the store may have returned too few triples
			return nil, ctx.Err()
		}
		return o.result, o.err
	}
}

// run evaluates a query. Its result is incomplete if ctx ends meanwhile.
func run(ctx context.Context, x *index, text string) (*sparql.Result, error) {
	parsed, err := sparql.Parse(text)
	if err != nil {
		return nil, err
	}
	if parsed.Type != "SELECT" && parsed.Type != "ASK" {
		return nil, fmt.Errorf("%s: this endpoint answers SELECT and ASK only", parsed.Type)
	}
	g := newView(ctx, x)
	q, err := rewrite(ctx, x, g, parsed)
	if err != nil {
		return nil, err
	}
	return sparql.EvalQuery(g, q, nil)
}

// queryText returns the query of a request, or an error and its status. A query may be
// sent in three ways (SPARQL 1.1 Protocol, section 2.1).
func queryText(w http.ResponseWriter, r *http.Request) (string, int, error) {
	params := r.URL.Query()
	var text string
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		text = params.Get("query")
	case http.MethodPost:
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxQuery))
		if err != nil {
			return "", http.StatusRequestEntityTooLarge, fmt.Errorf("the query exceeds %d bytes", maxQuery)
		}
		media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		switch media {
		case "application/sparql-query":
			text = string(body)
		case "application/x-www-form-urlencoded":
			form, err := url.ParseQuery(string(body))
			if err != nil {
				return "", http.StatusBadRequest, fmt.Errorf("malformed form: %w", err)
			}
			text = form.Get("query")
			for name, values := range form {
				params[name] = append(params[name], values...)
			}
		default:
			return "", http.StatusUnsupportedMediaType, fmt.Errorf("content type %q: send a form, or application/sparql-query",
				media)
		}
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		return "", http.StatusMethodNotAllowed, fmt.Errorf("method %s: use GET or POST", r.Method)
	}
	if len(params["default-graph-uri"])+len(params["named-graph-uri"]) > 0 {
		// The default graph would give the answer to another query.
		return "", http.StatusBadRequest,
			errors.New("this endpoint has only one graph, without a name: leave out default-graph-uri and named-graph-uri")
	}
	if strings.TrimSpace(text) == "" {
		return "", http.StatusBadRequest, errors.New("no query: send one as the parameter query")
	}
	return text, 0, nil
}

func acceptsJSON(accept string) bool {
	return accept == "" || strings.Contains(accept, "json") || strings.Contains(accept, "*/*") ||
		strings.Contains(accept, "application/*")
}

// document returns the result for json.Marshal (SPARQL 1.1 Query Results JSON, section 3).
func document(result *sparql.Result) any {
	if result.Type == "ASK" {
		return map[string]any{"head": map[string]any{}, "boolean": result.AskResult}
	}
	vars := result.Vars
	if vars == nil {
		vars = []string{}
	}
	rows := make([]map[string]map[string]string, len(result.Bindings))
	for i, b := range result.Bindings {
		row := make(map[string]map[string]string, len(vars))
		for _, name := range vars {
			if t, ok := b[name]; ok && t != nil {
				row[name] = termObject(t)
			}
		}
		rows[i] = row
	}
	return map[string]any{"head": map[string]any{"vars": vars}, "results": map[string]any{"bindings": rows}}
}

func termObject(t term.Term) map[string]string {
	switch v := t.(type) {
	case term.BNode:
		return map[string]string{"type": "bnode", "value": v.Value()}
	case term.Literal:
		o := map[string]string{"type": "literal", "value": v.Lexical()}
		if v.Language() != "" {
			o["xml:lang"] = v.Language()
		} else if v.Datatype() != term.XSDString {
			o["datatype"] = v.Datatype().Value()
		}
		return o
	}
	return map[string]string{"type": "uri", "value": t.String()}
}
