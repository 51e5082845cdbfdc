package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/queries"
)

// count counts the statements of the terms by property.
func (e *Endpoint) count(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	c := counter{e, statementsOf[q.Kind]}
	hubs := map[string]bool{}
	rows, err := e.askInHalves(ctx, q.Terms, func(batch []string) ([]solution, error) {
		if len(batch) > 1 {
			return c.countOnce(ctx, e.pattern(c.kind, batch, nil))
		}
		rows, isHub, err := c.countOne(ctx, batch[0])
		hubs[batch[0]] = isHub
		return rows, err
	})
	if err == nil {
		_, err = sumNumbers(rows)
	}
	if err != nil {
		return nil, err
	}
	answers, err := groupByTerm(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		n, _ := parseCount(r.n)
		p := text(r.p)
		if !queries.IsIRI(p) { // no concept can use it
			p = ""
		}
		return Row{Property: p, N: int64(n)}, n > 0
	})
	for i := range answers {
		if hubs[answers[i].Term] {
			answers[i].Incomplete = "there are too many statements to count them in one request"
		}
	}
	return answers, err
}

// countRead counts the classes and literals of individuals, or the superclasses of classes. Most terms have few, so it
// reads them at once where it can: the cache keeps them, and they are not asked for again. Texts are left out of both
// (see reader).
func (e *Endpoint) countRead(ctx context.Context, q Question) ([]Answer, error) {
	v := e.o.Vocabulary
	textsCount := q.Kind == CountsLeaf && (v.RDFS || v.Strings)
	if textsCount || e.noCounted.is() {
		return e.count(ctx, q)
	}
	answers, err := reader{e}.readTerms(ctx, Question{Kind: statementsOf[q.Kind], Terms: q.Terms}, time.Now().UnixMilli())
	if IsRefused(ctx, err) {
		e.noCounted.failed()
		return e.count(ctx, q)
	}
	return answers, err
}

// counter counts statements of one kind.
type counter struct {
	*Endpoint
	kind Kind
}

// countOne counts the statements of one term. isHub: there are too many to count them
// in one request.
func (e counter) countOne(ctx context.Context, term string) (rows []solution, isHub bool, err error) {
	mayBeHub := e.kind == Out || e.kind == In
	for try := 1; ; try++ {
		rows, err = e.countOnce(ctx, e.pattern(e.kind, []string{term}, nil))
		if try == tries || !IsRefused(ctx, err) {
			break
		}
		if mayBeHub && errors.Is(err, connector.ErrTimeout) {
			few, err := e.hasFew(ctx, term)
			if err != nil {
				return nil, false, err
			}
			if !few {
				break
			}
		}
	}
	if mayBeHub && IsRefused(ctx, err) && !errors.Is(err, connector.ErrQueryTooLarge) {
		return nil, true, nil
	}
	return rows, false, err
}

// countOnce counts statements by property and checks that no count is missing.
func (e counter) countOnce(ctx context.Context, st queries.Statements) ([]solution, error) {
	q, err := queries.CountStatements(st)
	if err != nil {
		return nil, err
	}
	rows, took, err := e.queryAbout(ctx, len(st.Subjects), q)
	if err == nil {
		err = e.check(ctx, st, rows, took)
	}
	return rows, err
}

// check compares counts by property with the count of all statements, if the counts may
// be incomplete or took long.
func (e counter) check(ctx context.Context, st queries.Statements, rows []solution, took time.Duration) error {
	if e.belowRowCap(len(rows)) && took < e.slowCount {
		return nil
	}
	q, err := queries.CountAll(st)
	if err != nil {
		return err
	}
	total, _, err := e.query(ctx, q)
	if err != nil {
		return err
	}
	n, err := readNumber(total)
	counted, err2 := sumNumbers(rows)
	if err != nil || err2 != nil || n != counted {
		return fmt.Errorf("endpoint %s: %w: it counts %s statements by property in %s rows, and %s in all",
			e.client.URL(), connector.ErrTruncated, Thousands(counted), Thousands(len(rows)), Thousands(n))
	}
	e.recordComplete(len(rows))
	return nil
}

// many is the smallest number of statements of a high-degree node. Counting so many may
// be too much for one request.
const many = 10_000

// hasFew reports whether the term has fewer than many statements. If so, counting them
// failed for another reason than their number. It is an error if the endpoint does not
// answer even this query: it is slow with everything, and an individual that was taken
// for a high-degree node would lose every property that occurs nowhere else.
func (e counter) hasFew(ctx context.Context, term string) (bool, error) {
	q, err := queries.CountUpTo(term, "", e.kind == In, e.o.Vocabulary.Redirect, many)
	if err != nil {
		return false, err
	}
	rows, _, err := e.query(ctx, q)
	if err != nil {
		return false, err
	}
	n, err := readNumber(rows)
	return err == nil && n < many, nil
}

// countOneByOne counts the statements of a high-degree node by each of the properties,
// up to the limit of the question.
func (e *Endpoint) countOneByOne(ctx context.Context, q Question, receive func([]Answer) error) error {
	type pair struct{ s, p string }
	var pairs []pair
	for _, s := range q.Terms {
		for _, p := range q.Properties {
			pairs = append(pairs, pair{s, p})
		}
	}
	return fetchInOrder(ctx, e, q.Phase, len(pairs), eachOf(pairs), func(ctx context.Context, k pair) ([]Answer, error) {
		a := Answer{Term: k.s, Kind: q.Kind, Properties: []string{k.p}, Time: time.Now().UnixMilli()}
		n, err := counter{e, statementsOf[q.Kind]}.countUpTo(ctx, k.s, k.p, q.Limit)
		switch {
		case err != nil && errors.Is(err, connector.ErrTimeout) && ctx.Err() == nil:
			a.Incomplete, a.Passes = fmt.Sprintf("counting at %s takes too long: %v", Bracketed(k.s), err), true
		case err != nil:
			return nil, fmt.Errorf("counting <%s> at %s: %w", k.p, Bracketed(k.s), err)
		case n >= q.Limit:
			a.Rows = []Row{{Property: k.p, Value: AtLeast, N: int64(n)}}
		case n > 0:
			a.Rows = []Row{{Property: k.p, N: int64(n)}}
		}
		return []Answer{a}, nil
	}, receive)
}

// countUpTo counts the statements of s by p, up to the limit. If that took long the
// endpoint may have stopped counting early, so it counts once more.
func (e counter) countUpTo(ctx context.Context, s, p string, limit int) (int, error) {
	q, err := queries.CountUpTo(s, p, e.kind == In, e.o.Vocabulary.Redirect, limit)
	if err != nil {
		return 0, err
	}
	rows, took, err := e.query(ctx, q)
	if err != nil {
		return 0, err
	}
	n, err := readNumber(rows)
	if err != nil || took <= e.slowCount || n >= limit {
		return n, err
	}
	if rows, _, err = e.query(ctx, q); err != nil {
		return 0, err
	}
	if again, err := readNumber(rows); err != nil || again != n {
		return 0, fmt.Errorf("%w: the same count is first %s, then %s", ErrInconsistent, Thousands(n), Thousands(again))
	}
	return n, nil
}
