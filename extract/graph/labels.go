package graph

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/genus-kg/genus/queries"
)

// BestLabels asks for the labels of the terms. It returns the label of each term in the
// best of the languages of the vocabulary that it has a label in. A property in statements of a
// Wikibase has the label of its direct property. Labels are for reading only: beside an
// error, BestLabels returns those that it has.
func BestLabels(ctx context.Context, g Graph, v Vocabulary, terms []string) (map[string]string, error) {
	return bestLabels(ctx, g, v, terms, nil)
}

// bestLabels is BestLabels. The labels of along are stored, too, if the graph stores answers and has to ask.
func bestLabels(ctx context.Context, g Graph, v Vocabulary, terms, along []string) (map[string]string, error) {
	languages := v.Languages
	named := make([]string, len(terms)) // the IRIs that have the labels
	for i, iri := range terms {
		named[i] = v.Statements.DirectOf(iri)
	}
	asked := slices.DeleteFunc(uniqueSorted(named), func(iri string) bool { return !queries.IsIRI(iri) })
	found := map[string]string{}
	var failed error
	err := g.Ask(ctx, Question{Kind: Labels, Terms: asked, Along: along, Phase: "labels"}, func(answers []Answer) error {
		for _, a := range answers {
			if a.Incomplete != "" {
				failed = errors.New(a.Incomplete)
			}
			best := math.MaxInt
			for _, r := range a.Rows {
				rank, _ := v.NameRank(r.Property)
				language := slices.Index(languages, r.Lang)
				if place := int(rank)*len(languages) + language; language >= 0 && place < best {
					found[a.Term], best = r.Value, place
				}
			}
		}
		return nil
	})
	labels := map[string]string{}
	for i, iri := range terms {
		if l := found[named[i]]; l != "" {
			labels[iri] = l
		}
	}
	return labels, cmp.Or(err, failed)
}
