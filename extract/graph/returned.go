package graph

import (
	"context"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// mostConfirmed is how many individuals one query asks about. Some endpoints refuse 2,000.
const mostConfirmed = 500

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

// nodeName returns an IRI, or the label of a blank node after _:.
func nodeName(t rdf.Term) string {
	if t != nil && t.Type() == rdf.TermBlank {
		return Blank + t.String()
	}
	return text(t)
}
