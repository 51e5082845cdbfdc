package graph

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/queries"
)

// A simpleKind is a kind of question that one query answers about a batch of terms.
type simpleKind struct {
	query func(e *Endpoint, batch []string) (string, error)
	// row converts a row of the result, and reports whether to keep it.
	row func(e *Endpoint, r solution) (Row, bool)
	// most limits the terms of one request; zero means the limit of the endpoint.
	most int
}

var simpleKinds = map[Kind]simpleKind{
	// A term may be a property, so Labels asks for those of the entity of a property, too.
	Labels: {query: func(e *Endpoint, batch []string) (string, error) {
		return queries.AllLabels(batch, e.o.Exclusions.Via, e.labels(), e.o.Vocabulary.Languages)
	}, row: labelRow},
	PropertyLabels: {query: func(e *Endpoint, batch []string) (string, error) {
		if e.o.Exclusions.Via == "" {
			return queries.AllLabels(batch, "", e.labels(), e.o.Vocabulary.Languages)
		}
		return queries.PropertyLabels(batch, e.o.Exclusions.Via, e.labels(), e.o.Vocabulary.Languages)
	}, row: labelRow},
	PropertyKinds: {query: func(e *Endpoint, batch []string) (string, error) {
		if e.o.Exclusions.Via == "" {
			return queries.PullStatements(
				queries.Statements{Subjects: batch, Properties: []string{e.o.Exclusions.Kind}},
			)
		}
		return queries.PropertyKinds(batch, e.o.Exclusions.Via, e.o.Exclusions.Kind)
	}, row: func(_ *Endpoint, r solution) (Row, bool) { return Row{Value: text(r.o)}, isUsable(r.o) }},
	Presences: {query: func(e *Endpoint, batch []string) (string, error) {
		return presenceOf(e.o.Vocabulary, e.o.Exclusions).Select(batch)
	}, row: presenceRow},
	Stated: {query: func(_ *Endpoint, batch []string) (string, error) {
		return queries.Stated(batch)
	}, row: func(*Endpoint, solution) (Row, bool) { return Row{N: 1}, true }, most: 30},
	Uses: {query: func(e *Endpoint, batch []string) (string, error) {
		return queries.Uses(e.o.Vocabulary.Type, e.o.Vocabulary.SubClassOf, batch)
	}, row: func(_ *Endpoint, r solution) (Row, bool) { return Row{Value: text(r.use)}, true }, most: 30},
}

// labels returns the properties to labels.
func (e *Endpoint) labels() []string {
	labels, _ := e.o.Vocabulary.Names()
	return labels
}

// presenceOf returns what counts by its existence; nothing if the source states no kinds and no articles.
func presenceOf(v Vocabulary, e Exclusions) queries.Presence {
	p := queries.Presence{Via: e.Via, Kind: e.Kind, Articles: v.Statements != ""}
	if e.Via != "" {
		p.Kinds = e.Kinds
	}
	return p
}

func presenceRow(_ *Endpoint, r solution) (Row, bool) {
	row := Row{Value: text(r.o)}
	if r.p != nil {
		row.Property = text(r.p)
	}
	return row, queries.IsIRI(row.Value)
}

// longestLabel is the largest length of a label, in bytes.
const longestLabel = 1000

func labelRow(_ *Endpoint, r solution) (Row, bool) {
	l, ok := r.o.(rdf.Literal)
	if !ok || len(l.String()) > longestLabel {
		return Row{}, false
	}
	return Row{Property: text(r.p), Value: l.String(), Lang: l.Lang()}, true
}

// simple answers a question of a simple kind. If the kind is optional, an error is the
// reason in an incomplete answer.
func (e *Endpoint) simple(ctx context.Context, q Question) ([]Answer, error) {
	kind := simpleKinds[q.Kind]
	asked := time.Now()
	var rows []solution
	for batch := range slices.Chunk(q.Terms, cmp.Or(kind.most, len(q.Terms))) {
		some, err := e.queryInHalves(ctx, batch, func(batch []string) (string, error) { return kind.query(e, batch) },
			e.belowRowCap)
		if err != nil && isOptional(q.Kind) {
			return emptyAnswers(ctx, q, asked, err)
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	if isOptional(q.Kind) { // queries for labels may name the entities of properties
		named := set(q.Terms)
		rows = slices.DeleteFunc(rows, func(r solution) bool { return !named[text(r.s)] })
	}
	return groupByTerm(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) { return kind.row(e, r) })
}

// StatedTerms returns those of the terms that are in some statement, in any position.
func StatedTerms(ctx context.Context, g Graph, terms []string) (map[string]bool, error) {
	stated := map[string]bool{}
	return stated, g.Ask(
		ctx,
		Question{Kind: Stated, Terms: uniqueSorted(terms), Phase: "looking for names"},
		func(answers []Answer) error {
			for _, a := range answers {
				stated[a.Term] = len(a.Rows) > 0
			}
			return nil
		},
	)
}

// UsesOf returns how the graph uses each of the terms that is a class or a property.
// Beside an error it returns what it knows.
func UsesOf(ctx context.Context, g Graph, terms []string) (map[string]string, error) {
	uses := map[string]string{}
	return uses, g.Ask(
		ctx,
		Question{Kind: Uses, Terms: uniqueSorted(terms), Phase: "looking for classes"},
		func(answers []Answer) error {
			for _, a := range answers {
				for _, r := range a.Rows {
					if uses[a.Term] != UsedAsClass {
						uses[a.Term] = r.Value
					}
				}
			}
			return nil
		},
	)
}

// KnownTerms returns those of the terms that any statement has, in their order.
func KnownTerms(ctx context.Context, g Graph, terms []string) (known []string, err error) {
	has := map[string]bool{}
	err = g.Ask(ctx, Question{Kind: Known, Terms: terms, Phase: "looking for names"}, func(answers []Answer) error {
		for _, a := range answers {
			has[a.Term] = len(a.Rows) > 0
		}
		return nil
	})
	for _, term := range terms {
		if has[term] {
			known = append(known, term)
		}
	}
	return known, err
}

// CountStatements returns the numbers of statements with the terms as their subjects. A term
// with too many to count has none.
func CountStatements(ctx context.Context, g Graph, terms []string) (map[string]int, error) {
	numbers := map[string]int{}
	q := Question{Kind: CountsOut, Terms: uniqueSorted(terms), Phase: "counting statements"}
	return numbers, g.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			if a.Kind != CountsOut || a.Incomplete != "" {
				continue
			}
			numbers[a.Term] += 0
			for _, r := range a.Rows {
				numbers[a.Term] += int(r.N)
			}
		}
		return nil
	})
}
