package graph

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// Client sends queries to an endpoint; *connector.Client is one.
type Client interface {
	Select(ctx context.Context, query string) (*connector.Table, error)
	Ask(ctx context.Context, query string) (bool, error)
	// URL returns the address of the endpoint without credentials.
	URL() string
}

// EndpointOptions configure an Endpoint. Numbers must be positive, except where zero has
// a meaning.
type EndpointOptions struct {
	Vocabulary Vocabulary // with its defaults filled in
	// Exclusions, with their defaults, say which statements cannot be facts. Their Kind and
	// Via lead to the kinds of properties; Via also leads to their labels.
	Exclusions Exclusions
	// First is the number of IRIs in the first request; zero means 10.
	First int
	// Batch is the largest number of IRIs in a request, Rows the largest number of
	// rows that a request may expect, Workers the number of requests at a time.
	Batch, Rows, Workers int
	Budget
	// Concepts says how concepts are written for the endpoint. ConceptTime limits one
	// request about concepts; zero means the limit of the client.
	Concepts    queries.Options
	ConceptTime time.Duration
	Progress    func(Progress) // is called after every batch, from one goroutine; may be nil
	Logger      *slog.Logger   // receives what is split; nil discards
}

// A Budget limits the requests. The error is ErrBudget if a limit is reached.
type Budget struct {
	// MaxRequests is the largest number of queries that may be sent (repetitions of a
	// failed query do not count); zero means no limit.
	MaxRequests int
	// MaxTime is the time after which no more requests are sent; zero means no limit.
	MaxTime time.Duration
	// Spent is what was used of both limits before.
	Spent Spent
}

// Spent is the used part of a budget.
type Spent struct {
	Requests int
	Time     time.Duration
}

// Progress is the progress of a question.
type Progress struct {
	// Phase says what is being done, such as "counting the facts about the examples".
	Phase string
	// Done of Total terms of this phase are finished.
	Done, Total int
	// Requests were sent and Facts received so far.
	Requests, Facts int
}

// Endpoint is a Graph that asks a SPARQL endpoint. It answers one question at a time.
type Endpoint struct {
	client    Client
	o         EndpointOptions
	started   time.Time
	requests  atomic.Int64
	slowCount time.Duration
	facts     int
	dialect   func(context.Context) (queries.Dialect, error)
	*Limits
}

// NewEndpoint returns an Endpoint that sends its queries to the client.
func NewEndpoint(client Client, o EndpointOptions) *Endpoint {
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	e := &Endpoint{
		client: client, o: o, started: time.Now(), slowCount: slowCount,
	}
	e.ShareLimits(&Limits{})
	return e
}

// ShareLimits makes the Endpoint use, and add to, what others with equal options have
// found out about the endpoint. It is called before the first question.
func (e *Endpoint) ShareLimits(l *Limits) {
	l.once.Do(func() {
		l.batch = newAdaptiveSize(cmp.Or(e.o.First, firstBatch), e.o.Batch)
		l.rows = newAdaptiveSize(e.o.Rows, e.o.Rows)
		l.perTerm.Store(readRows)
	})
	e.Limits = l
}

// ShareSeen makes the Endpoint begin with what others have seen the endpoint answer: how many rows it sends, about how
// many IRIs a request may be, and whether there are reifiers of statements. It is called before the first question.
func (e *Endpoint) ShareSeen(l *Limits) {
	e.recordComplete(int(l.complete.Load()))
	e.batch.begin(int(l.about.Load()))
	e.reifiers.take(&l.reifiers)
}

// FindDialectBy sets a function that finds the dialect of the endpoint, which takes
// requests. It is called before the first question that depends on the dialect.
func (e *Endpoint) FindDialectBy(find func(context.Context) (queries.Dialect, error)) {
	e.dialect = find
}

// ReportTo sets the function that receives the progress of further questions.
func (e *Endpoint) ReportTo(progress func(Progress)) { e.o.Progress = progress }

func (e *Endpoint) findDialect(ctx context.Context, q Question) (err error) {
	if e.dialect != nil && (isAboutConcept(q.Kind) || q.isReading()) {
		if e.o.Concepts.Dialect, err = e.dialect(ctx); err == nil {
			e.dialect = nil
		}
	}
	return err
}

// Ask implements Graph.
func (e *Endpoint) Ask(ctx context.Context, q Question, receive func([]Answer) error) error {
	if len(q.Terms) == 0 {
		return nil
	}
	if err := e.findDialect(ctx, q); err != nil {
		return err
	}
	return e.askReified(ctx, q, receive)
}

// askTriples asks about the triples of the graph.
func (e *Endpoint) askTriples(ctx context.Context, q Question, receive func([]Answer) error) error {
	if len(q.Terms) == 0 {
		return nil
	}
	switch q.Kind {
	case CountsOut, CountsIn, CountsLeaf, CountsSuperclasses:
		switch {
		case q.Properties != nil:
			return e.countOneByOne(ctx, q, receive)
		case q.Kind == CountsLeaf, q.Kind == CountsSuperclasses:
			return e.inBatches(ctx, q, e.countRead, receive)
		}
		return e.inBatches(ctx, q, e.count, receive)
	case Out, In, Leaf, Superclasses:
		if q.Expect == nil {
			return reader{e}.read(ctx, q, receive)
		}
		return e.fetchStatements(ctx, q, receive)
	case ClassesViaAnonymous, SuperclassesViaAnonymous:
		return e.inBatches(ctx, q, e.anonymousSuperclasses, receive)
	case Ancestors:
		return e.ancestors(ctx, q, receive)
	case Classes, Sizes, Instances, Subjects, Named, NamedByEnd, AnySubject, NumStatements:
		return e.browse(ctx, q, receive)
	case Claims:
		return e.inBatches(ctx, q, e.claims, receive)
	case Known:
		return e.inBatches(ctx, q, e.knownTerms, receive)
	case Labels, PropertyLabels, PropertyKinds, Presences, Stated, Uses:
		return e.inBatches(ctx, q, e.simple, receive)
	case Axioms:
		return e.axioms(ctx, q, receive)
	case Members, SomeMembers, Memberships:
		return e.askConcepts(ctx, q, receive)
	case AsSubject, AsLinked, AsObject:
		return e.inBatches(ctx, q, e.participation, receive)
	}
	return fmt.Errorf("endpoint %s: unknown kind of question %q", e.client.URL(), q.Kind)
}
