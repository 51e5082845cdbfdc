package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract"
)

// ask returns the values of the variables in the answer to a query, without rows that
// lack one. err is that of making the query; what says what it is for, in errors.
func ask(ctx context.Context, client extract.Client, what, query string, err error, vars ...string) (rows [][]rdf.Term, _ error) {
	if err != nil {
		return nil, err
	}
	t, err := client.Select(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	for _, all := range t.Rows {
		var row []rdf.Term
		for _, v := range vars {
			if i := slices.Index(t.Vars, v); i >= 0 && all[i] != nil {
				row = append(row, all[i])
			}
		}
		if len(row) == len(vars) {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// labelled are the IRIs with their labels.
func labelled(iris []string, labels map[string]string) []TermJSON {
	terms := []TermJSON{}
	for _, iri := range iris {
		terms = append(terms, TermJSON{iri, labels[iri]})
	}
	return terms
}
