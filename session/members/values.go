package members

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// Values are the values of properties of individuals.
type Values struct {
	Properties []source.Term
	of         map[string][][]TableValue // by IRI, for each property
}

// Of returns the values of the individual for each property; nil if no statement has it.
func (v *Values) Of(iri string) [][]TableValue { return v.of[iri] }

// ErrIncomplete says that an endpoint did not return all values.
var ErrIncomplete = errors.New("the endpoint did not return all values")

// ErrTwice says that two columns are of the same property.
var ErrTwice = errors.New("a property is there twice")

// Values returns the values of the individuals in the columns, which are written as in TableOptions: those of the table
// of their disjunction. It returns all values, or an error.
func (s Lister) Values(ctx context.Context, iris, columns []string) (*Values, error) {
	return s.values(ctx, iris, TableOptions{Columns: columns})
}

// ValuesAt is Values for columns of IRIs as the source writes them. It needs fewer requests, and returns no labels of
// properties.
func (s Lister) ValuesAt(ctx context.Context, iris, columns []string) (*Values, error) {
	return s.values(ctx, iris, TableOptions{Columns: columns, Stated: true})
}

func (s Lister) values(ctx context.Context, iris []string, o TableOptions) (*Values, error) {
	columns := o.Columns
	out := &Values{make([]source.Term, len(columns)), map[string][][]TableValue{}}
	if len(iris) == 0 || len(columns) == 0 {
		return out, nil
	}
	var all []dl.Concept
	for _, iri := range slices.Compact(slices.Sorted(slices.Values(iris))) {
		all = append(all, dl.Nominal{IRI: iri})
	}
	return out, s.addValues(ctx, out, dl.Disj(all...), o, 0)
}

// addValues adds the values of the members in the columns; first is the index of the first. The result of an endpoint
// has a row for each combination of the values of a member: if it is too large, it is asked for in two parts.
func (s Lister) addValues(ctx context.Context, out *Values, c dl.Concept, o TableOptions, first int) error {
	columns := o.Columns
	p, err := answer.On(s.Use).ProblemToQuery(ctx, extract.Examples{}, c)
	if err != nil {
		return err
	}
	t, err := s.Table(ctx, p, c, o)
	if err == nil && t.Missing != "" {
		err = fmt.Errorf("%w: %s", ErrIncomplete, t.Missing)
	}
	switch half := len(columns) / 2; {
	case half > 0 && (errors.Is(err, ErrIncomplete) || graph.IsRefused(ctx, err)):
		left, right := o, o
		left.Columns, right.Columns = columns[:half], columns[half:]
		if err := s.addValues(ctx, out, c, left, first); err != nil {
			return err
		}
		return s.addValues(ctx, out, c, right, first+half)
	case err != nil:
		return err
	case len(t.Columns) != len(columns):
		return source.Usage(ErrTwice)
	}
	for j, column := range t.Columns {
		out.Properties[first+j] = column.Property
	}
	for _, m := range t.Members {
		if out.of[m.IRI] == nil {
			out.of[m.IRI] = make([][]TableValue, len(out.Properties))
		}
		copy(out.of[m.IRI][first:], m.Values)
	}
	return nil
}
