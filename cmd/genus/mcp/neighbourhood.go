package mcp

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// NeighbourhoodInput is the individual to look at.
type NeighbourhoodInput struct {
	Where
	IRI   string `json:"iri" jsonschema:"the individual: an IRI, whole or with a prefix of the source"`
	Limit int    `json:"limit,omitempty" jsonschema:"largest number of edges, and of values; default 200"`
}

func (s *Server) addNeighbourhood() error {
	return tool(s, &sdk.Tool{
		Name:        "neighbourhood",
		Title:       "Look around an individual",
		Description: "What is stated about an individual, and what points to it: its classes, its properties in both directions with the individuals at the other end, and its values. This is what concepts can be made of.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "iri", maxIRI)
		between(in, "limit", 1, maxListed)
	}, s.neighbourhood)
}

func (s *Server) neighbourhood(ctx context.Context, w *task, in NeighbourhoodInput) (out app.NeighbourhoodJSON, err error) {
	session, done, err := s.open(ctx, w, in.Where, false)
	if err != nil {
		return out, err
	}
	defer done()
	iris, err := app.Expand([]string{in.IRI}, session.Source.Prefixes)
	if err != nil {
		return out, err
	}
	return session.Browse().Neighbourhood(ctx, iris[0], in.Limit)
}
