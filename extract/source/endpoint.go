package source

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// Client asks an endpoint; *connector.Client is one. The tables that it returns are
// released ([connector.Table.Release]).
type Client interface {
	Select(ctx context.Context, query string) (*connector.Table, error)
	Ask(ctx context.Context, query string) (bool, error)
	// URL of the endpoint without credentials.
	URL() string
}

// EndpointOptions tell how an endpoint is asked. All numbers but those of the
// budget must be positive.
type EndpointOptions struct {
	Vocabulary Vocabulary // with its defaults filled in
	// Kind and Via lead to the kinds of properties, as in Exclusions, and Via to their
	// labels.
	Kind, Via string
	// Batch is the largest number of IRIs in a request, Rows the largest number of
	// rows that a request may expect, Workers the number of requests at a time.
	Batch, Rows, Workers int
	// MaxRequests and MaxTime are the budget: after so many requests, or so long
	// after NewEndpoint, nothing more is sent. Zero means no limit.
	MaxRequests int
	MaxTime     time.Duration
	// Concepts says how concepts are written for the endpoint, and ConceptTime how long
	// one request about them may take; zero means as long as any.
	Concepts    queries.Options
	ConceptTime time.Duration
	Progress    func(Progress)
	Logger      *slog.Logger
}

// Progress tells how far a question is.
type Progress struct {
	// Phase is what is being done, such as "counting, distance 1".
	Phase string
	// Done of Total terms of this phase.
	Done, Total int
	// Requests sent and facts received so far.
	Requests, Facts int
}

// Endpoint is the Source that asks a SPARQL endpoint. Its questions must come one
// after another.
type Endpoint struct {
	client    Client
	o         EndpointOptions
	started   time.Time
	slots     chan struct{} // one for each request that may be on its way
	requests  atomic.Int64
	complete  atomic.Int64 // rows of the largest result known to be complete
	slowCount time.Duration
	batch     *adaptiveSize // of IRIs
	rows      *adaptiveSize
	facts     int
}

// NewEndpoint makes an Endpoint.
func NewEndpoint(client Client, o EndpointOptions) *Endpoint {
	return &Endpoint{
		client: client, o: o, started: time.Now(), slots: make(chan struct{}, o.Workers), slowCount: slowCount,
		batch: newAdaptiveSize(firstBatch, o.Batch), rows: newAdaptiveSize(o.Rows, o.Rows),
	}
}

// Ask implements Source.
func (e *Endpoint) Ask(ctx context.Context, q Question, receive func([]Answer) error) error {
	if len(q.Terms) == 0 {
		return nil
	}
	switch q.Kind {
	case CountsOut, CountsIn, CountsLeaf, CountsSuperclasses:
		if q.Properties != nil {
			return e.countOneByOne(ctx, q, receive)
		}
		return e.inBatches(ctx, q, e.count, receive)
	case Out, In, Leaf, Superclasses:
		return e.statements(ctx, q, receive)
	case ClassesBehind, SuperclassesBehind:
		return e.inBatches(ctx, q, e.behind, receive)
	case Above:
		return e.above(ctx, q, receive)
	case Known:
		return e.inBatches(ctx, q, e.known, receive)
	case Labels, PropertyLabels:
		return e.inBatches(ctx, q, e.labels, receive)
	case PropertyKinds:
		return e.inBatches(ctx, q, e.propertyKinds, receive)
	case Axioms:
		return e.axioms(ctx, q, receive)
	case Members, SomeMembers, Memberships:
		return askConcepts(ctx, e, q, receive)
	case AsSubject, AsLinked, AsObject:
		return e.inBatches(ctx, q, e.participation, receive)
	}
	return fmt.Errorf("endpoint %s: unknown kind of question %q", e.client.URL(), q.Kind)
}
