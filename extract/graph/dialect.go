package graph

import (
	"context"

	"github.com/genus-kg/genus/queries"
)

// FindDialect returns the dialect of an endpoint: by its host, by one SELECT, or, if the
// engine refuses that, by one question for each rule.
func FindDialect(ctx context.Context, client Client) queries.Dialect {
	if d, known := queries.DialectOfHost(client.URL()); known {
		return d
	}
	table, err := client.Select(ctx, queries.ProbeAll())
	if err != nil || len(table.Vars) != 1 {
		return queries.Probe(func(query string) (bool, error) { return client.Ask(ctx, query) })
	}
	var numbers []string
	for _, row := range table.Rows {
		numbers = append(numbers, text(row[0]))
	}
	return queries.DialectOf(numbers)
}
