package source

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/queries"
)

// behind asks for the superclasses of anonymous classes.
func (e *Endpoint) behind(ctx context.Context, q Question) ([]Answer, error) {
	properties := e.o.Vocabulary.Type
	if q.Kind == SuperclassesBehind {
		properties = e.o.Vocabulary.SubClass
	}
	asked := time.Now()
	rows, err := e.superclassesBehind(ctx, q.Terms, properties)
	if err != nil {
		return nil, err
	}
	return grouped(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		return e.o.Vocabulary.object("", r.o), true
	})
}

// superclassesBehind are the superclasses of the anonymous classes that the terms
// have by one of the properties.
func (e *Endpoint) superclassesBehind(ctx context.Context, terms, properties []string) ([]solution, error) {
	return e.verifiedPairs(ctx, terms, func(batch []string) (string, error) {
		return queries.AnonymousSuperclasses(batch, properties, e.o.Vocabulary.SubClass)
	}, func(batch []string) (string, error) {
		return queries.CountAnonymousSuperclasses(batch, properties, e.o.Vocabulary.SubClass)
	})
}

// above asks for superclasses at any distance.
func (e *Endpoint) above(ctx context.Context, q Question, receive func([]Answer) error) error {
	return inOrder(ctx, e, q.Phase, len(q.Terms), oneByOne(q.Terms), func(ctx context.Context, class string) ([]Answer, error) {
		asked := time.Now()
		query, err := queries.Above(class, e.o.Vocabulary.SubClass)
		if err != nil {
			return nil, err
		}
		rows, _, err := e.query(ctx, query)
		if err != nil {
			return withoutRows(ctx, Question{Kind: q.Kind, Terms: []string{class}}, asked, err)
		}
		a := Answer{Term: class, Kind: q.Kind, Time: asked.UnixMilli()}
		for _, r := range rows {
			if isUsable(r.o) {
				a.Rows = append(a.Rows, e.o.Vocabulary.object("", r.o))
			}
		}
		return []Answer{a}, nil
	}, receive)
}

// known asks whether there is any statement with the terms.
func (e *Endpoint) known(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	rows, err := e.askInHalves(ctx, q.Terms, queries.Known, e.belowRowCap)
	if err != nil {
		return nil, err
	}
	answers, err := grouped(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		n, _ := integer(r.n)
		return Row{N: int64(n)}, n > 0
	})
	if err != nil {
		return nil, err
	}
	for i, a := range answers {
		if len(a.Rows) > 0 {
			continue
		}
		is, err := e.isObject(ctx, a.Term) // one by one, because it happens to few
		if err != nil {
			return nil, fmt.Errorf("looking for %s: %w", Bracketed(a.Term), err)
		}
		if is {
			answers[i].Rows = []Row{{N: 1}}
		}
	}
	return answers, nil
}

// isObject asks whether something points to the term.
func (e *Endpoint) isObject(ctx context.Context, term string) (bool, error) {
	q, err := queries.KnownAsObject(term)
	if err != nil {
		return false, err
	}
	e.slots <- struct{}{}
	defer func() { <-e.slots }()
	if err := e.charge(); err != nil {
		return false, err
	}
	return e.client.Ask(ctx, q)
}

// longestLabel is the number of bytes from which on a text is no label.
const longestLabel = 1000

// labels asks for labels. They are for reading only: what cannot be had is
// incomplete and no error.
func (e *Endpoint) labels(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	rows, err := e.askInHalves(ctx, q.Terms, func(batch []string) (string, error) {
		v := e.o.Vocabulary
		if q.Kind == PropertyLabels && e.o.Via != "" {
			return queries.PropertyLabels(batch, e.o.Via, v.Label, v.Languages)
		}
		return queries.Labels(batch, v.Label, v.Languages)
	}, e.belowRowCap)
	if err != nil {
		return withoutRows(ctx, q, asked, err)
	}
	named := set(q.Terms)
	rows = slices.DeleteFunc(rows, func(r solution) bool { return !named[text(r.s)] })
	return grouped(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		l, ok := r.o.(rdf.Literal)
		if !ok || len(l.String()) > longestLabel {
			return Row{}, false
		}
		return Row{Value: l.String(), Lang: l.Lang()}, true
	})
}

// withoutRows are answers to a question that can do without, and failed: that is their
// reason, unless nothing more may be asked.
func withoutRows(ctx context.Context, q Question, asked time.Time, failed error) ([]Answer, error) {
	if ctx.Err() != nil || errors.Is(failed, ErrBudget) {
		return nil, failed
	}
	answers, err := grouped(q.Kind, q.Terms, asked, nil, nil)
	for i := range answers {
		answers[i].Incomplete = failed.Error()
	}
	return answers, err
}

// propertyKinds asks for the kinds of properties.
func (e *Endpoint) propertyKinds(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	rows, err := e.askInHalves(ctx, q.Terms, func(batch []string) (string, error) {
		if e.o.Via == "" {
			return queries.PullStatements(queries.Statements{Subjects: batch, Properties: []string{e.o.Kind}})
		}
		return queries.PropertyKinds(batch, e.o.Via, e.o.Kind)
	}, e.belowRowCap)
	if err != nil {
		return nil, err
	}
	return grouped(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		return Row{Value: text(r.o)}, isUsable(r.o)
	})
}

// mostProperties is how many properties are looked for in one request: with as many
// IRIs as are asked about, most occur nowhere.
const mostProperties = 400

// participation asks in which statements with the properties the terms are.
func (e *Endpoint) participation(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	linked, inverse := q.Kind == AsLinked, q.Kind == AsObject
	var rows []solution
	for some := range slices.Chunk(q.Properties, mostProperties) {
		more, err := e.verifiedPairs(ctx, q.Terms, func(batch []string) (string, error) {
			return queries.Participation(batch, some, linked, inverse)
		}, func(batch []string) (string, error) {
			return queries.CountParticipation(batch, some, linked, inverse)
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	wanted := set(q.Properties)
	for _, r := range rows {
		if !wanted[text(r.p)] {
			return nil, notAsked(text(r.p))
		}
	}
	name := setName(q.Properties)
	answers, err := grouped(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) { return Row{Property: name, Value: text(r.p)}, true })
	for i := range answers {
		answers[i].Properties = []string{name}
	}
	return answers, err
}
