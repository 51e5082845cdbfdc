package source

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// A Source is where facts come from: an endpoint, files or triples in memory, or a database. It
// serves any number of uses at once, until Close.
type Source interface {
	// Prefixes are those of the user and, for names that the user does not define, the
	// usable ones of the data.
	Prefixes() syntax.Prefixes
	PrefixesOf(c dl.Concept) syntax.Prefixes
	// Preset has the vocabulary of the source, if its statements show which one that is and
	// the settings name none. See Use.On.
	Preset() string
	// Keep returns what is kept for the key as long as the source is open. The first time it is what
	// fresh returns. The type of the key belongs to who keeps it.
	Keep(key any, fresh func() any) any
	// Describe returns how concepts over the data or the latest extraction are written; false if
	// there is none.
	Describe() (Writing, bool)
	// Forget drops what only further problems need.
	Forget()
	// Close closes the source and everything that was opened for it.
	Close()

	// Endpoint returns the client of the endpoint; nil for facts in memory, about which Graph,
	// Data and the evaluator answer.
	Endpoint() extract.Client
	URL() string          // of the endpoint, or empty
	Graph() *graph.Memory // nil for an endpoint
	Data() *extract.Data  // nil for an endpoint, until ExtractAround
	// Names returns all names in the data; false if they are not in memory.
	Names() (Names, bool)

	// Slow reports whether each question takes time, so that answers should come step by step.
	Slow() bool
	// Runs reports whether the text of a query about the concept can be run soon: at an endpoint, or inside the process on
	// at most so many facts.
	Runs(c dl.Concept, most int) bool
	// Complete reports whether all facts of the source are in memory.
	Complete() bool
	// CheckIRI returns an error unless the source can be asked about the individual.
	CheckIRI(iri string) error
	// HasAround reports whether the surroundings of the examples are at hand; without examples, all facts.
	HasAround(ex extract.Examples) bool

	// Client returns the client of the endpoint. For files and databases it starts an endpoint inside the process.
	Client(ctx context.Context, s Use) (extract.Client, error)
	// WholeGraph returns the graph of everything in the source, and the problem that its facts come from, nil if it
	// asks an endpoint for them.
	WholeGraph(ctx context.Context, s Use, ex extract.Examples, qualified []string) (intent.Graph, *Problem, error)
	// CheckExtraction returns an error if the settings do not say how to extract from the source.
	CheckExtraction(s Use) error
	// ExtractAround extracts the surroundings of the individuals, if the source is an endpoint. They are its Data
	// until it is closed.
	ExtractAround(ctx context.Context, s Use, iris []string) error
	// Statements returns what is stated of the individuals, also what genus leaves out; nothing if the source does
	// not have it, as a database, or does not answer.
	Statements(ctx context.Context, s Use, iris []string) []extract.Statement
	// Subclasses returns a function that reports whether a class has subclasses; nil if that is not known.
	Subclasses(ctx context.Context, s Use) func(class string) bool
	// Values returns which values properties have: of files all, at an endpoint some; nil for a database.
	Values(ctx context.Context, s Use) func(property string) read.Values

	shared() *common
	// lookAgain looks at some statements again if nothing was seen of them yet; see Use.Recognised.
	lookAgain(ctx context.Context, s Use)
	graph(ctx context.Context, s Use) (graph.Graph, error)
	// load returns the data for a problem of the examples, and how to make it; see Use.Load.
	load(ctx context.Context, s Use, ex extract.Examples, about dl.Concept,
		qualified []string) (*extract.Data, extract.LoadOptions, error)
	findDialect(ctx context.Context, s Use) (queries.Dialect, error)
	bestLabels(ctx context.Context, s Use, iris []string) map[string]string
	// nouns returns classes that have all members of the concept, the best noun first.
	nouns(ctx context.Context, c dl.Concept) []syntax.Noun
	port(ctx context.Context, s Use, p *Problem) (ask.Port, error)
	namedGraphs(ctx context.Context, s Use, query string) (graphs []string, more bool)
	isEmpty(ctx context.Context) bool
	queryGraphs(c config.Config) []string
}

// Names are the names in a source, or in a concept, by their kind.
type Names struct{ Classes, Properties, Individuals []string }

// common is what all sources share.
type common struct {
	view        atomic.Pointer[view]
	structures  structureCache
	writing     writingCache
	sharedNouns nounCache
	memory      sync.Map // by the keys of Keep

	closing sync.Mutex
	closers []func()
}

// A view is what a source shows when it is looked at. It does not change: a later look makes another one.
type view struct {
	prefixes syntax.Prefixes
	shape    shape
	client   extract.Client // of an endpoint
	unseen   error          // why an endpoint did not show its shape; nil if it did
}

func newCommon() *common {
	c := &common{}
	c.view.Store(&view{prefixes: syntax.Prefixes{}})
	c.onClose(c.Forget)
	return c
}

func (c *common) shared() *common                { return c }
func (c *common) lookAgain(context.Context, Use) {}
func (c *common) Prefixes() syntax.Prefixes      { return c.view.Load().prefixes }
func (c *common) Preset() string                 { return c.view.Load().shape.preset }
func (c *common) Forget()                        { c.structures.forget() }

// PrefixesOf returns the prefixes of the source and those that the concept needs in
// addition.
func (c *common) PrefixesOf(x dl.Concept) syntax.Prefixes {
	own := c.Prefixes()
	p := maps.Clone(own)
	maps.Copy(p, syntax.NewPrefixes(own, syntax.IRIs(x)...))
	return p
}

func (c *common) Keep(key any, fresh func() any) any {
	if v, ok := c.memory.Load(key); ok {
		return v
	}
	v, _ := c.memory.LoadOrStore(key, fresh())
	return v
}

func (c *common) Close() {
	c.closing.Lock()
	defer c.closing.Unlock()
	for i := len(c.closers) - 1; i >= 0; i-- {
		c.closers[i]()
	}
	c.closers = nil
}

func (c *common) onClose(fn func()) {
	c.closing.Lock()
	defer c.closing.Unlock()
	c.closers = append(c.closers, fn)
}

// Open opens the source of the settings. If a database has several sources, it opens the
// one that holds the examples. If the settings do not say how an endpoint states classes, it
// sends some requests (see recognise).
func Open(ctx context.Context, s Use) (Source, error) {
	if _, err := OwnPrefixes(s.Config); err != nil {
		return nil, err
	}
	var src Source
	var err error
	switch {
	case s.Config.Endpoint != "":
		src, err = s.openEndpoint(ctx)
	case s.Config.DB != "":
		src, err = s.openDatabase(ctx)
	default:
		src, err = s.openFiles(ctx)
	}
	if err != nil {
		return nil, err
	}
	on := s.On(src)
	own, err := OwnPrefixes(on.Config)
	if err == nil {
		err = Usage(on.Config.CheckExclusions())
	}
	if err != nil {
		src.Close()
		if note := on.Unrecognised(); note != "" {
			err = fmt.Errorf("%w; %s", err, note)
		}
		return nil, err
	}
	maps.Copy(src.Prefixes(), own)
	listed := s
	listed.Source, listed.Config = src, s.Config.Declaring(src.Prefixes())
	v := *src.shared().view.Load()
	v.shape.forms = listed.checkListed(ctx, listed.Config.Listed())
	src.shared().view.Store(&v)
	return src, nil
}

// A client sends queries over the graphs of the settings.
type client interface {
	extract.Client
	Close()
}

// connect returns a client for the endpoint of the settings.
func (s Use) connect() (client, error) {
	o, err := s.Config.Connector(s.Version)
	if err != nil {
		return nil, Usage(err)
	}
	if s.Anonymous || !s.Credentials.IsZero() {
		o.Credentials = s.Credentials
	}
	if s.Access != nil {
		o.MayRedirect = func(to *url.URL) error { return s.Access.Redirect(s.Config.Endpoint, to) }
	}
	o.Anonymous, o.Remote = s.Anonymous, s.Remote
	o.Logger, o.HTTPClient = s.Reporter.Logger(), s.HTTPClient
	c, err := connector.New(o)
	if err != nil {
		return nil, Usage(err)
	}
	if s.Config.Contact == "" && strings.HasPrefix(c.URL(), "https:") && !strings.HasPrefix(c.URL(), "https://127.0.0.1") {
		s.Reporter.Note("note: no contact given: public endpoints slow down or refuse clients without one (--contact MAIL)")
	}
	if slices.Equal(s.Config.Graph, []string{queries.NamedGraphs}) {
		return overNamed{c}, nil
	}
	return c, nil
}
