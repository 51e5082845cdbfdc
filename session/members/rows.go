package members

import (
	"context"

	"github.com/genus-kg/genus/extract/ask/endpoint"
	"github.com/genus-kg/genus/session/source"
)

// Rows are solutions of a SELECT query.
type Rows struct {
	Variables []string       `json:"variables" jsonschema:"variables of the query, without ?"`
	Rows      [][]TableValue `json:"rows" jsonschema:"values of the variables; an unbound one has an empty value"`
	More      bool           `json:"more" jsonschema:"there are more rows"`
}

// Rows sends a SELECT query as it is to the endpoint, and returns its first rows. It is for
// queries that no concept says.
func (s Lister) Rows(ctx context.Context, query string, limit int) (*Rows, error) {
	client := s.Source.Endpoint()
	if client == nil {
		return nil, source.Usagef("a query that genus cannot read needs an endpoint: files and databases have none")
	}
	table, err := client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	out := &Rows{Variables: append([]string{}, table.Vars...), Rows: [][]TableValue{}, More: len(table.Rows) > limit}
	for _, row := range table.Rows[:min(limit, len(table.Rows))] {
		values := make([]TableValue, len(row))
		for i, term := range row {
			values[i] = endpoint.Value(term)
		}
		out.Rows = append(out.Rows, values)
	}
	return out, nil
}
