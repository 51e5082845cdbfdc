package look

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/source"
)

// A Neighbourhood is the neighbourhood of an individual, with labels. Lists are
// sorted and never null.
type Neighbourhood struct {
	source.Term
	Classes []source.Term `json:"classes" jsonschema:"its classes"`
	Edges   []Edge        `json:"edges" jsonschema:"successors and predecessors by role"`
	Values  []Value       `json:"values" jsonschema:"values of features"`
	// Truncated: the limit left some out.
	Truncated bool `json:"truncated" jsonschema:"the limit left some out"`
}

// An Edge is a statement with the individual as subject or, if Inverse is set, as
// object.
type Edge struct {
	Role    source.Term `json:"role" jsonschema:"the role"`
	Inverse bool        `json:"inverse" jsonschema:"the statement points to the individual"`
	Target  source.Term `json:"target" jsonschema:"the individual at the other end"`
}

// A Value is the value of a feature. Kind is a name, such as integer, or the IRI of a
// datatype.
type Value struct {
	Feature source.Term `json:"feature" jsonschema:"the feature"`
	Value   string      `json:"value" jsonschema:"lexical form"`
	Kind    string      `json:"kind" jsonschema:"kind of value, such as integer, or the IRI of a datatype"`
}

// DefaultNeighbours is how many edges, and how many values, a neighbourhood shows.
const DefaultNeighbours = 200

// ErrUnknownIndividual is the error for an IRI without statements.
var ErrUnknownIndividual = errors.New("nothing is stated about this individual")

// Neighbourhood returns the statements with the individual as subject or object, without
// excluded properties, with labels. The limit 0 means DefaultNeighbours.
func (s Looker) Neighbourhood(ctx context.Context, iri string, limit int) (j Neighbourhood, err error) {
	if limit = cmp.Or(limit, DefaultNeighbours); limit < 0 {
		return j, source.Usagef("the limit %d is negative", limit)
	}
	if err := s.Source.CheckIRI(iri); err != nil {
		return j, source.Usage(err)
	}
	j = Neighbourhood{Term: source.Term{IRI: iri}, Classes: []source.Term{}, Edges: []Edge{}, Values: []Value{}}
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return j, err
	}
	if err := s.addStatements(ctx, g, &j, limit); err != nil {
		return j, err
	}
	j.sort()
	var iris []string
	terms := j.terms()
	for _, t := range terms {
		iris = append(iris, t.IRI)
	}
	slices.Sort(iris)
	labels := source.Labels(ctx, s.Use, slices.Compact(iris))
	for _, t := range terms {
		t.Label = labels[t.IRI]
	}
	return j, ctx.Err()
}

// addStatements adds the statements in each direction: at most limit edges and as many
// values.
func (s Looker) addStatements(ctx context.Context, g graph.Graph, j *Neighbourhood, limit int) error {
	v := s.Config.Vocabulary().WithDefaults()
	isUsed := s.Config.Exclusions().Uses(v)
	missing := ""
	for _, kind := range []graph.Kind{graph.Out, graph.In} {
		found, err := graph.StatementsOf(ctx, g, kind, []string{j.IRI}, nil, limit)
		if err != nil {
			return fmt.Errorf("asking for the surroundings: %w", err)
		}
		missing = cmp.Or(missing, found[j.IRI].Missing)
		for _, r := range found[j.IRI].Rows {
			switch {
			case kind == graph.Out && r.Property == v.Type:
				if !graph.IsLiteral(r) {
					j.Classes = append(j.Classes, source.Term{IRI: r.Value})
				}
			case !isUsed(r.Property):
			case graph.IsLiteral(r):
				j.addValue(r.Property, r.Value, r.Datatype)
			default:
				j.Edges = append(j.Edges, Edge{source.Term{IRI: r.Property}, kind == graph.In, source.Term{IRI: r.Value}})
			}
		}
	}
	if len(j.Classes)+len(j.Edges)+len(j.Values) == 0 {
		if missing != "" {
			return fmt.Errorf("asking for the surroundings: %s", missing)
		}
		err := extract.CheckKnown(ctx, g, []string{j.IRI}, "", "")
		if errors.Is(err, extract.ErrUnknownExample) {
			return source.Usagef("%w: <%s>", ErrUnknownIndividual, j.IRI)
		}
		return err
	}
	j.Truncated = missing != "" || len(j.Edges) > limit || len(j.Values) > limit
	j.Edges, j.Values = j.Edges[:min(limit, len(j.Edges))], j.Values[:min(limit, len(j.Values))]
	return nil
}

func (j *Neighbourhood) addValue(feature, lexical, datatype string) {
	if k, ok := dl.KindOf(datatype); ok {
		datatype = k.String()
	}
	j.Values = append(j.Values, Value{source.Term{IRI: feature}, lexical, datatype})
}

// sort sorts the lists and drops repetitions.
func (j *Neighbourhood) sort() {
	slices.SortFunc(j.Classes, func(a, b source.Term) int { return cmp.Compare(a.IRI, b.IRI) })
	slices.SortFunc(j.Edges, func(a, b Edge) int {
		inverse := map[bool]int{true: 1}
		return cmp.Or(inverse[a.Inverse]-inverse[b.Inverse], cmp.Compare(a.Role.IRI, b.Role.IRI),
			cmp.Compare(a.Target.IRI, b.Target.IRI))
	})
	slices.SortFunc(j.Values, func(a, b Value) int {
		return cmp.Or(cmp.Compare(a.Feature.IRI, b.Feature.IRI), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Kind, b.Kind))
	})
	j.Classes = slices.Compact(j.Classes)
	j.Edges = slices.Compact(j.Edges)
	j.Values = slices.Compact(j.Values)
}

func (j *Neighbourhood) terms() []*source.Term {
	terms := []*source.Term{&j.Term}
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
