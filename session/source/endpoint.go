package source

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/knakk/rdf"
	"golang.org/x/sync/semaphore"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	askendpoint "github.com/genus-kg/genus/extract/ask/endpoint"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// An endpoint is a source that answers questions over HTTP. What is extracted from it is a part.
type endpoint struct {
	*common
	cache     string // path of the database of its answers; empty: in memory
	crawled   crawlCache
	kept      *askendpoint.Kept
	limits    graph.Limits
	served    *files        // what it serves, if it is inside the process
	extracted *extract.Data // for Enrich; nil before

	probing *semaphore.Weighted
	dialect atomic.Pointer[queries.Dialect] // nil before it was probed

	looking *semaphore.Weighted
	// lookAfter is when the next look may begin: after one that was not answered, looking rests as long as it took.
	lookAfter time.Time
}

func newEndpoint(cache string) *endpoint {
	e := &endpoint{
		common: newCommon(), cache: cache, crawled: newCrawlCache(), kept: askendpoint.NewKept(),
		probing: semaphore.NewWeighted(1), looking: semaphore.NewWeighted(1),
	}
	e.onClose(e.Forget)
	return e
}

func (s Use) openEndpoint(ctx context.Context) (*endpoint, error) {
	client, err := s.connect()
	if err != nil {
		return nil, err
	}
	e := newEndpoint(s.Config.Cache)
	e.onClose(client.Close)
	e.ask(client)
	e.look(ctx, s)
	h, unseen := e.view.Load().shape, e.view.Load().unseen
	classes := s.Config.Individuals == extract.Classes && !h.in(s.Config).HasClassTriples()
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case classes && unseen != nil:
		err = fmt.Errorf("--individuals classes: has the endpoint triples between classes? %w", unseen)
	case classes:
		err = Usagef("--individuals classes: %s has no triples between classes, as Ubergraph has: "+
			"name the ontology's files with --data", client.URL())
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	s.noteShape(h)
	if note := s.On(e).Unrecognised(); note != "" {
		s.Reporter.Note("%s", note)
	}
	return e, nil
}

// ask makes the endpoint ask this client.
func (e *endpoint) ask(client extract.Client) {
	v := *e.view.Load()
	v.client = client
	e.view.Store(&v)
}

func (e *endpoint) Endpoint() extract.Client { return e.view.Load().client }
func (e *endpoint) URL() string              { return e.Endpoint().URL() }
func (e *endpoint) Data() *extract.Data      { return e.extracted }
func (e *endpoint) Graph() *graph.Memory     { return nil }

func (e *endpoint) Slow() bool                { return true }
func (e *endpoint) Runs(dl.Concept, int) bool { return true }
func (e *endpoint) Complete() bool            { return false }

func (e *endpoint) CheckIRI(iri string) error {
	_, err := queries.IRI(iri)
	return err
}

func (e *endpoint) Forget() {
	e.common.Forget()
	e.crawled.forget()
}

func (e *endpoint) HasAround(ex extract.Examples) bool {
	k := &e.crawled
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.data != nil && len(ex.All()) > 0 && k.hasAll(ex)
}

func (e *endpoint) Describe() (Writing, bool) {
	if e.extracted != nil {
		return e.describe(e.extracted)
	}
	return e.describe(e.crawled.latest())
}

func (e *endpoint) Names() (n Names, known bool) { return n, false }

func (e *endpoint) findDialect(ctx context.Context, s Use) (queries.Dialect, error) {
	if err := e.probing.Acquire(ctx, 1); err != nil {
		return 0, err
	}
	defer e.probing.Release(1)
	if d := e.dialect.Load(); d != nil {
		return *d, nil
	}
	d, err := graph.FindDialect(ctx, e.Endpoint(), &e.limits)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err == nil {
		var stated queries.Dialect
		stated, err = e.limits.FindReifiers(ctx, e.Endpoint(),
			func(err error) { s.Reporter.Detail("statements about statements: %v", err) })
		d |= stated
	}
	if err == nil && d.Has(queries.JavaOrder) && s.Config.Statements == "" && !e.limits.HasReifiers() {
		s.noteQuotedTriples(ctx, e.Endpoint())
	}
	if err == nil {
		e.dialect.Store(&d)
	}
	s.Reporter.Detail("dialect of the endpoint: %s", d)
	return d, nil
}

// noteQuotedTriples says so if the endpoint has statements about statements in the form of RDF-star before RDF 1.2, as
// Blazegraph and RDF4J do. An endpoint that does not say has none.
func (s Use) noteQuotedTriples(ctx context.Context, client extract.Client) {
	has, err := client.Ask(connector.Within(ctx, recogniseTimeout), queries.HasQuotedTriples())
	switch {
	case err != nil:
		s.Reporter.Detail("statements about statements: %s", say.OneLine(err.Error()))
	case has:
		s.Reporter.Note("note: the endpoint has statements about statements as in RDF-star (<< s p o >> p o); " +
			"genus reads them in files, and at endpoints with RDF 1.2, but not here")
	}
}

func (e *endpoint) Client(context.Context, Use) (extract.Client, error) { return e.Endpoint(), nil }

// graph returns the endpoint behind a cache, which shares the database of the extraction.
func (e *endpoint) graph(ctx context.Context, s Use) (graph.Graph, error) {
	g, _, err := e.cachedGraph(ctx, s, queries.Axioms{})
	return g, err
}

func (e *endpoint) cachedGraph(ctx context.Context, s Use, axioms queries.Axioms) (graph.Graph, *graph.Symbols, error) {
	o, err := CrawlOptions(s)
	if err != nil {
		return nil, nil, err
	}
	db, err := e.database(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	answers, err := extract.Answers(ctx, db, e.Endpoint(), o)
	if err != nil {
		return nil, nil, err
	}
	notBefore := s.notBefore()
	if o.Refresh {
		notBefore = time.Now().UnixMilli()
	}
	v := o.Vocabulary.WithDefaults()
	g := graph.NewWholeGraph(e.Endpoint(), v, o.Exclusions, queries.Options{Graphs: s.Config.Graph, Axioms: axioms})
	g.FindDialectBy(func(ctx context.Context) (queries.Dialect, error) { return Dialect(ctx, s) })
	g.ShareLimits(&e.limits)
	g.ReportTo(showProgress(s.Reporter))
	return graph.NewCache(answers, g, v, notBefore), graph.NewSymbols(v, o.Exclusions.WithDefaults()), nil
}

// WholeGraph asks the endpoint. It reads files from memory, also if they are served. With reasoning
// it extracts first, because the candidates must have what follows from the axioms, and the
// statements of the qualified properties.
func (e *endpoint) WholeGraph(ctx context.Context, s Use, ex extract.Examples,
	qualified []string) (intent.Graph, *Problem, error) {
	if e.served != nil {
		s.Source = e.served
		return e.served.WholeGraph(ctx, s, ex, qualified)
	}
	var axioms queries.Axioms
	var around *graph.Extracted
	var p *Problem
	if NeedsExtraction(s) {
		var err error
		if p, err = Load(ctx, s, ex, nil, qualified); err != nil {
			return nil, nil, err
		}
		axioms, around = p.Info.Axioms, extracted(p)
	}
	g, symbols, err := e.cachedGraph(ctx, s, axioms)
	if err != nil {
		return nil, nil, err
	}
	return graph.NewWhole(g, symbols, around), p, nil
}

func (e *endpoint) load(ctx context.Context, s Use, ex extract.Examples, about dl.Concept,
	qualified []string) (*extract.Data, extract.LoadOptions, error) {
	o, err := CrawlOptions(s)
	if err != nil {
		return nil, extract.LoadOptions{}, err
	}
	if about != nil {
		o = e.crawled.optionsAbout(about, o)
	}
	o.Exclusions.Named = namedIn(o, s.naming(about))
	o.Bounds = o.Bounds.WithQualified(qualified)
	data, err := e.crawlAround(ctx, s, ex, o)
	return data, extract.LoadOptions{Depth: max(o.Bounds.Depth, 0), Properties: qualified}, err
}

func (e *endpoint) CheckExtraction(s Use) error {
	_, err := CrawlOptions(s)
	return err
}

func (e *endpoint) ExtractAround(ctx context.Context, s Use, iris []string) error {
	o, err := CrawlOptions(s)
	if err != nil {
		return err
	}
	e.extracted, err = e.crawlAround(ctx, s, extract.Examples{Pos: iris}, o)
	return err
}

// bestLabels returns the labels of the IRIs, without those that it cannot find.
func (e *endpoint) bestLabels(ctx context.Context, s Use, iris []string) map[string]string {
	g, err := e.graph(ctx, s)
	if err != nil {
		return nil
	}
	found, _ := graph.BestLabels(ctx, g, s.Config.Vocabulary().WithDefaults(), iris)
	return found
}

// mostStatements is how many statements are asked for.
const mostStatements = 500

func (e *endpoint) Statements(ctx context.Context, s Use, iris []string) (list []extract.Statement) {
	q, err := queries.StatementsOf(iris, mostStatements)
	if err != nil {
		return nil
	}
	t, err := e.Endpoint().Select(ctx, q)
	if err != nil {
		s.Reporter.Detail("statements: %v", err)
		return nil
	}
	for _, row := range t.Rows {
		if len(row) != 3 || row[0] == nil || row[1] == nil || row[2] == nil {
			continue
		}
		x := extract.Statement{Subject: row[0].String(), Property: row[1].String()}
		switch o := row[2].(type) {
		case rdf.Literal:
			x.Lexical, x.Datatype, x.Lang = o.String(), o.DataType.String(), o.Lang()
		case rdf.Blank:
			x.Object = graph.Blank + o.String()
		default:
			x.Object = o.String()
		}
		list = append(list, x)
	}
	return list
}

// sampleWithin limits the time to look at some values of a property, or for subclasses.
const sampleWithin = 5 * time.Second

// Subclasses asks whether a class has subclasses. It says yes where the endpoint cannot answer: then a reading
// says what it assumes of them.
func (e *endpoint) Subclasses(ctx context.Context, s Use) func(class string) bool {
	property := s.Config.Vocabulary().WithDefaults().SubClassOf
	above := dl.Exists{Role: dl.Role{IRI: property, Inverse: true}, C: dl.Top{}}
	return func(class string) bool {
		ctx, cancel := context.WithTimeout(connector.Interactive(ctx), sampleWithin)
		defer cancel()
		p, err := e.port(ctx, s, nil)
		if err != nil {
			return true
		}
		has, err := ask.Of(ctx, p, above, []string{class})
		return err != nil || has[class]
	}
}

// mostSampled is how many values of a property are looked at.
const mostSampled = 100

// Values asks for some values of a property, until the endpoint answers. It says nothing where it does not.
func (e *endpoint) Values(ctx context.Context, s Use) func(property string) read.Values {
	seen := map[string]read.Values{}
	return func(property string) read.Values {
		if v, ok := seen[property]; ok {
			return v
		}
		v := read.Values{Sampled: true}
		query, err := queries.SomeValues(property, mostSampled, s.Config.Graph)
		if err != nil {
			return v
		}
		within, cancel := context.WithTimeout(connector.Interactive(ctx), sampleWithin)
		defer cancel()
		table, err := e.Endpoint().Select(within, query)
		if err != nil {
			s.Reporter.Detail("values of <%s>: %s", property, say.OneLine(err.Error()))
			return v
		}
		for _, row := range table.Rows {
			if o := row[0]; o != nil {
				v.Known = true
				v.Literals = v.Literals || o.Type() == rdf.TermLiteral
				v.Things = v.Things || o.Type() != rdf.TermLiteral
			}
		}
		seen[property] = v
		return v
	}
}

// port asks by the queries that genus writes.
func (e *endpoint) port(ctx context.Context, s Use, p *Problem) (ask.Port, error) {
	dialect, err := Dialect(ctx, s)
	if err != nil {
		return nil, err
	}
	var o queries.Options
	if p != nil {
		o = p.Writing(nil).Options
	} else {
		v, err := s.Writing(ctx)
		if err != nil {
			return nil, err
		}
		o = v.Options
	}
	o.Dialect, o.Graphs = dialect, s.Config.Graph
	over := PortOver(s, e.Endpoint(), o)
	over.Kept = e.kept
	return over, nil
}

// namedGraphs returns the named graphs that the query selects, over all graphs and not the given ones.
func (e *endpoint) namedGraphs(ctx context.Context, s Use, q string) (graphs []string, more bool) {
	s.Config.Graph = nil
	s.Reporter = Silent{}
	client, err := s.connect()
	if err != nil {
		return nil, false
	}
	defer client.Close()
	return selectGraphs(ctx, client, q, mostGraphs)
}

// isEmpty reports whether the endpoint says that it has nothing in its default graph.
func (e *endpoint) isEmpty(ctx context.Context) bool {
	any, err := e.Endpoint().Ask(ctx, askAny)
	return !any && err == nil
}

func (e *endpoint) queryGraphs(c config.Config) []string { return c.Graph }

// OpenServed opens the files of the settings and serves them as an endpoint on the
// loopback address.
func OpenServed(ctx context.Context, s Use) (Source, error) {
	src, err := Open(ctx, s)
	if err != nil {
		return nil, err
	}
	e := newEndpoint(s.Config.Cache)
	e.onClose(src.Close)
	f, ok := src.(*files)
	if !ok {
		e.Close()
		return nil, errors.New("only files can be served")
	}
	s.Source, e.served = f, f
	client, err := f.Client(ctx, s)
	if err != nil {
		e.Close()
		return nil, err
	}
	e.view.Store(&view{prefixes: f.Prefixes(), client: client})
	return e, nil
}

// WrapClient puts a client around that of an endpoint. Tests count requests so, or let them fail.
func WrapClient(src Source, wrap func(extract.Client) extract.Client) {
	if e, ok := src.(*endpoint); ok {
		e.ask(wrap(e.Endpoint()))
	}
}
