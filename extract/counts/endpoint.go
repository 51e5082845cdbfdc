package counts

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// Client sends queries to an endpoint.
type Client = graph.Client

// MostTime limits one request about concepts. Concepts that are not counted in time have
// bounds.
const MostTime = 15 * time.Second

var mostTime = MostTime // longer in tests

// Endpoint is an [intent.Graph] over an endpoint. It is not safe for concurrent
// use.
type Endpoint struct {
	client     Client
	vocabulary extract.Vocabulary
	symbols    *graph.Symbols
	endpoint   *graph.Endpoint
	source     graph.Graph // the endpoint, or a cache in front of it
	requests   int         // sent to the client directly
	memory     *Memory
	near       *neighbourhood
	known      extensions
	lacks      bool // an offline database did not have an answer
}

// New returns a graph over the endpoint. The options say how concepts are written as
// SPARQL for it; New sets their vocabulary.
func New(client Client, v extract.Vocabulary, e extract.Exclusions, o queries.Options) *Endpoint {
	v = v.WithDefaults()
	o.Vocabulary.Type, o.Vocabulary.SubClassOf, o.Vocabulary.Closure = v.Type[0], v.SubClass[0], !v.NoClosure
	endpoint := graph.NewEndpoint(client, graph.EndpointOptions{
		Vocabulary: v, Concepts: o, ConceptTime: mostTime, Batch: mostTerms, Rows: extract.DefaultRows, Workers: 1,
	})
	return &Endpoint{
		client: client, vocabulary: v, symbols: graph.NewSymbols(v, e.WithDefaults()), endpoint: endpoint, source: endpoint, memory: new(Memory), near: newNeighbourhood(),
		known: extensions{number: map[dl.Concept]int64{}, members: map[dl.Concept]map[string]bool{}},
	}
}

// Keep puts a cache in front of the endpoint, for answers about concepts. It ignores
// stored answers from before notBefore, in milliseconds since 1970.
func (e *Endpoint) Keep(s *graph.Stored, notBefore int64) {
	e.source = graph.NewCache(s, e.endpoint, e.vocabulary, notBefore)
}

// Requests returns the number of requests sent.
func (e *Endpoint) Requests() int { return e.requests + e.endpoint.Requests() }

// askAbout asks a question about concepts, and passes each answer on with the index of
// its concept.
func (e *Endpoint) askAbout(ctx context.Context, q graph.Question, cs []dl.Concept, receive func(i int, a graph.Answer)) error {
	if len(cs) == 0 {
		return nil
	}
	place := make(map[string]int, len(cs))
	for i, c := range cs {
		term := syntax.Print(c, syntax.Options{})
		if _, twice := place[term]; !twice {
			place[term] = i
			q.Terms = append(q.Terms, term)
		}
	}
	q.Concept = func(term string) dl.Concept { return cs[place[term]] }
	q.Phase = "counting concepts"
	return e.source.Ask(ctx, q, func(answers []graph.Answer) error {
		for _, a := range answers {
			e.lacks = e.lacks || a.Incomplete == graph.NotAsked
			receive(place[a.Term], a)
		}
		return nil
	})
}

// count asks for the numbers of members of different concepts. It asks about cheap
// concepts first, because those at the end may get no number.
func (e *Endpoint) count(ctx context.Context, cs []dl.Concept, receive func(c dl.Concept, n int64)) error {
	cs = slices.Clone(cs)
	slices.SortStableFunc(cs, func(c, d dl.Concept) int { return cost(c) - cost(d) })
	return e.askAbout(ctx, graph.Question{Kind: graph.Members}, cs, func(i int, a graph.Answer) {
		if a.Incomplete == "" && len(a.Rows) == 1 {
			receive(cs[i], a.Rows[0].N)
		}
	})
}

// Count counts members. If the endpoint refuses, the number is unbounded. Conjunctions of
// conjuncts with few members are counted here. Of the conjunctions that take an endpoint
// long only the first few are counted: the ranking puts the most promising ones first.
func (e *Endpoint) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	failed := e.known.fetch(ctx, cs, e.Members)
	var ask []dl.Concept
	here := map[dl.Concept]int64{}
	costly := 0
	for _, c := range cs {
		if n, ok := e.known.intersection(c); ok {
			here[c] = n
			continue
		}
		if e.known.isCostly(c) {
			if costly++; costly > mostCostly {
				continue
			}
		}
		ask = append(ask, c)
	}
	err := cmp.Or(e.count(ctx, ask, func(c dl.Concept, n int64) { e.known.number[c] = n }), failed)
	out := make([]intent.Bounds, len(cs))
	for i, c := range cs {
		n, ok := here[c]
		if !ok {
			n, ok = e.known.number[c]
		}
		if out[i] = intent.Unbounded; ok {
			out[i] = intent.Exactly(n)
		}
	}
	return out, err
}

// Members returns the members that the endpoint returns first.
func (e *Endpoint) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	out := make([][]string, len(cs))
	err := e.askAbout(ctx, graph.Question{Kind: graph.SomeMembers, Limit: max(limit, 1)}, cs, func(i int, a graph.Answer) {
		for _, row := range a.Rows[:min(limit, len(a.Rows))] {
			if row.Value != graph.AtLeast {
				out[i] = append(out[i], row.Value)
			}
		}
	})
	for i, c := range cs { // equal concepts were asked about once
		if j := slices.Index(cs, c); j < i {
			out[i] = out[j]
		}
	}
	return out, err
}

// Holds decides from the facts near the individuals where concepts hold, and asks for the
// rest. If the endpoint refuses, the truth is unknown.
func (e *Endpoint) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	out := make([][]intent.Truth, len(cs))
	for i, c := range cs {
		out[i] = e.near.decideAt(c, individuals)
	}
	return out, fillUnknown(ctx, out, cs, individuals, e.askHolds)
}

// fillUnknown replaces the unknown truths by those that ask returns.
func fillUnknown(ctx context.Context, truth [][]intent.Truth, cs []dl.Concept, individuals []string, ask func(context.Context, []dl.Concept, []string) ([][]intent.Truth, error)) error {
	var open []dl.Concept
	var places []int
	lack := map[string]bool{}
	for i, c := range cs {
		if !slices.Contains(truth[i], intent.Unknown) {
			continue
		}
		open, places = append(open, c), append(places, i)
		for j, iri := range individuals {
			lack[iri] = lack[iri] || truth[i][j] == intent.Unknown
		}
	}
	if len(open) == 0 {
		return nil
	}
	rest := slices.DeleteFunc(slices.Clone(individuals), func(iri string) bool { return !lack[iri] })
	found, err := ask(ctx, open, rest)
	if found == nil {
		return err
	}
	for k, i := range places {
		for j, iri := range individuals {
			if at := slices.Index(rest, iri); at >= 0 && truth[i][j] == intent.Unknown {
				truth[i][j] = found[k][at]
			}
		}
	}
	return err
}

// askHolds asks which of the individuals are members of the concepts.
func (e *Endpoint) askHolds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
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
	err := e.askAbout(ctx, graph.Question{Kind: graph.Memberships, Properties: individuals}, cs, func(i int, a graph.Answer) {
		if a.Incomplete != "" {
			return
		}
		for _, iri := range a.Properties {
			if j, ok := column[iri]; ok {
				out[i][j] = intent.No
			}
		}
		for _, row := range a.Rows {
			if j, ok := column[row.Property]; ok {
				out[i][j] = intent.Yes
			}
		}
	})
	return out, err
}

// Labels returns the labels of the terms, in the best language of the vocabulary.
func (e *Endpoint) Labels(ctx context.Context, iris []string) (map[string]string, error) {
	if len(iris) == 0 {
		return nil, nil
	}
	e.requests++
	labels, err := graph.AskLabels(ctx, e.client, iris, e.vocabulary)
	if graph.IsRefused(ctx, err) {
		return nil, nil
	}
	return labels, err
}
