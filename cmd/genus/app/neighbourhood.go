package app

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// TermJSON is an IRI with its label, empty if it has none.
type TermJSON struct {
	IRI   string `json:"iri"`
	Label string `json:"label"`
}

// NeighbourhoodJSON is what surrounds an individual, with labels. Lists are sorted
// and never null.
type NeighbourhoodJSON struct {
	TermJSON
	Classes []TermJSON  `json:"classes"`
	Edges   []EdgeJSON  `json:"edges"`
	Values  []ValueJSON `json:"values"`
	// Truncated: the limit left some out.
	Truncated bool `json:"truncated"`
}

// EdgeJSON is a statement about the individual, or one that points to it.
type EdgeJSON struct {
	Role    TermJSON `json:"role"`
	Inverse bool     `json:"inverse"`
	Target  TermJSON `json:"target"`
}

// ValueJSON is the value of a feature; its kind is a name, such as integer, or the
// IRI of a datatype.
type ValueJSON struct {
	Feature TermJSON `json:"feature"`
	Value   string   `json:"value"`
	Kind    string   `json:"kind"`
}

// DefaultNeighbours is how many edges, and values, of a neighbourhood are shown.
const DefaultNeighbours = 200

// Neighbourhood is what is stated about an individual and what points to it, with
// labels. The limit 0 means DefaultNeighbours.
func (s Browser) Neighbourhood(ctx context.Context, iri string, limit int) (NeighbourhoodJSON, error) {
	if limit = cmp.Or(limit, DefaultNeighbours); limit < 0 {
		return NeighbourhoodJSON{}, Usagef("the limit %d is negative", limit)
	}
	if _, err := queries.IRI(iri); err != nil && (s.Source.Client != nil || !errors.Is(err, queries.ErrBlankNode)) {
		return NeighbourhoodJSON{}, Usage(err)
	}
	n, err := s.surroundingsOf(ctx, iri, limit)
	if err != nil {
		return NeighbourhoodJSON{}, err
	}
	labels := s.Labels(ctx, n.terms(iri))
	named := func(iri string) TermJSON { return TermJSON{iri, labels[iri]} }
	j := NeighbourhoodJSON{
		TermJSON: named(iri), Truncated: n.Truncated,
		Classes: []TermJSON{}, Edges: []EdgeJSON{}, Values: []ValueJSON{},
	}
	slices.Sort(n.Classes)
	for _, class := range slices.Compact(n.Classes) {
		j.Classes = append(j.Classes, named(class))
	}
	for _, e := range n.Edges {
		j.Edges = append(j.Edges, EdgeJSON{named(e.Role.IRI), e.Role.Inverse, named(e.Target)})
	}
	slices.SortFunc(j.Edges, func(a, b EdgeJSON) int {
		inverse := map[bool]int{true: 1}
		return cmp.Or(inverse[a.Inverse]-inverse[b.Inverse], cmp.Compare(a.Role.IRI, b.Role.IRI), cmp.Compare(a.Target.IRI, b.Target.IRI))
	})
	j.Edges = slices.Compact(j.Edges)
	for _, v := range n.Values {
		kind := v.Datatype
		if k, ok := dl.KindOf(v.Datatype); ok {
			kind = k.String()
		}
		j.Values = append(j.Values, ValueJSON{named(v.Feature), v.Lexical, kind})
	}
	slices.SortFunc(j.Values, func(a, b ValueJSON) int {
		return cmp.Or(cmp.Compare(a.Feature.IRI, b.Feature.IRI), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Kind, b.Kind))
	})
	j.Values = slices.Compact(j.Values)
	return j, ctx.Err()
}

// terms are all IRIs in it.
func (n surroundings) terms(iri string) []string {
	terms := append([]string{iri}, n.Classes...)
	for _, e := range n.Edges {
		terms = append(terms, e.Role.IRI, e.Target)
	}
	for _, v := range n.Values {
		terms = append(terms, v.Feature)
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}
