package graph

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus/queries"
)

// BestLabels asks for the labels of the terms. It returns the label of each term in the
// best of the languages that it has a label in. Labels are for reading only: beside an
// error, BestLabels returns those that it has.
func BestLabels(ctx context.Context, g Graph, terms, languages []string) (map[string]string, error) {
	terms = slices.DeleteFunc(uniqueSorted(terms), func(iri string) bool { return !queries.IsIRI(iri) })
	labels := map[string]string{}
	var failed error
	err := g.Ask(ctx, Question{Kind: Labels, Terms: terms, Phase: "labels"}, func(answers []Answer) error {
		for _, a := range answers {
			if a.Incomplete != "" {
				failed = errors.New(a.Incomplete)
			}
			best := len(languages)
			for _, r := range a.Rows {
				if rank := slices.Index(languages, r.Lang); rank >= 0 && rank < best {
					labels[a.Term], best = r.Value, rank
				}
			}
		}
		return nil
	})
	return labels, cmp.Or(err, failed)
}
