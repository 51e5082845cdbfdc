package workbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// NeighbourhoodJSON is what surrounds an individual, with names, as far as it can
// be learned with. Lists are sorted and never null.
type NeighbourhoodJSON struct {
	IRI     string      `json:"iri"`
	Label   string      `json:"label,omitempty"`
	Classes []MatchJSON `json:"classes"`
	Edges   []EdgeJSON  `json:"edges"`
	Values  []ValueJSON `json:"values"`
	// Truncated: there is more than was asked for.
	Truncated bool `json:"truncated"`
}

// EdgeJSON is a statement about the individual, or one that points to it.
type EdgeJSON struct {
	Role    MatchJSON `json:"role"`
	Inverse bool      `json:"inverse"`
	Target  MatchJSON `json:"target"`
}

// ValueJSON is the value of a feature; its kind is a name, such as integer, or the
// IRI of a datatype.
type ValueJSON struct {
	Feature MatchJSON `json:"feature"`
	Value   string    `json:"value"`
	Kind    string    `json:"kind"`
}

// DefaultNeighbours is how many statements of a neighbourhood are shown.
const DefaultNeighbours = 200

// Graph is what files and databases hold, to look around in; it is made once.
// There is none of endpoints.
func (s *Source) Graph() *extract.Graph { return s.graph() }

// around is a neighbourhood without names.
type around struct {
	classes   []string
	edges     []extract.Edge
	values    []extract.FeatureValue
	truncated bool
}

// Neighbourhood looks at what surrounds an individual of the source, at most
// limit statements; 0 means DefaultNeighbours. Where there are more, it is an
// endpoint that chooses which. An individual that is in no statement is an
// extract.UnknownExamplesError.
func (s *Source) Neighbourhood(ctx context.Context, b Bench, iri string, limit int) (NeighbourhoodJSON, error) {
	if limit = cmp.Or(limit, DefaultNeighbours); limit < 0 {
		return NeighbourhoodJSON{}, Usagef("the limit %d is negative", limit)
	}
	if _, err := queries.IRI(iri); err != nil && !errors.Is(err, queries.ErrBlankNode) {
		return NeighbourhoodJSON{}, Usage(err)
	}
	var n around
	var err error
	label := func(iri string) string { return s.Graph().Label(iri) }
	if s.Client != nil {
		if n, err = s.ask(ctx, b, iri, limit); err != nil {
			return NeighbourhoodJSON{}, err
		}
		labels := map[string]string{}
		for batch := range slices.Chunk(n.terms(iri), confirmBatch) {
			for term, text := range labelsOf(ctx, s.Client, batch, b.Config.Vocabulary().WithDefaults()) {
				labels[term] = text
			}
		}
		label = func(iri string) string { return labels[iri] }
	} else if n, err = s.look(iri, limit); err != nil {
		return NeighbourhoodJSON{}, err
	}
	return n.json(iri, label), ctx.Err()
}

// look looks into files and databases.
func (s *Source) look(iri string, limit int) (n around, err error) {
	g := s.Graph()
	if !g.Has(iri) {
		return n, &extract.UnknownExamplesError{Source: s.Data.Source().Name, IRIs: []string{iri}}
	}
	var more bool
	n.classes = g.Classes(iri)
	n.edges, n.truncated = g.Edges(iri, limit)
	n.values, more = g.Values(iri, limit)
	n.truncated = n.truncated || more
	return n, nil
}

// ask asks the endpoint, once in each direction.
func (s *Source) ask(ctx context.Context, b Bench, iri string, limit int) (n around, err error) {
	v := b.Config.Vocabulary().WithDefaults()
	uses := b.Config.Exclusions().Uses(v)
	known := false
	for _, inverse := range []bool{false, true} {
		q, err := queries.Around(iri, inverse, limit+1)
		if err != nil {
			return n, Usage(err)
		}
		table, err := s.Client.Select(ctx, q)
		if err != nil {
			return n, fmt.Errorf("looking at <%s>: %w", iri, err)
		}
		known = known || len(table.Rows) > 0
		n.truncated = n.truncated || len(table.Rows) > limit
		n.take(table, inverse, limit, v, uses)
	}
	if !known {
		return n, &extract.UnknownExamplesError{Source: s.Client.URL(), IRIs: []string{iri}}
	}
	return n, nil
}

// take adds the rows of one direction.
func (n *around) take(table *connector.Table, inverse bool, limit int, v extract.Vocabulary, uses func(string) bool) {
	p, o := slices.Index(table.Vars, "p"), slices.Index(table.Vars, "o")
	for _, row := range table.Rows[:min(limit, len(table.Rows))] {
		if p < 0 || o < 0 || row[p] == nil || row[o] == nil {
			continue
		}
		property, other := row[p].String(), row[o].String()
		literal, isLiteral := row[o].(rdf.Literal)
		switch {
		case !inverse && slices.Contains(v.Type, property):
			n.classes = append(n.classes, other)
		case !uses(property):
		case isLiteral:
			n.values = append(n.values, extract.FeatureValue{Feature: property, Lexical: other, Datatype: literal.DataType.String()})
		default:
			n.edges = append(n.edges, extract.Edge{Role: dl.Role{IRI: property, Inverse: inverse}, Target: other})
		}
	}
}

// terms are all IRIs in it.
func (n around) terms(iri string) []string {
	terms := append([]string{iri}, n.classes...)
	for _, e := range n.edges {
		terms = append(terms, e.Role.IRI, e.Target)
	}
	for _, v := range n.values {
		terms = append(terms, v.Feature)
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

func (n around) json(iri string, label func(string) string) NeighbourhoodJSON {
	named := func(iri string) MatchJSON { return MatchJSON{iri, label(iri)} }
	j := NeighbourhoodJSON{
		IRI: iri, Label: label(iri), Truncated: n.truncated,
		Classes: []MatchJSON{}, Edges: []EdgeJSON{}, Values: []ValueJSON{},
	}
	slices.Sort(n.classes)
	for _, class := range slices.Compact(n.classes) {
		j.Classes = append(j.Classes, named(class))
	}
	for _, e := range n.edges {
		j.Edges = append(j.Edges, EdgeJSON{named(e.Role.IRI), e.Role.Inverse, named(e.Target)})
	}
	slices.SortFunc(j.Edges, func(a, b EdgeJSON) int {
		switch {
		case a.Inverse != b.Inverse && b.Inverse:
			return -1
		case a.Inverse != b.Inverse:
			return 1
		}
		return cmp.Or(cmp.Compare(a.Role.IRI, b.Role.IRI), cmp.Compare(a.Target.IRI, b.Target.IRI))
	})
	j.Edges = slices.Compact(j.Edges)
	for _, v := range n.values {
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
	return j
}
