package workbench

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// maxMatches is how many members that are no examples are shown with a result.
const maxMatches = 10

// Match is a member of the concept that was no example; the label may be empty.
type Match struct{ IRI, Label string }

// matches asks the endpoint for members that are not among the examples. more:
// there are others.
func matches(ctx context.Context, client extract.Client, c dl.Concept, o queries.Options, p *Problem, caps []int) (found []Match, more bool, err error) {
	known := map[string]bool{}
	for _, iri := range p.Examples.All() {
		known[iri] = true
	}
	o.Limit = len(known) + maxMatches + 1
	for slices.Contains(caps, o.Limit) { // a result of so many rows would look cut off
		o.Limit++
	}
	q, err := queries.Select(c, o)
	if err != nil {
		return nil, false, err
	}
	members, err := answers(ctx, client, q)
	if err != nil {
		return nil, false, fmt.Errorf("asking for other matches: %w", err)
	}
	members = slices.DeleteFunc(members, func(iri string) bool { return known[iri] })
	slices.Sort(members)
	if len(members) > maxMatches {
		members, more = members[:maxMatches], true
	}
	labels := labelsOf(ctx, client, members, p.Info.Vocabulary)
	for _, iri := range members {
		found = append(found, Match{iri, labels[iri]})
	}
	return found, more, nil
}

// labelsOf asks for names; without them the IRIs have to do.
func labelsOf(ctx context.Context, client extract.Client, iris []string, v extract.Vocabulary) map[string]string {
	names := map[string]string{}
	asked := slices.DeleteFunc(slices.Clone(iris), queries.BlankNode)
	if len(asked) == 0 || len(v.Label) == 0 {
		return names
	}
	for i := len(v.Languages) - 1; i >= 0; i-- { // the best language last, so that it stays
		q, err := queries.Labels(asked, v.Label, v.Languages[i:i+1])
		if err != nil {
			return names
		}
		t, err := client.Select(ctx, q)
		if err != nil {
			return names
		}
		for _, row := range t.Rows {
			subject, object := slices.Index(t.Vars, "s"), slices.Index(t.Vars, "o")
			if subject >= 0 && object >= 0 && row[subject] != nil && row[object] != nil {
				names[row[subject].String()] = row[object].String()
			}
		}
	}
	return names
}
