package graph

import (
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// FindDialect returns the dialect of an endpoint: by its host, by one SELECT, or, if the
// engine refuses that, by one question for each rule. The error says that it did not answer some: the
// dialect is then a guess, which may not be kept. If the SELECT finds no reifiers of statements, the limits note that.
func FindDialect(ctx context.Context, client Client, l *Limits) (queries.Dialect, error) {
	if d, known := queries.DialectOfHost(client.URL()); known {
		return d, nil
	}
	table, err := client.Select(ctx, queries.ProbeAll())
	if err != nil || len(table.Vars) != 1 {
		var silent error // an error that any other question would get, too
		d := queries.Probe(func(query string) (bool, error) {
			if silent != nil {
				return false, silent
			}
			yes, err := client.Ask(ctx, query)
			if errors.Is(err, connector.ErrTimeout) || errors.Is(err, connector.ErrRateLimited) ||
				errors.Is(err, connector.ErrUnreachable) {
				silent = err
			}
			return yes, err
		})
		return d, silent
	}
	var numbers []string
	for _, row := range table.Rows {
		numbers = append(numbers, text(row[0]))
	}
	l.reifiers.note(slices.Contains(numbers, queries.NumberOfReifiers))
	return queries.DialectOf(numbers), nil
}
