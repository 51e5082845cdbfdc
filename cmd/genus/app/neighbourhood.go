package app

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// A TermJSON is an IRI with its label, empty if it has none.
type TermJSON struct {
	IRI   string `json:"iri"`
	Label string `json:"label"`
}

// A NeighbourhoodJSON is the neighbourhood of an individual, with labels. Lists are
// sorted and never null.
type NeighbourhoodJSON struct {
	TermJSON
	Classes []TermJSON  `json:"classes"`
	Edges   []EdgeJSON  `json:"edges"`
	Values  []ValueJSON `json:"values"`
	// Truncated: the limit left some out.
	Truncated bool `json:"truncated"`
}

// An EdgeJSON is a statement with the individual as subject or, if Inverse is set, as
// object.
type EdgeJSON struct {
	Role    TermJSON `json:"role"`
	Inverse bool     `json:"inverse"`
	Target  TermJSON `json:"target"`
}

// A ValueJSON is the value of a feature. Kind is a name, such as integer, or the IRI of a
// datatype.
type ValueJSON struct {
	Feature TermJSON `json:"feature"`
	Value   string   `json:"value"`
	Kind    string   `json:"kind"`
}

// DefaultNeighbours is how many edges, and how many values, a neighbourhood shows.
const DefaultNeighbours = 200

// ErrUnknownIndividual is the error for an IRI without statements.
var ErrUnknownIndividual = errors.New("nothing is stated about this individual")

// Neighbourhood returns the statements with the individual as subject or object, without
// excluded properties, with labels. The limit 0 means DefaultNeighbours.
func (s Browser) Neighbourhood(ctx context.Context, iri string, limit int) (j NeighbourhoodJSON, err error) {
	if limit = cmp.Or(limit, DefaultNeighbours); limit < 0 {
		return j, Usagef("the limit %d is negative", limit)
	}
	if _, err := queries.IRI(iri); err != nil && (s.Source.Client != nil || !errors.Is(err, queries.ErrBlankNode)) {
		return j, Usage(err)
	}
	j = NeighbourhoodJSON{TermJSON: TermJSON{IRI: iri}, Classes: []TermJSON{}, Edges: []EdgeJSON{}, Values: []ValueJSON{}}
	if g := s.Source.Graph(); g != nil {
		for _, class := range g.Classes(iri) {
			j.Classes = append(j.Classes, TermJSON{IRI: class})
		}
		edges, more := g.Edges(iri, limit)
		values, other := g.Values(iri, limit)
		j.Truncated = more || other
		for _, e := range edges {
			j.addEdge(e.Role.IRI, e.Role.Inverse, e.Target)
		}
		for _, v := range values {
			j.addValue(v.Feature, v.Lexical, v.Datatype)
		}
		if !g.Has(iri) {
			return j, Usagef("%w: <%s>", ErrUnknownIndividual, iri)
		}
	} else if err := s.askNeighbourhood(ctx, &j, limit); err != nil {
		return j, err
	}
	j.sort()
	var iris []string
	terms := j.terms()
	for _, t := range terms {
		iris = append(iris, t.IRI)
	}
	slices.Sort(iris)
	labels := s.Labels(ctx, slices.Compact(iris))
	for _, t := range terms {
		t.Label = labels[t.IRI]
	}
	return j, ctx.Err()
}

// askNeighbourhood asks the endpoint for at most limit statements in each direction.
func (s Browser) askNeighbourhood(ctx context.Context, j *NeighbourhoodJSON, limit int) error {
	v := s.Config.Vocabulary().WithDefaults()
	isUsed := s.Config.Exclusions().Uses(v)
	for _, inverse := range []bool{false, true} {
		q, err := queries.Facts([]string{j.IRI}, nil, inverse, limit+1)
		rows, err := ask(ctx, s.Source.Client, "asking for the surroundings", q, err, "p", "o")
		if err != nil {
			return err
		}
		j.Truncated = j.Truncated || len(rows) > limit
		for _, row := range rows {
			property, value := row[0].String(), row[1].String()
			literal, isLiteral := row[1].(rdf.Literal)
			switch {
			case !inverse && slices.Contains(v.Type, property):
				if !isLiteral && !queries.BlankNode(value) {
					j.Classes = append(j.Classes, TermJSON{IRI: value})
				}
			case !isUsed(property):
			case isLiteral:
				j.addValue(property, value, literal.DataType.String())
			case !queries.BlankNode(value):
				j.addEdge(property, inverse, value)
			}
		}
	}
	if len(j.Classes)+len(j.Edges)+len(j.Values) == 0 {
		return Usagef("%w: <%s>", ErrUnknownIndividual, j.IRI)
	}
	if len(j.Edges) > limit {
		j.Edges, j.Truncated = j.Edges[:limit], true
	}
	return nil
}

func (j *NeighbourhoodJSON) addEdge(role string, inverse bool, target string) {
	j.Edges = append(j.Edges, EdgeJSON{TermJSON{IRI: role}, inverse, TermJSON{IRI: target}})
}

func (j *NeighbourhoodJSON) addValue(feature, lexical, datatype string) {
	if k, ok := dl.KindOf(datatype); ok {
		datatype = k.String()
	}
	j.Values = append(j.Values, ValueJSON{TermJSON{IRI: feature}, lexical, datatype})
}

// sort sorts the lists and drops repetitions.
func (j *NeighbourhoodJSON) sort() {
	slices.SortFunc(j.Classes, func(a, b TermJSON) int { return cmp.Compare(a.IRI, b.IRI) })
	slices.SortFunc(j.Edges, func(a, b EdgeJSON) int {
		inverse := map[bool]int{true: 1}
		return cmp.Or(inverse[a.Inverse]-inverse[b.Inverse], cmp.Compare(a.Role.IRI, b.Role.IRI), cmp.Compare(a.Target.IRI, b.Target.IRI))
	})
	slices.SortFunc(j.Values, func(a, b ValueJSON) int {
		return cmp.Or(cmp.Compare(a.Feature.IRI, b.Feature.IRI), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Kind, b.Kind))
	})
	j.Classes, j.Edges, j.Values = slices.Compact(j.Classes), slices.Compact(j.Edges), slices.Compact(j.Values)
}

// terms returns pointers to all terms of the neighbourhood.
func (j *NeighbourhoodJSON) terms() []*TermJSON {
	terms := []*TermJSON{&j.TermJSON}
	for i := range j.Classes {
		terms = append(terms, &j.Classes[i])
	}
	for i := range j.Edges {
		terms = append(terms, &j.Edges[i].Role, &j.Edges[i].Target)
	}
	for i := range j.Values {
		terms = append(terms, &j.Values[i].Feature)
	}
	return terms
}
