package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// An Executor asks an endpoint.
type Executor struct {
	Client  graph.Client
	Options func(c dl.Concept) queries.Options // how queries about the concept are written
	RowCap  []int                              // numbers of rows that look as if the result was cut
	Kept    *Kept                              // what is known of earlier questions
}

// Ask answers the question.
func (e *Executor) Ask(ctx context.Context, q ask.Question) (ask.Answer, ask.Missing, error) {
	if err := q.Check(); err != nil {
		return ask.Answer{}, ask.Missing{}, err
	}
	o := e.Options(q.Concept)
	if q.Individuals != nil {
		a, err := e.among(ctx, q, o)
		return a, ask.Missing{}, err
	}
	o.Anchor, o.Columns, o.ShowLabels, o.By = q.Anchor, q.Columns, q.Labels, q.By
	r := &reading{Executor: e, q: q, o: o}
	var err error
	if q.Count {
		err = r.count(ctx)
	}
	switch {
	case err != nil:
	case q.Group == ask.ByProperty:
		err = r.properties(ctx)
	case q.Group == ask.ByValue:
		err = r.groups(ctx)
	case q.Count && len(q.Except) == 0:
		err = r.readPages(ctx)
	default:
		err = r.readSome(ctx)
	}
	return r.out, r.missing, err
}

// among asks which of the individuals are members.
func (e *Executor) among(ctx context.Context, q ask.Question, o queries.Options) (a ask.Answer, err error) {
	is, err := graph.Returned(ctx, e.Client, q.Concept, q.Individuals, o)
	if err != nil {
		return a, err
	}
	for _, iri := range q.Individuals {
		if is[iri] {
			a.Members = append(a.Members, ask.Member{IRI: iri})
		}
	}
	return a, nil
}

// A reading is the work on one question.
type reading struct {
	*Executor
	q       ask.Question
	o       queries.Options
	rows    [][]rdf.Term
	vars    []string
	out     ask.Answer
	missing ask.Missing
}

func (r *reading) selects(ctx context.Context, query string, err error) (*connector.Table, error) {
	if err != nil {
		return nil, err
	}
	return r.Client.Select(ctx, query)
}

// number returns the number that the query asks for.
func (r *reading) number(ctx context.Context, query string, err error) (int, error) {
	result, err := r.selects(ctx, query, err)
	if err != nil {
		return 0, err
	}
	if len(result.Rows) != 1 || len(result.Rows[0]) != 1 || result.Rows[0][0] == nil {
		return 0, graph.ErrInconsistent
	}
	return graph.ParseCount(result.Rows[0][0])
}

// properties asks which properties some of the members have.
func (r *reading) properties(ctx context.Context) error {
	query, err := queries.Properties(r.q.Concept, r.q.Limit, r.o)
	result, err := r.selects(ctx, query, err)
	if err != nil {
		return err
	}
	for _, row := range result.Rows {
		if len(row) != 3 || row[0] == nil || row[1] == nil || row[2] == nil {
			continue
		}
		if n, err := graph.ParseCount(row[1]); err == nil {
			g := ask.TableGroup{TableValue: Value(row[0]), Members: n, Example: Value(row[2])}
			r.out.Groups = append(r.out.Groups, g)
		}
	}
	return nil
}

// groups asks for the values and their numbers of members, page by page if the endpoint cuts its answer.
func (r *reading) groups(ctx context.Context) error {
	o, columns := r.o, queries.Columns(r.o)
	at := map[ask.TableValue]int{}
	defer func() { r.out.SortGroups(r.q) }()
	for {
		query, err := queries.Groups(r.q.Concept, o)
		result, err := r.selects(ctx, query, err)
		if err != nil {
			return fmt.Errorf("asking for the groups: %w", err)
		}
		before := len(at)
		for _, row := range result.Rows {
			if err := r.addGroup(result.Vars, columns, row, at); err != nil {
				return err
			}
		}
		switch {
		case len(at) == before || len(result.Rows) < checkedRows:
			return nil
		case len(at) >= mostCells:
			r.missing.What = fmt.Errorf("the table ends after %s: it would be too large", say.Plural(len(at), "group"))
			return nil
		}
		o.Offset += len(result.Rows)
	}
}

// addGroup adds the group of a row. A value has a row for each of its labels, of which the group gets the first.
func (r *reading) addGroup(vars []string, columns [][2]string, row []rdf.Term, at map[ask.TableValue]int) error {
	column := columns[0]
	cellOf := func(name string) rdf.Term {
		if i := slices.Index(vars, name); i >= 0 {
			return row[i]
		}
		return nil
	}
	if cellOf(column[0]) == nil || cellOf("members") == nil {
		return nil
	}
	n, err := graph.ParseCount(cellOf("members"))
	if err != nil {
		return err
	}
	g := ask.TableGroup{TableValue: Value(cellOf(column[0])), Members: n}
	label := text(cellOf(column[1]))
	i, known := at[g.TableValue]
	if !known {
		i = len(r.out.Groups)
		at[g.TableValue] = i
		g.Label = label
		for _, c := range columns[1:] {
			g.Values = append(g.Values, Value(cellOf(c[0])))
		}
		r.out.Groups = append(r.out.Groups, g)
	}
	r.out.Groups[i].Label = min(r.out.Groups[i].Label, label)
	return nil
}

// text returns the text of a term; unbound terms and blank nodes have the texts that SPARQL 1.1 Query Results CSV
// gives them.
func text(t rdf.Term) string {
	switch {
	case t == nil:
		return ""
	case t.Type() == rdf.TermBlank:
		return graph.Blank + t.String()
	}
	return t.String()
}

// Value returns the value of a term.
func Value(t rdf.Term) ask.TableValue {
	v := ask.TableValue{Value: text(t)}
	l, is := t.(rdf.Literal)
	if is {
		v.Datatype, v.Lang = l.DataType.String(), l.Lang()
	}
	return v
}

func compareRows(a, b []rdf.Term) int {
	return slices.CompareFunc(a, b, func(s, t rdf.Term) int { return strings.Compare(text(s), text(t)) })
}
