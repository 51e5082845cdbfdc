package graph

import (
	"context"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// mostConfirmed is how many individuals one query asks about. Some endpoints refuse 2,000.
const mostConfirmed = 200

// Returned reports which of the individuals the query of the concept returns.
func Returned(ctx context.Context, client Client, c dl.Concept, individuals []string,
	o queries.Options) (map[string]bool, error) {
	e := NewEndpoint(client, EndpointOptions{Batch: mostConfirmed})
	confirm := func(batch []string) (string, error) { return queries.Confirm(c, batch, o) }
	complete := func(int) bool { return true } // at most as many rows as individuals
	returned := map[string]bool{}
	for batch := range slices.Chunk(individuals, mostConfirmed) {
		rows, err := e.queryInHalves(ctx, batch, confirm, complete)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			returned[nodeName(r.s)] = true
		}
	}
	return returned, nil
}

// FirstRows returns the IRIs and blank nodes that the query of the concept returns, as the
// limit of the options says.
func FirstRows(ctx context.Context, client Client, c dl.Concept, o queries.Options) (iris []string, err error) {
	q, err := queries.Select(c, o)
	if err != nil {
		return nil, err
	}
	table, err := client.Select(ctx, q)
	if err != nil {
		return nil, err
	}
	if table.Malformed > 0 {
		return nil, fmt.Errorf("endpoint %s: an answer is not RDF: %w", client.URL(), table.Examples[0])
	}
	for _, r := range solutions(table) {
		if r.s != nil {
			iris = append(iris, nodeName(r.s))
		}
	}
	return iris, nil
}

// nodeName returns an IRI, or the label of a blank node after _:.
func nodeName(t rdf.Term) string {
	if t != nil && t.Type() == rdf.TermBlank {
		return Blank + t.String()
	}
	return text(t)
}
