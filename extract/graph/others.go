package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

func (e *Endpoint) anonymousSuperclasses(ctx context.Context, q Question) ([]Answer, error) {
	property := e.o.Vocabulary.Type
	if q.Kind == SuperclassesViaAnonymous {
		property = e.o.Vocabulary.SubClassOf
	}
	asked := time.Now()
	rows, err := e.superclassesVia(ctx, q.Terms, property)
	if err != nil {
		return nil, err
	}
	return groupByTerm(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		return e.o.Vocabulary.object("", r.o), true
	})
}

// superclassesVia returns the superclasses of the anonymous classes to which the
// property leads from the terms.
func (e *Endpoint) superclassesVia(ctx context.Context, terms []string, property string) ([]solution, error) {
	return e.queryInHalves(ctx, terms, func(batch []string) (string, error) {
		return queries.AnonymousSuperclasses(batch, property, e.o.Vocabulary.SubClassOf)
	}, nil)
}

// ancestors fetches superclasses at any distance.
func (e *Endpoint) ancestors(ctx context.Context, q Question, receive func([]Answer) error) error {
	return fetchInOrder(
		ctx,
		e,
		q.Phase,
		len(q.Terms),
		eachOf(q.Terms),
		func(ctx context.Context, class string) ([]Answer, error) {
			asked := time.Now()
			query, err := queries.Superclasses(class, e.o.Vocabulary.SubClassOf)
			if err != nil {
				return nil, err
			}
			rows, _, err := e.query(ctx, query)
			if err != nil {
				return emptyAnswers(ctx, Question{Kind: q.Kind, Terms: []string{class}}, asked, err)
			}
			a := Answer{Term: class, Kind: q.Kind, Time: asked.UnixMilli()}
			for _, r := range rows {
				if isUsable(r.o) {
					a.Rows = append(a.Rows, e.o.Vocabulary.object("", r.o))
				}
			}
			return []Answer{a}, nil
		},
		receive,
	)
}

// knownTerms asks which of the terms occur in any statement.
func (e *Endpoint) knownTerms(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	known := func(terms []string) (string, error) { return queries.Known(terms, SameAs, Redirect) }
	rows, err := e.queryInHalves(ctx, q.Terms, known, e.belowRowCap)
	if err != nil {
		return nil, err
	}
	moved := map[string]map[string][]string{} // by the property
	rows = slices.DeleteFunc(rows, func(r solution) bool {
		if r.o != nil {
			if moved[text(r.s)] == nil {
				moved[text(r.s)] = map[string][]string{}
			}
			moved[text(r.s)][text(r.p)] = append(moved[text(r.s)][text(r.p)], text(r.o))
		}
		return r.o != nil
	})
	answers, err := groupByTerm(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		n, _ := parseCount(r.n)
		row := Row{N: int64(n)}
		for p, to := range moved[text(r.s)] {
			only := n - len(to) + 1 // a statement may be counted once for each graph that has it
			if IsRedirect(p, only) && len(uniqueSorted(to)) == 1 && to[0] != text(r.s) {
				row.Value = to[0]
			}
		}
		return row, n > 0
	})
	if err != nil {
		return nil, err
	}
	for i, a := range answers {
		if len(a.Rows) > 0 {
			continue
		}
		is, err := e.isObject(ctx, a.Term) // one by one, because few terms need it
		if err != nil {
			return nil, fmt.Errorf("looking for %s: %w", Bracketed(a.Term), err)
		}
		if is {
			answers[i].Rows = []Row{{N: 1}}
		}
	}
	return answers, nil
}

// isObject asks whether the term is the object of a statement.
func (e *Endpoint) isObject(ctx context.Context, term string) (bool, error) {
	q, err := queries.KnownAsObject(term)
	if err != nil {
		return false, err
	}
	if err := e.charge(); err != nil {
		return false, err
	}
	return e.client.Ask(ctx, q)
}

// emptyAnswers returns answers without rows to a question that failed, with the error as
// their reason. It returns the error itself if ctx has ended or the budget is spent.
func emptyAnswers(ctx context.Context, q Question, asked time.Time, failed error) ([]Answer, error) {
	if ctx.Err() != nil || errors.Is(failed, ErrBudget) {
		return nil, failed
	}
	answers, err := groupByTerm(q.Kind, q.Terms, asked, nil, nil)
	for i := range answers {
		answers[i].Incomplete, answers[i].Passes = failed.Error(), connector.Passes(failed)
	}
	return answers, err
}

// mostProperties is the largest number of properties in one request about
// participation. Most of them occur at none of the terms, so results are small.
const mostProperties = 400

// participation asks with which of the properties the terms occur.
func (e *Endpoint) participation(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	linked, inverse := q.Kind == AsLinked, q.Kind == AsObject
	var rows []solution
	for some := range slices.Chunk(q.Properties, mostProperties) {
		more, err := e.queryInHalves(ctx, q.Terms, func(batch []string) (string, error) {
			return queries.Participation(batch, some, linked, inverse)
		}, nil)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	wanted := set(q.Properties)
	for _, r := range rows {
		if !wanted[text(r.p)] {
			return nil, unexpectedTerm(text(r.p))
		}
	}
	name := setName(q.Properties)
	answers, err := groupByTerm(q.Kind, q.Terms, asked, rows,
		func(r solution) (Row, bool) { return Row{Property: name, Value: text(r.p)}, true })
	for i := range answers {
		answers[i].Properties = []string{name}
	}
	return answers, err
}
