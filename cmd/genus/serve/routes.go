package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session"
	"github.com/genus-kg/genus/session/source"
)

// aboutRepair describes repair.
const aboutRepair = "The concept is changed with as few edits as possible (docs/repair.md says what an edit is). " +
	"Of several it prefers a small one that changes few other members. " +
	"It searches for at most 30 seconds, and then answers with the best so far. " +
	"Name at least one individual that is missing or wrong, and one that is missing or right. " +
	"If no concept fits, the type of the answer ends in no-repair."

// addRoutes adds the routes of the API.
func (s *Server) addRoutes(mux *http.ServeMux) {
	r := newRouter(s.log, mux)
	s.document = r.api.OpenAPI()
	add(r, "GET /api/info", "info", "server", "Describe the server", s.info)
	add(r, "GET /api/openapi.json", "openAPI", "server", "Return this document", s.openAPI)
	s.addSourceRoutes(r)
	add(r, "POST /api/jobs", "postJob", "learning", "Start a job that learns", s.jobs.post, long,
		status(http.StatusAccepted))
	add(r, "GET /api/jobs/{id}", "getJob", "learning", "Return the state of a job, and its result", s.jobs.get, long)
	add(r, "GET /api/jobs/{id}/events", "events", "learning", "Stream the events of a job", s.jobs.events, long,
		content("the events", map[string]*huma.Schema{"text/event-stream": textSchema}),
		describe(aboutEvents))
	add(r, "DELETE /api/jobs/{id}", "deleteJob", "learning", "Cancel a job; the best concept so far is its result",
		s.jobs.delete, status(http.StatusAccepted))
	s.addConceptRoutes(r)
	add(r, "GET /api/workspaces", "listWorkspaces", "workspaces", "List saved work, newest first", s.workspaces.list)
	add(r, "GET /api/workspaces/{name}", "getWorkspace", "workspaces", "Return saved work", s.workspaces.get)
	add(r, "PUT /api/workspaces/{name}", "putWorkspace", "workspaces", "Save work under this name", s.workspaces.put,
		largest(maxWorkspace))
	add(r, "DELETE /api/workspaces/{name}", "deleteWorkspace", "workspaces", "Delete saved work", s.workspaces.delete)
	r.complete()
}

// addSourceRoutes adds what can be asked about a source.
func (s *Server) addSourceRoutes(r router) {
	add(r, "POST /api/sources", "postSource", "sources", "Open a source, unless it is open", s.sources.post, long,
		status(http.StatusCreated))
	add(r, "POST /api/sources/upload", "upload", "sources", "Open the file in the body: RDF, OWL or a table",
		s.sources.upload, long, status(http.StatusCreated), binary)
	add(r, "POST /api/table", "readTable", "sources", "Read the table in the body: CSV, TSV or XLSX", s.sources.readTable,
		long, binary,
		describe("It is not kept. The answer is the input of annotate."))
	add(r, "GET /api/sources/{id}", "getSource", "sources", "Describe an open source", inSource(s, (*servedSource).get))
	add(r, "GET /api/sources/{id}/search", "search", "sources",
		"Find individuals and classes by name, or the members of a class",
		func(ctx context.Context, in *searchInput) (*found[api.SearchOutput], error) {
			return onSource(ctx, s, in.ID, api.Search, api.SearchInput{Name: in.Q, Class: in.Class, Limit: in.Limit})
		})
	add(r, "POST /api/sources/{id}/names", "names", "sources", "Find the individuals that typed or pasted names mean",
		lookFor(s, api.Names),
		describe("A name is an IRI, prefix:name, or a label. It is accepted if it is certain which individual it means. "+
			"Otherwise the candidates are ranked: whole labels first, then members of the classes of the other names, then "+
			"those with most statements. An endpoint gets few requests for all names together."))
	add(r, "GET /api/sources/{id}/classes", "classes", "sources",
		"List the classes of a source, those with most members first", inSource(s, (*servedSource).classes),
		describe("The members of the classes of an endpoint are counted once in five minutes. If that takes more than ten "+
			"seconds, the answer is an error: search by name instead."))
	add(r, "GET /api/sources/{id}/class", "class", "sources", "Return examples for learning a definition of a class",
		s.classExamples,
		describe("Learn with members as pos, others as neg, and related as exclude_class: then the definition is not "+
			"circular."))
	add(r, "GET /api/sources/{id}/subclasses", "subclasses", "sources",
		"List the classes directly below one, or the roots of the tree of classes", s.subclasses)
	add(r, "POST /api/sources/{id}/evidence", "evidence", "sources", "Summarise individuals", lookFor(s, api.Evidence),
		describe("Returns the classes of each individual, and its successors and values for the roles and features of a "+
			"concept."))
	add(r, "POST /api/sources/{id}/try", "try", "sources", "Test the source with a few small queries",
		inSource(s, (*servedSource).try),
		describe("An endpoint that does not answer, or has no statements, is an error. The result is kept for five minutes."))
	add(r, "GET /api/sources/{id}/neighbourhood", "neighbourhood", "sources",
		"Return the statements about an individual, in both directions",
		func(ctx context.Context, in *neighbourhoodInput) (*found[genus.Neighbourhood], error) {
			return onSource(ctx, s, in.ID, api.Neighbourhood, api.NeighbourhoodInput{IRI: in.IRI, Limit: in.Limit})
		})
	add(r, "POST /api/sources/{id}/labels", "labels", "sources", "Return labels", s.labels)
}

// addConceptRoutes adds what can be asked about a concept.
func (s *Server) addConceptRoutes(r router) {
	add(r, "POST /api/query", "query", "concepts", "Write a concept as a query and in other forms", s.query)
	add(r, "POST /api/why", "why", "concepts", "Explain why individuals belong to a concept, or why not",
		operate(s, api.Why))
	add(r, "POST /api/verify", "verify", "concepts", "Compare a concept with its query on every example",
		operate(s, api.Verify))
	add(r, "POST /api/matches", "matches", "concepts", "List members that are not examples, page by page",
		operate(s, api.Matches))
	add(r, "POST /api/parts", "parts", "concepts",
		"Add conditions to a concept, and list what it becomes when one part is changed", operate(s, api.Parts))
	add(r, "POST /api/repair", "repair", "concepts", "Find the nearest concept that has some individuals and not others",
		operate(s, s.repair), long,
		describe(aboutRepair))
	add(r, "POST /api/predict", "predict", "concepts", "Say of many individuals whether they are members, and why",
		operate(s, api.Predict),
		describe("Individuals that the source does not know are left out."))
	add(r, "POST /api/annotate", "annotate", "concepts",
		"Find what the rows and columns of a table are, and where it differs",
		s.annotate(), long, largest(maxAnnotated),
		content("what the table is about: an object, or a text or workbook with what differs", map[string]*huma.Schema{
			"application/json": schemaOf[api.AnnotateOutput](r), "text/csv": textSchema, "text/tab-separated-values": textSchema,
			"text/markdown": textSchema, "text/plain": textSchema, sheet.MediaType("xlsx"): {Type: "string", Format: "binary"}}),
		describe("Each row is about an individual, which its cell in the key names. A column is given by a path of at "+
			"most two properties."))
	add(r, "POST /api/compare", "compare", "concepts", "Say which individuals are in two sets, and which only in one",
		s.compare(), long, largest(maxAnnotated),
		content("the three parts: an object, or a text or workbook with their individuals", map[string]*huma.Schema{
			"application/json": schemaOf[api.CompareOutput](r), "text/csv": textSchema, "text/tab-separated-values": textSchema,
			"text/markdown": textSchema, sheet.MediaType("xlsx"): {Type: "string", Format: "binary"}}),
		describe("A set is the members of a concept or query, or the individuals of a list. "+
			"Of a query with LIMIT or OFFSET it has the rows that these leave. examples is what learns what tells A from B."))
	add(r, "POST /api/enrich", "enrich", "concepts", "Propose axioms for the classes and properties of a source",
		operate(s, s.enrich), long,
		describe("Each definition may take the timeout of the request, so name the classes of a large source."))
	add(r, "POST /api/review", "review", "concepts", "Say what follows from a proposal, as it is or as it was edited",
		operate(s, api.Review), long,
		describe("The source is a file or a database. Decisions are kept by the client."))
	add(r, "POST /api/members", "members", "concepts",
		"List all members with values of their properties, page by page or all", s.members, long,
		content("the table: an object, or a text (CSV: RFC 4180) or workbook with the variables of the query and the "+
			"members or its rows", map[string]*huma.Schema{
			"application/json": schemaOf[api.MembersOutput](r), "text/csv": textSchema, "text/tab-separated-values": textSchema,
			"text/markdown": textSchema, sheet.MediaType("xlsx"): {Type: "string", Format: "binary"}}),
		describe("The members, examples included, are sorted by IRI. The first columns are the properties that the "+
			"concept names, because their values decide. A text has a row for each member, with several values in one cell, "+
			"or with long the rows of the query."))

	add(r, "POST /api/rows", "rows", "concepts", "Ask an endpoint a SELECT query as it is", operate(s, api.Rows),
		describe("It is for queries that genus cannot read. Files and databases have no endpoint that would answer."))
}

const aboutEvents = "Server-sent events: `state` {state}, `phase` {text}, `progress` (Progress), `note` {text}, " +
	"`result` (LearnOutput), `error` {problem}. The first `result` is the first answer: the concept " +
	"that is most likely meant. It comes before the extraction and the search, and again each " +
	"time that more is known; while something is still to come, it is pending. " +
	"The stream ends when the job is over."

type none struct{}

// A place is the source of a request about it.
type place struct {
	Source string `json:"source" jsonschema:"id of the source"`
}

// anyPlace is the source of a request that needs none.
type anyPlace struct {
	Source string `json:"source,omitempty" jsonschema:"id of a source, for its prefixes, labels and kinds of values"`
}

// ByID is a request about what the path names.
type ByID struct {
	ID string `path:"id" minLength:"1"`
}

// posted is a request with JSON in its body.
type posted[T any] struct{ Body T }

// lookingFor is a request about a source in the path.
type lookingFor[T any] struct {
	ID   string `path:"id" minLength:"1"`
	Body T
}

// found is an answer.
type found[T any] struct{ Body T }

type searchInput struct {
	ID    string `path:"id" minLength:"1"`
	Q     string `query:"q" maxLength:"1000" doc:"part of a name; leave it out with class"`
	Class string `query:"class" maxLength:"1000" doc:"IRI or prefix:name of a class; the results are its members"`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"20" doc:"largest number of individuals"`
}

type neighbourhoodInput struct {
	ID    string `path:"id" minLength:"1"`
	IRI   string `query:"iri" required:"true" doc:"IRI of the individual, whole or with a prefix"`
	Limit int    `query:"limit" minimum:"1" maximum:"500" default:"200" doc:"largest number of edges, and of values"`
}

// onSource does an operation on the source with that id.
func onSource[I, O any](ctx context.Context, s *Server, id string, do func(context.Context, api.Session, I) (O, error),
	in I) (*found[O], error) {
	return with(ctx, s, id, func(src *servedSource, ctx context.Context) (out O, err error) {
		if out, err = do(ctx, src.operation(ctx), in); err != nil {
			return out, src.nameSource(faultOf(err))
		}
		return out, nil
	})
}

// with calls f with the source.
func with[O any](ctx context.Context, s *Server, id string,
	f func(*servedSource, context.Context) (O, error)) (*found[O], error) {
	src, done, err := s.sources.find(ctx, id)
	if err != nil {
		return nil, err
	}
	defer done()
	out, err := f(src, ctx)
	if err != nil {
		return nil, err
	}
	return &found[O]{out}, nil
}

// lookFor binds an operation to a route with the source in its path.
func lookFor[I, O any](s *Server,
	do func(context.Context, api.Session, I) (O, error)) func(context.Context, *lookingFor[I]) (*found[O], error) {
	return func(ctx context.Context, in *lookingFor[I]) (*found[O], error) {
		return onSource(ctx, s, in.ID, do, in.Body)
	}
}

// operate binds an operation to a route with the source in the body.
func operate[I, O any](s *Server,
	do func(context.Context, api.Session,
		I) (O, error)) func(context.Context, *posted[api.In[place, I]]) (*found[O], error) {
	return func(ctx context.Context, in *posted[api.In[place, I]]) (*found[O], error) {
		return onSource(ctx, s, in.Body.Where.Source, do, in.Body.Input)
	}
}

// inSource binds a method of a source to a route with the source in its path.
func inSource[O any](s *Server,
	f func(*servedSource, context.Context) (O, error)) func(context.Context, *ByID) (*found[O], error) {
	return func(ctx context.Context, in *ByID) (*found[O], error) {
		return with(ctx, s, in.ID, f)
	}
}

func (s *Server) openAPI(context.Context, *none) (*found[json.RawMessage], error) {
	text, err := json.Marshal(s.document)
	return &found[json.RawMessage]{text}, err
}

// query writes a concept in other forms, with or without a source.
func (s *Server) query(ctx context.Context,
	in *posted[api.In[anyPlace, api.QueryInput]]) (*found[api.QueryOutput], error) {
	if id := in.Body.Where.Source; id != "" {
		return onSource(ctx, s, id, api.Query, in.Body.Input)
	}
	c := s.o.Config
	c.Prefix, c.Type, c.Subclass, c.Graph = nil, "", "", nil // these are about the source of the server
	out, err := api.Query(ctx, api.On(session.New(c, genus.Options{Reporter: source.Silent{}, Version: s.o.Version})),
		in.Body.Input)
	if err != nil {
		return nil, err
	}
	return &found[api.QueryOutput]{out}, nil
}

// repair takes the slot of a job, because it may need as much memory.
func (s *Server) repair(ctx context.Context, on api.Session, in api.RepairInput) (out api.RepairOutput, err error) {
	if err := s.jobs.take(ctx); err != nil {
		return out, err
	}
	defer s.jobs.free()
	on.Session = on.Configured(func(c *config.Config) { c.Timeout = min(c.Timeout, repairTime) })
	out, err = api.Repair(ctx, on, in)
	return out, err
}

// enrich proposes definitions. It waits for a free job, as repair does; the settings of the server
// limit the time for each definition.
func (s *Server) enrich(ctx context.Context, on api.Session, in api.EnrichInput) (out api.EnrichOutput, err error) {
	if err := s.jobs.take(ctx); err != nil {
		return out, err
	}
	defer s.jobs.free()
	if most := on.Settings().Timeout; most > 0 {
		in.Timeout = min(cmp.Or(in.Timeout, api.EnrichTimeout.Seconds()), most.Seconds())
	}
	out, err = api.Enrich(ctx, on, in)
	return out, err
}

// A membersInput is a request for a table in a form.
type membersInput struct {
	Source string `json:"source" jsonschema:"id of the source"`
	Format string `json:"format,omitempty" enum:"json,csv,tsv,xlsx,md" jsonschema:"what to answer: an object (default), a text, or a workbook of Excel"`
	BOM    bool   `json:"bom,omitempty" jsonschema:"a text begins with a byte order mark, which Excel needs to read UTF-8"`
}

// members answers with a table of members.
func (s *Server) members(ctx context.Context,
	in *posted[api.In[membersInput, api.MembersInput]]) (*huma.StreamResponse, error) {
	form := in.Body.Where
	out, err := onSource(ctx, s, form.Source, api.Members, in.Body.Input)
	if err != nil {
		return nil, err
	}
	var workbook bytes.Buffer
	if form.Format == "xlsx" { // not every table is one
		if err := out.Body.Write(&workbook, sheet.Output{Form: form.Format}); err != nil {
			return nil, invalid("%v", err)
		}
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", sheet.MediaType(cmp.Or(form.Format, "json")))
		switch form.Format { // an error means that the client is gone
		case "", "json":
			_ = encode(ctx.BodyWriter(), out.Body)
		case "xlsx":
			_, _ = workbook.WriteTo(ctx.BodyWriter())
		default:
			_ = out.Body.Write(ctx.BodyWriter(), sheet.Output{Form: form.Format, BOM: form.BOM})
		}
	}}, nil
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

// Handler returns the handler of the API and the page, protected by the guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.addRoutes(mux)
	s.addOperations(mux)
	s.addReconciliation(mux)
	for _, pattern := range []string{"GET /{$}", "GET /static/"} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := sendPage(w, r); err != nil {
				fail(s.log, w, r, err)
			}
		})
	}
	return s.guard.protect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		leave, ok := s.turnstile.enter(userOf(r.Context()))
		if !ok {
			fail(s.log, w, r, busy("%d of your requests are running: wait for one of them", userRequests))
			return
		}
		defer leave()
		if _, pattern := mux.Handler(r); pattern != "" {
			s.observed(pattern, mux).ServeHTTP(w, r)
			return
		}
		fail(s.log, w, r, routeFault(mux, r, w.Header()))
	}))
}

// requestOf returns the request that a route answers, and its writer.
func requestOf(ctx context.Context) (*http.Request, http.ResponseWriter) {
	return humago.Unwrap(ctx.Value(requestKey{}).(huma.Context))
}
