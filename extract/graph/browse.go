package graph

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// A ClassSize is a class with the number of its members.
type ClassSize struct {
	IRI     string
	Members int
}

// ClassSizes returns at most limit classes, those with most members first; more reports
// whether there are others.
func ClassSizes(ctx context.Context, g Graph, limit int) (list []ClassSize, more bool, err error) {
	rows, more, err := someRows(ctx, g,
		Question{Kind: Classes, Terms: []string{""}, Limit: limit, Phase: "listing the classes"})
	for _, r := range rows {
		list = append(list, ClassSize{r.Value, int(r.N)})
	}
	return list, more, err
}

// MembersOf returns at most limit members of the class; more reports whether there are
// others.
func MembersOf(ctx context.Context, g Graph, class string, limit int) (iris []string, more bool, err error) {
	rows, more, err := someRows(ctx, g,
		Question{Kind: Instances, Terms: []string{class}, Limit: limit, Phase: "listing the members"})
	for _, r := range rows {
		iris = append(iris, r.Value)
	}
	return iris, more, err
}

// SubjectsOf returns at most limit subjects of statements with the object and one of the
// properties, which are those from an individual to its class or from a class to its
// superclass.
func SubjectsOf(ctx context.Context, g Graph, object string, properties []string, limit int) (iris []string, err error) {
	rows, _, err := someRows(ctx, g, Question{Kind: Subjects, Terms: []string{object}, Properties: properties, Limit: limit, Phase: "listing what belongs to a class"})
	for _, r := range rows {
		iris = append(iris, r.Value)
	}
	return iris, err
}

func someRows(ctx context.Context, g Graph, q Question) (rows []Row, more bool, err error) {
	err = g.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			for _, r := range a.Rows {
				if more = more || r.Value == AtLeast; r.Value != AtLeast {
					rows = append(rows, r)
				}
			}
		}
		return nil
	})
	return rows, more, err
}

// Statements are those of a term in one direction, without blank nodes, texts and what
// cannot be a fact. Missing says why some were not read, if so.
type Statements struct {
	Rows    []Row
	Missing string
}

// StatementsOf returns the statements of the terms by the properties, or if these are nil by
// all properties. Of those that point to a term, at most limit of a property are read.
func StatementsOf(ctx context.Context, g Graph, kind Kind, terms, properties []string,
	limit int) (map[string]Statements, error) {
	found := make(map[string]Statements, len(terms))
	terms = slices.DeleteFunc(uniqueSorted(terms),
		func(iri string) bool { _, inMemory := g.(*Memory); return !inMemory && !queries.IsIRI(iri) })
	q := Question{
		Kind:       kind,
		Terms:      terms,
		Properties: properties,
		Limit:      limit,
		Needs:      func(string) bool { return true },
		Phase:      "reading statements",
	}
	return found, g.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			if a.Kind != kind {
				continue
			}
			s := found[a.Term]
			s.Missing = cmp.Or(s.Missing, a.Incomplete)
			for _, r := range a.Rows {
				if r.Value != Blank && r.Value != Invalid && r.Lang == "" {
					s.Rows = append(s.Rows, r)
				}
			}
			found[a.Term] = s
		}
		return nil
	})
}

// some answers a question whose answer is the first rows of one query.
func (e reader) some(ctx context.Context, q Question, receive func([]Answer) error) error {
	typing := e.o.Vocabulary.Type[0]
	query, err := queries.Classes(typing, q.Limit+1)
	switch q.Kind {
	case Instances:
		query, err = queries.Members(typing, q.Terms[0], q.Limit+1)
	case Subjects:
		query, err = queries.SubjectsWith(q.Properties, q.Terms[0], q.Limit+1)
	}
	if err != nil {
		return err
	}
	if err := e.charge(); err != nil {
		return err
	}
	a := Answer{Term: q.Terms[0], Kind: q.Kind, Time: time.Now().UnixMilli()}
	table, err := e.client.Select(ctx, query)
	if err != nil {
		return err
	}
	a.Rows = upTo(firstColumns(table), q.Limit)
	return receive([]Answer{a})
}

// firstColumns returns rows of the IRIs in the first column, with the numbers in the second.
func firstColumns(table *connector.Table) (rows []Row) {
	for _, row := range table.Rows {
		if !isUsable(row[0]) {
			continue
		}
		r := Row{Value: text(row[0])}
		if len(row) > 1 {
			r.N, _ = strconv.ParseInt(text(row[1]), 10, 64)
		}
		rows = append(rows, r)
	}
	return rows
}
