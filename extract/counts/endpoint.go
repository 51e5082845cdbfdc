package counts

import (
	"context"
	"errors"
	"strconv"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/queries"
)

// Client asks an endpoint.
type Client interface {
	Select(ctx context.Context, query string) (*connector.Table, error)
}

// Sizes of requests.
const (
	mostConcepts    = 60   // counted in one request
	mostMemberships = 2000 // pairs of a concept and an individual in one request
	mostTerms       = 100  // looked at in one request
)

// Endpoint is an [intent.Graph] over an endpoint. It is not safe for concurrent
// use.
type Endpoint struct {
	client     Client
	vocabulary extract.Vocabulary
	uses       func(property string) bool
	query      queries.Options
	requests   int
	near       *neighbourhood
	known      extensions
}

// New makes a graph of the endpoint. The options say how concepts are written as
// SPARQL for it; their vocabulary is that of the source.
func New(client Client, v extract.Vocabulary, e extract.Exclusions, o queries.Options) *Endpoint {
	uses := e.Uses(v)
	v = v.WithDefaults()
	o.Vocabulary.Type, o.Vocabulary.SubClassOf, o.Vocabulary.Closure = v.Type[0], v.SubClass[0], !v.NoClosure
	return &Endpoint{
		client: client, vocabulary: v, uses: uses, query: o, near: newNeighbourhood(),
		known: extensions{number: map[dl.Concept]int64{}, members: map[dl.Concept]map[string]bool{}},
	}
}

// Requests is how many requests were sent.
func (e *Endpoint) Requests() int { return e.requests }

func (e *Endpoint) ask(ctx context.Context, query string) (*connector.Table, error) {
	e.requests++
	return e.client.Select(ctx, query)
}

// refused reports whether the endpoint declined the question, rather than being
// out of reach.
func refused(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	for _, target := range []error{connector.ErrTimeout, connector.ErrTruncated, connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// halves calls do for as many of n things at a time as most allows, and for half of
// them where that is refused. Of a single one that is refused nothing is known.
func halves(ctx context.Context, from, to, most int, do func(from, to int) error) error {
	for ; from < to; from += most {
		end := min(from+most, to)
		err := do(from, end)
		switch {
		case err == nil:
		case !refused(ctx, err):
			return err
		case end-from > 1:
			if err := halves(ctx, from, end, (end-from+1)/2, do); err != nil {
				return err
			}
		}
	}
	return nil
}

// Count counts members. A count that is refused leaves the number unbounded.
// Conjunctions of parts with few members are counted here, by the members of the
// parts.
func (e *Endpoint) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	if err := e.fetch(ctx, cs); err != nil {
		return nil, err
	}
	out := make([]intent.Bounds, len(cs))
	var ask []dl.Concept
	var places []int
	for i, c := range cs {
		if n, ok := e.intersection(c); ok {
			out[i] = intent.Exactly(n)
			continue
		}
		out[i] = intent.Unbounded
		ask, places = append(ask, c), append(places, i)
	}
	err := halves(ctx, 0, len(ask), mostConcepts, func(from, to int) error {
		query, err := queries.Counts(ask[from:to], e.query)
		if err != nil {
			return err
		}
		table, err := e.ask(ctx, query)
		if err != nil {
			return err
		}
		for _, row := range table.Rows {
			i, ok := place(row[0], to-from)
			if n, err := strconv.ParseInt(text(row[1]), 10, 64); ok && err == nil && n >= 0 {
				out[places[from+i]] = intent.Exactly(n)
				e.known.number[ask[from+i]] = n
			}
		}
		return nil
	})
	return out, err
}

// Members returns the members that the endpoint gives first.
func (e *Endpoint) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	out := make([][]string, len(cs))
	err := halves(ctx, 0, len(cs), mostConcepts, func(from, to int) error {
		query, err := queries.Samples(cs[from:to], limit, e.query)
		if err != nil {
			return err
		}
		table, err := e.ask(ctx, query)
		if err != nil {
			return err
		}
		for _, row := range table.Rows {
			if i, ok := place(row[0], to-from); ok && row[1] != nil && queries.IsIRI(text(row[1])) {
				out[from+i] = append(out[from+i], text(row[1]))
			}
		}
		return nil
	})
	return out, err
}

// Holds asks for the members among the individuals. What is refused is unknown.
func (e *Endpoint) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	out := make([][]intent.Truth, len(cs))
	column := map[string]int{}
	for j, iri := range individuals {
		column[iri] = j
	}
	for i := range out {
		out[i] = make([]intent.Truth, len(individuals))
	}
	if len(individuals) == 0 {
		return out, nil
	}
	most := min(mostConcepts, max(1, mostMemberships/len(individuals)))
	err := halves(ctx, 0, len(cs), most, func(from, to int) error {
		query, err := queries.Memberships(cs[from:to], individuals, e.query)
		if err != nil {
			return err
		}
		table, err := e.ask(ctx, query)
		if err != nil {
			return err
		}
		for i := from; i < to; i++ {
			for j := range out[i] {
				out[i][j] = intent.No
			}
		}
		for _, row := range table.Rows {
			i, ok := place(row[0], to-from)
			if j, known := column[text(row[1])]; ok && known {
				out[from+i][j] = intent.Yes
			}
		}
		return nil
	})
	return out, err
}

// Labels asks for the names of the terms.
func (e *Endpoint) Labels(ctx context.Context, iris []string) (map[string]string, error) {
	out, rank := map[string]string{}, map[string]int{}
	if len(iris) == 0 {
		return out, nil
	}
	query, err := queries.Labels(iris, e.vocabulary.Label, e.vocabulary.Languages)
	if err != nil {
		return nil, err
	}
	table, err := e.ask(ctx, query)
	if err != nil {
		if refused(ctx, err) {
			return out, nil
		}
		return nil, err
	}
	for _, row := range table.Rows {
		name, language := labelOf(row[1])
		for i, l := range e.vocabulary.Languages {
			if s := text(row[0]); l == language && (rank[s] == 0 || i+1 < rank[s]) {
				out[s], rank[s] = name, i+1
			}
		}
	}
	return out, nil
}
