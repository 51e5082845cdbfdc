package source

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
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

// slowCount is how long counting may take before the numbers are checked.
const slowCount = 3 * time.Second

// tries is how often the smallest request is sent, which cannot be split.
const tries = 3

// NewEndpoint makes an Endpoint.
func NewEndpoint(client Client, o EndpointOptions) *Endpoint {
	return &Endpoint{
		client: client, o: o, started: time.Now(), slots: make(chan struct{}, o.Workers), slowCount: slowCount,
		batch: newAdaptiveSize(firstBatch, o.Batch), rows: newAdaptiveSize(o.Rows, o.Rows),
	}
}

// Requests is the number of requests that were sent.
func (e *Endpoint) Requests() int { return int(e.requests.Load()) }

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
	case Known:
		return e.inBatches(ctx, q, e.known, receive)
	case Labels, PropertyLabels:
		return e.inBatches(ctx, q, e.labels, receive)
	case PropertyKinds:
		return e.inBatches(ctx, q, e.propertyKinds, receive)
	case Axioms:
		return e.axioms(ctx, q, receive)
	case ParticipationSubject, ParticipationLinked, ParticipationObject:
		return e.inBatches(ctx, q, e.participation, receive)
	}
	return fmt.Errorf("endpoint %s: unknown kind of question %q", e.client.URL(), q.Kind)
}

// query sends one query; the rows come with how long the answer took.
func (e *Endpoint) query(ctx context.Context, q string) (rows []solution, took time.Duration, err error) {
	e.slots <- struct{}{}
	defer func() { <-e.slots }()
	if err := e.charge(); err != nil {
		return nil, 0, err
	}
	began := time.Now()
	table, err := e.client.Select(ctx, q)
	if err != nil {
		return nil, time.Since(began), err
	}
	return solutions(table), time.Since(began), nil
}

// queryAbout is query for a query about n IRIs, from which it learns how many may
// be asked about.
func (e *Endpoint) queryAbout(ctx context.Context, n int, q string) ([]solution, time.Duration, error) {
	rows, took, err := e.query(ctx, q)
	switch {
	case err != nil && canSplit(err), took > slowAnswer:
		e.batch.tooMuch(n)
	case err == nil:
		e.batch.fits(n)
	}
	return rows, took, err
}

// charge counts a request that is about to be sent, or refuses it.
func (e *Endpoint) charge() error {
	n := int(e.requests.Add(1))
	var what string
	switch {
	case e.o.MaxRequests > 0 && n > e.o.MaxRequests:
		what = fmt.Sprintf("%s requests", Thousands(e.o.MaxRequests))
	case e.o.MaxTime > 0 && time.Since(e.started) > e.o.MaxTime:
		what = e.o.MaxTime.String()
	default:
		return nil
	}
	e.requests.Add(-1)
	return fmt.Errorf("%w of %s", ErrBudget, what)
}

// canSplit reports whether asking for less may help.
func canSplit(err error) bool {
	for _, kind := range []error{connector.ErrTimeout, connector.ErrTruncated, connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// solution is a row of a table; what is unbound or malformed is nil.
type solution struct{ s, p, o, n rdf.Term }

// solutions are the rows of a table, which they release.
func solutions(table *connector.Table) []solution {
	defer table.Release()
	rows := make([]solution, len(table.Rows))
	for j, name := range table.Vars {
		for i, row := range table.Rows {
			switch name {
			case "s":
				rows[i].s = row[j]
			case "p":
				rows[i].p = row[j]
			case "o":
				rows[i].o = row[j]
			case "n":
				rows[i].n = row[j]
			}
		}
	}
	return rows
}

// number reads the one number of a result with one row.
func number(rows []solution) (int, error) {
	if len(rows) != 1 {
		return 0, fmt.Errorf("%w: %d rows for one number", ErrInconsistent, len(rows))
	}
	n, ok := integer(rows[0].n)
	if !ok {
		return 0, fmt.Errorf("%w: %v is no number of statements", ErrInconsistent, rows[0].n)
	}
	return n, nil
}

// integer reads a COUNT, which engines write as integer, int or, seldom, decimal.
func integer(t rdf.Term) (int, bool) {
	if t == nil {
		return 0, false
	}
	n, err := strconv.Atoi(t.String())
	return n, err == nil && n >= 0
}

func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// grouped makes one answer for each term of the batch, of rows in any order. A row
// about another term is an error: an endpoint that spells IRIs in another way than
// it was given them would look as if there were no statements.
func grouped(kind Kind, batch []string, asked time.Time, rows []solution, row func(solution) (Row, bool)) ([]Answer, error) {
	answers := make([]Answer, len(batch))
	place := make(map[string]int, len(batch))
	for i, term := range batch {
		answers[i] = Answer{Term: term, Kind: kind, Time: asked.UnixMilli()}
		place[term] = i
	}
	last, at := "", -1
	for _, r := range rows {
		if s := text(r.s); at < 0 || s != last {
			i, known := place[s]
			if !known {
				return nil, notAsked(s)
			}
			last, at = s, i
		}
		if row, keep := row(r); keep {
			answers[at].Rows = append(answers[at].Rows, row)
		}
	}
	return answers, nil
}

func notAsked(s string) error {
	return fmt.Errorf("%w: it answers about %q, which was not asked (does it respell IRIs?)", ErrInconsistent, s)
}

// someOf names the terms in a message.
func someOf(terms []string) string {
	if len(terms) == 1 {
		return Bracketed(terms[0])
	}
	return fmt.Sprintf("%s and %d more", Bracketed(terms[0]), len(terms)-1)
}

// Bracketed is an IRI in angle brackets, or a blank node as it is.
func Bracketed(iri string) string {
	if len(iri) > 1 && iri[:2] == Blank {
		return iri
	}
	return "<" + iri + ">"
}

// Thousands writes a number with thousands separators.
func Thousands(n int) string {
	s := []byte(strconv.Itoa(n))
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = slices.Insert(s, i, ',')
	}
	return string(s)
}
