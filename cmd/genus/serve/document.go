package serve

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/genus-kg/genus/cmd/genus/api"
)

// requestTime limits the time of a request whose route is not long.
const requestTime = time.Minute

// readTime limits the time for reading a body.
const readTime = 2 * time.Minute

// schemas is where the document has the schemas of types.
const schemas = "#/components/schemas/"

// A router adds routes to the server and to its document, which is generated from their types.
type router struct {
	api huma.API
	log *slog.Logger
}

// requestKey is the key of the request of a route in its context.
type requestKey struct{}

// aboutFaults describes the refusals.
const aboutFaults = "The request is refused: detail says why and what to do. 400 malformed; 401 and 403 token, " +
	"header or origin; " +
	"404 not found; 405 wrong method; 409 too many workspaces; 413 too large; 415 wrong media type; 422 cannot be done; " +
	"429 too many jobs or sources (Retry-After says when to try again)"

func newRouter(log *slog.Logger, mux *http.ServeMux) router {
	format := huma.Format{Marshal: encode, Unmarshal: json.Unmarshal}
	c := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "genus", Version: "1",
				Description: "Learn concepts from examples, over HTTP. Open a source, send examples, learn in a job, and follow " +
					"its events. " +
					"Errors are application/problem+json (RFC 9457). Every request but GET needs the header `X-Genus: 1`; on a " +
					"server that other " +
					"machines can reach, every request needs the token. Later versions only add fields.",
				License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
			},
			Servers:  []*huma.Server{{URL: "/"}},
			Security: []map[string][]string{{}, {"token": {}}},
			Components: &huma.Components{
				Schemas:         huma.NewMapRegistry(schemas, nameSchema),
				SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}},
			},
			Tags: []*huma.Tag{
				{Name: "server", Description: "The version, settings and limits of the server"},
				{Name: "sources", Description: "Endpoints, files and databases to learn from"},
				{Name: "learning", Description: "Jobs and their events"},
				{Name: "concepts", Description: "Write concepts in other forms, explain them and list their members"},
				{Name: "workspaces", Description: "The saved work of the page"},
			},
		},
		Formats:       map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat: "application/json",
	}
	r := router{humago.New(mux, c), log}
	r.api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) { next(huma.WithValue(ctx, requestKey{}, ctx)) })
	return r
}

// nameSchema names the schema of a type.
func nameSchema(t reflect.Type, hint string) string {
	return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "JSON")
}

// add adds a route with a function that answers it.
func add[I, O any](r router, route, id, tag, summary string, do func(context.Context, *I) (*O, error),
	options ...func(*huma.Operation)) {
	method, path, _ := strings.Cut(route, " ")
	fault := r.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[fault](), true, "")
	refused := func(text string) *huma.Response {
		return &huma.Response{
			Description: text,
			Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: fault}},
		}
	}
	op := huma.Operation{
		OperationID:     id,
		Method:          method,
		Path:            path,
		Tags:            []string{tag},
		Summary:         summary,
		MaxBodyBytes:    maxBody,
		BodyReadTimeout: readTime,
		Responses: map[string]*huma.Response{
			"4XX":     refused(aboutFaults),
			"default": refused("An error of the server or the endpoint"),
		},
	}
	if method != http.MethodGet {
		op.Parameters = []*huma.Param{{
			Name:        "X-Genus",
			In:          "header",
			Required:    true,
			Description: "any value; other pages cannot send this header",
			Schema:      &huma.Schema{Type: "string"},
		}}
	}
	for _, option := range options {
		option(&op)
	}
	isLong := op.Metadata["long"] != nil
	huma.Register(r.api, op, func(ctx context.Context, in *I) (*O, error) {
		if isLong { // the limit for reading the request would cancel the work on it
			_ = ctx.Value(requestKey{}).(huma.Context).SetReadDeadline(time.Time{}) // an error means that there is none
		} else {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, requestTime)
			defer cancel()
		}
		out, err := do(ctx, in)
		if err == nil {
			return out, nil
		}
		f := faultOf(err)
		logFault(ctx, r.log, method, path, f)
		return nil, f
	})
}

// complete ends the document.
func (r router) complete() {
	api.Complete(r.api.OpenAPI().Components.Schemas, schemas)
	api.OpenOutputs(r.api.OpenAPI(), schemas)
}

// long marks a route whose requests may take longer than requestTime.
func long(op *huma.Operation) { op.Metadata = map[string]any{"long": true} }

func describe(text string) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Description = text }
}

func status(code int) func(*huma.Operation) {
	return func(op *huma.Operation) { op.DefaultStatus = code }
}

// largest sets the largest number of bytes of a body.
func largest(bytes int64) func(*huma.Operation) {
	return func(op *huma.Operation) { op.MaxBodyBytes = bytes }
}

// binary documents a body that is a file.
func binary(op *huma.Operation) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/octet-stream": {}}}
}

// content documents an answer that a route writes by itself.
func content(text string, kinds map[string]*huma.Schema) func(*huma.Operation) {
	return func(op *huma.Operation) {
		ok := &huma.Response{Description: text, Content: map[string]*huma.MediaType{}}
		for kind, schema := range kinds {
			ok.Content[kind] = &huma.MediaType{Schema: schema}
		}
		op.Responses[strconv.Itoa(http.StatusOK)] = ok
	}
}

// schemaOf returns a reference to the schema of a type.
func schemaOf[T any](r router) *huma.Schema {
	return r.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}

var textSchema = &huma.Schema{Type: "string"}
